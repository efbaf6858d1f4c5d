import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// A count starts afresh after an hour, and no wait is longer.
export const ATTEMPTS_KEPT_DAYS = 1;

/** Counts of attempts, with the addresses that they came from. */
export function forgetAttemptsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_attempts',
    sql: `DELETE FROM attempts WHERE name = ANY (ARRAY(
            SELECT name FROM attempts WHERE last_at < now() - interval '${ATTEMPTS_KEPT_DAYS} days'
             ORDER BY last_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
