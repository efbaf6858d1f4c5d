import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// A month to look into what went wrong, and to send it again; no longer, since bodies hold what buyers have told us.
export const DELIVERIES_KEPT_DAYS = 30;
const AN_HOUR_MS = 60 * 60_000;
const SET_SIZE = 1_000;

/** The log of deliveries is kept for a month: it holds what buyers have told us. A small set a transaction. */
export function forgetOldDeliveriesJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'forget_old_deliveries',
    retryDelaysMs: [60_000, 600_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: AN_HOUR_MS,
    async run(_payload, { signal }) {
      for (;;) {
        if (signal.aborted) return;
        // Ids lie by time: the first 48 bits are the millisecond in which they were made.
        const { rows } = await database.query<{ count: number }>(
          `WITH old AS MATERIALIZED (
             SELECT id FROM webhook_deliveries
              WHERE id < (lpad(to_hex(floor(extract(epoch FROM now() - interval '${DELIVERIES_KEPT_DAYS} days') * 1000)::bigint), 12, '0')
                          || repeat('0', 20))::uuid
                AND status <> 'pending'
              ORDER BY id LIMIT ${SET_SIZE} FOR UPDATE SKIP LOCKED
           ), attempts AS (
             DELETE FROM webhook_attempts WHERE delivery_id = ANY (ARRAY(SELECT id FROM old))
           ), bodies AS (
             DELETE FROM webhook_bodies WHERE delivery_id = ANY (ARRAY(SELECT id FROM old))
           ), deleted AS (
             DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(SELECT id FROM old)) RETURNING id
           )
           SELECT count(*) AS count FROM deleted`,
        );
        if ((rows[0]?.count ?? 0) < SET_SIZE) return;
      }
    },
  };
}
