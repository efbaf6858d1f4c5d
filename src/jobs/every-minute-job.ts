import type { Database, Transaction } from '../db/database.ts';
import type { JobKind } from './job-kind.ts';

const A_MINUTE_MS = 60_000;

/**
 * Looks every minute for what is due, and does it batch by batch, each in a transaction, until one is not full. `work` takes at most a batch, skips
 * what others have locked, and answers how many there were.
 */
export function everyMinuteJob(
  database: Database,
  { kind, batch, work }: { kind: string; batch: number; work: (tx: Transaction) => Promise<number> },
): JobKind<Record<string, never>> {
  return {
    kind,
    retryDelaysMs: [5_000, 30_000, A_MINUTE_MS],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: A_MINUTE_MS,
    async run(_payload, { signal }) {
      do signal.throwIfAborted();
      while ((await database.transaction(work)) === batch);
    },
  };
}
