import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// The order is opened a moment after it. The day is for a machine that stood still in between.
export const UNORDERED_REQUESTS_KEPT_DAYS = 1;

/** Forgets what was to be on invoices of orders that never came about. Those of orders are marked as such. */
export function forgetInvoiceRequestsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_invoice_requests',
    sql: `WITH old AS MATERIALIZED (
            SELECT r.order_id, EXISTS (SELECT FROM orders WHERE id = r.order_id) AS is_ordered FROM invoice_requests AS r
             WHERE r.waits_for_order AND r.asked_at < now() - interval '${UNORDERED_REQUESTS_KEPT_DAYS} days'
             ORDER BY r.asked_at LIMIT $1 FOR UPDATE OF r SKIP LOCKED
          ), marked AS (
            UPDATE invoice_requests AS r SET waits_for_order = false FROM old WHERE old.is_ordered AND r.order_id = old.order_id
          ), forgotten AS (
            DELETE FROM invoice_requests AS r USING old WHERE NOT old.is_ordered AND r.order_id = old.order_id
          )
          SELECT FROM old`,
  });
}
