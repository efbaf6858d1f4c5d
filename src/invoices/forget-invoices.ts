import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

/**
 * Forgets invoices once their host's term is over, all of an order together: a credit note without its invoice says nothing. The counter of their
 * year notes that its first numbers are gone. The database refuses to delete one any sooner (keep_invoices).
 */
export function forgetInvoicesJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_invoices',
    sql: `WITH over AS MATERIALIZED (
            SELECT i.order_id
              FROM (SELECT DISTINCT host_id FROM invoice_counters) AS h
             CROSS JOIN LATERAL (SELECT kept_years FROM invoice_settings WHERE host_id = h.host_id ORDER BY since DESC LIMIT 1) AS s
             CROSS JOIN LATERAL (SELECT order_id FROM invoices
                                  WHERE host_id = h.host_id AND year + s.kept_years < extract(year FROM now())
                                  LIMIT $1) AS i
             WHERE NOT EXISTS (SELECT FROM invoices AS later
                                WHERE later.order_id = i.order_id AND later.year + s.kept_years >= extract(year FROM now()))
             LIMIT $1
          ), noted AS (
            UPDATE invoice_counters AS c SET forgotten_at = now()
              FROM (SELECT DISTINCT host_id, is_sandbox, year FROM invoices WHERE order_id IN (SELECT order_id FROM over)) AS gone
             WHERE (c.host_id, c.is_sandbox, c.year) = (gone.host_id, gone.is_sandbox, gone.year) AND c.forgotten_at IS NULL
          ), requests AS (
            DELETE FROM invoice_requests WHERE order_id IN (SELECT order_id FROM over)
          )
          DELETE FROM invoices WHERE order_id IN (SELECT order_id FROM over)`,
  });
}
