import { nameSeat, type SeatPlace } from '../../../rules/seat-name.ts';
import type { Language } from '../../../values/language.ts';
import { pageTexts } from '../texts/page-texts.ts';
import type { OrderView } from './data.ts';
import type { RefundPlan } from './plan-refund.ts';
import { textsIn, type Texts } from './texts/texts.ts';

<<<<<<< HEAD
type By = NonNullable<OrderView['changes'][number]['by']>;
=======
export const en = {
  invoices: {
    heading: 'Invoices',
    kinds: { invoice: 'Invoice', credit_note: 'Credit note' },
    inForce: 'In force',
    underWay: 'An invoice is being made.',
    none: 'Nobody has asked for one.',
    make: 'Make an invoice…',
    change: 'Change the invoice…',
    title: 'What is on the invoice',
    about: 'An invoice that was issued is taken back by a credit note, and another one comes in its place.',
    submit: 'Issue the invoice',
    told: 'The invoice is being made.',
    fields: {
      company: 'Company',
      companyHint: 'Leave empty for the buyer in person.',
      line1: 'Street and number',
      line2: 'Address, second line',
      postalCode: 'Postal code',
      city: 'City',
      region: 'State or region',
      countryCode: 'Country',
      taxNumber: 'VAT or tax number',
      purchaseReference: 'Purchase order number',
    },
  },
  ordersOf: (event: string) => `Orders of ${event}`,
  summary: 'Summary',
  buyer: 'Buyer',
  reference: 'Reference',
  ordersOfBuyer: 'Orders with this e-mail',
  buyerData: 'This buyer’s data',
  event: 'Event',
  ofItBack: (amount: string) => `${amount} refunded`,
  sources: {
    api: 'Your site (API)',
    embed: 'Checkout',
    complimentary: 'Complimentary',
    host: 'Sold by you',
    exchange: 'Change of seat',
  },
  note: 'Your note',
  guestNote: 'Your note to the guest',
  metadata: 'Metadata',
  metadataIntro: 'Your site sent this with the order.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  ordered: 'Ordered',
  payBy: 'Payment due',
  answers: 'Answers',
  correctAnswers: 'Enter answers',
  answersMissing: 'These answers are missing. Ask for them, then enter them.',
  ofOrder: 'The order',
  ofTicket: (position: number) => `Ticket ${position}`,
  ticked: 'Yes',
  tickets: 'Tickets',
  ticket: 'Ticket',
  holder: 'Holder',
  paid: 'Paid',
  state: 'Status',
  shortCode: 'Short code',
  seat: (place: SeatPlace) => nameSeat(place, 'en'),
  valid: 'Valid',
  passedOnBadge: 'Valid, passed on',
  changeSeat: 'Change seat',
  seatChange: (position: number, from: string, to: string, sum: string) =>
    `Change of seat of ticket ${position}, from ${from} to ${to}, for ${sum}:`,
  movesTicketOf: 'For a ticket of',
  ticketOf: (position: number) => `ticket ${position}`,
  used: 'Used',
  void: 'Void',
  amounts: 'Amounts',
  fees: 'Fees (included)',
  discount: 'Discount (deducted)',
  total: 'Total',
  ofWhich: (tax: string) => `of which ${tax}`,
  payments: 'Payments',
  payment: 'Payment',
  gateways: {
    sandbox: 'the sandbox',
    paystack: 'Paystack',
    flutterwave: 'Flutterwave',
    stripe: 'Stripe',
  } as Record<string, string>,
  paidToYou: {
    cash: 'Paid to you in cash',
    transfer: 'Paid to you by transfer',
    card: 'Paid to you by card',
    other: 'Paid to you another way',
  },
  giveBackYourself: 'You received this payment: pay it back yourself.',
  refundByHand: (amount: string) =>
    `Refund of ${amount} recorded. You received this payment: pay it back yourself.`,
  paymentUses: {
    order: (gateway: string) => `Paid by ${gateway}`,
    late: (gateway: string) => `Paid too late by ${gateway}: we refund it`,
    surplus: (gateway: string) => `Paid twice by ${gateway}: we refund it`,
    mismatch: (gateway: string) => `Wrong amount by ${gateway}: we refund it`,
  },
  at: 'Date',
  gatewayId: 'Gateway ID',
  amount: 'Amount',
  refunds: 'Refunds',
  refund: 'Refund',
  refundReasons: {
    host: 'By the host',
    late: 'Paid too late',
    surplus: 'Paid too much',
    mismatch: 'Wrong amount paid',
  },
  refundStates: {
    pending: 'On its way',
    asking: 'On its way',
    sent: 'With the bank',
    succeeded: 'Paid back',
    needs_attention: 'Needs attention',
    settled_by_hand: 'Settled by hand',
  },
  story: 'History',
  by: (by: { kind: 'member'; name: string } | { kind: 'operator' } | { kind: 'buyer' }) => {
    if (by.kind === 'member') return `By ${by.name || 'a former member'}`;
    return by.kind === 'operator' ? 'By the service operator' : 'By the buyer';
  },
  mailKinds: {
    tickets: 'Tickets',
    payment_returned: 'Payment refunded',
    refunded: 'Refunded',
    event_cancelled: 'Event cancelled',
    event_postponed: 'Event postponed',
    passed_on: 'Ticket passed on',
    address_changed: 'Sent to another address',
    voided: 'Tickets cancelled',
    seat_change_due: 'Difference for another seat',
    message: 'Message from you',
  },
  mailStates: { waiting: 'Waiting', sent: 'Sent', refused: 'Refused' },
  deliveryStates: { pending: 'Sending', delivered: 'Delivered', failed: 'Failed' },
  paymentOf: (amount: string) => `Payment of ${amount}`,
  refundOf: (amount: string) => `Refund of ${amount}`,
  mailOf: (kind: string) => `E-mail: ${kind}`,
  delivered: 'Webhook delivery',
  deliveredAgain: 'Webhook delivery, sent again',
  attemptsMade: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
>>>>>>> b2ceb7a0 (dashboard: an order's page has its invoices, and members correct them)

function sayBy({ by: texts }: Texts, by: By): string {
  if (by.kind !== 'member') return texts[by.kind];
  return by.name === '' ? texts.formerMember : texts.member(by.name);
}

function sayVoid(texts: Texts, positions: number[], stay: number): string {
  if (positions.length === 0) return texts.willVoidNone;
  const gone = texts.willVoid({ count: positions.length, positions: positions.join(', ') });
  return `${gone} ${texts.willStayValid(stay)}`;
}

function sayProblem(
  { refundProblems }: Texts,
  problem: NonNullable<RefundPlan['problem']>,
  left: string,
): string {
  const said = refundProblems[problem];
  return typeof said === 'string' ? said : said(left);
}

export function orderTextsIn(language: Language) {
  const texts = textsIn(language);
  return {
    ...texts,
    seat: (place: SeatPlace) => nameSeat(place, language),
    by: (by: By) => sayBy(texts, by),
    willVoid: (positions: number[], stay: number) => sayVoid(texts, positions, stay),
    refundProblem: (problem: NonNullable<RefundPlan['problem']>, left: string) =>
      sayProblem(texts, problem, left),
    gatewaySaid: (note: string) => texts.gatewaySaid(note.replace(/\.$/, '')),
  };
}

export const useOrderTexts = pageTexts(orderTextsIn);
export type OrderTexts = ReturnType<typeof useOrderTexts>;
