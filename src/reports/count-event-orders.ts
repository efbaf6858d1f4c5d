import type { Queryable } from '../db/database.ts';

/** How many orders of an event were ever confirmed, refunded ones too. Another host's event has none. */
export async function countEventOrders(
  tx: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT coalesce(sum(sold.orders), 0)::integer AS count
       FROM events AS event
       JOIN ticket_types AS t ON t.event_id = event.id
      CROSS JOIN LATERAL (SELECT sum(orders) AS orders FROM sales_times WHERE ticket_type_id = t.id) AS sold
      WHERE event.id = $2 AND event.host_id = $1`,
    [hostId, eventId],
  );
  return rows[0]?.count ?? 0;
}
