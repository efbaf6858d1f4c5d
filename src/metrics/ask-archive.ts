import type { Queryable } from '../db/database.ts';

/** PostgreSQL's archive of its log, where it has one. */
export type ArchiveFigures = {
  failures: number;
  /** Finished pieces of the log that wait for the archive; null where the server does not remember which was the last. */
  waitingSegments: number | null;
};

// The name of a piece is its time line, and its number in two parts: how many of its size make 4 GiB depends on the size.
const ARCHIVE_SQL = `
  SELECT a.failed_count AS failures,
         greatest(0, div(pg_current_wal_lsn() - '0/0', s.bytes) - 1
           - CASE WHEN a.last_archived_wal ~ '^[0-9A-F]{24}'
                  THEN ('x' || substr(a.last_archived_wal, 9, 8))::bit(32)::bigint * div(4294967296, s.bytes)
                       + ('x' || substr(a.last_archived_wal, 17, 8))::bit(32)::bigint END)::float8 AS "waitingSegments"
    FROM pg_stat_archiver AS a, (SELECT pg_size_bytes(current_setting('wal_segment_size'))::numeric AS bytes) AS s
   WHERE current_setting('archive_mode') <> 'off'`;

/** Null where there is no archive, or where this server does not tell. */
export async function askArchive(db: Queryable): Promise<ArchiveFigures | null> {
  const { rows } = await db
    .query<ArchiveFigures>(ARCHIVE_SQL)
    // A server that lets nobody ask is no server that is away.
    .catch((): { rows: ArchiveFigures[] } => ({ rows: [] }));
  return rows[0] ?? null;
}
