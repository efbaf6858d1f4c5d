import type { Database } from '../db/database.ts';
import { forgetJob } from './forget-job.ts';
import type { JobKind } from './job-kind.ts';

// A quarter of a year: an operator who looks once a month has seen them, and what they were to do is long out of date.
export const SET_ASIDE_JOBS_KEPT_DAYS = 90;

/** Jobs that were set aside and that nobody has tried again or dropped. */
export function forgetSetAsideJobsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_set_aside_jobs',
    sql: `DELETE FROM jobs WHERE id = ANY (ARRAY(
            SELECT id FROM jobs WHERE set_aside_at < now() - interval '${SET_ASIDE_JOBS_KEPT_DAYS} days'
             ORDER BY set_aside_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
