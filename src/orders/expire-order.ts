import type { Database } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { releaseOrderStock } from './release-order-stock.ts';
import { lockOrder } from './lock-order.ts';
import type { OrderWatch } from './order-watch.ts';

/**
 * Ends an order whose payment window is over, and lets its tickets go. Where the gateway could not be asked, they are kept
 * until the hold itself lapses: a payment may have been made.
 */
export async function expireOrder(
  deps: { database: Database; orderWatch?: OrderWatch },
  { orderId, hasAnswered }: { orderId: string; hasAnswered: boolean },
): Promise<void> {
  const isExpired = await deps.database.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const { rows } = await tx.query<{ isTransfer: boolean }>(
      `SELECT o.gateway = 'bank_transfer' AS "isTransfer" FROM orders AS o LEFT JOIN reservations AS r ON r.id = o.reservation_id AND r.order_id = o.id
        WHERE o.id = $1 AND o.status IN ('processing', 'pending_payment') AND o.pay_by <= now()
          AND ($2 OR r.id IS NULL OR r.ended_at IS NOT NULL OR r.expires_at <= now())
        FOR UPDATE OF o`,
      [orderId, hasAnswered],
    );
    const [order] = rows;
    if (!order) return false;
    await tx.query(
      `SELECT end_orders(ids => ARRAY[$1::uuid], new_status => 'expired', cause => 'it was not paid in time', at_time => now())`,
      [orderId],
    );
    await releaseOrderStock(tx, orderId);
    // Days ago its buyer was told to send money.
    if (order.isTransfer)
      await enqueueJob(tx, {
        kind: 'send_mail',
        payload: { mail: 'transfer_lapsed', orderId },
        uniqueKey: `transfer_lapsed ${orderId}`,
      });
    return true;
  });
  if (isExpired) deps.orderWatch?.onExpired();
}
