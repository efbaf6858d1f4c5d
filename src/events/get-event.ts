import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import type { Language } from '../values/language.ts';
import type { Event } from './event-schemas.ts';
import { EVENT_COLUMNS_SQL, EVENT_JOINS_SQL, toEventSummary, type EventRow } from './event-summary.ts';
import { noSuchEvent } from './slug.ts';
import { translateEvents } from './translations/translate-events.ts';

type HeadlinerRow = { id: string; name: string; role: string; image_file: string | null };

/** An event of the host, listed or not. Another host's and a draft look as if they were not there, but in a preview. */
export async function getEvent(
  database: Queryable,
  mediaUrl: string,
  input: { hostId: string; slug: string; language?: Language | undefined; isPreview?: boolean },
): Promise<{ payload: Event; validForMs: number }> {
  const { rows } = await database.query<EventRow & { headliners: HeadlinerRow[] }>(
    `SELECT ${EVENT_COLUMNS_SQL},
            coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name, 'role', role, 'image_file', image_file)
                                       ORDER BY position, id)
                        FROM headliners WHERE event_id = event.id), '[]') AS headliners
       FROM events AS event ${EVENT_JOINS_SQL}
      WHERE event.slug = $2 AND event.host_id = $1 AND ($3 OR event.status <> 'DRAFT')`,
    [input.hostId, input.slug, input.isPreview ?? false],
  );
  const [row] = rows;
  if (!row) throw noSuchEvent(input.slug);
  const [summary] = await translateEvents(database, [toEventSummary(row, mediaUrl)], input.language);
  assert(summary);
  return {
    payload: {
      ...summary,
      headliners: row.headliners.map(({ id, name, role, image_file: file }) => ({
        id,
        name,
        role,
        imageURL: file && `${mediaUrl}/${file}`,
      })),
    },
    validForMs: row.changes_in_ms ?? Infinity,
  };
}
