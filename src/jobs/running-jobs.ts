import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { errorMessage } from '../log/error-message.ts';
import { giveJobsBack } from './finish-job.ts';
import { holdLease, type HeldLease } from './hold-lease.ts';
import type { JobKind } from './job-kind.ts';
import type { JobLogger } from './job-logger.ts';
import type { LeasedJob, WantedJobs } from './lease-jobs.ts';
import { runJob, type JobOutcome } from './run-job.ts';

/** The jobs that run in this process. */
export function createRunningJobs(options: {
  database: Database;
  kinds: ReadonlyMap<string, JobKind<unknown>>;
  logger: JobLogger;
  onEnd: () => void;
  onRun?: ((kind: string, outcome: JobOutcome) => void) | undefined;
}) {
  const { database, kinds, logger, onEnd, onRun } = options;
  const running = new Map<LeasedJob, { lease: HeldLease; ended: Promise<void> }>();

  async function giveBack(): Promise<void> {
    const jobs = [...running.keys()];
    for (const { lease } of running.values()) lease.interrupt();
    try {
      await giveJobsBack(database, jobs);
      logger.info({ jobIds: jobs.map((job) => job.id) }, 'jobs given back');
    } catch (error) {
      logger.error({ error: errorMessage(error) }, 'jobs could not be given back');
    }
  }

  return {
    /** How many more of each kind may run. Kinds that run as often as they may are left out. */
    wanted(): WantedJobs[] {
      const counts = Map.groupBy(running.keys(), (job) => job.kind);
      return [...kinds.values()]
        .map((kind) => ({ kind, most: kind.concurrency - (counts.get(kind.kind)?.length ?? 0) }))
        .filter(({ most }) => most > 0);
    },

    begin(job: LeasedJob, leasedAtMs: number): void {
      const kind = kinds.get(job.kind);
      assert(kind, `leased a job of the unknown kind ${job.kind}`);
      const lease = holdLease({ db: database, job, leaseMs: kind.leaseMs, leasedAtMs, logger });
      const ended = runJob({ db: database.prepared, kind, job, lease, logger, onRun }).finally(() => {
        running.delete(job);
        onEnd();
      });
      running.set(job, { lease, ended });
    },

    /** Waits for them a while, and gives back those that are not done by then. */
    async stop(patienceMs: number): Promise<void> {
      const allEnded = Promise.all([...running.values()].map(({ ended }) => ended));
      const waited = new AbortController();
      const patience = delay(patienceMs, undefined, { signal: waited.signal });
      await Promise.race([allEnded.then(() => waited.abort()), patience.catch(() => {})]);
      if (running.size > 0) await giveBack();
    },
  };
}
