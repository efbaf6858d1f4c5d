import { plural } from '../texts/en/words.ts';
import type { OrderSource } from '../../../rules/order-source.ts';
import type { WayOfPayment } from '../../../rules/orders.ts';
import { textsWith } from '../texts/page-texts.ts';
import type { Texts } from '../texts/read-texts.ts';

const en = {
  title: 'Orders',
  list: 'Orders',
  intro: 'Orders of all your events, newest first.',
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
  source: 'Source',
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
    none: 'Free',
  } satisfies Record<WayOfPayment, string>,
  promo: 'Promo code',
  from: 'From',
  to: 'To',
  attention: 'Refunds',
  needsAttention: 'Needs attention',
  shown: (count: number) => `${plural(count, 'order', 'orders')} shown.`,
  shownGood: (count: number, tickets: number, amounts: readonly string[]) =>
    `Confirmed: ${count.toLocaleString('en')}, with ${plural(tickets, 'ticket', 'tickets')} for ${amounts.join(' and ')}, before refunds.`,
  zone: (zone: string) => `Dates and times are in ${zone.replaceAll('_', ' ')} time.`,
  firstTitle: 'No orders yet',
  firstText: 'You see an order here as soon as somebody starts to pay, or you give a ticket away.',
  toEvents: 'Go to events',
  toEvent: 'Go to event',
  nothingTitle: 'No matching orders',
  nothingText:
    'Search for a full reference or ticket code, the start of an e-mail, or a last name with or without the first name. Or remove a filter.',
  fartherTitle: 'No matches in the newest orders',
  fartherText:
    'We searched the newest 10,000 orders. There are older ones. Set a start date to search faster.',
  farther: 'Search older orders',
  chooseOf: (reference: string, name: string) => `Select ${reference} of ${name}`,
  chooseAll: 'Select all shown',
  chosen: (count: number) => `${plural(count, 'order', 'orders')} selected`,
  chooseNone: 'Clear selection',
  resend: 'Resend tickets',
  tooMany: (most: number) => `Select up to ${most}.`,
  resent: (count: number) => `We’re resending the tickets of ${plural(count, 'order', 'orders')}.`,
  resentTitle: (sent: number, refused: number) => `${sent} resent, ${refused} not`,
  refusedIntro: 'We couldn’t resend these:',
  close: 'Close',
  resendAll: 'Resend tickets to all orders…',
  resendMatching: 'Resend tickets to all matches…',
  resendAllTitle: 'Resend tickets?',
  counting: 'Counting orders…',
  nothingToSend: 'These orders have no tickets to resend.',
  countedOrders: (orders: number, people: number) =>
    `We resend the current tickets of ${plural(orders, 'order', 'orders')} in ${plural(people, 'e-mail', 'e-mails')}. Tickets of new orders go first.`,
  countedTyped: (count: number) =>
    `${plural(count, 'e-mail goes', 'e-mails go')} to addresses that you entered, and ${count === 1 ? 'counts' : 'count'} towards today’s limit.`,
  sendMails: (people: number) => `Send ${plural(people, 'e-mail', 'e-mails')}`,
  beganResending: 'We’re resending the tickets.',
  resending: {
    title: 'Resent tickets',
    states: { sending: 'Sending', stopped: 'Stopped', sent: 'Sent' },
    progress: ({ done, all, orders }: { done: number; all: number; orders: number }) =>
      `${done.toLocaleString('en')} of ${plural(all, 'e-mail', 'e-mails')}, for ${plural(orders, 'order', 'orders')}`,
    notReached: (count: number) =>
      `We couldn’t send ${plural(count, 'e-mail', 'e-mails')}: the mail server refused the address, or no valid ticket was left.`,
    andOthers: 'Including:',
    stoppedWhy: {
      member: (by: string | null) => `${by ?? 'Somebody'} stopped it. We send no more of these e-mails.`,
      suspended: () => 'It stopped because this host was suspended.',
      sender_gone: () => 'It stopped because the member who started it left the team.',
    },
    stop: 'Stop sending',
    stopped: 'Stopped. We send no more of these e-mails.',
    resume: 'Send the rest',
    resumed: 'We’re sending the rest.',
  },
};

export type OrdersTexts = Texts & { orders: typeof en };

export const useOrdersTexts: () => OrdersTexts = textsWith({ en: { orders: en }, fr: { orders: en } });
