import type { Queryable } from '../db/database.ts';
import type { Language } from '../values/language.ts';
import type { EventSummary } from './event-schemas.ts';
import { EVENT_COLUMNS_SQL, EVENT_JOINS_SQL, toEventSummary, type EventRow } from './event-summary.ts';
import { translateEvents } from './translations/translate-events.ts';

const UPCOMING_PER_PAGE = 12;
const MAX_PAST = 6;

/** An event as the API tells of it, and whether it is online: the API says it by an empty state. */
export type PublicEvent = EventSummary & { isOnline: boolean };

export type PublicEvents = {
  /** The next one first. */
  upcoming: PublicEvent[];
  /** The event that the next page comes after; null on the last. */
  nextAfter: string | null;
  /** The last one first, and only the last few. On the first page alone. */
  past: PublicEvent[];
};

/** Lists the host's current events, for its own page. Unlisted events are in no list. */
export async function listPublicEvents(
  database: Queryable,
  {
    mediaUrl,
    hostId,
    after,
    language,
  }: { mediaUrl: string; hostId: string; after: string | null; language: Language },
): Promise<PublicEvents> {
  const list = async (conditions: string, values: unknown[]): Promise<PublicEvent[]> => {
    // First the page is chosen, on the narrow rows; only its events are joined and priced.
    const { rows } = await database.query<EventRow>(
      `WITH event AS MATERIALIZED (
         SELECT * FROM events AS event WHERE event.host_id = $1 AND NOT event.is_unlisted AND ${conditions})
       SELECT ${EVENT_COLUMNS_SQL} FROM event ${EVENT_JOINS_SQL}`,
      [hostId, ...values],
    );
    const events = rows
      .toSorted(
        (one, other) => Number(one.starts_at) - Number(other.starts_at) || (one.id < other.id ? -1 : 1),
      )
      .map((row) => ({ ...toEventSummary(row, mediaUrl), isOnline: row.is_online }));
    return translateEvents(database, events, language);
  };
  const [found, past] = await Promise.all([
    list(
      `event.status = 'LIVE' AND event.closes_at > now()
         AND ($3::uuid IS NULL OR (event.starts_at, event.id) >
              (SELECT last.starts_at, last.id FROM events AS last WHERE last.id = $3 AND last.host_id = $1))
       ORDER BY event.starts_at, event.id LIMIT $2`,
      [UPCOMING_PER_PAGE + 1, after],
    ),
    after === null
      ? list(
          `(event.status = 'ENDED' OR event.status = 'LIVE' AND event.closes_at <= now())
           ORDER BY event.starts_at DESC, event.id DESC LIMIT $2`,
          [MAX_PAST],
        )
      : [],
  ]);
  const upcoming = found.slice(0, UPCOMING_PER_PAGE);
  return {
    upcoming,
    nextAfter: found.length > upcoming.length ? (upcoming.at(-1)?.id ?? null) : null,
    past: past.toReversed(),
  };
}
