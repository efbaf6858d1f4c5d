import type { Queryable } from '../db/database.ts';
import { chooseFoundSql, chooseListedSql } from './choose-listed.ts';
import type { Language } from '../values/language.ts';
import { readCursor, writeCursor } from '../http/list-cursor.ts';
import type { EventPage } from './event-schemas.ts';
import { EVENT_COLUMNS_SQL, EVENT_JOINS_SQL, toEventSummary, type EventRow } from './event-summary.ts';
import { toSearchQuery } from './search-query.ts';
import { translateEvents } from './translations/translate-events.ts';

export type ListEvents = {
  hostId: string;
  category?: string | undefined;
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  language?: Language | undefined;
};

/** The host's public events that can still be bought for, newest first. */
export async function listEvents(
  database: Queryable,
  options: { mediaUrl: string; cursorKeys: { current: Buffer; accepted: Buffer[] } },
  input: ListEvents,
): Promise<{ payload: EventPage; validForMs: number }> {
  // The language is not part of it: the same events are in the list in every language, in the same order.
  const list = JSON.stringify([input.hostId, input.category ?? null, input.q ?? null]);
  const after =
    input.cursor === undefined ? null : readCursor(options.cursorKeys.accepted, list, input.cursor);

  const values: unknown[] = [input.hostId, input.limit + 1];
  const conditions: string[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  if (input.category !== undefined) {
    conditions.push(`event.category_id = (SELECT id FROM categories WHERE slug = ${bind(input.category)})`);
  }
  if (after) {
    conditions.push(
      `(event.created_at, event.id) < (${bind(new Date(after.createdAtMs))}::timestamptz, ${bind(after.id)}::uuid)`,
    );
  }
  const query = input.q === undefined ? null : await toSearchQuery(database, input.hostId, input.q);
  // First the page is chosen, by its ids; only its events are read whole, joined and priced.
  const { rows } = await database.query<EventRow>(
    `WITH ${query === null ? chooseListedSql(conditions) : chooseFoundSql(conditions, bind(query))}
     SELECT ${EVENT_COLUMNS_SQL}
       FROM chosen CROSS JOIN LATERAL (SELECT * FROM events WHERE id = chosen.id LIMIT 1) AS event ${EVENT_JOINS_SQL}
      ORDER BY event.created_at DESC, event.id DESC`,
    values,
  );
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const hasMore = rows.length > input.limit && last !== undefined;
  return {
    payload: {
      items: await translateEvents(
        database,
        page.map((row) => toEventSummary(row, options.mediaUrl)),
        input.language,
      ),
      ...(hasMore && {
        nextCursor: writeCursor(options.cursorKeys.current, list, {
          createdAtMs: last.created_at.getTime(),
          id: last.id,
        }),
      }),
    },
    // The row behind the page counts too: without it there would be no next page.
    validForMs: Math.min(...rows.map((row) => row.changes_in_ms ?? Infinity)),
  };
}
