import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// Hosts compare with the year before, which is a little more than a year away.
export const SCANS_KEPT_DAYS = 400;

/** When each guest came in and went out, at which door. That a ticket was used stays on the ticket. */
export function forgetScansJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_scans',
    sql: `DELETE FROM scans WHERE id = ANY (ARRAY(
            SELECT id FROM scans WHERE received_at < now() - interval '${SCANS_KEPT_DAYS} days'
             ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
