import type { Transaction } from '../db/database.ts';

/**
 * Takes the locks under which an order may be changed: that of its reservation, which the engines take before any other, so
 * that whoever changes an order waits for them and can't deadlock; then its own, which is all there is once the reservation
 * is forgotten. Orders that were paid for changes of its seats are locked with it: what happens to the tickets happens to their money.
 */
export async function lockOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.query('SELECT lock_order($1)', [orderId]);
}
