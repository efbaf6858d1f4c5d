import type { Database } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';

const A_DAY_MS = 24 * 60 * 60_000;

/** A sandbox remembers what was played in it for a month. */
export function forgetSandboxPaymentsJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'forget_sandbox_payments',
    retryDelaysMs: [A_DAY_MS / 24],
    leaseMs: 60_000,
    concurrency: 1,
    everyMs: A_DAY_MS,
    async run() {
      await database.query(`DELETE FROM sandbox_payments WHERE created_at < now() - interval '30 days'`);
    },
  };
}
