import type { Queryable } from '../db/database.ts';
import { noSuchEvent, type EventOfHost } from './lock-event.ts';

/** Arrivals in a quarter of an hour, at a door, with a ticket type. */
export type Arrivals = {
  at: Date;
  doorId: string | null;
  ticketTypeId: string | null;
  cameIn: number;
  reEntries: number;
  exits: number;
};

export type ArrivalsReport = {
  quarters: Arrivals[];
  /** Removed ones too. */
  doors: { doorId: string; name: string }[];
  /** `expected`: tickets that are good, or were when their guest came in; `noShows`: those among them that nobody came with. */
  ticketTypes: { ticketTypeId: string; name: string; expected: number; cameIn: number; noShows: number }[];
};

/** Reads arrivals by time, door and ticket type, and absences: for after the show. */
export async function readArrivals(
  database: Queryable,
  { hostId, eventId }: EventOfHost,
): Promise<ArrivalsReport> {
  const { rows: events } = await database.query('SELECT 1 FROM events WHERE id = $1 AND host_id = $2', [
    eventId,
    hostId,
  ]);
  if (events.length === 0) throw noSuchEvent();
  const { rows: quarters } = await database.query<Arrivals>(
    `SELECT date_bin('15 minutes', at, 'epoch') AS at, door_id AS "doorId", ticket_type_id AS "ticketTypeId",
            count(*) FILTER (WHERE outcome = 'admitted' AND NOT is_double)::integer AS "cameIn",
            count(*) FILTER (WHERE outcome = 're_entry')::integer AS "reEntries",
            count(*) FILTER (WHERE outcome = 'left' AND NOT is_double)::integer AS exits
       FROM scans
      WHERE event_id = $1 AND outcome IN ('admitted', 're_entry', 'left') AND undone_by IS NULL
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [eventId],
  );
  const { rows: doors } = await database.query<{ doorId: string; name: string }>(
    'SELECT id AS "doorId", name FROM doors WHERE event_id = $1 ORDER BY id',
    [eventId],
  );
  const { rows: ticketTypes } = await database.query<ArrivalsReport['ticketTypes'][number]>(
    `SELECT t.id AS "ticketTypeId", t.name, (t.sold - void.tickets)::integer AS expected, came.tickets::integer AS "cameIn",
            (t.sold - void.tickets - came.tickets)::integer AS "noShows"
       FROM ticket_types AS t
      CROSS JOIN LATERAL (SELECT count(*) AS tickets FROM tickets
                           WHERE event_id = $1 AND ticket_type_id = t.id AND voided_at IS NOT NULL AND NOT is_returned) AS void
      CROSS JOIN LATERAL (SELECT count(*) AS tickets FROM tickets
                           WHERE event_id = $1 AND ticket_type_id = t.id AND used_at IS NOT NULL AND voided_at IS NULL) AS came
      WHERE t.event_id = $1 ORDER BY t.position, t.id`,
    [eventId],
  );
  return { quarters, doors, ticketTypes };
}
