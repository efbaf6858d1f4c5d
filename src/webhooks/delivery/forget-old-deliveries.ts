import type { Database } from '../../db/database.ts';
import { firstIdAt } from '../../db/first-id-at.ts';
import { forgetJob } from '../../jobs/forget-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';

// A month to look into what went wrong, and to send it again; no longer, since bodies hold what buyers have told us.
export const DELIVERIES_KEPT_DAYS = 30;

/** The log of deliveries, with every attempt and what was sent. What has not come to its end stays. */
export function forgetOldDeliveriesJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_old_deliveries',
    sql: `WITH old AS MATERIALIZED (
            SELECT id FROM webhook_deliveries
             WHERE id < ${firstIdAt(`now() - interval '${DELIVERIES_KEPT_DAYS} days'`)} AND status <> 'pending'
             ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
          ), attempts AS (
            DELETE FROM webhook_attempts WHERE delivery_id = ANY (ARRAY(SELECT id FROM old))
          ), bodies AS (
            DELETE FROM webhook_bodies WHERE delivery_id = ANY (ARRAY(SELECT id FROM old))
          )
          DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(SELECT id FROM old))`,
  });
}
