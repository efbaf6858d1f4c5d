import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// The order is opened a moment after it. The day is for a machine that stood still in between.
export const UNORDERED_CONSENTS_KEPT_DAYS = 1;

/** Forgets consents with orders that never came about. Those of orders are marked as such. */
export function forgetUnorderedConsentsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_unordered_consents',
    sql: `WITH old AS MATERIALIZED (
            SELECT c.order_id, EXISTS (SELECT FROM orders WHERE id = c.order_id) AS is_ordered FROM newsletter_consents AS c
             WHERE c.waits_for_order AND c.agreed_at < now() - interval '${UNORDERED_CONSENTS_KEPT_DAYS} days'
             ORDER BY c.agreed_at LIMIT $1 FOR UPDATE OF c SKIP LOCKED
          ), marked AS (
            UPDATE newsletter_consents AS c SET waits_for_order = false FROM old WHERE old.is_ordered AND c.order_id = old.order_id
          ), forgotten AS (
            DELETE FROM newsletter_consents AS c USING old WHERE NOT old.is_ordered AND c.order_id = old.order_id
          )
          SELECT FROM old`,
  });
}
