import { randomUUID } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import type { JobKind } from './job-kind.ts';

export type LeasedJob = {
  id: string;
  kind: string;
  payload: unknown;
  attempt: number;
  /** Unique to this lease: a process whose lease has gone to another can no longer change the job. */
  leasedBy: string;
  /** The job was being run when its lease ran out: that process was killed, or cut off from the database. */
  takenOver: boolean;
};

/** At most so many jobs of a kind. */
export type WantedJobs = { kind: JobKind<unknown>; most: number };

/**
 * Takes due jobs, as many as are wanted. Each kind is looked up by itself, the oldest first, so that a flood of
 * one doesn't keep the others waiting. The attempt is counted here, where no crash can leave it uncounted.
 */
export async function leaseDueJobs(
  db: Queryable,
  options: { wanted: WantedJobs[]; processId: string },
): Promise<LeasedJob[]> {
  // The ids go to the UPDATE as an array: a join may be planned as a scan of the whole table.
  const { rows } = await db.query<LeasedJob>(
    `WITH due AS MATERIALIZED (
       SELECT job.id, job.leased_by IS NOT NULL AS taken_over, wanted.lease_ms
       FROM unnest($1::text[], $2::integer[], $3::float8[]) AS wanted (kind, most, lease_ms)
       CROSS JOIN LATERAL (
         SELECT id, leased_by FROM jobs
         WHERE jobs.kind = wanted.kind AND set_aside_at IS NULL AND run_at <= now()
           AND (leased_until IS NULL OR leased_until <= now())
         ORDER BY run_at, id
         LIMIT wanted.most
         FOR UPDATE SKIP LOCKED
       ) AS job
     )
     UPDATE jobs SET
       attempts = attempts + 1,
       leased_by = $4,
       leased_until = now() + (SELECT lease_ms FROM due WHERE due.id = jobs.id) * interval '1 millisecond'
     WHERE id = ANY (ARRAY(SELECT id FROM due))
     RETURNING id, kind, payload, attempts AS attempt, leased_by AS "leasedBy",
       (SELECT taken_over FROM due WHERE due.id = jobs.id) AS "takenOver"`,
    [
      options.wanted.map(({ kind }) => kind.kind),
      options.wanted.map(({ most }) => most),
      options.wanted.map(({ kind }) => kind.leaseMs),
      `${options.processId}/${randomUUID()}`,
    ],
  );
  return rows;
}

// Of what is due, the oldest: those that run are among them, and if there are more, one of these is free soon.
const LOOKED_AT = 200;

/** How long until a job of these kinds falls due or its lease runs out; null where there is none. */
export async function msUntilNextDue(db: Queryable, kinds: string[]): Promise<number | null> {
  // It is asked after due jobs were leased, as many as may run at once. Hundreds of thousands of others may wait.
  const { rows } = await db.query<{ ms: number | null }>(
    `SELECT min(extract(epoch FROM next.due_at - now()) * 1000)::float8 AS ms
     FROM unnest($1::text[]) AS wanted (kind)
     CROSS JOIN LATERAL (
       SELECT min(greatest(run_at, leased_until)) AS due_at FROM (
         SELECT run_at, leased_until FROM jobs
         WHERE jobs.kind = wanted.kind AND set_aside_at IS NULL AND run_at <= now()
         ORDER BY run_at, id LIMIT ${LOOKED_AT}) AS oldest
       UNION ALL
       SELECT min(run_at) FROM jobs
       WHERE jobs.kind = wanted.kind AND set_aside_at IS NULL AND run_at > now()
     ) AS next`,
    [kinds],
  );
  return rows[0]?.ms ?? null;
}
