import type { Queryable } from '../db/database.ts';
import { walkPages } from './walk-pages.ts';

/** The scope of a file: a host's lines, of the events that the member may see. */
export type ExportScope = {
  hostId: string;
  /** The events that the member was given; null: all. */
  eventIds: readonly string[] | null;
  /** That of the host's country. */
  timezone: string;
  /** Nothing that began later is in the file. */
  asOf: Date;
};

export type ExportedEvent = { id: string; name: string; timezone: string; startsAt: Date };

const EVENTS_AT_ONCE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A host's events one by one, by when they start: by the index events_of_host. */
export async function* walkEvents(
  database: Queryable,
  { hostId, eventIds }: ExportScope,
  eventId: string | null,
): AsyncGenerator<ExportedEvent, void, undefined> {
  const pages = walkPages<ExportedEvent>(EVENTS_AT_ONCE, async (last, limit) => {
    const { rows } = await database.query<ExportedEvent>(
      `SELECT id, name, timezone, starts_at AS "startsAt" FROM events
        WHERE host_id = $1 AND (starts_at, id) > ($2, $3)
          AND ($4::uuid IS NULL OR id = $4) AND ($5::uuid[] IS NULL OR id = ANY ($5))
        ORDER BY starts_at, id LIMIT $6`,
      [hostId, last?.startsAt ?? '-infinity', last?.id ?? FIRST_ID, eventId, eventIds, limit],
    );
    return rows;
  });
  for await (const events of pages) yield* events;
}
