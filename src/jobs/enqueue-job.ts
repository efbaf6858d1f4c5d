import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../db/database.ts';

/** Says which kind of job was written; runners that know the kind wake up. */
export const JOBS_DUE_CHANNEL = 'jobs_due';

/**
 * Writes a job in the caller's transaction: it exists if and only if what caused it does. Answers its id, or null
 * where a job of that kind and key is there already.
 *
 * A job that is running counts as being there. So a key is for work that is done once ("receipt of order 7"), not for
 * "bring X up to date": the run in progress may have read X before the change that asks for another.
 */
export async function enqueueJob(
  tx: Queryable,
  job: { kind: string; payload: object; runAt?: Date; delayMs?: number; uniqueKey?: string },
): Promise<string | null> {
  assert(job.runAt === undefined || job.delayMs === undefined, 'a job has a time or a delay, not both');
  const { rows } = await tx.query<{ id: string }>(
    `WITH enqueued AS (
       INSERT INTO jobs (id, kind, payload, unique_key, run_at)
       VALUES ($1, $2, $3, $4, coalesce($5::timestamptz, now() + $6 * interval '1 millisecond'))
       ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL DO NOTHING
       RETURNING id, kind
     )
     SELECT id, pg_notify('${JOBS_DUE_CHANNEL}', kind) FROM enqueued`,
    [
      randomUUIDv7(),
      job.kind,
      JSON.stringify(job.payload),
      job.uniqueKey ?? null,
      job.runAt ?? null,
      job.delayMs ?? 0,
    ],
  );
  return rows[0]?.id ?? null;
}

/** The same for many jobs of a kind that begin at once, in one statement. */
export async function enqueueJobs(
  tx: Queryable,
  kind: string,
  jobs: readonly { payload: object; uniqueKey: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await tx.query(
    `WITH enqueued AS (
       INSERT INTO jobs (id, kind, payload, unique_key, run_at)
       SELECT id, $1, payload, unique_key, now() FROM unnest($2::uuid[], $3::jsonb[], $4::text[]) AS job (id, payload, unique_key)
       ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL DO NOTHING
     )
     SELECT pg_notify('${JOBS_DUE_CHANNEL}', $1)`,
    [
      kind,
      jobs.map(() => randomUUIDv7()),
      jobs.map(({ payload }) => JSON.stringify(payload)),
      jobs.map(({ uniqueKey }) => uniqueKey),
    ],
  );
}
