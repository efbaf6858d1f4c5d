import type { Promised } from './promise.ts';

/** Of payments that buyers' banks claim back. */
export const DISPUTE_PROMISES: Promised[] = [
  {
    promise:
      'a dispute is of a payment of its order, by the account that took it, of the same host, and all of it are of no more than was paid',
    sql: `SELECT d.id::text AS where_at,
                 format('%s %s of order %s; paid %s %s', d.amount_minor, d.currency, o.reference, p.amount_minor, p.currency) AS detail
            FROM payment_disputes AS d LEFT JOIN payments AS p ON p.id = d.payment_id LEFT JOIN orders AS o ON o.id = d.order_id
            LEFT JOIN payment_pages AS g ON g.order_id = p.order_id AND g.gateway = p.gateway AND p.gateway_payment_id = ANY (g.taken)
           WHERE (p.order_id, o.host_id, CASE WHEN g.order_id IS NULL THEN o.payment_account_id ELSE g.payment_account_id END, p.currency) IS DISTINCT FROM
                 (d.order_id, d.host_id, d.payment_account_id, d.currency)
              OR (SELECT sum(amount_minor) FROM payment_disputes WHERE order_id = d.order_id AND payment_id = d.payment_id) > p.amount_minor`,
  },
  {
    promise: 'an open dispute is looked up until it has ended',
    sql: `SELECT id::text AS where_at, format('open since %s', opened_at) AS detail
            FROM payment_disputes WHERE state = 'open' AND next_look_up_at IS NULL`,
  },
];
