import { plural } from '../texts/en/words.ts';
import type { OrderSource } from '../../../rules/order-source.ts';
import type { WayOfPayment } from '../../../rules/orders.ts';
import { textsWith } from '../texts/page-texts.ts';
import type { Texts } from '../texts/texts.ts';

const en = {
  title: 'Orders',
  list: 'Orders',
  intro: 'Of all your events, the newest first.',
  buyer: 'Buyer',
  reference: 'Reference',
  event: 'Event',
  tickets: 'Tickets',
  total: 'Total',
  status: 'Status',
  when: 'Ordered',
  search: 'Search',
  searchHint: 'Reference, e-mail, name or ticket code',
  type: 'Ticket type',
  source: 'Made by',
  sources: {
    api: 'Your shop (API)',
    embed: 'Embedded checkout',
    complimentary: 'Complimentary',
    host: 'Sold by you',
    exchange: 'Change of seat',
  } satisfies Record<OrderSource, string>,
  payment: 'Paid with',
  payments: {
    paystack: 'Paystack',
    flutterwave: 'Flutterwave',
    stripe: 'Stripe',
    sandbox: 'Sandbox',
    by_hand: 'By hand (cash, transfer…)',
    none: 'Nothing: it was free',
  } satisfies Record<WayOfPayment, string>,
  promo: 'Promo code',
  from: 'From',
  to: 'To',
  attention: 'Refunds',
  needsAttention: 'Needs attention',
  shown: (count: number) => `${plural(count, 'order', 'orders')} shown.`,
  shownGood: (count: number, tickets: number, amounts: readonly string[]) =>
    `Confirmed: ${count.toLocaleString('en')}, with ${plural(tickets, 'ticket', 'tickets')} for ${amounts.join(' and ')}, before refunds.`,
  zone: (zone: string) => `Days and times are those of ${zone.replaceAll('_', ' ')}.`,
  firstTitle: 'No orders yet',
  firstText:
    'Each order is here as soon as somebody begins to pay, or you give a ticket away: who bought what, and what became of it.',
  toEvents: 'To your events',
  toEvent: 'To the event',
  nothingTitle: 'No order fits',
  nothingText:
    'A search finds a whole reference or ticket code, an e-mail or its beginning, and a last name or its beginning, with the first name before or after it. Or take a filter away.',
  fartherTitle: 'None among the newest orders',
  fartherText:
    'Ten thousand were looked through, and there are older ones. A day to begin with makes it faster.',
  farther: 'Look further back',
  chooseOf: (reference: string, name: string) => `Choose ${reference} of ${name}`,
  chooseAll: 'Choose all that are shown',
  chosen: (count: number) => `${plural(count, 'order', 'orders')} chosen`,
  chooseNone: 'Choose none',
  resend: 'Send tickets again',
  tooMany: (most: number) => `At most ${most} at once.`,
  resent: (count: number) => `The tickets of ${plural(count, 'order', 'orders')} are on their way again.`,
  resentTitle: (sent: number, refused: number) => `${sent} sent again, ${refused} not`,
  refusedIntro: 'These were not sent again:',
  close: 'Close',
  resendAll: 'Send tickets again to all orders…',
  resendMatching: 'Send tickets again to all that match…',
  resendAllTitle: 'Send the tickets again?',
  counting: 'Counting the orders…',
  nothingToSend: 'None of these orders has a ticket to send again.',
  countedOrders: (orders: number, people: number) =>
    `The tickets of ${plural(orders, 'order', 'orders')} go out again, in ${plural(people, 'e-mail', 'e-mails')}: as they are now, at an even pace, behind the tickets that are being bought.`,
  countedTyped: (count: number) =>
    `${plural(count, 'e-mail goes', 'e-mails go')} to addresses that you entered yourselves, and ${count === 1 ? 'counts' : 'count'} against today’s limit for those.`,
  sendMails: (people: number) => `Send ${plural(people, 'e-mail', 'e-mails')}`,
  beganResending: 'The tickets are being sent again.',
  resending: {
    title: 'Tickets sent again',
    states: { sending: 'Sending', stopped: 'Stopped', sent: 'Sent' },
    progress: ({ done, all, orders }: { done: number; all: number; orders: number }) =>
      `${done.toLocaleString('en')} of ${plural(all, 'e-mail', 'e-mails')}, for ${plural(orders, 'order', 'orders')}`,
    notReached: (count: number) =>
      `${plural(count, 'e-mail was', 'e-mails were')} not sent: the mail server refused the address, or there was no ticket left to send.`,
    andOthers: 'Among them:',
    stoppedWhy: {
      member: (by: string | null) => `${by ?? 'Somebody'} stopped it. Nobody else gets the tickets again.`,
      suspended: () => 'It was stopped, because this host was suspended.',
      sender_gone: () => 'It was stopped, because whoever began it is no longer in the team.',
    },
    stop: 'Stop sending',
    stopped: 'Stopped: nobody else gets the tickets again.',
    resume: 'Send the rest',
    resumed: 'The rest is being sent.',
  },
};

export type OrdersTexts = Texts & { orders: typeof en };

export const useOrdersTexts: () => OrdersTexts = textsWith({ en: { orders: en }, fr: { orders: en } });
