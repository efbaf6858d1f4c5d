import { holderMailLimit } from '../../attempts/attempt-limits.ts';
import { tryAttemptIn } from '../../attempts/count-attempt.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import type { Person } from '../../tickets/read-order.ts';
import { isSameAddress } from '../../values/email-address.ts';
import { addToHistory } from '../add-to-history.ts';
import { giveToHolder, tellHolders } from '../pass-on-ticket.ts';
import { BY_BUYER, lockBuyersTicket, wasOftenChanged } from './lock-buyers-ticket.ts';

export type PassedOnByBuyer = 'passed_on' | 'pass_on_refused' | 'pass_on_too_often' | 'pass_on_same';

// Of one order. Each is a mail to somebody who may never have heard of the host.
const MAX_A_DAY = 5;
const CAUSE = 'the buyer passed on ticket ';

// A ticket whose payment is disputed is nobody's to give away, and one that is to be returned is not good for long.
const ALLOWED_SQL = `e.buyers_pass_on AND e.starts_at > clock_timestamp() AND o.source IN ('api', 'embed')
  AND NOT EXISTS (SELECT FROM payment_disputes AS d
                   WHERE d.order_id = o.id AND (d.state = 'open' OR d.blocked_at IS NOT NULL))
  AND NOT EXISTS (SELECT FROM returns AS r
                   WHERE r.order_id = o.id AND r.state IN ('waiting', 'listed', 'sold') AND t.id = ANY (r.ticket_ids))`;

/**
 * The buyer gives a ticket to somebody else. Its code is a new one, as when a member passes it on: the old one lets nobody in from the commit on.
 * The new holder is sent the ticket, and the buyer hears of it, whoever had the page of the order open; so does a guest whose ticket it was.
 */
export async function passOnByBuyer(
  tx: Transaction,
  { orderId, position, to }: { orderId: string; position: number; to: Person },
): Promise<PassedOnByBuyer> {
  const ticket = await lockBuyersTicket(tx, { orderId, position, allowedSql: ALLOWED_SQL });
  if (!ticket?.isAllowed) return 'pass_on_refused';
  if (isSameAddress(ticket.email, to.email)) return 'pass_on_same';
  if (await wasOftenChanged(tx, { orderId, cause: CAUSE, mostADay: MAX_A_DAY })) return 'pass_on_too_often';
  if (!(await tryAttemptIn(tx, [holderMailLimit(to.email)]))) return 'pass_on_too_often';
  const { ticketId, hostId, reference, buyerEmail, email } = ticket;
  await giveToHolder(tx, { orderId, ticketId, position, to });
  await addToHistory(tx, orderId, `${CAUSE}${position} to another person: its code is new`);
  const was = isSameAddress(email, buyerEmail) ? [buyerEmail] : [buyerEmail, email];
  await tellHolders(tx, { orderId, ticketId, was, now: to.email, isByBuyer: true });
  const subject = { id: ticketId, name: `${reference}, ${position}` };
  const after = { email: '(changed)', firstName: '(changed)', lastName: '(changed)' };
  await recordChange(tx, { hostId, actor: BY_BUYER, action: 'ticket.pass_on', subject, after });
  return 'passed_on';
}
