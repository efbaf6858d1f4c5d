/** The tax in a sum, as SQL: the rule of functions/tax_included.sql, written on its own. */
const TAX = (sum: string, rate: string): string =>
  `div(2 * (${sum})::numeric * ${rate} + 10000 + ${rate}, 2 * (10000 + ${rate}))`;

// Until the job has been there, what an older program sold during the upgrade has no stamp.
const IS_COUNTED = (event: string): string =>
  `NOT EXISTS (SELECT 1 FROM ticket_types AS t WHERE t.event_id = ${event} AND NOT t.taxes_counted)`;

export const TAX_PROMISES = [
  {
    promise: 'the taxes of an order are of everything that it cost, and of nothing else',
    sql: `SELECT coalesce(o.reference, stamped.order_id::text) AS where_at, format('item %s, fee: %s, cost %s, taxed %s', part.item, part.is_fee, part.cost, part.taxed) AS detail
            FROM (SELECT DISTINCT order_id FROM order_taxes) AS stamped
            LEFT JOIN orders AS o ON o.id = stamped.order_id
            CROSS JOIN LATERAL (
              SELECT item, is_fee, made.cost, kept.amount_minor AS taxed
                FROM (SELECT i.nr AS item, one.is_fee, one.cost
                        FROM ROWS FROM (json_to_recordset(o.quote -> 'items') AS (quantity bigint, price bigint, fee bigint, discount bigint))
                             WITH ORDINALITY AS i (quantity, price, fee, discount, nr)
                       CROSS JOIN LATERAL (VALUES (false, i.quantity * i.price - i.discount), (true, i.quantity * i.fee)) AS one (is_fee, cost)
                       WHERE one.cost > 0) AS made
                FULL JOIN (SELECT item, is_fee, amount_minor FROM order_taxes WHERE order_id = stamped.order_id) AS kept USING (item, is_fee)
               WHERE made.cost IS DISTINCT FROM kept.amount_minor) AS part`,
  },
  {
    promise:
      'at each rate an order has the tax of its sum, rounded once, and its refunds leave the tax of what is left',
    sql: `SELECT o.reference AS where_at,
                 format('%s %s at %s: %s in %s, given back %s in %s', kept.name, kept.kind, kept.basis_points, kept.tax, kept.amount, back.tax, back.amount)
                   AS detail
            FROM (SELECT order_id, name, kind, basis_points, sum(amount_minor) AS amount, sum(tax_minor) AS tax FROM order_taxes
                   GROUP BY 1, 2, 3, 4) AS kept
            FULL JOIN (SELECT r.order_id, t.name, t.kind, t.basis_points, sum(t.amount_minor) AS amount, sum(t.tax_minor) AS tax
                         FROM refund_taxes AS t JOIN refunds AS r ON r.id = t.refund_id GROUP BY 1, 2, 3, 4) AS back
              USING (order_id, name, kind, basis_points)
            JOIN orders AS o ON o.id = order_id
           WHERE kept.tax IS DISTINCT FROM ${TAX('kept.amount', 'basis_points')}
              OR coalesce(back.amount, 0) > kept.amount
              OR kept.tax - coalesce(back.tax, 0) <> ${TAX('kept.amount - coalesce(back.amount, 0)', 'basis_points')}`,
  },
  {
    promise: 'a refund of a taxed order comes off its rates to the last unit, and no other refund does',
    sql: `SELECT o.reference AS where_at, format('refund %s of %s, off the rates %s', r.id, r.amount_minor, coalesce(back.amount, 0)) AS detail
            FROM refunds AS r JOIN orders AS o ON o.id = r.order_id
            LEFT JOIN (SELECT refund_id, sum(amount_minor) AS amount FROM refund_taxes GROUP BY 1) AS back ON back.refund_id = r.id
           WHERE coalesce(back.amount, 0) <> CASE WHEN r.reason = 'host' AND EXISTS (SELECT 1 FROM order_taxes AS t WHERE t.order_id = o.id)
                                                  THEN r.amount_minor ELSE 0 END
             AND ${IS_COUNTED('o.event_id')}`,
  },
  {
    promise: 'the taxes over time of an event add up to those of its orders and refunds, at each rate',
    sql: `SELECT event_id::text AS where_at, format('%s %s at %s by %s: %s; by the orders %s', name, kind, basis_points, gateway, kept.sums, made.sums) AS detail
            FROM (SELECT t.event_id, s.gateway, s.name, s.kind, s.basis_points,
                         array[sum(s.amount_minor), sum(s.tax_minor), sum(s.refunded_minor), sum(s.refunded_tax_minor)] AS sums
                    FROM ticket_types AS t JOIN tax_times AS s ON s.ticket_type_id = t.id GROUP BY 1, 2, 3, 4, 5) AS kept
            FULL JOIN (
              SELECT o.event_id, coalesce(o.gateway, 'none') AS gateway, line.name, line.kind, line.basis_points,
                     array[sum(line.amount), sum(line.tax), sum(line.refunded), sum(line.refunded_tax)] AS sums
                FROM (SELECT order_id, name, kind, basis_points, amount_minor AS amount, tax_minor AS tax, 0 AS refunded, 0 AS refunded_tax
                        FROM order_taxes
                      UNION ALL
                      SELECT r.order_id, b.name, b.kind, b.basis_points, 0, 0, b.amount_minor, b.tax_minor
                        FROM refund_taxes AS b JOIN refunds AS r ON r.id = b.refund_id) AS line
                JOIN orders AS o ON o.id = line.order_id
               WHERE o.confirmed_at IS NOT NULL AND line.kind <> 'none' GROUP BY 1, 2, 3, 4, 5) AS made
              USING (event_id, gateway, name, kind, basis_points)
           WHERE kept.sums IS DISTINCT FROM made.sums AND ${IS_COUNTED('event_id')}`,
  },
];
