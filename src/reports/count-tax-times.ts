import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { countEventsJob } from './count-events-job.ts';

/**
 * Counts the taxes over time of events that were on sale before these were kept. What an older program sold between the migration and the
 * functions has no stamp yet: it gets one here.
 */
export const countTaxTimesJob = (database: Database): JobKind<Record<string, never>> =>
  countEventsJob(database, {
    kind: 'count_tax_times',
    flag: 'taxes_counted',
    async count(tx, eventId) {
      for (const sql of [STAMP_ORDERS_SQL, STAMP_REFUNDS_SQL, FORGET_SQL, COUNT_SQL])
        await tx.query(sql, [eventId]);
    },
  });

const SINCE_TAXES = `(SELECT ran_at - interval '1 minute' FROM schema_migrations WHERE name = '0018_taxes.sql')`;

// Those that nobody has paid yet as well: they may be paid after this.
const STAMP_ORDERS_SQL = `
  SELECT stamp_taxes(ARRAY(
    SELECT o.id FROM orders AS o
     WHERE o.event_id = $1 AND greatest(o.created_at, o.confirmed_at) >= ${SINCE_TAXES}
       AND NOT EXISTS (SELECT FROM order_taxes AS stamp WHERE stamp.order_id = o.id)))`;

/** Whichever tickets it was for: nobody had a second rate then. */
const STAMP_REFUNDS_SQL = `
  SELECT stamp_refund(of_refund => r.id, of_order => r.order_id, amount => r.amount_minor, voided_since => 'infinity')
    FROM (SELECT refunds.* FROM orders AS o JOIN refunds ON refunds.order_id = o.id
           WHERE o.event_id = $1 AND refunds.reason = 'host'
             AND EXISTS (SELECT FROM order_taxes AS stamp WHERE stamp.order_id = o.id)
             AND NOT EXISTS (SELECT FROM refund_taxes AS stamp WHERE stamp.refund_id = refunds.id)
           ORDER BY refunds.created_at, refunds.id) AS r`;

const FORGET_SQL = `DELETE FROM tax_times WHERE ticket_type_id IN (SELECT id FROM ticket_types WHERE event_id = $1)`;

const quarterOf = (column: string): string => `date_bin('15 minutes', ${column}, 'epoch')`;

const COUNT_SQL = `
  WITH stamps AS MATERIALIZED (
    SELECT o.id AS order_id, o.confirmed_at, coalesce(o.gateway, 'none') AS gateway, stamp.*
      FROM orders AS o CROSS JOIN LATERAL (
           SELECT ticket_type_id, item, name, kind, basis_points, amount_minor, tax_minor FROM order_taxes WHERE order_id = o.id) AS stamp
     WHERE o.event_id = $1 AND o.confirmed_at IS NOT NULL
  ), given_back AS (
    SELECT o.ticket_type_id, r.created_at AS at, o.gateway, back.*
      FROM (SELECT DISTINCT ON (order_id) order_id, gateway, ticket_type_id FROM stamps ORDER BY order_id, item) AS o
      JOIN refunds AS r ON r.order_id = o.order_id JOIN refund_taxes AS back ON back.refund_id = r.id
  )
  INSERT INTO tax_times (ticket_type_id, at, gateway, name, kind, basis_points, amount_minor, tax_minor, refunded_minor, refunded_tax_minor)
  SELECT ticket_type_id, at, gateway, name, kind, basis_points, sum(amount), sum(tax), sum(refunded), sum(refunded_tax)
    FROM (SELECT ticket_type_id, ${quarterOf('confirmed_at')} AS at, gateway, name, kind, basis_points, amount_minor AS amount,
                 tax_minor AS tax, 0 AS refunded, 0 AS refunded_tax FROM stamps
          UNION ALL
          SELECT ticket_type_id, ${quarterOf('at')}, gateway, name, kind, basis_points, 0, 0, amount_minor, tax_minor FROM given_back) AS line
   WHERE kind <> 'none' GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`;
