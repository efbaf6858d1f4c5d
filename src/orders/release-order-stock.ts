import type { Transaction } from '../db/database.ts';

/** Lets the tickets of an order go that has just ended unpaid. Lapsed is as good as given back: another buyer can have them from now on. */
export async function releaseOrderStock(tx: Transaction, orderId: string): Promise<void> {
  const { rows: carts } = await tx.query<{ id: string }>(
    `UPDATE reservations SET expires_at = least(expires_at, now())
      WHERE order_id = $1 AND id = (SELECT reservation_id FROM orders WHERE id = $1) AND ended_at IS NULL
     RETURNING id`,
    [orderId],
  );
  await tx.query('SELECT set_stock_expiry($1)', [carts.map(({ id }) => id)]);
}
