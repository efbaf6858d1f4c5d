import type { PaidBy } from '../../../rules/order-source.ts';

/** Texts of the dialog that changes a ticket's seat, loaded with it. */
export const exchangeEn = {
  title: (position: number) => `Change the seat of ticket ${position}`,
  intro: (seat: string, type: string) => `Now: ${seat} (${type}). Choose another seat.`,
  newSeat: 'New seat',
  chooseFirst: 'Choose a seat on the map.',
  loading: 'Drawing the seats…',
  notLoaded: 'We couldn’t load the seats.',
  again: 'Try again',
  cheaper: (sum: string) => `It costs ${sum} less than this ticket`,
  giveBack: 'Refund the difference',
  giveBackHint: 'The seat changes at once, and the difference goes back the way it was paid.',
  keep: 'Keep it',
  keepHint: 'The seat changes at once, and no money goes back. Agree on this with the buyer.',
  counter: 'Paid at the counter',
  counterHint: 'You have the money. The seat changes at once, and an order for the difference is on record.',
  paidBy: 'Paid by',
  paidByWays: { cash: 'Cash', transfer: 'Transfer', card: 'Card', other: 'Other' } satisfies Record<
    PaidBy,
    string
  >,
  changePaid: (sum: string) => `Change seat, ${sum} paid`,
  changeAndRefund: (sum: string) => `Change seat, refund ${sum}`,
  more: (sum: string) => `It costs ${sum} more than this ticket`,
  askFor: 'Ask for the difference',
  askHint: (email: string) =>
    `We e-mail ${email} a link to pay it. We hold the seat for 24 hours, and change it once they pay.`,
  waive: 'Waive it',
  waiveHint: 'The seat changes at once, and nobody pays.',
  willAsk:
    'Until they pay, the ticket stays valid with its old seat. You can cancel the new order at any time.',
  willChange: (email: string) =>
    `The seat changes at once, and we e-mail the ticket with a new code to ${email}. The old code no longer works, and the old seat is back on sale.`,
  house: 'Release this house seat',
  houseHint: 'This seat is blocked. Continuing releases it permanently.',
  change: 'Change seat',
  ask: (sum: string) => `Ask for ${sum}`,
  changed: 'Seat changed. We’re e-mailing the ticket with its new code.',
  asked: (email: string) => `We’re e-mailing the payment link to ${email}.`,
};
