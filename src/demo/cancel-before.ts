import { randomUUIDv7 } from 'node:crypto';
import { addOrders } from '../cancelling/cancel-event.ts';
import { readPlan } from '../cancelling/read-plan.ts';
import type { Transaction } from '../db/database.ts';
import { refundBefore } from './refund-before.ts';

/** Refunds all that was sold of an event which was cancelled before the story begins. */
export async function cancelBefore(
  tx: Transaction,
  {
    eventId,
    personId,
    reason,
    hoursAgo,
  }: { eventId: string; personId: string; reason: string; hoursAgo: number },
): Promise<void> {
  const plan = await readPlan(tx, eventId);
  const cancellationId = randomUUIDv7();
  await tx.query(
    `INSERT INTO event_cancellations (id, event_id, created_at, person_id, reason, orders, tickets, unpaid_orders, goes_back, finished_at)
     SELECT $1, $2, at, $3, $4, $5, $6, 0, $7, at + interval '1 minute' FROM (SELECT now() - $8 * interval '1 hour' AS at) AS cancelled`,
    [
      cancellationId,
      eventId,
      personId,
      reason,
      plan.paidOrders + plan.freeOrders,
      plan.tickets,
      JSON.stringify(plan.goesBack),
      hoursAgo,
    ],
  );
  await addOrders(tx, { cancellationId, eventId });
  const { rows: orders } = await tx.query<{ orderId: string; tickets: number; amountMinor: number }>(
    `SELECT o.id AS "orderId", o.quantity AS tickets, o.total_minor AS "amountMinor"
       FROM event_cancellation_orders AS c JOIN orders AS o ON o.id = c.order_id WHERE c.cancellation_id = $1`,
    [cancellationId],
  );
  // Sold tickets stay counted as sold: nobody can buy them again.
  await refundBefore(
    tx,
    orders.map((order) => ({ ...order, hoursAgo, returnsStock: false, reason: 'the event was cancelled' })),
  );
  await tx.query(
    `UPDATE event_cancellation_orders AS c SET state = 'done', refund_id = r.id, amount_minor = coalesce(r.amount_minor, 0), ended_at = o.ended_at
       FROM (SELECT id, now() - $2 * interval '1 hour' AS ended_at FROM orders) AS o LEFT JOIN refunds AS r ON r.order_id = o.id
      WHERE c.cancellation_id = $1 AND o.id = c.order_id`,
    [cancellationId, hoursAgo],
  );
}
