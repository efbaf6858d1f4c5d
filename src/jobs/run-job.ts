import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable, isDiskFull, type Queryable } from '../db/database.ts';
import { errorMessage } from '../log/error-message.ts';
import { withLogFields } from '../log/log-fields.ts';
import { JobInterrupted, type HeldLease } from './hold-lease.ts';
import { attemptsAllowed, nextTryAfterFailure, type JobKind } from './job-kind.ts';
import type { JobLogger } from './job-logger.ts';
import type { LeasedJob } from './lease-jobs.ts';
import { deleteJob, rescheduleJob, setJobAside } from './finish-job.ts';

type Failure = { attempt: number; message: string; isDiskFull?: boolean };

/** How a run ended that was written down. `failed`: it is tried again. */
export type JobOutcome = 'done' | 'failed' | 'set_aside';

const RECORD_AGAIN_PAUSE_MS = 250;
const FULL_DISK_PAUSE_MS = 30_000;

/** Runs a leased job and records how it went. Doesn't throw: what can't be recorded is left to the lease to run out. */
export async function runJob(options: {
  db: Queryable;
  kind: JobKind<unknown>;
  job: LeasedJob;
  lease: HeldLease;
  logger: JobLogger;
  onRun?: ((kind: string, outcome: JobOutcome) => void) | undefined;
}): Promise<void> {
  const { db, kind, job, lease, logger } = options;
  const about = { jobId: job.id, kind: job.kind, attempt: job.attempt };
  try {
    if (job.takenOver) logger.warn(about, 'job taken over: its lease ran out');
    const failure = await attemptJob(kind, job, lease);
    // An interrupted job is given back by the runner: this failure does not count.
    if (failure && lease.signal.reason instanceof JobInterrupted) return;
    const counted = await recordWhileHeld(lease, () =>
      failure ? recordFailure(db, { kind, job, failure, logger }) : recordSuccess(db, kind, job),
    );
    if (counted) options.onRun?.(job.kind, outcomeOf(kind, failure));
    else logger.warn(about, 'job ended after its lease had gone to another: not recorded');
  } catch (error) {
    logger.error({ ...about, error: errorMessage(error) }, 'the outcome of a job could not be recorded');
  } finally {
    lease.letGo();
  }
}

const outcomeOf = (kind: JobKind<unknown>, failure: Failure | null): JobOutcome =>
  !failure ? 'done' : nextTry(kind, failure) ? 'failed' : 'set_aside';

/** A full disk is no fault of the job's: it is never set aside for that, and goes on by itself once there is space. */
function nextTry(kind: JobKind<unknown>, { attempt, isDiskFull: isForNow }: Failure) {
  const next = nextTryAfterFailure(kind, attempt);
  if (next || !isForNow) return next;
  return { delayMs: kind.retryDelaysMs.at(-1) ?? FULL_DISK_PAUSE_MS, attempts: attempt - 1 };
}

async function attemptJob(kind: JobKind<unknown>, job: LeasedJob, lease: HeldLease): Promise<Failure | null> {
  const allowed = attemptsAllowed(kind);
  if (job.takenOver && job.attempt > allowed) {
    const message = `Its process was killed, or lost the database, during attempt ${allowed} of ${allowed}.`;
    return { attempt: job.attempt - 1, message };
  }
  try {
    await withLogFields({ jobId: job.id, jobKind: job.kind }, () =>
      kind.run(job.payload, { jobId: job.id, attempt: job.attempt, signal: lease.signal }),
    );
    return null;
  } catch (error) {
    return { attempt: job.attempt, message: errorMessage(error), isDiskFull: isDiskFull(error) };
  }
}

/** Tries as long as the job is ours: a database that restarts must not make us do the work again. */
async function recordWhileHeld(lease: HeldLease, record: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    try {
      return await record();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || lease.signal.aborted) throw error;
      await delay(RECORD_AGAIN_PAUSE_MS);
    }
  }
}

function recordSuccess(db: Queryable, kind: JobKind<unknown>, job: LeasedJob): Promise<boolean> {
  if (kind.everyMs === undefined) return deleteJob(db, job);
  return rescheduleJob(db, job, { delayMs: kind.everyMs, attempts: 0, lastError: null });
}

async function recordFailure(
  db: Queryable,
  {
    kind,
    job,
    failure,
    logger,
  }: { kind: JobKind<unknown>; job: LeasedJob; failure: Failure; logger: JobLogger },
): Promise<boolean> {
  const about = { jobId: job.id, kind: job.kind, attempt: failure.attempt, error: failure.message };
  const next = nextTry(kind, failure);
  if (next) {
    const counted = await rescheduleJob(db, job, { ...next, lastError: failure.message });
    if (counted) logger.warn({ ...about, retryInMs: next.delayMs }, 'job failed');
    return counted;
  }
  const counted = await setJobAside(db, job, { attempts: failure.attempt, lastError: failure.message });
  if (counted) logger.error(about, 'job failed for the last time: set aside');
  return counted;
}
