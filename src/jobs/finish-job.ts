import type { Queryable } from '../db/database.ts';
import { JOBS_DUE_CHANNEL } from './enqueue-job.ts';
import type { LeasedJob } from './lease-jobs.ts';

// Enough for a message and the start of a stack; an error may quote a whole response.
const LAST_ERROR_MAX_CHARS = 2_000;

// Every statement here names the lease. False: it has gone to another process, which will say how the job went.

export async function deleteJob(db: Queryable, job: LeasedJob): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM jobs WHERE id = $1 AND leased_by = $2', [
    job.id,
    job.leasedBy,
  ]);
  return rowCount === 1;
}

export async function rescheduleJob(
  db: Queryable,
  job: LeasedJob,
  next: { delayMs: number; attempts: number; lastError: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE jobs SET
       leased_by = NULL,
       leased_until = NULL,
       run_at = now() + $3 * interval '1 millisecond',
       attempts = $4,
       last_error = $5
     WHERE id = $1 AND leased_by = $2`,
    [job.id, job.leasedBy, next.delayMs, next.attempts, next.lastError && storable(next.lastError)],
  );
  return rowCount === 1;
}

export async function setJobAside(
  db: Queryable,
  job: LeasedJob,
  why: { attempts: number; lastError: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE jobs SET
       leased_by = NULL, leased_until = NULL, set_aside_at = now(), attempts = $3, last_error = $4
     WHERE id = $1 AND leased_by = $2`,
    [job.id, job.leasedBy, why.attempts, storable(why.lastError)],
  );
  return rowCount === 1;
}

/** Lets another process have these at once, as if they had not been taken. */
export async function giveJobsBack(db: Queryable, jobs: LeasedJob[]): Promise<void> {
  await db.query(
    `WITH given_back AS (
       UPDATE jobs SET leased_by = NULL, leased_until = NULL, attempts = attempts - 1
       WHERE id = ANY ($1::uuid[]) AND leased_by = ANY ($2::text[])
       RETURNING kind
     )
     SELECT pg_notify('${JOBS_DUE_CHANNEL}', kind) FROM given_back`,
    [jobs.map((job) => job.id), jobs.map((job) => job.leasedBy)],
  );
}

/** PostgreSQL's text has no NUL. Whatever an error quotes, it must be possible to store it. */
function storable(message: string): string {
  return message.slice(0, LAST_ERROR_MAX_CHARS).replaceAll('\0', '').toWellFormed();
}
