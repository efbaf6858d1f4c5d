import type { Database } from '../db/database.ts';
import { createSharedRead } from '../db/shared-read.ts';

/** An entry as it stands now. */
export type StoredEntry = {
  eventId: string;
  entryId: string;
  /** Null before the draw. */
  place: number | null;
  isEarly: boolean;
  /** It has no place until its e-mail address is confirmed. */
  mustConfirm: boolean;
  admittedUntil: Date | null;
  /** Its turn is over: see `entry_is_over()`. */
  isOver: boolean;
  emailHash: Buffer | null;
};

/** Of a crowded network it is written down that somebody still looks at the place: see `take_waiting_place()`. */
type ReadEntry = StoredEntry & { isToBeNoted: boolean };

/** Entries by event and id. After the draw everybody asks at once: what is asked at the same time is one query. */
export function createEntryReader(database: Database) {
  const read = createSharedRead((keys) => readEntries(database, keys));
  return (eventId: string, entryId: string): Promise<StoredEntry | undefined> =>
    read(`${eventId} ${entryId}`);
}

async function readEntries(database: Database, keys: string[]): Promise<Map<string, StoredEntry>> {
  const pairs = keys.map((key) => key.split(' '));
  const { rows } = await database.prepared.query<ReadEntry>(
    `SELECT asked.event_id AS "eventId", asked.id AS "entryId", coalesce(get_byte(e.line_key, 0) = 0, room.drawn_at IS NULL) AS "isEarly",
            e.line_key IS NULL AS "mustConfirm",
            e.admitted_until AS "admittedUntil", e.email_hash AS "emailHash",
            CASE WHEN room.drawn_at IS NOT NULL THEN place_in_line(asked.event_id, e.line_key, room.early_count) END AS place,
            entry_is_over(asked.event_id, asked.id, statement_timestamp()) AS "isOver",
            e.let_in_at IS NULL AND e.seen_at < statement_timestamp() - interval '1 minute' AND EXISTS (
              SELECT 1 FROM waiting_addresses AS a
               WHERE a.event_id = asked.event_id AND a.client_address = ANY(ARRAY[e.network, wider_network(e.network)])
                 AND a.crowded_at IS NOT NULL) AS "isToBeNoted"
       FROM unnest($1::uuid[], $2::uuid[]) AS asked (event_id, id)
       CROSS JOIN LATERAL (SELECT * FROM waiting_entries WHERE event_id = asked.event_id AND id = asked.id LIMIT 1) AS e
       CROSS JOIN LATERAL (SELECT drawn_at, early_count FROM waiting_rooms WHERE event_id = asked.event_id LIMIT 1) AS room`,
    [pairs.map(([eventId]) => eventId), pairs.map(([, entryId]) => entryId)],
  );
  await noteSeen(
    database,
    rows.filter(({ isToBeNoted }) => isToBeNoted),
  );
  return new Map(rows.map((row) => [`${row.eventId} ${row.entryId}`, row]));
}

async function noteSeen(database: Database, entries: StoredEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await database.prepared.query(
    `UPDATE waiting_entries AS e SET seen_at = clock_timestamp()
       FROM (SELECT k.event_id, k.id FROM unnest($1::uuid[], $2::uuid[]) AS asked (event_id, id)
               CROSS JOIN LATERAL (SELECT event_id, id FROM waiting_entries
                                    WHERE event_id = asked.event_id AND id = asked.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) AS k) AS seen
      WHERE e.event_id = seen.event_id AND e.id = seen.id AND e.left_at IS NULL`,
    [entries.map(({ eventId }) => eventId), entries.map(({ entryId }) => entryId)],
  );
}
