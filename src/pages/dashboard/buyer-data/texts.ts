import type { Obstacle } from '../../../buyer-data/look-at-buyer.ts';
import type { PartInOrder } from '../../../buyer-data/find-buyer-orders.ts';
import { plural } from '../texts/en/words.ts';
import { pageTexts } from '../texts/page-texts.ts';

export const en = {
  title: 'A buyer’s data',
  intro:
    'What you have of one person, by e-mail address: to look at, to give to them, and to erase when they ask for it.',
  email: 'E-mail address',
  emailHint:
    'As they gave it to you. Orders, tickets that others bought for them, and mails are looked through.',
  find: 'Look it up',
  back: 'Orders',
  nobodyTitle: 'Nothing is known of this address',
  nobodyText: 'No order, no ticket and no mail of yours has it. They may have used another one: ask which.',
  found: (count: number, email: string) =>
    `${plural(count, 'order has', 'orders have')} something of ${email}.`,
  more: 'The newest hundred are shown. Exporting and erasing go through all of them.',
  list: 'Where it is',
  order: 'Order',
  event: 'Event',
  part: 'What they are',
  parts: {
    buyer: 'Buyer',
    holder: 'Has a ticket in somebody else’s order',
    mailed: 'Was written to, before an address was corrected',
  } satisfies Record<PartInOrder, string>,
  has: 'What there is',
  hasWhat: (tickets: number, mails: number) =>
    `${plural(tickets, 'ticket', 'tickets')}, ${plural(mails, 'mail', 'mails')}`,
  answered: (question: string, answer: string) => `Answered “${question}”: ${answer}`,
  agreedTo: (sentence: string) => `Agreed to “${sentence}”`,
  tookBack: (sentence: string) => `Took back “${sentence}”`,
  state: 'Can be erased',
  yes: 'Yes',
  ahead: 'The event is ahead',
  obstacles: {
    unpaid: 'Not yet: it can still be paid',
    refund_open: 'Not yet: a refund is under way',
    payment_open: 'Not yet: a payment may still arrive',
  } satisfies Record<Obstacle, string>,
  giveTitle: 'Give it to them',
  giveText:
    'One file with everything: what they told you, what they bought and paid, what was sent to them, and what happened. It holds nothing that opens an order or a door.',
  give: 'Download as JSON',
  given: 'The file is in your downloads. Send it by a way that only they can read.',
  eraseTitle: 'Erase it',
  eraseText:
    'Names, e-mail, phone, metadata, mails’ recipients and webhook bodies are replaced by neutral words, for good; answers and the newsletter’s consent are deleted. Amounts, times, references and the tickets’ codes stay, so that your books and your doors are right.',
  notErased:
    'What your payment gateway has of them is not erased, nor what your own systems were told by webhook or by an export: ask there too.',
  blocked:
    'Something stands against it: see the list above. Cancel the unpaid order, or wait for the money, and come back.',
  aheadText:
    'They still have good tickets to an event that is ahead. If you erase now the codes stay good at the door, but the tickets can’t be sent again, and they hear of no change. Or refund the order first.',
  alsoAhead: 'Erase all the same',
  erase: 'Erase…',
  confirmTitle: 'Erase everything of this person?',
  confirmText: (email: string, count: number, hasMore: boolean) =>
    `${email} is taken out of ${hasMore ? `more than ${count} orders, a hundred at a time` : plural(count, 'order', 'orders')}. Nobody can bring it back, not even the operator.`,
  erasedSoFar: (count: number) =>
    `Erased in ${plural(count, 'order', 'orders')} so far, a hundred at a time. Leave this window open until it is done.`,
  confirm: 'Erase for good',
  erased: (count: number) => `Erased in ${plural(count, 'order', 'orders')}.`,
  erasedTitle: 'Nothing is left of this person',
  erasedText:
    'Whoever looks for the address finds nothing. The audit log has that somebody was erased, and not whom.',
  working: 'Erasing. This takes a moment where there are many orders.',
};

export const useBuyerDataTexts = pageTexts({ en, fr: en });
