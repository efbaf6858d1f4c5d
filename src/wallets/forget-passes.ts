import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// An event that was moved back at the last moment is still told of.
export const PASSES_KEPT_DAYS = 30;

/** Forgets the phones that have passes of events that are over. */
export function forgetPassesJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_passes',
    sql: `DELETE FROM wallet_passes WHERE (pass, wallet, device) IN (
            SELECT p.pass, p.wallet, p.device FROM wallet_passes AS p JOIN events AS e ON e.id = p.event_id
             WHERE e.closes_at < now() - interval '${PASSES_KEPT_DAYS} days'
             ORDER BY e.closes_at LIMIT $1 FOR UPDATE OF p SKIP LOCKED)`,
  });
}
