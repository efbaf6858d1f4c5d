import type { Obstacle } from '../../../buyer-data/look-at-buyer.ts';
import type { PartInOrder } from '../../../buyer-data/find-buyer-orders.ts';
import { plural } from '../texts/en/words.ts';
import { pageTexts } from '../texts/page-texts.ts';

export const en = {
  title: 'A buyer’s data',
  intro: 'Find all data of one person by e-mail address. View it, hand it over, or erase it when they ask.',
  email: 'E-mail address',
  emailHint: 'The address they gave you. We search orders, tickets that others bought for them, and e-mails.',
  find: 'Find data',
  back: 'Orders',
  nobodyTitle: 'No data for this address',
  nobodyText: 'We found no order, ticket or e-mail. Ask whether they used another address.',
  found: (count: number, email: string) => `${plural(count, 'order has', 'orders have')} data of ${email}.`,
  more: 'You see the newest hundred. Exports and erasing include all of them.',
  list: 'Orders with this data',
  order: 'Order',
  event: 'Event',
  part: 'Role',
  parts: {
    buyer: 'Buyer',
    holder: 'Has a ticket in someone else’s order',
    mailed: 'Got e-mail before an address was corrected',
  } satisfies Record<PartInOrder, string>,
  has: 'Data',
  hasWhat: (tickets: number, mails: number) =>
    `${plural(tickets, 'ticket', 'tickets')}, ${plural(mails, 'e-mail', 'e-mails')}`,
  answered: (question: string, answer: string) => `Answered “${question}”: ${answer}`,
  agreedTo: (sentence: string) => `Agreed to “${sentence}”`,
  tookBack: (sentence: string) => `Withdrew “${sentence}”`,
  state: 'Can be erased',
  yes: 'Yes',
  ahead: 'The event is still to come',
  obstacles: {
    unpaid: 'Not yet: the order can still be paid',
    refund_open: 'Not yet: a refund is under way',
    payment_open: 'Not yet: a payment may still arrive',
  } satisfies Record<Obstacle, string>,
  giveTitle: 'Give them their data',
  giveText:
    'One file with all their data: details, orders, payments, e-mails and history. It contains no ticket codes and no links to orders.',
  give: 'Download as JSON',
  given: 'The file is in your downloads. Send it so that only they can read it.',
  eraseTitle: 'Erase their data',
  eraseText:
    'We permanently replace names, e-mail, phone, metadata, e-mail recipients and webhook bodies with neutral words, and delete answers and newsletter consent. Amounts, times, references and ticket codes stay, so that your books and check-in stay correct.',
  notErased:
    'We can’t erase data at your payment gateway, or in your own systems (from webhooks and exports). Erase it there too.',
  blocked:
    'You can’t erase yet: see the list above. Cancel the unpaid order, or wait until the payment or refund is done.',
  aheadText:
    'They still have valid tickets to an upcoming event. If you erase now, their codes still work at the door, but we can’t send the tickets again or tell them about changes. Or refund the order first.',
  alsoAhead: 'Erase anyway',
  erase: 'Erase…',
  confirmTitle: 'Erase all data of this person?',
  confirmText: (email: string, count: number, hasMore: boolean) =>
    `We erase ${email} in ${hasMore ? `more than ${count} orders, a hundred at a time` : plural(count, 'order', 'orders')}. Nobody can undo this, not even the operator.`,
  erasedSoFar: (count: number) =>
    `Erased in ${plural(count, 'order', 'orders')} so far, a hundred at a time. Keep this window open until it is done.`,
  confirm: 'Erase permanently',
  erased: (count: number) => `Erased in ${plural(count, 'order', 'orders')}.`,
  erasedTitle: 'All data of this person is erased',
  erasedText:
    'A search for the address finds nothing. The audit log shows that someone was erased, but not who.',
  working: 'Erasing. This takes a moment if there are many orders.',
};

export const useBuyerDataTexts = pageTexts({ en, fr: en });
