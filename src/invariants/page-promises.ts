import type { Promised } from './promise.ts';

/** Of the gateways' pages of orders whose buyers chose how to pay. */
export const PAGE_PROMISES: Promised[] = [
  {
    promise:
      'a payment page is of an account of its order’s host, and a paid order that has pages is of the account whose page took its money',
    sql: `SELECT o.reference AS where_at, format('page %s by %s, the order by %s', g.reference, g.payment_account_id, o.payment_account_id) AS detail
            FROM payment_pages AS g JOIN orders AS o ON o.id = g.order_id
            LEFT JOIN payment_accounts AS a ON a.id = g.payment_account_id
           WHERE (g.payment_account_id IS NOT NULL AND a.host_id IS DISTINCT FROM o.host_id)
              OR (o.confirmed_at IS NOT NULL AND NOT EXISTS (
                    SELECT FROM payments AS p JOIN payment_pages AS paid ON paid.order_id = p.order_id AND paid.gateway = p.gateway AND p.gateway_payment_id = ANY (paid.taken)
                     WHERE p.order_id = o.id AND p.use = 'order' AND p.gateway = o.gateway
                       AND paid.payment_account_id IS NOT DISTINCT FROM o.payment_account_id))`,
  },
];
