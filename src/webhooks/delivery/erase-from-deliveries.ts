import type { Transaction } from '../../db/database.ts';
import { listOrderDeliveries } from './list-order-deliveries.ts';

/**
 * Takes what receivers were sent about orders out of the log, and what they answered. That they were told, and when, stays; one that is
 * sent later is made anew of what the order has by then.
 */
export async function eraseFromDeliveries(tx: Transaction, orderIds: string[]): Promise<void> {
  const { rows } = await tx.query<{ orderId: string; eventId: string; confirmedAt: Date | null }>(
    `SELECT id AS "orderId", event_id AS "eventId", confirmed_at AS "confirmedAt" FROM orders WHERE id = ANY ($1)`,
    [orderIds],
  );
  for (const order of rows) {
    const deliveryIds = (await listOrderDeliveries(tx, order)).map(({ id }) => id);
    if (deliveryIds.length === 0) continue;
    await tx.query('DELETE FROM webhook_bodies WHERE delivery_id = ANY ($1)', [deliveryIds]);
    await tx.query('UPDATE webhook_attempts SET answer = NULL WHERE delivery_id = ANY ($1)', [deliveryIds]);
  }
}
