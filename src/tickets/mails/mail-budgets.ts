import type { MailKind } from './plan-mails.ts';

/**
 * The budget of each kind of mail about an order, so that none is a way to mail strangers. A new kind needs its line here.
 *
 * - `when asked for`: a member sets it off, and it counts against the host's day before anything is done. Over it, the member is refused.
 * - `when sent`: it follows from something that must not be refused for want of mails (an order, a refund, an event that is cancelled). To
 *   addresses that the host chose (hosts-own-orders.ts) it counts when it is sent, and over the day it waits for the next. To buyers it
 *   goes at once.
 * - `never`: it follows from money that has come in, and each is about one payment; or from an order that waits for a transfer, of which
 *   an e-mail address can have few (accept_transfers).
 */
export const MAIL_BUDGETS = {
  tickets: 'when sent',
  refunded: 'when sent',
  voided: 'when sent',
  event_cancelled: 'when sent',
  event_postponed: 'when sent',
  reminder: 'when sent',
  thanks: 'when sent',
  // So few a day of one order, and to its own address: src/orders/returns/ask-return.ts.
  return_asked: 'when sent',
  returned: 'when sent',
  return_declined: 'when sent',
  not_resold: 'when sent',
  passed_on: 'when asked for',
  address_changed: 'when asked for',
  seat_change_due: 'when asked for',
  message: 'when asked for',
  payment_returned: 'never',
  transfer_due: 'never',
  transfer_reminder: 'never',
  transfer_lapsed: 'never',
} as const satisfies Record<MailKind, 'when asked for' | 'when sent' | 'never'>;
