import type { Database } from '../db/database.ts';
import { createSharedRead } from '../db/shared-read.ts';

/** An entry as it stands now. */
export type StoredEntry = {
  eventId: string;
  entryId: string;
  /** Null before the draw. */
  place: number | null;
  isEarly: boolean;
  admittedUntil: Date | null;
  /** Its turn is over: see `entry_is_over()`. */
  isOver: boolean;
  emailHash: Buffer | null;
};

/** Entries by event and id. After the draw everybody asks at once: what is asked at the same time is one query. */
export function createEntryReader(database: Database) {
  const read = createSharedRead((keys) => readEntries(database, keys));
  return (eventId: string, entryId: string): Promise<StoredEntry | undefined> =>
    read(`${eventId} ${entryId}`);
}

async function readEntries(database: Database, keys: string[]): Promise<Map<string, StoredEntry>> {
  const pairs = keys.map((key) => key.split(' '));
  const { rows } = await database.prepared.query<StoredEntry>(
    `SELECT asked.event_id AS "eventId", asked.id AS "entryId", get_byte(e.line_key, 0) = 0 AS "isEarly",
            e.admitted_until AS "admittedUntil", e.email_hash AS "emailHash",
            CASE WHEN room.drawn_at IS NOT NULL THEN place_in_line(asked.event_id, e.line_key, room.early_count) END AS place,
            entry_is_over(asked.event_id, asked.id, statement_timestamp()) AS "isOver"
       FROM unnest($1::uuid[], $2::uuid[]) AS asked (event_id, id)
       CROSS JOIN LATERAL (SELECT * FROM waiting_entries WHERE event_id = asked.event_id AND id = asked.id LIMIT 1) AS e
       CROSS JOIN LATERAL (SELECT drawn_at, early_count FROM waiting_rooms WHERE event_id = asked.event_id LIMIT 1) AS room`,
    [pairs.map(([eventId]) => eventId), pairs.map(([, entryId]) => entryId)],
  );
  return new Map(rows.map((row) => [`${row.eventId} ${row.entryId}`, row]));
}
