import { pageTexts } from '../texts/page-texts.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const en = {
  intro: 'Postpone or cancel the event, and notify everyone who has a ticket.',

  move: 'Postpone',
  moveIntro:
    'Tickets and their codes stay valid. Receipts, PDFs and calendar files show the new date at once. We e-mail everyone with a ticket.',
  startsAt: 'New start',
  closesAt: 'New end',
  message: 'Message to ticket holders',
  messageHint: 'Say why, and what to expect. We add it to the e-mail.',
  offers: 'Offer refunds to buyers',
  offersHint:
    'Buyers can return all tickets of an order, if none was used. They get a full refund, fees included, and the tickets go back on sale.',
  offersNotYours: 'Only an owner can offer refunds.',
  refundUntil: 'Refunds until',
  saleEnds: (names: string) => `These ticket types keep their own end of sale: ${names}.`,
  moveButton: (people: number) => (people === 0 ? 'Postpone' : 'Postpone…'),
  moveTitle: 'Postpone the event?',
  newDate: 'The new date:',
  moveText: (people: number) => `We e-mail it to ${count(people, 'person', 'people')} at once.`,
  moveOffers: 'It offers buyers a full refund until',
  moveConfirm: (people: number) => `Postpone and notify ${count(people, 'person', 'people')}`,
  moved: 'Postponed. We are notifying ticket holders.',
  moves: 'Earlier dates',
  moveFrom: 'From',
  moveTo: 'To',
  moveBy: 'By',
  moveOffer: 'Refunds until',
  noOffer: 'Not offered',
  moveTold: 'Orders notified',

  cancel: 'Cancel the event',
  cancelIntro: 'You can’t undo this. Sales stop at once. Then we refund every order, one by one.',
  tickets: 'Tickets to void',
  ticketsNote: (orders: number, used: number) =>
    `In ${count(orders, 'order', 'orders')}${used > 0 ? `. ${used} already used at the door, also refunded` : ''}`,
  people: 'People to notify',
  languages: { en: 'English', fr: 'French', pt: 'Portuguese' },
  inLanguages: (parts: { language: string; people: number }[]) =>
    parts.map(({ language, people }) => `${people.toLocaleString('en')} in ${language}`).join(', '),
  nobody: 'Nobody has a ticket',
  money: 'Money to refund',
  moneyNote: 'All payments, fees included. Your gateway may keep its own charges.',
  noMoney: 'None',
  noMoneyNote: 'There is no payment to refund.',
  unpaid: 'Unpaid orders',
  unpaidNote: 'Cancelled at once. We refund payments that still arrive.',
  byGateway: 'Money by gateway',
  gateway: 'Gateway',
  orders: 'Orders',
  amount: 'Amount',
  byHand: 'Paid to you directly',
  byHandNote: 'Buyers paid you directly, in cash or by transfer. Refund them yourself. You get a list here.',
  giveBack: 'Refund yourself',
  giveBackIntro:
    'These buyers paid you directly, so no gateway can refund them. We told them that you will. Our records show the orders as refunded.',
  buyer: 'Buyer',
  paidHow: 'Paid',
  paidBy: { cash: 'In cash', transfer: 'By transfer', card: 'By card', other: 'Other' },
  sandbox: 'Sandbox (development only)',
  freeOrders: (number: number) =>
    `${count(number, 'order is', 'orders are')} free or a gift. We only void the tickets.`,
  refundedBefore: (amounts: string) => `Already refunded: ${amounts}. We don’t refund it twice.`,
  stuck: (number: number) =>
    `${count(number, 'earlier refund needs', 'earlier refunds need')} attention. Cancelling does not change that.`,
  unusable: (names: string) =>
    `The account at ${names} no longer works. Refunds there will fail until you settle them by hand.`,
  balance: 'Gateways take refunds from your balance. Make sure it is high enough.',
  openDialog: 'Cancel the event…',
  needsOwner: 'Buyers must get refunds, so only an owner of this host can cancel this event.',
  dialogTitle: 'Cancel the event?',
  dialogText: (amount: string | null, people: string) =>
    amount === null
      ? `We notify ${people}. You can’t undo this.`
      : `We notify ${people} and refund ${amount}. You can’t undo this.`,
  somebody: (people: number) => count(people, 'person', 'people'),
  reason: 'Reason for ticket holders',
  reasonHint: 'We add it to the e-mail.',
  typeName: (name: string) => `Type the event’s name: ${name}`,
  wrongName: 'Enter the exact name of the event.',
  keep: 'Keep the event',
  cancelButton: 'Cancel the event permanently',
  cancelled: 'The event is cancelled.',

  done: 'Cancelled',
  doneText: 'The event is cancelled. Nobody can buy tickets.',
  byWhom: (who: string | null) => `Cancelled by ${who ?? 'the operator of this service'}`,
  theReason: 'You told the ticket holders:',
  progress: (of: { done: number; all: number }) =>
    `${of.done.toLocaleString('en')} of ${count(of.all, 'order', 'orders')} done`,
  working: 'We are refunding orders and voiding tickets. You can leave this page.',
  finished: 'All orders are done.',
  refundsMade: 'Refunds made',
  refundsNote: (underWay: number, byHand: number) =>
    [
      underWay > 0 && `${underWay.toLocaleString('en')} in progress`,
      byHand > 0 && `${byHand.toLocaleString('en')} settled by hand`,
    ]
      .filter(Boolean)
      .join(', '),
  moneyBack: 'Money refunded',
  ofAsked: (amount: string) => `Of ${amount}`,
  failed: 'Need attention',
  mails: 'E-mails sent',
  mailsNote: (waiting: number, refused: number) =>
    [
      waiting > 0 && `${waiting.toLocaleString('en')} waiting`,
      refused > 0 && `${refused.toLocaleString('en')} refused by the mail server`,
    ]
      .filter(Boolean)
      .join(', '),
  failures: 'Failed refunds',
  failuresIntro:
    'The gateway refused these. Often the balance is too low: top it up, then try again. If that fails, pay another way and ask the operator to mark it as settled:',
  settleCommand: 'tessera refunds',
  order: 'Order',
  why: 'Why',
  noWhy: 'No reason given',
  retry: 'Try again',
  retryAll: 'Try all again',
  retried: 'We are trying again.',
  moreFailures: (shown: number) => `You see the first ${shown}.`,
};

export const useEventCancelTexts = pageTexts({ en, fr: en });
export type EventCancelTexts = typeof en;
