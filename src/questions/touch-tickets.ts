import type { Transaction } from '../db/database.ts';

/** Phones at the doors fetch the order's tickets anew where what they show has changed (functions/note_changed_ticket.sql). */
export async function touchTickets(
  tx: Transaction,
  orderId: string,
  changes: readonly { questionId: string }[],
): Promise<void> {
  const { rowCount } = await tx.query(
    'SELECT FROM questions WHERE id = ANY ($1) AND is_shown_at_door LIMIT 1',
    [changes.map(({ questionId }) => questionId)],
  );
  if (rowCount === 0) return;
  // In the order of locks, as a door takes several of them at once.
  await tx.query('SELECT FROM tickets WHERE order_id = $1 ORDER BY id FOR NO KEY UPDATE', [orderId]);
  await tx.query('UPDATE tickets SET position = position WHERE order_id = $1 AND voided_at IS NULL', [
    orderId,
  ]);
}
