import type { Queryable } from '../../db/database.ts';

/** `version` is the event's: seats that were changed since have other indexes. */
export type TakenSeats = {
  version: number;
  taken: number[];
  /** House seats, which members can sell, and why they are blocked. */
  blocked: { index: number; reason: string; color: number }[];
};

/** Reads the seats that are sold, held or blocked at this moment, as indexes into the event's map. */
export async function readTaken(database: Queryable, eventId: string): Promise<TakenSeats> {
  const { rows } = await database.query<TakenSeats>(
    // In the order of the map (seat-maps.ts).
    `SELECT e.version, coalesce(seats.taken, '{}') AS taken, coalesce(seats.blocked, '[]') AS blocked
       FROM events AS e CROSS JOIN LATERAL (
         SELECT array_agg(seat.nr) FILTER (WHERE seat.owner IS NOT NULL AND seat.blocked_reason IS NULL) AS taken,
                json_agg(json_build_object('index', seat.nr, 'reason', seat.blocked_reason, 'color', seat.blocked_color))
                  FILTER (WHERE seat.blocked_reason IS NOT NULL) AS blocked
           FROM (SELECT (row_number() OVER (ORDER BY s.section, s.y, s.x, s.id) - 1)::integer AS nr, seat_owner(s, now()) AS owner,
                        s.blocked_reason, s.blocked_color
                   FROM seats AS s WHERE s.event_id = $1) AS seat) AS seats
      WHERE e.id = $1`,
    [eventId],
  );
  return rows[0] ?? { version: 0, taken: [], blocked: [] };
}
