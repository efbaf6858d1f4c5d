import type { Queryable } from '../../db/database.ts';

/** The state of an event's seats at this moment. */
export type SeatStates = {
  /** The event's: where it is another one, the seats themselves may be others. */
  version: number;
  /** A letter for each seat, in the order of the map: free, held, sold or a house seat. */
  states: string;
  /** House seats, by why they are blocked and in which colour. */
  house: { reason: string; color: number; indexes: number[] }[];
};

/** Small enough to be asked for again and again. */
export async function readSeatStates(
  database: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<SeatStates> {
  const { rows } = await database.query<SeatStates>(
    // In the order of read-hall.ts.
    `WITH seat AS MATERIALIZED (
       SELECT (row_number() OVER (ORDER BY s.section, s.y, s.x, s.id) - 1)::integer AS nr, s.is_sold,
              seat_owner(s, now()) IS NOT NULL AS is_taken, s.blocked_reason AS reason, s.blocked_color AS color
         FROM seats AS s WHERE s.event_id = $1)
     SELECT e.version,
            coalesce((SELECT string_agg(CASE WHEN reason IS NOT NULL THEN 'b' WHEN is_sold THEN 's' WHEN is_taken THEN 'h' ELSE 'f' END,
                                        '' ORDER BY nr) FROM seat), '') AS states,
            coalesce((SELECT json_agg(json_build_object('reason', reason, 'color', color, 'indexes', indexes))
                        FROM (SELECT reason, color, json_agg(nr ORDER BY nr) AS indexes FROM seat
                               WHERE reason IS NOT NULL GROUP BY reason, color ORDER BY min(nr)) AS house), '[]') AS house
       FROM events AS e WHERE e.id = $1 AND e.host_id = $2`,
    [eventId, hostId],
  );
  return rows[0] ?? { version: 0, states: '', house: [] };
}
