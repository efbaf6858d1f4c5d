import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { readEvent, type StoredEvent } from './event-fields.ts';
import { suggestedStartSql } from './suggested-date.ts';

export type Draft = StoredEvent & {
  categorySlug: string;
  /** Nobody has said when it is: the date is the one that every draft begins with. */
  hasSuggestedDate: boolean;
  /** The one ticket type that it has; null where it has none, or several. */
  ticketType: {
    ticketTypeId: string;
    version: number;
    name: string;
    priceMinor: number;
    capacity: number;
  } | null;
  ticketTypeCount: number;
};

/** A draft of the host's, as the page that makes events shows it. */
export async function readDraft(
  database: Queryable,
  which: { hostId: string; eventId: string },
): Promise<Draft> {
  const [event, { rows }, { rows: types }] = await Promise.all([
    readEvent(database, which),
    database.query<{ categorySlug: string; hasSuggestedDate: boolean }>(
      `SELECT category.slug AS "categorySlug",
              event.starts_at = ${suggestedStartSql('event.created_at', 'event.timezone')} AS "hasSuggestedDate"
         FROM events AS event JOIN categories AS category ON category.id = event.category_id WHERE event.id = $1`,
      [which.eventId],
    ),
    database.query<NonNullable<Draft['ticketType']>>(
      `SELECT id AS "ticketTypeId", version, name, price_minor AS "priceMinor", capacity
         FROM ticket_types WHERE event_id = $1 ORDER BY position, id`,
      [which.eventId],
    ),
  ]);
  const [rest] = rows;
  if (!rest || event.status !== 'DRAFT') throw new Refusal('not_found', 'There is no such draft.');
  return {
    ...event,
    ...rest,
    ticketType: types.length === 1 ? (types[0] ?? null) : null,
    ticketTypeCount: types.length,
  };
}
