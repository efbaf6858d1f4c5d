import type { Transaction } from '../db/database.ts';

/**
 * Forgets a ticket's answers: they are about its holder, and not the next one. Answers for the order as a whole stay. The caller has
 * locked the order, and changes the ticket: phones at the doors fetch it anew.
 */
export async function forgetGuestAnswers(
  tx: Transaction,
  { orderId, position }: { orderId: string; position: number },
): Promise<void> {
  await tx.query('DELETE FROM answers WHERE order_id = $1 AND ticket_position = $2', [orderId, position]);
}
