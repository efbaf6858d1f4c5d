import type { Queryable } from '../../db/database.ts';

/** `version` is the event's: seats that were changed since have other indexes. */
export type TakenSeats = { version: number; taken: number[] };

/** Which seats are sold or held at this moment, as indexes into the event's map. */
export async function readTaken(database: Queryable, eventId: string): Promise<TakenSeats> {
  const { rows } = await database.query<TakenSeats>(
    // In the order of the map (seat-maps.ts).
    `SELECT e.version, coalesce((
              SELECT array_agg(seat.nr) FROM (
                SELECT (row_number() OVER (ORDER BY s.section, s.y, s.x, s.id) - 1)::integer AS nr, seat_owner(s, now()) AS owner
                  FROM seats AS s WHERE s.event_id = $1) AS seat
               WHERE seat.owner IS NOT NULL), '{}') AS taken
       FROM events AS e WHERE e.id = $1`,
    [eventId],
  );
  return rows[0] ?? { version: 0, taken: [] };
}
