import { holderMailLimit } from '../../attempts/attempt-limits.ts';
import { tryAttemptIn } from '../../attempts/count-attempt.ts';
import { nameActor, type Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import type { Person } from '../../tickets/read-order.ts';
import { isSameAddress } from '../../values/email-address.ts';
import { addToHistory } from '../add-to-history.ts';
import { lockOrder } from '../lock-order.ts';
import { giveToHolder, tellHolders } from '../pass-on-ticket.ts';

export type PassedOnByBuyer = 'passed_on' | 'pass_on_refused' | 'pass_on_too_often' | 'pass_on_same';

// Of one order. Each is a mail to somebody who may never have heard of the host.
const MAX_A_DAY = 5;
const CAUSE = 'the buyer passed on ticket ';

type TicketRow = Pick<Person, 'email'> & {
  ticketId: string;
  hostId: string;
  reference: string;
  buyerEmail: string;
  mayPassOn: boolean;
};

/**
 * The buyer gives a ticket to somebody else. Its code is a new one, as when a member passes it on: the old one lets nobody in from the commit on.
 * The new holder is sent the ticket, and the buyer hears of it, whoever had the page of the order open; so does a guest whose ticket it was.
 */
export async function passOnByBuyer(
  tx: Transaction,
  { orderId, position, to }: { orderId: string; position: number; to: Person },
): Promise<PassedOnByBuyer> {
  const actor: Actor = { kind: 'buyer' };
  await nameActor(tx, actor);
  const ticket = await lockTicket(tx, { orderId, position });
  if (!ticket?.mayPassOn) return 'pass_on_refused';
  if (isSameAddress(ticket.email, to.email)) return 'pass_on_same';
  if ((await wasOftenPassedOn(tx, orderId)) || !(await tryAttemptIn(tx, [holderMailLimit(to.email)])))
    return 'pass_on_too_often';
  const { ticketId, hostId, reference, buyerEmail, email } = ticket;
  await giveToHolder(tx, { orderId, ticketId, position, to });
  await addToHistory(tx, orderId, `${CAUSE}${position} to another person: its code is new`);
  const was = isSameAddress(email, buyerEmail) ? [buyerEmail] : [buyerEmail, email];
  await tellHolders(tx, { orderId, ticketId, was, now: to.email, isByBuyer: true });
  const subject = { id: ticketId, name: `${reference}, ${position}` };
  const after = { email: '(changed)', firstName: '(changed)', lastName: '(changed)' };
  await recordChange(tx, { hostId, actor, action: 'ticket.pass_on', subject, after });
  return 'passed_on';
}

/**
 * A door that reads the code at this moment was first, and is seen; or waits, and then finds another one. A ticket that was passed on is its new
 * holder's, one whose payment is disputed nobody's to give away, and one that is to be returned is not good for long.
 */
async function lockTicket(
  tx: Transaction,
  { orderId, position }: { orderId: string; position: number },
): Promise<TicketRow | undefined> {
  await lockOrder(tx, orderId);
  const { rows } = await tx.query<TicketRow>(
    `SELECT t.id AS "ticketId", o.host_id AS "hostId", o.reference, o.email AS "buyerEmail", t.email,
            e.buyers_pass_on AND t.used_at IS NULL AND t.voided_at IS NULL AND e.starts_at > clock_timestamp()
              AND e.status <> 'CANCELLED' AND o.source IN ('api', 'embed')
              AND (t.passed_on_at IS NULL OR lower(t.email) = lower(o.email))
              AND NOT EXISTS (SELECT FROM payment_disputes AS d
                               WHERE d.order_id = o.id AND (d.state = 'open' OR d.blocked_at IS NOT NULL))
              AND NOT EXISTS (SELECT FROM returns AS r
                               WHERE r.order_id = o.id AND r.state = 'waiting' AND t.id = ANY (r.ticket_ids)) AS "mayPassOn"
       FROM tickets AS t JOIN orders AS o ON o.id = t.order_id JOIN events AS e ON e.id = t.event_id
      WHERE t.order_id = $1 AND t.position = $2 FOR UPDATE OF t`,
    [orderId, position],
  );
  return rows[0];
}

/** Under the lock of the order: those who ask at one moment are counted one after the other. */
async function wasOftenPassedOn(tx: Transaction, orderId: string): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM order_changes
      WHERE order_id = $1 AND cause LIKE $2 || '%' AND at > clock_timestamp() - interval '1 day'`,
    [orderId, CAUSE],
  );
  return (rows[0]?.count ?? 0) >= MAX_A_DAY;
}
