import { SCANS_KEPT_DAYS } from '../check-in/forget-scans.ts';
import type { Database } from '../db/database.ts';
import { DELIVERIES_KEPT_DAYS } from '../webhooks/delivery/forget-old-deliveries.ts';
import { DISPUTE_PROMISES } from './dispute-promises.ts';
import { INVOICE_PROMISES } from './invoice-promises.ts';
import { PAGE_PROMISES } from './page-promises.ts';
import { TAX_PROMISES } from './tax-promises.ts';
import { TRANSFER_PROMISES } from './transfer-promises.ts';

/** Something that must never be: which promise is broken, where, and how. */
export type Violation = { promise: string; where: string; detail: string };

// A transaction that switches a receiver has a few statements, each with a time limit of seconds.
const SWITCH_SECONDS = 60;
// So long may a process hold without asking a room that was opened just now.
const TOLD_SECONDS = 60;

// Scans by which a guest went in or out, and that were not taken back. The code of a ticket that was passed on is nobody's. A CASE, since
// the words of an index of all scans would lead there.
const COUNTS_FOR_GUEST = (scan: string): string =>
  `CASE WHEN ${scan}.undone_by IS NULL AND ${scan}.against IS DISTINCT FROM 'passed_on'
        THEN ${scan}.outcome IN ('admitted', 're_entry', 'left') END`;

// Programs from before the first release kept neither of the promises about late payments. A database of theirs has run the baseline when it was
// taken over, a new one before its first sale.
const SINCE_LATE_PAYMENTS = `(SELECT max(ran_at) FROM schema_migrations WHERE name = '0001_baseline.sql')`;

// Money that the buyer's bank claims back, or has, is between the host and the gateway.
const IS_DISPUTED = (payment: string): string =>
  `EXISTS (SELECT FROM payment_disputes AS d WHERE d.order_id = ${payment}.order_id AND d.payment_id = ${payment}.id)`;

type Promised = { promise: string; sql: string };

/**
 * Each query finds the rows that break its promise: `where_at` and `detail`. No rows is how it should be. The rules are written here
 * on their own and call no function of functions/: a check by the function that it checks would find nothing.
 */
const PROMISES: Promised[] = [
  {
    promise:
      'translations are in other languages than the event’s first, and of its own ticket types and questions',
    sql: `SELECT words.event_id::text AS where_at, format('%s, first %s', words.language, e.language) AS detail
            FROM event_translations AS words JOIN events AS e ON e.id = words.event_id
           WHERE words.language = e.language
              OR EXISTS (SELECT FROM jsonb_object_keys(words.ticket_types) AS given (id) WHERE NOT EXISTS (
                   SELECT FROM ticket_types AS t WHERE t.event_id = e.id AND t.id::text = given.id))
              OR EXISTS (SELECT FROM jsonb_object_keys(words.questions) AS given (id) WHERE NOT EXISTS (
                   SELECT FROM questions AS q WHERE q.event_id = e.id AND q.id::text = given.id))`,
  },
  {
    promise: 'no ticket type is oversold',
    sql: `SELECT id::text AS where_at, format('sold %s, held %s, capacity %s', sold, held, capacity) AS detail
            FROM ticket_types WHERE sold + held > capacity OR sold < 0 OR held < 0`,
  },
  {
    promise: 'what a ticket type has held is the sum of its holds',
    sql: `SELECT t.id::text AS where_at, format('held %s, holds %s', t.held, coalesce(h.quantity, 0)) AS detail
            FROM ticket_types AS t
            LEFT JOIN (SELECT ticket_type_id, sum(quantity) AS quantity FROM holds GROUP BY 1) AS h ON h.ticket_type_id = t.id
           WHERE t.held <> coalesce(h.quantity, 0)`,
  },
  {
    promise: 'every hold belongs to a reservation and to a ticket type of its event',
    sql: `SELECT h.reservation_id::text AS where_at, h.ticket_type_id::text AS detail
            FROM holds AS h LEFT JOIN reservations AS r ON r.id = h.reservation_id
            LEFT JOIN ticket_types AS t ON t.id = h.ticket_type_id
           WHERE r.id IS NULL OR t.id IS NULL OR r.event_id <> t.event_id OR r.ended_at IS NOT NULL
              OR h.expires_at <> r.expires_at`,
  },
  {
    promise: 'a live reservation holds all of its cart',
    sql: `SELECT r.id::text AS where_at, format('cart of %s, holds %s', r.quantity, coalesce(sum(h.quantity), 0)) AS detail
            FROM reservations AS r LEFT JOIN holds AS h ON h.reservation_id = r.id
           WHERE r.ended_at IS NULL AND r.expires_at > clock_timestamp()
           GROUP BY r.id HAVING coalesce(sum(h.quantity), 0) <> r.quantity`,
  },
  {
    promise: 'a seat is held by a reservation that lives, or by none, and as many seats as tickets are held',
    // By what each is held as.
    sql: `SELECT coalesce(h.reservation_id, s.held_by)::text AS where_at,
                 format('%s seats, %s seated tickets as %s', coalesce(s.seats, 0), coalesce(h.tickets, 0), coalesce(h.ticket_type_id, s.sku)) AS detail
            FROM (SELECT held_by, coalesce(held_as, ticket_type_id) AS sku, count(*) AS seats FROM seats
                   WHERE held_until > clock_timestamp() GROUP BY 1, 2) AS s
            FULL JOIN (SELECT hold.reservation_id, hold.ticket_type_id, sum(hold.quantity) AS tickets
                         FROM holds AS hold JOIN ticket_types AS t ON t.id = hold.ticket_type_id
                         JOIN reservations AS r ON r.id = hold.reservation_id
                        WHERE t.kind = 'SEATED' AND r.ended_at IS NULL AND r.expires_at > clock_timestamp()
                        GROUP BY 1, 2) AS h ON h.reservation_id = s.held_by AND h.ticket_type_id = s.sku
           WHERE s.seats IS DISTINCT FROM h.tickets`,
  },
  {
    promise:
      'of a hall that came from a plan there are as many tickets of each type as seats that are not blocked',
    sql: `SELECT t.id::text AS where_at, format('capacity %s, seats %s', t.capacity, count(s.id)) AS detail
            FROM event_halls AS h JOIN ticket_types AS t ON t.event_id = h.event_id
            JOIN seats AS s ON s.ticket_type_id = t.id AND s.blocked_reason IS NULL
           WHERE h.plan_id IS NOT NULL AND t.kind = 'SEATED'
           GROUP BY t.id HAVING t.capacity <> count(s.id)`,
  },
  {
    promise:
      'further prices of seats share one pool with the ticket type of these seats, which is as large as they are, and have none themselves',
    sql: `SELECT t.id::text AS where_at, format('seats of %s, pool %s, capacity %s of %s', t.seats_of, t.pool_id, t.capacity, p.capacity) AS detail
            FROM ticket_types AS t JOIN pools AS p ON p.id = t.pool_id LEFT JOIN ticket_types AS own ON own.id = t.seats_of
           WHERE CASE WHEN t.kind = 'GENERAL' THEN EXISTS (
                        SELECT 1 FROM ticket_types AS mate
                         WHERE mate.event_id = t.event_id AND mate.pool_id = t.pool_id AND mate.kind = 'SEATED')
                      WHEN t.seats_of IS NULL THEN p.capacity <> t.capacity OR NOT EXISTS (SELECT 1 FROM ticket_types WHERE seats_of = t.id)
                      ELSE own.seats_of IS NOT NULL OR own.pool_id IS DISTINCT FROM t.pool_id
                           OR t.capacity <> least(t.own_limit, own.capacity)
                           OR EXISTS (SELECT 1 FROM seats AS s WHERE s.event_id = t.event_id AND s.ticket_type_id = t.id) END`,
  },
  {
    promise: 'a seat is sold as its own ticket type, or as a further price of that',
    sql: `SELECT t.id::text AS where_at, format('sold as %s, a seat of %s', t.ticket_type_id, s.ticket_type_id) AS detail
            FROM tickets AS t JOIN seats AS s ON s.id = t.seat_id
           WHERE NOT t.is_returned AND t.ticket_type_id <> s.ticket_type_id
             AND NOT EXISTS (SELECT 1 FROM ticket_types AS sold WHERE sold.id = t.ticket_type_id AND sold.seats_of = s.ticket_type_id)`,
  },
  {
    promise: 'an order that says what its seats are sold as says it of each, as its items have it',
    sql: `SELECT o.reference AS where_at, format('%s seats, %s ticket types', cardinality(o.seat_ids), cardinality(o.seat_skus)) AS detail
            FROM orders AS o
           WHERE o.seat_skus IS NOT NULL AND (cardinality(o.seat_ids) IS DISTINCT FROM cardinality(o.seat_skus) OR EXISTS (
                   SELECT 1 FROM (SELECT sku, count(*) AS seats FROM unnest(o.seat_skus) AS seat (sku) GROUP BY 1) AS sold
                     LEFT JOIN json_to_recordset(o.quote -> 'items') AS item (sku uuid, quantity bigint) USING (sku)
                    WHERE item.quantity IS DISTINCT FROM sold.seats))`,
  },
  {
    promise: 'a blocked seat is nobody’s',
    sql: `SELECT id::text AS where_at, format('sold %s, held until %s', is_sold, held_until) AS detail
            FROM seats WHERE blocked_reason IS NOT NULL AND (is_sold OR held_until > clock_timestamp())`,
  },
  {
    promise: 'a companion’s seat has its accessible one, and a table that is sold whole has all of its seats',
    sql: `SELECT s.id::text AS where_at, format('companion of %s, table %s of %s', s.companion_of, s.table_id, s.table_seats) AS detail
            FROM seats AS s
            LEFT JOIN (SELECT event_id, table_id, count(*) AS chairs FROM seats WHERE table_id IS NOT NULL GROUP BY 1, 2) AS whole
              ON whole.event_id = s.event_id AND whole.table_id = s.table_id
           WHERE s.companion_of IS NOT NULL AND NOT EXISTS (
                   SELECT 1 FROM seats AS place WHERE place.event_id = s.event_id AND place.plan_seat_id = s.companion_of
                      AND place.is_accessible)
              OR s.table_seats <> whole.chairs`,
  },
  {
    promise: 'the uses of a limited promo code are those of the reservations and orders that have it',
    sql: `SELECT p.id::text AS where_at, format('%s uses, %s reservations and orders', p.uses, coalesce(r.count, 0)) AS detail
            FROM promo_codes AS p
            LEFT JOIN (SELECT promo_code_id, count(*)
                         FROM (SELECT promo_code_id FROM reservations WHERE ended_at IS NULL
                               UNION ALL SELECT promo_code_id FROM orders WHERE promo_is_counted) AS used
                        GROUP BY 1) AS r
              ON r.promo_code_id = p.id
           WHERE p.maximum_uses IS NOT NULL AND (p.uses <> coalesce(r.count, 0) OR p.uses > p.maximum_uses)`,
  },
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
    promise: 'the items of a quote add up to its total',
    sql: `SELECT r.id::text AS where_at, r.quote ->> 'total' AS detail
            FROM reservations AS r
            CROSS JOIN LATERAL (
              SELECT sum((i ->> 'quantity')::bigint * ((i ->> 'price')::bigint + (i ->> 'fee')::bigint) - (i ->> 'discount')::bigint)
                       AS total
                FROM json_array_elements(r.quote -> 'items') AS i) AS items
           WHERE r.ended_at IS NULL AND items.total IS DISTINCT FROM (r.quote ->> 'total')::bigint`,
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
    sql: `SELECT t.id::text AS where_at, format('sold %s, tickets %s', t.sold, coalesce(issued.count, 0)) AS detail
            FROM ticket_types AS t
            LEFT JOIN (SELECT ticket_type_id, count(*) FROM tickets WHERE NOT is_returned GROUP BY 1) AS issued
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
  ...TAX_PROMISES,
  ...INVOICE_PROMISES,
  ...DISPUTE_PROMISES,
  ...PAGE_PROMISES,
  ...TRANSFER_PROMISES,
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
    promise: 'no pool is oversold',
    sql: `SELECT p.id::text AS where_at, format('sold and held %s, capacity %s', drawn.taken, p.capacity) AS detail
            FROM pools AS p CROSS JOIN LATERAL (
              SELECT coalesce(sum(t.sold + t.held), 0) AS taken FROM ticket_types AS t
               WHERE t.event_id = p.event_id AND t.pool_id = p.id) AS drawn
           WHERE drawn.taken > p.capacity`,
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
  {
    promise:
      'a ticket is used since the first scan that let its guest in, and its guest is out if the last one was an exit',
    // By one who looks at each scan's place among the others. As long as scans are kept: those of a ticket are younger than it.
    sql: `SELECT t.id::text AS where_at, format('used %s, left %s; by its scans %s, %s', t.used_at, t.left_at, told.used_at, told.left_at) AS detail
            FROM tickets AS t
            LEFT JOIN LATERAL (
              SELECT min(s.at) FILTER (WHERE s.kind = 'entry') AS used_at,
                     CASE WHEN bool_or(s.kind = 'entry') THEN max(s.at) FILTER (WHERE s.kind = 'exit' AND NOT EXISTS (
                       SELECT 1 FROM scans AS later WHERE later.ticket_id = t.id AND ${COUNTS_FOR_GUEST('later')} AND (later.at, later.id) > (s.at, s.id)))
                     END AS left_at
                FROM scans AS s WHERE s.ticket_id = t.id AND ${COUNTS_FOR_GUEST('s')}) AS told ON true
           WHERE t.issued_at > clock_timestamp() - interval '${SCANS_KEPT_DAYS - 1} days'
             AND (t.used_at, t.left_at) IS DISTINCT FROM (told.used_at, told.left_at)`,
  },
  {
    promise: 'who was let in while inside is a double, and nobody else is; each guest came in once',
    sql: `SELECT s.id::text AS where_at, format('%s %s, double: %s; before it: %s, entries %s', s.kind, s.outcome, s.is_double, before.kind, earlier.count) AS detail
            FROM scans AS s JOIN tickets AS t ON t.id = s.ticket_id
            LEFT JOIN LATERAL (
              SELECT b.kind FROM scans AS b WHERE b.ticket_id = s.ticket_id AND ${COUNTS_FOR_GUEST('b')} AND (b.at, b.id) < (s.at, s.id)
               ORDER BY b.at DESC, b.id DESC LIMIT 1) AS before ON true
            CROSS JOIN LATERAL (
              SELECT count(*) FROM scans AS b WHERE b.ticket_id = s.ticket_id AND ${COUNTS_FOR_GUEST('b')} AND b.kind = 'entry'
                 AND (b.at, b.id) < (s.at, s.id)) AS earlier
           WHERE ${COUNTS_FOR_GUEST('s')} AND t.issued_at > clock_timestamp() - interval '${SCANS_KEPT_DAYS - 1} days'
             AND (s.is_double <> (s.kind = coalesce(before.kind, 'exit'))
                  OR s.outcome <> CASE WHEN s.kind = 'exit' THEN 'left' WHEN before.kind = 'exit' AND earlier.count > 0 THEN 're_entry' ELSE 'admitted' END)`,
  },
  {
    promise: 'what was taken back has an undo, and every undo has taken back what it could',
    sql: `SELECT s.id::text AS where_at, format('undone by %s, undo %s', s.undone_by, undo.id) AS detail
            FROM scans AS s LEFT JOIN LATERAL (
              SELECT u.id FROM scans AS u WHERE u.undoes = s.id AND u.event_id = s.event_id AND u.outcome = 'undone' LIMIT 1) AS undo ON true
           WHERE s.kind <> 'undo' AND (s.undone_by IS NULL) <> (undo.id IS NULL)`,
  },
  {
    promise: 'while a waiting room is open nobody holds tickets who was not let in',
    // A process that sells may be told of a new room a moment later.
    sql: `SELECT r.id::text AS where_at, format('held since %s, the room is open since %s', r.first_held_at, room.created_at) AS detail
            FROM waiting_rooms AS room JOIN reservations AS r ON r.event_id = room.event_id
           WHERE room.closed_at IS NULL AND r.ended_at IS NULL AND r.expires_at > clock_timestamp()
             AND r.first_held_at > room.created_at + interval '${TOLD_SECONDS} seconds'
             AND NOT EXISTS (SELECT 1 FROM waiting_entries AS e
                              WHERE e.event_id = r.event_id AND e.cart_token = r.token AND e.let_in_at IS NOT NULL)`,
  },
  {
    promise: 'an admission of a waiting room has one purchase at most, which is on record with it',
    sql: `SELECT w.entry_id::text AS where_at,
                 format('%s purchases, %s on record as %s', count(*), e.bought_at, e.bought_by) AS detail
            FROM waiting_orders AS w JOIN orders AS o ON o.id = w.order_id AND o.confirmed_at IS NOT NULL
            JOIN waiting_entries AS e ON e.event_id = w.event_id AND e.id = w.entry_id
           GROUP BY w.event_id, w.entry_id, e.bought_at, e.bought_by
          HAVING count(*) > 1 OR e.bought_at IS NULL OR NOT bool_or(e.bought_by = w.order_id)`,
  },
  {
    promise:
      'everybody up to the front of a waiting room was let in or has left, and nobody behind it nor before the draw',
    sql: `SELECT e.id::text AS where_at, format('let in %s, left %s, drawn %s', e.let_in_at, e.left_at, room.drawn_at) AS detail
            FROM waiting_rooms AS room JOIN waiting_entries AS e ON e.event_id = room.event_id
           WHERE CASE WHEN e.let_in_at IS NULL THEN e.left_at IS NULL AND e.line_key <= room.front
                      ELSE coalesce(e.let_in_at < room.drawn_at OR e.line_key > room.front, true) END`,
  },
  {
    promise: 'a waiting room counts those in line, those let in and those up to its front as they are',
    // Until they are forgotten, which is after the report was written.
    sql: `SELECT room.event_id::text AS where_at,
                 format('early %s, late %s, let in %s, front at %s; by the entries %s, %s, %s, %s', room.early_count, room.late_count,
                        room.let_in_count, room.front_place, found.early, found.late, found.let_in, found.front) AS detail
            FROM waiting_rooms AS room CROSS JOIN LATERAL (
              SELECT count(*) FILTER (WHERE e.line_key < '\\x01') AS early, count(*) FILTER (WHERE e.line_key >= '\\x01') AS late,
                     count(e.let_in_at) AS let_in, count(*) FILTER (WHERE e.line_key <= room.front) AS front
                FROM waiting_entries AS e WHERE e.event_id = room.event_id) AS found
           WHERE room.report IS NULL AND (room.early_count, room.late_count, room.let_in_count, room.front_place)
                                         IS DISTINCT FROM (found.early, found.late, found.let_in, found.front)`,
  },
];

const MAX_SHOWN = 20;

/**
 * Reads everything in one snapshot, so that a sale going on meanwhile can't look like a contradiction. Whether a hold
 * lives is asked of a clock later than the snapshot: by the time of the transaction, which is earlier, one that lapsed
 * and was taken in between would seem to live.
 */
export async function checkInvariants(database: Database): Promise<Violation[]> {
  return database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const violations: Violation[] = [];
    for (const { promise, sql } of PROMISES) {
      const { rows } = await tx.query<{ where_at: string; detail: string }>(`${sql} LIMIT ${MAX_SHOWN}`);
      violations.push(...rows.map((row) => ({ promise, where: row.where_at, detail: row.detail })));
    }
    return violations;
  });
}

export const PROMISE_COUNT = PROMISES.length;
