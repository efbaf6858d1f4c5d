import type { Queryable } from '../db/database.ts';
import type { EntryState } from './list-entry.ts';

// As many as a person looks through. Whoever is further down waits long.
const LISTED_ENTRIES = 200;

type StoredList = {
  offerMinutes: number;
  isStopped: boolean;
  drawsAt: Date | null;
  isDrawn: boolean;
  /** In hex; null: nothing is drawn. */
  seedHash: string | null;
};

/** The wishes of those on the list of a ticket type, and what these would bring. */
export type ListedType = {
  ticketTypeId: string;
  name: string;
  people: number;
  tickets: number;
  offered: number;
  bought: number;
  missedMinor: number;
};

type ListedEntry = {
  entryId: string;
  ticketTypeId: string;
  ticketName: string;
  email: string;
  quantity: number;
  state: EntryState;
  confirmedAt: Date;
  offeredUntil: Date | null;
};

type Which = { eventId: string };

export async function readList(database: Queryable, { eventId }: Which): Promise<StoredList | null> {
  const { rows } = await database.query<StoredList>(
    `SELECT offer_minutes AS "offerMinutes", stopped_at IS NOT NULL AS "isStopped", draws_at AS "drawsAt",
            drawn_at IS NOT NULL AS "isDrawn", encode(seed_hash, 'hex') AS "seedHash"
       FROM waiting_lists WHERE event_id = $1`,
    [eventId],
  );
  return rows[0] ?? null;
}

/** Of each ticket type that a list is for. */
export async function readListedTypes(database: Queryable, { eventId }: Which): Promise<ListedType[]> {
  const { rows } = await database.query<ListedType>(
    `SELECT t.id AS "ticketTypeId", t.name, t.awaited AS tickets, t.awaited * t.price_minor AS "missedMinor", found.*
       FROM ticket_types AS t CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE e.state = 'waiting')::integer AS people,
                count(*) FILTER (WHERE e.state = 'offered')::integer AS offered,
                count(*) FILTER (WHERE e.state = 'taken' AND EXISTS (
                  SELECT FROM orders AS o WHERE o.reservation_id = e.reservation_id AND o.confirmed_at IS NOT NULL))::integer AS bought
           FROM waiting_list_entries AS e WHERE e.ticket_type_id = t.id) AS found
      WHERE t.event_id = $1 AND t.kind = 'GENERAL' ORDER BY t.position, t.id`,
    [eventId],
  );
  return rows;
}

/** Those who have an offer or wait, in the order in which they are served. */
export async function readListed(database: Queryable, { eventId }: Which): Promise<ListedEntry[]> {
  const { rows } = await database.query<ListedEntry>(
    `SELECT e.id AS "entryId", e.ticket_type_id AS "ticketTypeId", t.name AS "ticketName", e.email, e.quantity, e.state,
            e.confirmed_at AS "confirmedAt", e.offered_until AS "offeredUntil"
       FROM waiting_list_entries AS e JOIN ticket_types AS t ON t.id = e.ticket_type_id JOIN waiting_lists AS l ON l.event_id = e.event_id
      WHERE e.event_id = $1 AND e.state IN ('waiting', 'offered')
      ORDER BY t.position, t.id, e.state, CASE WHEN l.drawn_at IS NOT NULL THEN e.rank END, e.confirmed_at, e.id LIMIT ${LISTED_ENTRIES}`,
    [eventId],
  );
  return rows;
}
