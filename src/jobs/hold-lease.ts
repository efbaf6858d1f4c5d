import type { Queryable } from '../db/database.ts';
import { errorMessage } from '../log/error-message.ts';
import type { JobLogger } from './job-logger.ts';
import type { LeasedJob } from './lease-jobs.ts';

/** Why a job's signal was aborted where its process is stopping; the job is then given back. */
export class JobInterrupted extends Error {
  override message = 'This process is stopping.';
}

export type HeldLease = {
  /** Aborted when the lease may be lost, or by `interrupt`. */
  signal: AbortSignal;
  interrupt(): void;
  /** No longer extends it; what becomes of the row is up to the caller. */
  letGo(): void;
};

/** Extends a job's lease until it is let go, and aborts the signal if it is lost on the way. */
export function holdLease(options: {
  db: Queryable;
  job: LeasedJob;
  leaseMs: number;
  /** performance.now() before the lease was asked for, so that we give it up no later than the database does. */
  leasedAtMs: number;
  logger: JobLogger;
}): HeldLease {
  const { db, job, leaseMs, logger } = options;
  const about = { jobId: job.id, kind: job.kind, attempt: job.attempt };
  const abort = new AbortController();
  let ended = false;

  const letGo = (): void => {
    ended = true;
    clearTimeout(deadline);
    clearTimeout(heartbeat);
  };
  const interrupt = (): void => {
    letGo();
    abort.abort(new JobInterrupted());
  };
  const lose = (how: string): void => {
    letGo();
    logger.warn(about, `job lost its lease: ${how}`);
    abort.abort(new Error('The lease of this job was lost.'));
  };
  const extend = async (): Promise<void> => {
    const sentAtMs = performance.now();
    const outcome = await extendLease(db, job, leaseMs).catch((error: Error) => error);
    if (ended) return;
    if (outcome === 'lost') return lose('it has gone to another');
    if (outcome === 'extended') {
      clearTimeout(deadline);
      deadline = loseAfterLeaseSince(sentAtMs);
    } else {
      logger.warn({ ...about, error: errorMessage(outcome) }, 'lease could not be extended');
    }
    heartbeat = extendInTime();
  };
  const loseAfterLeaseSince = (ms: number) =>
    setTimeout(() => lose('it could not be extended in time'), ms + leaseMs - performance.now());
  // At a third, so that two heartbeats have to fail before the lease is lost.
  const extendInTime = () => setTimeout(() => void extend(), leaseMs / 3);

  let deadline = loseAfterLeaseSince(options.leasedAtMs);
  let heartbeat = extendInTime();
  return { signal: abort.signal, interrupt, letGo };
}

async function extendLease(db: Queryable, job: LeasedJob, leaseMs: number): Promise<'extended' | 'lost'> {
  const { rowCount } = await db.query(
    `UPDATE jobs SET leased_until = now() + $3 * interval '1 millisecond' WHERE id = $1 AND leased_by = $2`,
    [job.id, job.leasedBy, leaseMs],
  );
  return rowCount === 1 ? 'extended' : 'lost';
}
