import type { Queryable } from '../../db/database.ts';
import type { StoredEvent } from '../event-fields.ts';

/**
 * Why an event's date is not simply changed; null: it may be. `orders`: somebody has a ticket, or is paying for one, with the date on it:
 * they have to be told (postponing does). `over`: it has ended or was cancelled.
 */
export type DatesFixedBy = 'orders' | 'over' | null;

export async function datesFixedBy(
  database: Queryable,
  event: Pick<StoredEvent, 'eventId' | 'status'>,
): Promise<DatesFixedBy> {
  const { rows } = await database.query<{ isOver: boolean; hasOrders: boolean }>(
    `SELECT status IN ('ENDED', 'CANCELLED') OR (status = 'LIVE' AND closes_at <= now()) AS "isOver",
            EXISTS (SELECT 1 FROM orders AS o WHERE o.event_id = e.id
                       AND o.status IN ('processing', 'pending_payment', 'confirmed', 'partially_refunded')) AS "hasOrders"
       FROM events AS e WHERE id = $1`,
    [event.eventId],
  );
  if (rows[0]?.isOver) return 'over';
  return rows[0]?.hasOrders ? 'orders' : null;
}
