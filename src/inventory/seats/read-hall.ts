import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import type { SeatInPlan } from './create-seats.ts';

export type StoredSeat = {
  id: string;
  section: string;
  rowLabel: string;
  seatLabel: string;
  x: number;
  y: number;
  isAccessible: boolean;
  isRestrictedView: boolean;
  ticketTypeId: string;
  /** The ticket type's name. */
  type: string;
  isSold: boolean;
  /** Sold, or held by a cart or an unpaid order at this moment. A blocked seat is neither. */
  isTaken: boolean;
} & SeatInPlan;

type OfEvent = { hostId: string; eventId: string };

const SELECT = `SELECT s.id, s.section, s.row_label AS "rowLabel", s.seat_label AS "seatLabel", s.x, s.y,
       s.is_accessible AS "isAccessible", s.is_restricted_view AS "isRestrictedView", s.ticket_type_id AS "ticketTypeId",
       t.name AS type, s.is_sold AS "isSold", seat_owner(s, $3) IS NOT NULL AND s.blocked_reason IS NULL AS "isTaken",
       s.plan_seat_id AS "planSeatId", s.companion_of AS "companionOf",
       CASE WHEN s.table_id IS NOT NULL THEN json_build_object('tableId', s.table_id, 'seats', s.table_seats) END AS "table",
       CASE WHEN s.blocked_reason IS NOT NULL
            THEN json_build_object('reason', s.blocked_reason, 'color', s.blocked_color) END AS blocked
  FROM seats AS s JOIN ticket_types AS t ON t.id = s.ticket_type_id JOIN events AS e ON e.id = s.event_id
 WHERE s.event_id = $1 AND e.host_id = $2`;

/** The seats of an event, from the stage on. */
export async function readHall(database: Queryable, { hostId, eventId }: OfEvent): Promise<StoredSeat[]> {
  const { rows: times } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const { rows } = await database.query<StoredSeat>(`${SELECT} ORDER BY s.section, s.y, s.x, s.id`, [
    eventId,
    hostId,
    times[0]?.now,
  ]);
  return rows;
}

/** The same, locked. The caller has locked all ticket types of the event, so nobody takes a seat or gives one back. */
export async function lockHall(
  tx: Queryable,
  { hostId, eventId, at }: OfEvent & { at: Date },
): Promise<StoredSeat[]> {
  const { rows } = await tx.query<StoredSeat>(`${SELECT} ORDER BY s.id FOR UPDATE OF s`, [
    eventId,
    hostId,
    at,
  ]);
  return rows;
}

export type SectionOfHall = { section: string; rows: number; seats: number; taken: number; blocked: number };
export type TypeOfHall = {
  ticketTypeId: string;
  name: string;
  kind: 'GENERAL' | 'SEATED';
  /** The ticket type whose seats it is a further price for; null: it is none. */
  seatsOf: string | null;
  priceMinor: number;
  seats: number;
};

type OfHall = { version: number; kind: 'general' | 'seat_map' };
export type HallSummary = OfHall & { sections: SectionOfHall[]; types: TypeOfHall[] };

/** How many seats there are, where, and as what. */
export async function summarizeHall(database: Queryable, { hostId, eventId }: OfEvent): Promise<HallSummary> {
  const [events, sections, types] = await Promise.all([
    database.query<OfHall>('SELECT version, kind FROM events WHERE id = $1 AND host_id = $2', [
      eventId,
      hostId,
    ]),
    database.query<SectionOfHall>(
      `SELECT s.section, count(DISTINCT s.row_label)::integer AS rows, count(*)::integer AS seats,
              count(*) FILTER (WHERE seat_owner(s, now()) IS NOT NULL AND s.blocked_reason IS NULL)::integer AS taken,
              count(s.blocked_reason)::integer AS blocked
         FROM seats AS s JOIN events AS e ON e.id = s.event_id AND e.host_id = $2
        WHERE s.event_id = $1 GROUP BY 1 ORDER BY min(s.y), 1`,
      [eventId, hostId],
    ),
    database.query<TypeOfHall>(
      `SELECT t.id AS "ticketTypeId", t.name, t.kind, t.seats_of AS "seatsOf", t.price_minor AS "priceMinor",
              (SELECT count(*)::integer FROM seats WHERE ticket_type_id = t.id) AS seats
         FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id AND e.host_id = $2
        WHERE t.event_id = $1 ORDER BY t.position, t.id`,
      [eventId, hostId],
    ),
  ]);
  const [event] = events.rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  return { ...event, sections: sections.rows, types: types.rows };
}
