/** What the dialog says in which a ticket gets another seat. It comes with the dialog. */
export const exchangeEn = {
  title: (position: number) => `Change the seat of ticket ${position}`,
  intro: (seat: string, type: string) => `Now: ${seat} (${type}). Choose another seat.`,
  newSeat: 'New seat',
  chooseFirst: 'Choose a seat on the map.',
  loading: 'Drawing the seats…',
  notLoaded: 'The seats could not be loaded.',
  again: 'Try again',
  cheaper: (sum: string) =>
    `It costs ${sum} less than was paid for this ticket. Refund the ticket, and sell the seat anew.`,
  more: (sum: string) => `It costs ${sum} more than was paid`,
  askFor: 'Ask for the difference',
  askHint: (email: string) =>
    `${email} is sent a link to pay it. The seat is kept for 24 hours, and the ticket moves once it is paid.`,
  waive: 'Waive it',
  waiveHint: 'The ticket moves at once, and nobody pays anything.',
  willAsk: 'Until it is paid the ticket stays good as it is. You can cancel the new order at any time.',
  willChange: (email: string) =>
    `The ticket moves at once and goes to ${email} with a new code. The old code lets nobody in any more, and the old seat is for sale.`,
  house: 'Release this house seat',
  houseHint: 'The host keeps this seat back. Continuing releases it permanently.',
  change: 'Change the seat',
  ask: (sum: string) => `Ask for ${sum}`,
  changed: 'The seat is changed. The ticket is on its way with its new code.',
  asked: (email: string) => `The link to pay the difference is on its way to ${email}.`,
};
