import { DELIVERIES_KEPT_DAYS } from '../webhooks/delivery/forget-old-deliveries.ts';
import type { Promised } from './promise.ts';

// A transaction that switches a receiver has a few statements, each with a time limit of seconds.
const SWITCH_SECONDS = 60;

// Programs from before the first release kept neither of the promises about late payments. A database of theirs has run the baseline when it was
// taken over, a new one before its first sale.
const SINCE_LATE_PAYMENTS = `(SELECT max(ran_at) FROM schema_migrations WHERE name = '0001_baseline.sql')`;

// Money that the buyer's bank claims back, or has, is between the host and the gateway.
const IS_DISPUTED = (payment: string): string =>
  `EXISTS (SELECT FROM payment_disputes AS d WHERE d.order_id = ${payment}.order_id AND d.payment_id = ${payment}.id)`;

/** Of orders: their tickets, money, deliveries and history. */
export const ORDER_PROMISES: Promised[] = [
  {
    promise: 'every order that was bought with a promo code counts as a use of it',
    sql: `SELECT reference AS where_at, promo_code_id::text AS detail FROM orders
           WHERE confirmed_at > ${SINCE_LATE_PAYMENTS} AND promo_code_id IS NOT NULL AND NOT promo_is_counted`,
  },
  {
    promise:
      'an order that was given up, or whose eight hours were over, was bought only while its tickets were on sale at its price',
    // former_prices tells the price in force. Times of orders have milliseconds: a price just before or after will do.
    sql: `SELECT o.reference AS where_at, format('%s for %s, bought %s', item.sku, item.price, o.confirmed_at) AS detail
            FROM orders AS o
            CROSS JOIN LATERAL (SELECT c.status FROM order_changes AS c
                                 WHERE c.order_id = o.id AND c.at <= o.confirmed_at AND c.status IN ('expired', 'cancelled', 'failed')
                                 ORDER BY c.id DESC LIMIT 1) AS before
            CROSS JOIN LATERAL json_to_recordset(o.quote -> 'items') AS item (sku uuid, price bigint)
           WHERE o.confirmed_at > ${SINCE_LATE_PAYMENTS} AND o.source IN ('api', 'embed')
             AND (before.status <> 'expired' OR o.confirmed_at >= o.pay_by + interval '8 hours 1 second')
             AND NOT EXISTS (
                   SELECT 1 FROM (SELECT price_minor, sale_starts_at, sale_ends_at, 'infinity'::timestamptz AS until FROM ticket_types
                                   WHERE id = item.sku
                                   UNION ALL
                                  SELECT price_minor, sale_starts_at, sale_ends_at, until FROM former_prices
                                   WHERE ticket_type_id = item.sku) AS in_force
                    WHERE in_force.price_minor = item.price AND in_force.until > o.confirmed_at - interval '1 ms'
                      AND coalesce(in_force.sale_starts_at <= o.confirmed_at + interval '1 ms', true)
                      AND coalesce(in_force.sale_ends_at > o.confirmed_at - interval '1 ms', true)
                      AND NOT EXISTS (SELECT 1 FROM former_prices AS f WHERE f.ticket_type_id = item.sku AND f.until < in_force.until
                                         AND f.until > o.confirmed_at + interval '1 ms'))`,
  },
  {
    promise: 'the items of an order add up to its total',
    sql: `SELECT o.reference AS where_at, format('total %s, items %s', o.total_minor, items.total) AS detail
            FROM orders AS o
            CROSS JOIN LATERAL (
              SELECT sum(i.quantity * (i.price + i.fee) - i.discount) AS total
                FROM json_to_recordset(o.quote -> 'items') AS i (quantity bigint, price bigint, fee bigint, discount bigint)) AS items
           WHERE items.total IS DISTINCT FROM o.total_minor`,
  },
  {
    promise: 'what a ticket type has sold is the number of its tickets',
    // Without those whose place is on sale again, or another ticket's.
    sql: `SELECT t.id::text AS where_at, format('sold %s, tickets %s', t.sold, coalesce(issued.count, 0)) AS detail
            FROM ticket_types AS t
            LEFT JOIN (SELECT ticket_type_id, count(*) FROM tickets
                        WHERE NOT is_returned AND NOT id IN (SELECT listed_ticket_id FROM returns WHERE listed_ticket_id IS NOT NULL)
                        GROUP BY 1) AS issued
              ON issued.ticket_type_id = t.id
           WHERE t.sold <> coalesce(issued.count, 0)`,
  },
  {
    promise:
      'what the ticket types of an event were sold for is what its orders cost, less what was given back',
    sql: `SELECT e.id::text AS where_at,
                 format('sales %s, fees %s, refunds %s; by the orders %s, %s, %s', kept.sales, kept.fees, kept.refunded,
                        sold.sales, sold.fees, given_back.total) AS detail
            FROM events AS e
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(sales_minor), 0) AS sales, coalesce(sum(fees_minor), 0) AS fees,
                     coalesce(sum(refunded_minor), 0) AS refunded, bool_or(sales_minor IS NULL) AS is_uncounted
                FROM ticket_types WHERE event_id = e.id) AS kept
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(total_minor), 0) AS sales, coalesce(sum((quote ->> 'totalFees')::bigint), 0) AS fees
                FROM orders WHERE event_id = e.id AND confirmed_at IS NOT NULL) AS sold
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(r.amount_minor), 0) AS total FROM orders AS o JOIN refunds AS r ON r.order_id = o.id
               WHERE o.event_id = e.id AND r.reason = 'host') AS given_back
           WHERE kept.is_uncounted IS NOT TRUE
             AND (kept.sales, kept.fees, kept.refunded) IS DISTINCT FROM (sold.sales, sold.fees, given_back.total)`,
  },
  {
    promise:
      'the sales over time of an event add up to its orders, tickets and refunds, by each way of payment',
    // By the sums that are written in the orders themselves: those of their items are another promise.
    sql: `SELECT event_id::text AS where_at,
                 format('%s: orders, tickets, void, prices, discounts, fees, refunds are %s; by the orders %s', gateway, kept.sums, made.sums)
                   AS detail
            FROM (SELECT t.event_id, s.gateway, array[sum(s.orders), sum(s.tickets), sum(s.returned_tickets), sum(s.gross_minor),
                         sum(s.discount_minor), sum(s.fees_minor), sum(s.refunded_minor)] AS sums
                    FROM ticket_types AS t JOIN sales_times AS s ON s.ticket_type_id = t.id GROUP BY 1, 2) AS kept
            FULL JOIN (
              SELECT o.event_id, coalesce(o.gateway, 'none') AS gateway, array[count(*), sum(issued.count), sum(issued.void),
                     sum(o.total_minor + quote.discount - quote.fees), sum(quote.discount), sum(quote.fees), sum(given_back.total)] AS sums
                FROM orders AS o
                CROSS JOIN LATERAL (SELECT coalesce((o.quote ->> 'discount')::bigint, 0) AS discount,
                                           coalesce((o.quote ->> 'totalFees')::bigint, 0) AS fees) AS quote
                CROSS JOIN LATERAL (SELECT count(*), count(voided_at) AS void FROM tickets WHERE order_id = o.id) AS issued
                CROSS JOIN LATERAL (SELECT coalesce(sum(amount_minor), 0) AS total FROM refunds
                                     WHERE order_id = o.id AND reason = 'host') AS given_back
               WHERE o.confirmed_at IS NOT NULL GROUP BY 1, 2) AS made USING (event_id, gateway)
           WHERE kept.sums IS DISTINCT FROM made.sums
             AND NOT EXISTS (SELECT 1 FROM ticket_types AS t WHERE t.event_id = coalesce(kept.event_id, made.event_id) AND NOT t.times_counted)`,
  },
  {
    promise:
      'a confirmed order has a ticket for every admission, and one for a change of seat has none; nor has any other',
    sql: `SELECT o.reference AS where_at, format('%s, %s bought, %s tickets', o.status, items.quantity, issued.count) AS detail
            FROM orders AS o
            CROSS JOIN LATERAL (
              SELECT sum(i.quantity) AS quantity FROM json_to_recordset(o.quote -> 'items') AS i (quantity bigint)) AS items
            CROSS JOIN LATERAL (SELECT count(*) FROM tickets WHERE order_id = o.id) AS issued
           WHERE issued.count <> CASE WHEN o.confirmed_at IS NULL OR o.source = 'exchange' THEN 0 ELSE items.quantity END
              OR (o.confirmed_at IS NULL AND o.status IN ('confirmed', 'partially_refunded'))`,
  },
  {
    promise: 'every ticket is priced by a line of its order, and every line by as many as were bought',
    sql: `SELECT o.reference AS where_at, format('%s: %s bought, %s tickets', wrong.sku, wrong.quantity, wrong.count) AS detail
            FROM orders AS o CROSS JOIN LATERAL (
              SELECT sku, line.quantity, issued.count
                FROM (SELECT i.sku, sum(i.quantity) AS quantity
                        FROM json_to_recordset(o.quote -> 'items') AS i (sku uuid, quantity bigint) GROUP BY 1) AS line
                FULL JOIN (SELECT coalesce(t.priced_as, t.ticket_type_id) AS sku, count(*) FROM tickets AS t
                            WHERE t.order_id = o.id GROUP BY 1) AS issued USING (sku)
               WHERE line.quantity IS DISTINCT FROM issued.count) AS wrong
           WHERE o.confirmed_at IS NOT NULL AND o.source <> 'exchange'`,
  },
  {
    promise: 'a ticket has the seat and the ticket type that it was last changed to',
    sql: `SELECT t.id::text AS where_at, format('seat %s, changed to %s; type %s, changed to %s', t.seat_id, last.to_seat_id,
                 t.ticket_type_id, last.to_type_id) AS detail
            FROM tickets AS t CROSS JOIN LATERAL (
              SELECT x.to_seat_id, x.to_type_id FROM seat_exchanges AS x WHERE x.ticket_id = t.id AND x.done_at IS NOT NULL
               ORDER BY x.done_at DESC, x.id DESC LIMIT 1) AS last
           WHERE t.id IN (SELECT x.ticket_id FROM seat_exchanges AS x)
             AND (t.seat_id, t.ticket_type_id) IS DISTINCT FROM (last.to_seat_id, last.to_type_id)`,
  },
  {
    // Money that moved nothing is not the order's, and goes back whole: another promise.
    promise: 'what was paid for a change of seat has moved its ticket, and nothing else has',
    sql: `SELECT coalesce(o.reference, x.id::text) AS where_at,
                 format('%s, paid %s of %s, done %s', o.status, o.total_minor, x.difference_minor, x.done_at) AS detail
            FROM (SELECT * FROM orders WHERE source = 'exchange') AS o
            FULL JOIN (SELECT * FROM seat_exchanges WHERE how = 'paid') AS x ON x.difference_order_id = o.id
           WHERE o.id IS NULL OR x.id IS NULL OR o.total_minor <> x.difference_minor OR (o.confirmed_at IS NULL) <> (x.done_at IS NULL)`,
  },
  {
    promise: 'a seat is sold if and only if somebody has a ticket for it',
    sql: `SELECT s.id::text AS where_at, format('sold: %s, tickets %s', s.is_sold, issued.count) AS detail
            FROM seats AS s
            CROSS JOIN LATERAL (SELECT count(*) FROM tickets AS t WHERE t.seat_id = s.id AND NOT t.is_returned) AS issued
           WHERE issued.count <> s.is_sold::integer`,
  },
  {
    promise: 'every payment has issued tickets, or goes back whole',
    sql: `SELECT p.id::text AS where_at, format('%s for order %s, %s', p.use, o.reference, o.status) AS detail
            FROM payments AS p JOIN orders AS o ON o.id = p.order_id
           WHERE CASE p.use WHEN 'order' THEN o.confirmed_at IS NULL OR p.amount_minor < o.total_minor OR p.currency <> o.currency
                            ELSE p.refunded_minor <> p.amount_minor END`,
  },
  {
    promise: 'an order that waits for its payment has its cart',
    sql: `SELECT o.reference AS where_at, o.status AS detail
            FROM orders AS o
           WHERE o.status = 'pending_payment' AND o.pay_by > clock_timestamp()
             AND NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.id = o.reservation_id AND r.order_id = o.id AND r.ended_at IS NULL)`,
  },
  {
    promise: 'what is confirmed is paid for, once',
    sql: `SELECT o.reference AS where_at, format('total %s', o.total_minor) AS detail
            FROM orders AS o
           WHERE o.confirmed_at IS NOT NULL AND o.total_minor > 0
             AND (SELECT count(*) FROM payments AS p WHERE p.order_id = o.id AND p.use = 'order') <> 1`,
  },
  {
    promise: 'the refunds of a payment add up, and never exceed it',
    sql: `SELECT p.id::text AS where_at, format('paid %s, refunded %s, refunds %s', p.amount_minor, p.refunded_minor, refunds.total) AS detail
            FROM payments AS p
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(r.amount_minor), 0) AS total FROM refunds AS r WHERE r.payment_id = p.id) AS refunds
           WHERE refunds.total <> p.refunded_minor OR p.refunded_minor > p.amount_minor`,
  },
  {
    promise: 'every purchase has a delivery for each receiver that was on at the time',
    // As long as deliveries are kept. Whoever switches a receiver is seen by the purchases that begin after the commit, which
    // comes some moments after the time on record: in between, both are right.
    sql: `SELECT o.reference AS where_at, format('no delivery for receiver %s', s.id) AS detail
            FROM orders AS o
            JOIN webhook_subscriptions AS s ON s.event_id = o.event_id
            JOIN webhook_subscription_periods AS p ON p.subscription_id = s.id
             AND p.enabled_at < o.confirmed_at - interval '${SWITCH_SECONDS} seconds'
             AND coalesce(p.disabled_at > o.confirmed_at + interval '${SWITCH_SECONDS} seconds', true)
           WHERE o.source IN ('api', 'embed')
             AND o.confirmed_at > clock_timestamp() - interval '${DELIVERIES_KEPT_DAYS} days' + interval '1 hour'
             AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS d
                              WHERE d.subscription_id = s.id AND d.order_id = o.id AND d.redelivery_of IS NULL)`,
  },
  {
    promise: 'what the host gave away or sold itself has no delivery',
    sql: `SELECT o.reference AS where_at, format('delivery %s of an order by %s', d.id, o.source) AS detail
            FROM webhook_deliveries AS d JOIN orders AS o ON o.id = d.order_id
           WHERE o.source NOT IN ('api', 'embed')`,
  },
  {
    promise: 'every webhook delivery comes to its end, or is due within a minute',
    sql: `SELECT id::text AS where_at, format('begun %s, due %s, leased until %s', first_attempt_at, next_attempt_at, leased_until) AS detail
            FROM webhook_deliveries
           WHERE status = 'pending'
             AND (first_attempt_at < clock_timestamp() - interval '2 minutes'
                  OR next_attempt_at > clock_timestamp() + interval '1 minute'
                  OR leased_until > clock_timestamp() + interval '1 minute')`,
  },
  {
    promise: 'the newest entry of an order’s history is its state',
    sql: `SELECT o.reference AS where_at, format('%s, history %s', o.status, newest.status) AS detail
            FROM orders AS o
            LEFT JOIN LATERAL (SELECT c.status FROM order_changes AS c WHERE c.order_id = o.id ORDER BY c.id DESC LIMIT 1) AS newest
              ON true
           WHERE newest.status IS DISTINCT FROM o.status`,
  },
  {
    promise:
      'after a cancelled event was gone through, no ticket of it is good, nothing is held and nothing waits to be paid',
    sql: `SELECT e.id::text AS where_at,
                 format('%s good tickets, %s holds, %s unpaid orders', good.count, held.count, unpaid.count) AS detail
            FROM event_cancellations AS c JOIN events AS e ON e.id = c.event_id
            CROSS JOIN LATERAL (
              SELECT count(*) FROM tickets AS t
               WHERE t.event_id = e.id AND t.voided_at IS NULL AND NOT EXISTS (
                     SELECT 1 FROM event_cancellation_orders AS o WHERE o.order_id = t.order_id AND o.state = 'failed')) AS good
            CROSS JOIN LATERAL (
              SELECT count(*) FROM ticket_types AS t JOIN holds AS h ON h.ticket_type_id = t.id WHERE t.event_id = e.id) AS held
            CROSS JOIN LATERAL (
              SELECT count(*) FROM orders WHERE event_id = e.id AND status IN ('processing', 'pending_payment')) AS unpaid
           WHERE c.finished_at IS NOT NULL AND (good.count > 0 OR held.count > 0 OR unpaid.count > 0)`,
  },
  {
    promise:
      'an event that was cancelled stays cancelled, and an order of it that was gone through has its money back or on the way',
    sql: `SELECT e.id::text AS where_at, format('%s, order %s keeps %s', e.status, kept.order_id, kept.amount) AS detail
            FROM event_cancellations AS c JOIN events AS e ON e.id = c.event_id
            LEFT JOIN LATERAL (
              SELECT o.order_id, p.amount_minor - p.refunded_minor AS amount
                FROM event_cancellation_orders AS o JOIN payments AS p ON p.order_id = o.order_id AND p.use = 'order'
               WHERE o.cancellation_id = c.id AND o.state = 'done' AND o.refund_id IS NOT NULL
                 AND p.amount_minor <> p.refunded_minor AND NOT ${IS_DISPUTED('p')}
              -- The payments for better seats of tickets that became void with it: not of those that somebody voided before.
               UNION ALL
              SELECT p.order_id, p.amount_minor - p.refunded_minor
                FROM event_cancellation_orders AS o JOIN seat_exchanges AS x ON x.order_id = o.order_id AND x.done_at IS NOT NULL
                JOIN tickets AS t ON t.id = x.ticket_id AND t.voided_at > o.ended_at - interval '1 minute'
                JOIN payments AS p ON p.order_id = x.difference_order_id AND p.use = 'order'
               WHERE o.cancellation_id = c.id AND o.state = 'done' AND p.amount_minor <> p.refunded_minor
                 AND NOT ${IS_DISPUTED('p')}
               LIMIT 1) AS kept ON true
           WHERE e.status <> 'CANCELLED' OR kept.order_id IS NOT NULL`,
  },
];
