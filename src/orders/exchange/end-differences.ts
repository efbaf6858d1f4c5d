import type { Transaction } from '../../db/database.ts';
import { releaseOrderStock } from '../release-order-stock.ts';

/**
 * Ends the orders for changes of seat of tickets that are void now: their seats are free when this commits. They are locked with the tickets' own order.
 */
export async function endDifferences(tx: Transaction, tickets: readonly { id: string }[]): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    // LIMIT 1: each order by its key, and not by the index of those that are unpaid.
    `SELECT o.id FROM seat_exchanges AS x
      CROSS JOIN LATERAL (SELECT id, status FROM orders WHERE id = x.difference_order_id LIMIT 1) AS o
      WHERE x.ticket_id = ANY ($1) AND x.done_at IS NULL AND o.status IN ('processing', 'pending_payment') ORDER BY o.id`,
    [tickets.map(({ id }) => id)],
  );
  for (const { id } of rows) {
    await tx.query(
      `SELECT end_orders(ids => ARRAY[$1::uuid], new_status => 'cancelled', cause => 'its ticket is void', at_time => clock_timestamp())`,
      [id],
    );
    // That the seat was kept for long and not paid is not the buyer's doing.
    await tx.query('UPDATE orders SET counts_until = NULL WHERE id = $1', [id]);
    await releaseOrderStock(tx, id);
  }
}
