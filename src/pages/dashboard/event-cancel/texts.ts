import { pageTexts } from '../texts/page-texts.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const en = {
  intro:
    'Tell everybody who has a ticket, in one step, that the event is on another day or does not take place.',

  move: 'Move to another day',
  moveIntro:
    'Tickets and their codes stay good. Receipts, PDFs and calendar files show the new date at once, and everybody with a ticket is told by e-mail.',
  startsAt: 'New beginning',
  closesAt: 'New end',
  message: 'Message to ticket holders',
  messageHint: 'Why, and what to expect. It is in the e-mail, in your words.',
  offers: 'Buyers may have their money back',
  offersHint:
    'A button on their order gives all its tickets back, if none was used. They get all that they paid, fees included, and the tickets are for sale again.',
  offersNotYours: 'Only an owner can offer refunds with it.',
  refundUntil: 'Until when',
  saleEnds: (names: string) => `These stop being sold by a day of their own, which stays as it is: ${names}.`,
  moveButton: (people: number) =>
    people === 0 ? 'Move the event' : `Move it and tell ${count(people, 'person', 'people')}`,
  moved: 'Moved. Ticket holders are being told.',
  moves: 'Earlier moves',
  moveFrom: 'From',
  moveTo: 'To',
  moveBy: 'By',
  moveOffer: 'Offer until',
  noOffer: 'Not offered',
  moveTold: 'Orders told',

  cancel: 'Cancel the event',
  cancelIntro: 'It can’t be undone. Sales stop at once; then every order is given back, one by one.',
  tickets: 'Tickets become void',
  ticketsNote: (orders: number, used: number) =>
    `In ${count(orders, 'order', 'orders')}${used > 0 ? `. ${used} used at the door already, refunded all the same` : ''}`,
  people: 'People are told',
  languages: { en: 'English', fr: 'French' },
  inLanguages: (parts: { language: string; people: number }[]) =>
    parts.map(({ language, people }) => `${people.toLocaleString('en')} in ${language}`).join(', '),
  nobody: 'Nobody has a ticket',
  money: 'Money goes back',
  moneyNote:
    'All that was paid, fees included. What your gateway charged you for the payments is between you and it.',
  noMoney: 'None',
  noMoneyNote: 'Nobody has paid anything that has not gone back.',
  unpaid: 'Unpaid orders',
  unpaidNote: 'Cancelled at once. A payment that still arrives goes back by itself.',
  byGateway: 'Money by gateway',
  gateway: 'Gateway',
  orders: 'Orders',
  amount: 'Amount',
  byHand: 'Paid to you directly',
  byHandNote:
    'What buyers paid you directly, in cash or by transfer, you give back yourself. You get a list of it here.',
  giveBack: 'Give back yourself',
  giveBackIntro:
    'These buyers paid you directly, so no gateway can give it back. They were told that you do. On record it is refunded.',
  buyer: 'Buyer',
  paidHow: 'Was paid',
  paidBy: { cash: 'In cash', transfer: 'By transfer', card: 'By card', other: 'In another way' },
  sandbox: 'Sandbox (development only)',
  freeOrders: (number: number) =>
    `${count(number, 'order is', 'orders are')} free of charge or a gift: only the tickets become void.`,
  refundedBefore: (amounts: string) => `Refunded before: ${amounts}. It does not go back twice.`,
  stuck: (number: number) =>
    `${count(number, 'earlier refund waits', 'earlier refunds wait')} for somebody. Cancelling does not change that.`,
  unusable: (names: string) =>
    `The account at ${names} can’t be used any more. Refunds there will fail and wait until you settle them by hand.`,
  balance: 'Gateways take refunds out of your balance. Make sure that there is enough.',
  openDialog: 'Cancel the event…',
  needsOwner:
    'Buyers have paid for this event, and their money must go back: an owner of this host has to cancel it.',
  dialogTitle: 'Cancel the event?',
  dialogText: (amount: string | null, people: string) =>
    amount === null
      ? `${people} will be told. This can’t be undone.`
      : `${people} will be told, and ${amount} goes back. This can’t be undone.`,
  somebody: (people: number) => count(people, 'person', 'people'),
  reason: 'Why, for the ticket holders',
  reasonHint: 'It is in the e-mail, in your words.',
  typeName: (name: string) => `Type the event’s name: ${name}`,
  wrongName: 'Is not the name of the event.',
  keep: 'Keep the event',
  cancelButton: 'Cancel the event for good',
  cancelled: 'The event is cancelled.',

  done: 'Cancelled',
  doneText: 'The event is cancelled. Nothing of it can be bought any more.',
  byWhom: (who: string | null) => `Cancelled by ${who ?? 'the operator of this service'}`,
  theReason: 'You told the ticket holders:',
  progress: (of: { done: number; all: number }) =>
    `${of.done.toLocaleString('en')} of ${count(of.all, 'order', 'orders')} given back`,
  working: 'Orders are being given back. You can leave this page: it goes on.',
  finished: 'Every order was seen to.',
  refundsMade: 'Refunds made',
  refundsNote: (underWay: number, byHand: number) =>
    [
      underWay > 0 && `${underWay.toLocaleString('en')} on their way`,
      byHand > 0 && `${byHand.toLocaleString('en')} settled by hand`,
    ]
      .filter(Boolean)
      .join(', '),
  moneyBack: 'Money back',
  ofAsked: (amount: string) => `Of ${amount}`,
  failed: 'Need you',
  mails: 'E-mails sent',
  mailsNote: (waiting: number, refused: number) =>
    [
      waiting > 0 && `${waiting.toLocaleString('en')} waiting`,
      refused > 0 && `${refused.toLocaleString('en')} refused by the mail server`,
    ]
      .filter(Boolean)
      .join(', '),
  failures: 'What needs you',
  failuresIntro:
    'The gateway said no to these. Mostly the balance is too low: top it up, then try again. What can’t go back this way you pay in another, and whoever runs this service marks it as settled:',
  settleCommand: 'tessera refunds',
  order: 'Order',
  why: 'Why',
  noWhy: 'No reason was given',
  retry: 'Try again',
  retryAll: 'Try all again',
  retried: 'It is tried again.',
  moreFailures: (shown: number) => `The first ${shown} are shown.`,
};

export const useEventCancelTexts = pageTexts({ en, fr: en });
export type EventCancelTexts = typeof en;
