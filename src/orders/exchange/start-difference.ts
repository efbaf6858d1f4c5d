import type { Database, Transaction } from '../../db/database.ts';
import type { OrderDeps } from '../create-order.ts';
import { Refusal } from '../../refusal.ts';
import { lockOrder } from '../lock-order.ts';
import { startPayment } from '../start-payment.ts';
import type { OpenDifference, OpenedDifference } from './open-difference.ts';

/** Asks the gateway for the link of an order for a change of seat. Where it gives none, the seat is free again: nobody has this cart. */
export async function startDifference(
  deps: Omit<OrderDeps, 'offers' | 'rooms'>,
  opened: OpenedDifference,
  via: OpenDifference['via'],
): Promise<void> {
  if (!opened.isNew) return;
  try {
    await startPayment(deps, { ...opened, via });
  } catch (error) {
    // For any error: the order has no link, so nobody can pay it.
    await giveUp(deps.database, opened.orderId, 'the gateway gave no payment link');
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      error.code,
      error.code === 'payment_gateway_error'
        ? 'The payment gateway gave no payment link, so the ticket keeps its seat: try again.'
        : 'The change ended before there was a payment link, so the ticket keeps its seat: try again.',
    );
  }
}

/**
 * Ends orders for changes of an order's seats whose process died while it asked the gateway: nobody has their links. In transactions of their own,
 * before any other lock of the change that is asked for again.
 */
export async function endStaleDifferences(database: Database, ofOrderId: string): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    // LIMIT 1: each order by its key, and not by the index of those that are unpaid.
    `SELECT o.id FROM seat_exchanges AS x
      CROSS JOIN LATERAL (SELECT id, status, start_by FROM orders WHERE id = x.difference_order_id LIMIT 1) AS o
      WHERE x.order_id = $1 AND o.status = 'processing' AND o.start_by <= clock_timestamp()`,
    [ofOrderId],
  );
  for (const { id } of rows) {
    await giveUp(database, id, 'the gateway gave no answer in time');
  }
}

/** Has an order fail that has no link, and lets its seat go. One that has failed, or ended, before is left as it is. */
async function giveUp(database: Database, orderId: string, cause: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    await tx.query(
      `SELECT fail_orders(ids => ARRAY[o.id], cause => $2, at_time => clock_timestamp())
         FROM orders AS o WHERE o.id = $1 AND o.status = 'processing'`,
      [orderId, cause],
    );
    await letSeatGo(tx, orderId);
  });
}

/** Of an order that has failed. The caller has locked it. */
async function letSeatGo(tx: Transaction, orderId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE reservations AS r SET expires_at = least(r.expires_at, clock_timestamp())
       FROM orders AS o WHERE o.id = $1 AND o.status = 'failed' AND r.id = o.reservation_id AND r.ended_at IS NULL
     RETURNING r.id`,
    [orderId],
  );
  await tx.query('SELECT set_stock_expiry($1)', [rows.map(({ id }) => id)]);
}
