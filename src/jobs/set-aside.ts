import type { Queryable } from '../db/database.ts';
import { JOBS_DUE_CHANNEL } from './enqueue-job.ts';

/** Without the payload, which may hold personal data. */
export type SetAsideJob = {
  id: string;
  kind: string;
  attempts: number;
  lastError: string;
  createdAt: Date;
  setAsideAt: Date;
};

/** The jobs that were given up, the latest first. */
export async function listSetAsideJobs(db: Queryable, options: { limit: number }): Promise<SetAsideJob[]> {
  const { rows } = await db.query<SetAsideJob>(
    `SELECT id, kind, attempts, last_error AS "lastError", created_at AS "createdAt", set_aside_at AS "setAsideAt"
     FROM jobs WHERE set_aside_at IS NOT NULL
     ORDER BY set_aside_at DESC, id DESC
     LIMIT $1`,
    [options.limit],
  );
  return rows;
}

/**
 * Starts a job that was set aside from its first attempt. False where there is none of that id, or where its unique
 * key has since been taken by another, which does the same work.
 */
export async function retrySetAsideJob(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH retried AS (
       UPDATE jobs SET set_aside_at = NULL, attempts = 0, run_at = now()
       WHERE id = $1 AND set_aside_at IS NOT NULL AND NOT EXISTS (
         SELECT FROM jobs AS other
         WHERE other.kind = jobs.kind AND other.unique_key = jobs.unique_key AND other.set_aside_at IS NULL
       )
       RETURNING kind
     )
     SELECT pg_notify('${JOBS_DUE_CHANNEL}', kind) FROM retried`,
    [id],
  );
  return rowCount === 1;
}
