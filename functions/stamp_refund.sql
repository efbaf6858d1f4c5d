-- Writes down what a refund takes back at each rate of its order. It takes off the rates of the tickets that this made void, or of the one that moves
-- to a cheaper seat (src/orders/exchange/exchange-seat.ts says which), in proportion to what they cost, and what is more than that off all that is left. The tax is by how much that of the rest gets smaller, so refunds that come
-- to the whole order take back each rate's tax to the last unit. The caller has locked the order.
CREATE OR REPLACE FUNCTION stamp_refund(of_refund uuid, of_order uuid, amount bigint, voided_since timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  moving constant uuid := nullif(current_setting('tessera.refund_of_ticket', true), '');
BEGIN
  INSERT INTO refund_taxes (refund_id, name, kind, basis_points, amount_minor, tax_minor)
  WITH voided AS (
    SELECT item.nr, item.quantity, (
             SELECT count(*) FROM tickets AS t
              WHERE t.order_id = of_order AND coalesce(t.priced_as, t.ticket_type_id) = item.sku
                AND (t.voided_at >= voided_since OR t.id = moving)) AS tickets
      FROM orders AS o CROSS JOIN LATERAL ROWS FROM (json_to_recordset(o.quote -> 'items') AS (sku uuid, quantity bigint))
           WITH ORDINALITY AS item (sku, quantity, nr)
     WHERE o.id = of_order
  ), rates AS (
    SELECT p.name, p.kind, p.basis_points, sum(p.amount_minor) AS total, round(sum(p.amount_minor::numeric * v.tickets / v.quantity)) AS worth
      FROM order_taxes AS p JOIN voided AS v ON v.nr = p.item WHERE p.order_id = of_order GROUP BY 1, 2, 3
  ), rests AS (
    SELECT name, kind, basis_points, rest, least(worth, rest) AS wanted
      FROM (SELECT rates.*, total - coalesce((
                     SELECT sum(back.amount_minor) FROM refunds AS r JOIN refund_taxes AS back ON back.refund_id = r.id
                      WHERE r.order_id = of_order AND back.name = rates.name AND back.kind = rates.kind
                        AND back.basis_points = rates.basis_points), 0) AS rest
              FROM rates) AS known
     WHERE rest > 0
  ), wanting AS (
    SELECT *, sum(wanted) OVER so_far AS so_far, sum(wanted) OVER () AS whole FROM rests WINDOW so_far AS (ORDER BY name, kind, basis_points)
  ), given AS (
    SELECT *, CASE WHEN whole > 0 THEN round(least(amount, whole) * so_far / whole) - round(least(amount, whole) * (so_far - wanted) / whole)
                   ELSE 0 END AS first_part
      FROM wanting
  ), resting AS (
    SELECT name, kind, basis_points, rest, first_part, rest - first_part AS more,
           sum(rest - first_part) OVER (ORDER BY name, kind, basis_points) AS more_so_far, sum(rest - first_part) OVER () AS more_whole,
           greatest(amount - whole, 0) AS beyond
      FROM given
  ), parts AS (
    SELECT name, kind, basis_points, rest::bigint AS rest,
           (first_part + CASE WHEN more_whole > 0 THEN round(least(beyond, more_whole) * more_so_far / more_whole)
                                                       - round(least(beyond, more_whole) * (more_so_far - more) / more_whole)
                              ELSE 0 END)::bigint AS part
      FROM resting
  )
  SELECT of_refund, name, kind, basis_points, part, tax_included(rest, basis_points) - tax_included(rest - part, basis_points)
    FROM parts WHERE part > 0;
END $$;
