import type { Transaction } from '../db/database.ts';

/**
 * Takes the locks under which an order may be changed: that of its reservation, which the engines take before any other, so
 * that whoever changes an order waits for them and can't deadlock; then its own, which is all there is once the reservation
 * is forgotten.
 */
export async function lockOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.query(
    'SELECT 1 FROM reservations WHERE id = (SELECT reservation_id FROM orders WHERE id = $1) FOR UPDATE',
    [orderId],
  );
  await tx.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [orderId]);
}
