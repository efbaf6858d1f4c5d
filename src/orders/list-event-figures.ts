import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import { readCursor, writeCursor } from '../http/list-cursor.ts';
import { OWN_LEFT_SQL } from '../inventory/ticket-status.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import {
  readFigures,
  SHOWN_SQL,
  TYPES_OF_EVENT_SQL,
  type EventFigures,
  type Sales,
  type ShownEvents,
  type Stock,
} from './event-figures.ts';

const MAX_EVENTS_PER_PAGE = 50;
// A host with more shows in the future than this has its later ones without live figures.
const MAX_WATCHED_EVENTS = 2_000;

/** The host's events, limited to those that the member may see; null: all. */
export type WhoseEvents = { hostId: string; eventIds: string[] | null };

export type ListEventFigures = WhoseEvents & {
  shown: ShownEvents;
  /** A part of the name; empty: all. */
  search?: string;
  /** The `nextCursor` of the page before. */
  cursor: string | null;
  cursorKeys: { current: Buffer; accepted: Buffer[] };
};

const WHOSE_SQL = `event.host_id = $1 AND ($2::uuid[] IS NULL OR event.id = ANY ($2))`;

/** A host's events with their figures: the next one first; of past ones the latest. */
export async function listEventFigures(
  tx: Queryable,
  { hostId, eventIds, shown, search = '', cursor, cursorKeys }: ListEventFigures,
): Promise<{ items: EventFigures[]; nextCursor: string | null }> {
  const list = JSON.stringify(['event figures', hostId, shown, search]);
  const after = cursor === null ? null : readCursor(cursorKeys.accepted, list, cursor);
  const [direction, beyond] = shown === 'past' ? ['DESC', '<'] : ['ASC', '>'];
  const rows = await readFigures(tx, {
    sql: `SELECT event.*, row_number() OVER (ORDER BY event.starts_at ${direction}, event.id ${direction}) AS nr
            FROM events AS event
           WHERE ${WHOSE_SQL} AND ${SHOWN_SQL[shown]}
             AND ($5 = '' OR position(lower($5) IN lower(event.name)) > 0 OR EXISTS (
                   SELECT FROM event_translations AS words WHERE words.event_id = event.id AND position(lower($5) IN lower(words.name)) > 0))
             AND ($3::timestamptz IS NULL OR (event.starts_at, event.id) ${beyond} ($3, $4::uuid))
           ORDER BY event.starts_at ${direction}, event.id ${direction} LIMIT ${MAX_EVENTS_PER_PAGE + 1}`,
    values: [hostId, eventIds, after && new Date(after.createdAtMs), after?.id ?? null, search],
  });
  const items = rows.slice(0, MAX_EVENTS_PER_PAGE);
  const last = items.at(-1);
  const hasMore = rows.length > items.length && last !== undefined;
  return {
    items,
    nextCursor: hasMore
      ? writeCursor(cursorKeys.current, list, { createdAtMs: last.startsAt.getTime(), id: last.eventId })
      : null,
  };
}

/** Null where there is none of that id, or it is another host's. */
export async function findEventFigures(
  tx: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<EventFigures | null> {
  const [found] = await readFigures(tx, {
    sql: 'SELECT event.*, 1 AS nr FROM events AS event WHERE event.id = $2 AND event.host_id = $1',
    values: [hostId, eventId],
  });
  return found ?? null;
}

/** All of a host's events that are on sale or will be: what is looked at while somebody watches. */
export function listUpcomingFigures(tx: Queryable, hostId: string): Promise<EventFigures[]> {
  return readFigures(tx, {
    sql: `SELECT event.*, row_number() OVER (ORDER BY event.starts_at, event.id) AS nr FROM events AS event
           WHERE event.host_id = $1 AND ${SHOWN_SQL.upcoming}
           ORDER BY event.starts_at, event.id LIMIT ${MAX_WATCHED_EVENTS}`,
    values: [hostId],
  });
}

export type CurrencySum = Stock & { events: number; country: Country; currency: string; sales: Sales | null };

/** The excess of a pool's ticket types over its capacity, told with the first of them: so that a sum counts the pool once. */
const POOLED_SQL = `LEFT JOIN LATERAL (
  SELECT greatest(0, sum(mate.capacity) - (SELECT capacity FROM pools WHERE id = ticket_type.pool_id)) AS twice
    FROM ticket_types AS mate WHERE mate.event_id = ticket_type.event_id AND mate.pool_id = ticket_type.pool_id
  HAVING min(mate.id::text) = ticket_type.id::text) AS pooled ON ticket_type.pool_id IS NOT NULL`;

/** The sums over all upcoming events, by the currency that they are sold in. */
export async function sumUpcomingFigures(
  tx: Queryable,
  { hostId, eventIds }: WhoseEvents,
): Promise<CurrencySum[]> {
  const { rows } = await tx.query<SumRow>(
    `SELECT event.country, count(DISTINCT event.id) AS events,
            coalesce(sum(ticket_type.capacity), 0) - coalesce(sum(pooled.twice), 0)::bigint AS capacity,
            coalesce(sum(ticket_type.sold), 0) AS sold,
            coalesce(sum(${OWN_LEFT_SQL}), 0) - coalesce(sum(pooled.twice), 0)::bigint AS "left",
            coalesce(bool_or(ticket_type.id IS NOT NULL AND ticket_type.sales_minor IS NULL), false) AS "isUncounted",
            coalesce(sum(ticket_type.sales_minor), 0)::bigint AS "salesMinor",
            coalesce(sum(ticket_type.fees_minor), 0)::bigint AS "feesMinor",
            coalesce(sum(ticket_type.refunded_minor), 0)::bigint AS "refundedMinor"
       FROM events AS event
       ${TYPES_OF_EVENT_SQL}
       ${POOLED_SQL}
      WHERE ${WHOSE_SQL} AND ${SHOWN_SQL.upcoming}
      GROUP BY event.country ORDER BY "salesMinor" DESC, event.country`,
    [hostId, eventIds],
  );
  return rows.map(({ isUncounted, salesMinor, feesMinor, refundedMinor, ...row }) => {
    const held = row.capacity - row.sold - row.left;
    assert(held >= 0, 'more is sold than there is');
    return {
      ...row,
      held,
      currency: COUNTRIES[row.country].currency,
      sales: isUncounted ? null : { salesMinor, feesMinor, refundedMinor },
    };
  });
}

type SumRow = Omit<Stock, 'held'> & Sales & { country: Country; events: number; isUncounted: boolean };
