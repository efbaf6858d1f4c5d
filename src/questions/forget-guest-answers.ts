import type { Transaction } from '../db/database.ts';

/**
 * What was answered for one ticket was said of its holder, and is not the next one's. What was answered for the order as a whole
 * stays. Who calls it has locked the order, and changes the ticket: phones at the doors fetch it anew.
 */
export async function forgetGuestAnswers(
  tx: Transaction,
  { orderId, position }: { orderId: string; position: number },
): Promise<void> {
  await tx.query('DELETE FROM answers WHERE order_id = $1 AND ticket_position = $2', [orderId, position]);
}
