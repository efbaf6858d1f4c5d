import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../db/changes.ts';
import { isDatabaseUnavailable, type Database } from '../db/database.ts';
import { createAlarm } from './alarm.ts';
import { enqueueJob, JOBS_DUE_CHANNEL } from './enqueue-job.ts';
import { errorMessage } from '../log/error-message.ts';
import type { JobKind } from './job-kind.ts';
import type { JobLogger } from './job-logger.ts';
import { leaseDueJobs, msUntilNextDue, type LeasedJob, type WantedJobs } from './lease-jobs.ts';
import type { JobOutcome } from './run-job.ts';
import { createRunningJobs } from './running-jobs.ts';
import { giveJobsBack } from './finish-job.ts';

export type JobRunner = {
  /** Writes the rows of recurring jobs that are missing and begins to take jobs. A database that is away meanwhile is waited for. */
  start(): Promise<void>;
  /** Takes no more jobs, waits for the running ones a while, and gives back those that are not done by then. */
  stop(): Promise<void>;
};

// Covers for NOTIFY: the jobs of a killed process, and notifications lost with a connection.
const MAX_POLL_MS = 5_000;
// A due job that is still there after leasing is locked by another process: look again soon, but don't spin.
const MIN_POLL_MS = 50;
// While one job ends after the other, the runner asks no more often than this when the next is due: that takes longer than to look for some.
const MIN_ASK_MS = 250;
const AFTER_ERROR_PAUSE_MS = 1_000;
// Half of the ten seconds that Docker leaves a process between SIGTERM and SIGKILL.
const STOP_PATIENCE_MS = 5_000;
const RECURRING_KEY = 'recurring';

/** Runs the jobs of these kinds. To be created before `changes` is started, which is when it asks for its channels. */
export function createJobRunner(options: {
  database: Database;
  changes: Changes;
  kinds: readonly JobKind<unknown>[];
  /** Tells an operator who holds a job. */
  processId: string;
  logger: JobLogger;
  /** Hears how runs ended, for whoever counts them. */
  onRun?: (kind: string, outcome: JobOutcome) => void;
  maxPollMs?: number;
  stopPatienceMs?: number;
}): JobRunner {
  const { database, changes, processId, logger } = options;
  const { maxPollMs = MAX_POLL_MS, stopPatienceMs = STOP_PATIENCE_MS } = options;
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  assert.equal(kinds.size, options.kinds.length, 'two kinds of job share a name');
  const alarm = createAlarm();
  const running = createRunningJobs({
    database,
    kinds,
    logger,
    onEnd: alarm.ring,
    onRun: options.onRun,
  });
  const looks = createLooks(alarm.ring);
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;
  let askedAtMs = -Infinity;

  changes.listen(JOBS_DUE_CHANNEL, {
    onChange: (kind) => kinds.has(kind) && looks.expect(kind),
    onGap: () => looks.expectAll(),
  });

  /** Answers how long there is nothing to do, unless the alarm rings: it does for every job that comes or ends. */
  const takeDueJobs = async (): Promise<number> => {
    const allWanted = running.wanted();
    if (allWanted.length === 0) return maxPollMs;
    const wanted = allWanted.filter(looks.areWorth);
    if (wanted.length === 0) return MIN_POLL_MS;
    const leasedAtMs = performance.now();
    looks.begin(wanted, leasedAtMs);
    const jobs = await leaseDueJobs(database.prepared, { wanted, processId });
    if (stopping.signal.aborted) {
      await giveJobsBack(database, jobs);
      return 0;
    }
    looks.end(wanted, jobs);
    for (const job of jobs) running.begin(job, leasedAtMs);
    // When the next is due is asked once there is nothing to do now.
    if (jobs.length > 0 || performance.now() - askedAtMs < MIN_ASK_MS) return MIN_POLL_MS;
    askedAtMs = performance.now();
    const kindsWanted = running.wanted().map(({ kind }) => kind.kind);
    const nextDueMs = await msUntilNextDue(database.prepared, kindsWanted);
    return Math.min(maxPollMs, Math.max(MIN_POLL_MS, nextDueMs ?? maxPollMs));
  };

  const takeJobsUntilStopped = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await alarm.sleep(await takeDueJobs());
      } catch (error) {
        logger.error({ error: errorMessage(error) }, 'jobs could not be taken');
        await pauseAfterError(stopping.signal);
      }
    }
  };

  return {
    async start() {
      assert(loop === null, 'a job runner is started once');
      await writeRecurringJobs({ ...options, signal: stopping.signal });
      loop = takeJobsUntilStopped();
    },
    async stop() {
      stopping.abort();
      alarm.ring();
      await loop;
      await running.stop(stopPatienceMs);
    },
  };
}

/**
 * When each kind was last looked for. While many jobs of a kind are done one after the other, they are leased several at a time, and the
 * other kinds are not looked for each time that one ends.
 */
function createLooks(ring: () => void) {
  const lookedAtMs = new Map<string, number>();
  const expected = new Set<string>();
  return {
    /** There may be jobs of this kind. */
    expect(kind: string): void {
      expected.add(kind);
      ring();
    },
    expectAll(): void {
      lookedAtMs.clear();
      ring();
    },
    areWorth({ kind, most }: WantedJobs): boolean {
      if (performance.now() - (lookedAtMs.get(kind.kind) ?? -Infinity) >= MIN_POLL_MS) return true;
      return expected.has(kind.kind) && most * 2 >= kind.concurrency;
    },
    begin(wanted: WantedJobs[], atMs: number): void {
      for (const { kind } of wanted) {
        lookedAtMs.set(kind.kind, atMs);
        // Of what comes from now on this look may see nothing.
        expected.delete(kind.kind);
      }
    },
    /** If as many came as were asked for, there may be more. */
    end(wanted: WantedJobs[], jobs: LeasedJob[]): void {
      for (const { kind, most } of wanted)
        if (jobs.filter((job) => job.kind === kind.kind).length === most) expected.add(kind.kind);
    },
  };
}

const pauseAfterError = (signal: AbortSignal): Promise<void> =>
  delay(AFTER_ERROR_PAUSE_MS, undefined, { signal }).catch(() => {});

/** Writes the rows of recurring jobs that are missing. A database that is away meanwhile is waited for. */
export async function writeRecurringJobs(options: {
  database: Database;
  kinds: readonly JobKind<unknown>[];
  logger: JobLogger;
  signal: AbortSignal;
}): Promise<void> {
  for (const { kind, everyMs } of options.kinds)
    if (everyMs !== undefined) await writeRecurring({ ...options, kind });
}

async function writeRecurring(options: {
  database: Database;
  kind: string;
  logger: JobLogger;
  signal: AbortSignal;
}): Promise<void> {
  const { database, kind, logger, signal } = options;
  while (!signal.aborted) {
    try {
      await enqueueJob(database, { kind, payload: {}, uniqueKey: RECURRING_KEY });
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      logger.error({ error: errorMessage(error) }, 'recurring jobs could not be written');
      await pauseAfterError(signal);
    }
  }
}
