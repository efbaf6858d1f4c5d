import type { Transaction } from '../db/database.ts';

// As in the database's check.
const MAX_CAUSE_CHARACTERS = 500;

/** Something happened that leaves the order's state as it is. The caller has locked the order. */
export async function addToHistory(tx: Transaction, orderId: string, cause: string): Promise<void> {
  await tx.query(
    `INSERT INTO order_changes (order_id, at, status, cause)
     SELECT id, clock_timestamp(), status, $2 FROM orders WHERE id = $1`,
    [orderId, cause.slice(0, MAX_CAUSE_CHARACTERS)],
  );
}
