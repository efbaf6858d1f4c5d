import type { Queryable } from '../db/database.ts';

export type QueuedKind = {
  kind: string;
  /** Could run now, and waits for a worker. */
  due: number;
  running: number;
  /** Waits for its time: the pause after a failed attempt, or the next run of recurring work. */
  later: number;
  setAside: number;
  /** How long the oldest of those that are due has waited; null where none is. */
  oldestDueSeconds: number | null;
};

export type QueuedJob = {
  id: string;
  state: 'running' | 'due' | 'later';
  runAt: Date;
  attempts: number;
  /** The process that runs it, and until when it has said so. */
  leasedBy: string | null;
  leasedUntil: Date | null;
  lastError: string | null;
};

const STATE = `CASE WHEN set_aside_at IS NOT NULL THEN 'set_aside' WHEN leased_until > now() THEN 'running'
                    WHEN run_at <= now() THEN 'due' ELSE 'later' END`;

/** The jobs of each kind that are there, and the deliveries to webhooks, which have a queue of their own. */
export async function listQueue(db: Queryable): Promise<QueuedKind[]> {
  const { rows } = await db.query<QueuedKind>(
    `SELECT kind, count(*) FILTER (WHERE state = 'due') AS due, count(*) FILTER (WHERE state = 'running') AS running,
            count(*) FILTER (WHERE state = 'later') AS later, count(*) FILTER (WHERE state = 'set_aside') AS "setAside",
            extract(epoch FROM now() - min(run_at) FILTER (WHERE state = 'due'))::float8 AS "oldestDueSeconds"
       FROM (SELECT kind, run_at, ${STATE} AS state FROM jobs
              UNION ALL
             SELECT 'webhook deliveries', next_attempt_at,
                    CASE WHEN leased_until > now() THEN 'running' WHEN next_attempt_at <= now() THEN 'due' ELSE 'later' END
               FROM webhook_deliveries WHERE status = 'pending') AS queued
      GROUP BY kind ORDER BY kind`,
  );
  return rows;
}

/** The jobs of a kind, as workers take them: without the payload, which may hold personal data. */
export async function listQueueOfKind(
  db: Queryable,
  { kind, limit }: { kind: string; limit: number },
): Promise<QueuedJob[]> {
  const { rows } = await db.query<QueuedJob>(
    `SELECT id, ${STATE} AS state, run_at AS "runAt", attempts, leased_by AS "leasedBy", leased_until AS "leasedUntil",
            last_error AS "lastError"
       FROM jobs WHERE kind = $1 AND set_aside_at IS NULL ORDER BY run_at, id LIMIT $2`,
    [kind, limit],
  );
  return rows;
}
