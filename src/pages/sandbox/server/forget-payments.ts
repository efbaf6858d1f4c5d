import type { Database } from '../../../db/database.ts';
import { forgetJob } from '../../../jobs/forget-job.ts';
import type { JobKind } from '../../../jobs/job-kind.ts';

// Longer than anybody tries one purchase out.
export const SANDBOX_KEPT_DAYS = 30;

/** Deletes the sandbox's payments, and with them their refunds. */
export function forgetSandboxPaymentsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_sandbox_payments',
    sql: `DELETE FROM sandbox_payments WHERE id = ANY (ARRAY(
            SELECT id FROM sandbox_payments WHERE created_at < now() - interval '${SANDBOX_KEPT_DAYS} days'
             ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
