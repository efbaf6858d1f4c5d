import type { Database, Queryable } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { countEventsJob, countNextEvent, type CountEvents } from './count-events-job.ts';

// Tickets become void in the transaction that writes their refund, which takes no longer: it would have been ended.
const MAX_REFUND_SECONDS = 30;

const SALES_TIMES: CountEvents = {
  flag: 'times_counted',
  async count(tx, eventId) {
    // Rows written since the upgrade are counted again with the rest.
    await tx.query(
      'DELETE FROM sales_times WHERE ticket_type_id IN (SELECT id FROM ticket_types WHERE event_id = $1)',
      [eventId],
    );
    await tx.query(COUNT_SQL, [eventId]);
  },
};

/** Counts when ticket types were sold before that was kept. */
export const countSalesTimesJob = (database: Database): JobKind<Record<string, never>> =>
  countEventsJob(database, { kind: 'count_sales_times', ...SALES_TIMES });

/** Counts one event, in a transaction of its own. True: there is none left. */
export const countOneEvent = (tx: Queryable): Promise<boolean> => countNextEvent(tx, SALES_TIMES);

const minuteOf = (column: string): string => `date_bin('1 minute', ${column}, 'epoch')`;

/** A refund is taken off as it was when it was made: which tickets it made void is told from the times. */
const COUNT_SQL = `
  WITH bought AS MATERIALIZED (
    SELECT id, coalesce(gateway, 'none') AS gateway, confirmed_at, quote, source FROM orders
     WHERE event_id = $1 AND confirmed_at IS NOT NULL
  ), sold AS (
    SELECT item.sku AS ticket_type_id, ${minuteOf('o.confirmed_at')} AS at, o.gateway, (item.nr = 1)::integer AS orders,
           -- A change of seat issues none.
           CASE o.source WHEN 'exchange' THEN 0 ELSE item.quantity END AS tickets, item.quantity * item.price AS gross, item.discount, item.quantity * item.fee AS fees
      FROM bought AS o CROSS JOIN LATERAL
           ROWS FROM (json_to_recordset(o.quote -> 'items') AS (sku uuid, quantity bigint, price bigint, fee bigint, discount bigint))
           WITH ORDINALITY AS item (sku, quantity, price, fee, discount, nr)
  ), refund AS (
    SELECT r.order_id, o.gateway, r.amount_minor, r.created_at,
           greatest(r.created_at - interval '${MAX_REFUND_SECONDS} seconds',
                    lag(r.created_at) OVER (PARTITION BY r.order_id ORDER BY r.created_at, r.id) + interval '1 millisecond') AS begun_at
      FROM bought AS o JOIN refunds AS r ON r.order_id = o.id WHERE r.reason = 'host'
  ), refunded AS (
    SELECT part.ticket_type_id, ${minuteOf('r.created_at')} AS at, r.gateway, part.part
      FROM refund AS r CROSS JOIN LATERAL split_refund(
           of_order => r.order_id, amount => r.amount_minor, voided_since => r.begun_at, voided_until => r.created_at) AS part
  ), returned AS (
    SELECT coalesce(t.priced_as, t.ticket_type_id) AS ticket_type_id, ${minuteOf('t.voided_at')} AS at, o.gateway
      FROM tickets AS t JOIN bought AS o ON o.id = t.order_id WHERE t.event_id = $1 AND t.voided_at IS NOT NULL
  )
  INSERT INTO sales_times (ticket_type_id, at, gateway, orders, tickets, gross_minor, discount_minor, fees_minor, refunded_minor,
                           returned_tickets)
  SELECT ticket_type_id, at, gateway, sum(orders), sum(tickets), sum(gross), sum(discount), sum(fees), sum(refunded), sum(returned)
    FROM (SELECT ticket_type_id, at, gateway, orders, tickets, gross, discount, fees, 0 AS refunded, 0 AS returned FROM sold
          UNION ALL SELECT ticket_type_id, at, gateway, 0, 0, 0, 0, 0, part, 0 FROM refunded
          UNION ALL SELECT ticket_type_id, at, gateway, 0, 0, 0, 0, 0, 0, 1 FROM returned) AS line
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
