import type { Transaction } from '../../db/database.ts';
import { countSeats } from './write-hall.ts';

/**
 * House seats that a member sells: they are seats like others from now on, also when they come back. The caller has locked their ticket
 * types, and takes them in the same transaction.
 */
export async function unblockSeats(
  tx: Transaction,
  { eventId, seatIds, ticketTypeIds }: { eventId: string; seatIds: string[]; ticketTypeIds: string[] },
): Promise<void> {
  if (seatIds.length === 0) return;
  const { rowCount } = await tx.query(
    `WITH chosen AS (
       SELECT id FROM seats WHERE id = ANY ($1::uuid[]) AND ticket_type_id = ANY ($2::uuid[]) AND event_id = $3
         AND blocked_reason IS NOT NULL ORDER BY id FOR NO KEY UPDATE)
     UPDATE seats AS s SET blocked_reason = NULL, blocked_color = NULL FROM chosen WHERE s.id = chosen.id`,
    [seatIds, ticketTypeIds, eventId],
  );
  if (!rowCount) return;
  await countSeats(tx, eventId, { ticketTypeIds });
}
