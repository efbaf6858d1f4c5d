import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { changeEvent } from '../events/change-event.ts';
import { lockEvent } from '../events/event-fields.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { HAS_GOOD_TICKETS_SQL } from '../orders/refund-whole-order.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { personOf } from './acting-person.ts';
import { readPlan } from './read-plan.ts';

export type CancelEvent = {
  hostId: string;
  eventId: string;
  actor: Actor;
  /** The event's name, typed by whoever means it. */
  name: string;
  /** The reason for buyers; empty: none. */
  reason: string;
  /** Whether money may go back. Without it, an event that anybody has paid for stays. */
  mayRefund: boolean;
};

export const CANCELLED_CAUSE = 'the event was cancelled';

/**
 * Cancels an event. From the commit on nothing of it can be held, ordered or paid for; unpaid orders are cancelled. What was sold is given
 * back by a job, order by order (cancel-orders-job.ts).
 */
export async function cancelEvent(tx: Transaction, input: CancelEvent): Promise<{ cancellationId: string }> {
  const { hostId, eventId, actor, mayRefund } = input;
  const event = await lockEvent(tx, { hostId, eventId });
  if (event.status === 'CANCELLED')
    throw new Refusal('validation_failed', 'This event is already cancelled.');
  if (event.status === 'DRAFT')
    throw new Refusal('validation_failed', 'Nobody can see a draft, so there is nothing to cancel.');
  if (input.name.trim() !== event.name.trim()) throw invalidField('name', 'is not the name of the event.');

  const action = 'event.cancel';
  await changeEvent(tx, { hostId, eventId, actor, version: null, action, changes: { status: 'CANCELLED' } });
  const unpaidOrders = await countUnpaid(tx, eventId);
  await tx.query('SELECT end_event_sales(of_event => $1, why => $2)', [eventId, CANCELLED_CAUSE]);
  // Behind the locks of all ticket types: nobody's payment is taken, and no order confirmed, between this and the commit.
  const plan = await readPlan(tx, eventId);
  if (plan.goesBack.length > 0 && !mayRefund)
    throw new Refusal(
      'refunds_needed',
      'Buyers have paid for this event and must get refunds: only an owner can cancel it.',
    );

  const cancellationId = randomUUIDv7();
  await tx.query(
    `INSERT INTO event_cancellations (id, event_id, created_at, person_id, reason, orders, tickets, unpaid_orders, goes_back)
     VALUES ($1, $2, clock_timestamp(), $3, $4, $5, $6, $7, $8)`,
    [
      cancellationId,
      eventId,
      personOf(actor),
      input.reason.trim(),
      plan.paidOrders + plan.freeOrders,
      plan.tickets,
      unpaidOrders,
      JSON.stringify(plan.goesBack),
    ],
  );
  await addOrders(tx, { cancellationId, eventId });
  await enqueueJob(tx, { kind: 'cancel_orders', payload: { cancellationId }, uniqueKey: cancellationId });
  return { cancellationId };
}

/** Writes down the orders that are to be given back and are not on the list yet, and says how many. */
export async function addOrders(
  tx: Transaction,
  { cancellationId, eventId }: { cancellationId: string; eventId: string },
): Promise<number> {
  const { rowCount } = await tx.query(
    `INSERT INTO event_cancellation_orders (order_id, cancellation_id)
     SELECT o.id, $1 FROM orders AS o
      WHERE o.event_id = $2 AND o.status IN ('confirmed', 'partially_refunded') AND ${HAS_GOOD_TICKETS_SQL}
      ORDER BY o.id
     ON CONFLICT DO NOTHING`,
    [cancellationId, eventId],
  );
  return rowCount ?? 0;
}

async function countUnpaid(tx: Transaction, eventId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) FROM orders WHERE event_id = $1 AND status IN ('processing', 'pending_payment')`,
    [eventId],
  );
  return rows[0]?.count ?? 0;
}
