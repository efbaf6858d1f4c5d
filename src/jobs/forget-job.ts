import type { Database } from '../db/database.ts';
import type { JobKind } from './job-kind.ts';

const AN_HOUR_MS = 60 * 60_000;
// A set takes some hundredths of a second; who needs one of its rows waits no longer than that.
const SET_SIZE = 500;

/**
 * Deletes what docs/retention.md says is deleted after a time: every hour, a small set per transaction, so that nobody waits. The
 * statement takes the size of a set as $1, skips what others have locked, and its count of rows says how many there were.
 */
export function forgetJob(
  database: Database,
  { kind, sql, alsoDo }: { kind: string; sql: string; alsoDo?: () => Promise<void> },
): JobKind<Record<string, never>> {
  return {
    kind,
    retryDelaysMs: [60_000, 600_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: AN_HOUR_MS,
    async run(_payload, { signal }) {
      await alsoDo?.();
      for (;;) {
        if (signal.aborted) return;
        const { rowCount } = await database.query(sql, [SET_SIZE]);
        if ((rowCount ?? 0) < SET_SIZE) return;
      }
    },
  };
}
