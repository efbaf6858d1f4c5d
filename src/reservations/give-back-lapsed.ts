import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';

const EVERY_MS = 5_000;
// Buyers wait while a set is given back: this many take some thousandths of a second, then buyers go on for as long.
const SET_SIZE = 100;

/**
 * No buyer waits for this: what has lapsed counts as free the instant it lapses, and a buyer who needs it takes it. This
 * corrects the counters and deletes the rows, a small set per transaction.
 */
export function giveBackLapsedJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'give_back_lapsed',
    retryDelaysMs: [1_000, 5_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: EVERY_MS,
    async run(_payload, { signal }) {
      for (;;) {
        if (signal.aborted) return;
        const startedAtMs = performance.now();
        const { rows } = await database.query<{ count: number }>('SELECT give_back_lapsed($1) AS count', [
          SET_SIZE,
        ]);
        if ((rows[0]?.count ?? 0) < SET_SIZE) return;
        await delay(performance.now() - startedAtMs);
      }
    },
  };
}
