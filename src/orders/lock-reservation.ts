import type { Transaction } from '../db/database.ts';

/**
 * Takes the lock under which an order may be changed: that of its reservation. The engines take it too, before any other,
 * so that whoever changes an order waits for them, and never in a circle.
 */
export async function lockReservationOf(tx: Transaction, orderId: string): Promise<void> {
  await tx.query(
    'SELECT 1 FROM reservations WHERE id = (SELECT reservation_id FROM orders WHERE id = $1) FOR UPDATE',
    [orderId],
  );
}
