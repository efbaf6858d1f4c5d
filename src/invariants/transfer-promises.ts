import type { Promised } from './promise.ts';

/** Of orders that are paid by bank transfer to the host's own account. */
export const TRANSFER_PROMISES: Promised[] = [
  {
    // An order whose time is over is swept within seconds; stock of one that was just opened, or is just ending, is read in the same snapshot.
    promise: 'an order that waits for a bank transfer keeps all of its tickets until its last day',
    sql: `SELECT o.reference AS where_at, format('kept %s of %s, until %s, to be paid by %s', coalesce(h.kept, 0), o.quantity, r.expires_at, o.pay_by) AS detail
            FROM orders AS o
            LEFT JOIN reservations AS r ON r.id = o.reservation_id AND r.order_id = o.id AND r.ended_at IS NULL
            LEFT JOIN LATERAL (SELECT sum(quantity) AS kept FROM holds WHERE reservation_id = r.id) AS h ON true
           WHERE o.gateway = 'bank_transfer' AND o.status = 'pending_payment' AND o.pay_by > clock_timestamp()
             AND (coalesce(h.kept, 0) <> o.quantity OR coalesce(r.expires_at < o.pay_by, true))`,
  },
  {
    promise: 'an order that waits for a bank transfer has had no payment',
    sql: `SELECT o.reference AS where_at, format('%s %s was paid', p.amount_minor, p.currency) AS detail
            FROM orders AS o JOIN payments AS p ON p.order_id = o.id
           WHERE o.gateway = 'bank_transfer' AND o.status = 'pending_payment' AND p.use = 'order'`,
  },
  {
    promise: 'a line of a bank statement has paid one order, of the same host, once',
    sql: `SELECT o.reference AS where_at, format('%s payments of line %s', count(p.id), encode(line.line_hash, 'hex')) AS detail
            FROM bank_transfer_lines AS line LEFT JOIN orders AS o ON o.id = line.order_id
            LEFT JOIN payments AS p ON p.order_id = o.id AND p.gateway_payment_id = format('line %s %s', encode(line.line_hash, 'hex'), line.nth)
           GROUP BY o.reference, o.host_id, line.host_id, line.line_hash, line.nth
          HAVING count(p.id) <> 1 OR o.host_id IS DISTINCT FROM line.host_id`,
  },
];
