import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';

const A_MINUTE_MS = 60_000;

/**
 * Events are shown as ENDED the moment they close. This stores it, a set at a time, so that the index of live events
 * stays small and every process is notified of the change.
 */
export function endClosedEventsJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'end_closed_events',
    retryDelaysMs: [5_000, 30_000, A_MINUTE_MS],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: A_MINUTE_MS,
    async run() {
      await database.query(
        `UPDATE events SET status = 'ENDED' WHERE id = ANY(
           ARRAY(SELECT id FROM events WHERE status = 'LIVE' AND closes_at <= now()
                  ORDER BY closes_at LIMIT 1000 FOR UPDATE SKIP LOCKED))`,
      );
    },
  };
}
