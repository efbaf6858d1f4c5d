import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { releaseOrderStock } from './release-order-stock.ts';
import { lockOrder } from './lock-order.ts';

type OrderRow = { status: string; hostId: string; reference: string };

/**
 * Ends an order that waits for its payment, for the host: its tickets are for sale again when this commits. A payment that comes all
 * the same is a late one (decide_payment).
 */
export async function cancelOrder(
  tx: Transaction,
  { orderId, actor }: { orderId: string; actor: Actor },
): Promise<void> {
  await lockOrder(tx, orderId);
  const { rows } = await tx.query<OrderRow>(
    'SELECT status, host_id AS "hostId", reference FROM orders WHERE id = $1',
    [orderId],
  );
  const [order] = rows;
  if (!order) throw new Refusal('not_found', 'There is no such order.');
  if (order.status === 'cancelled') {
    noteUnchanged(tx);
    return;
  }
  if (!['processing', 'pending_payment'].includes(order.status))
    throw new Refusal(
      'wrong_state',
      order.status === 'confirmed'
        ? 'This order has just been paid: refund it instead.'
        : 'This order is no longer waiting for payment.',
    );
  await tx.query(
    `SELECT end_orders(ids => ARRAY[$1::uuid], new_status => 'cancelled', cause => 'the host cancelled it', at_time => clock_timestamp())`,
    [orderId],
  );
  // That the tickets were kept for long and not paid is not the buyer's doing.
  await tx.query('UPDATE orders SET counts_until = NULL WHERE id = $1', [orderId]);
  await releaseOrderStock(tx, orderId);
  const { hostId, reference } = order;
  await recordChange(tx, {
    hostId,
    actor,
    action: 'order.cancel',
    subject: { id: orderId, name: reference },
  });
}
