import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// The mail goes within days, or not at all.
export const LEFT_CARTS_KEPT_DAYS = 7;
// So long nobody is reminded of the same event a second time.
export const TOLD_KEPT_DAYS = 400;

/** Forgets carts that nothing came of, and, a year later, that somebody was reminded. */
export function forgetLeftCartsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_left_carts',
    sql: `DELETE FROM left_carts WHERE id = ANY (ARRAY(
            SELECT id FROM left_carts
             WHERE asked_at < now() - CASE WHEN email IS NULL THEN interval '${TOLD_KEPT_DAYS} days'
                                           ELSE interval '${LEFT_CARTS_KEPT_DAYS} days' END
             ORDER BY asked_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
