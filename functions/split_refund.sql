-- Divides a refund among ticket types: those of the tickets voided within a time, in proportion to their prices; if none was, all of the
-- order's. The parts add up to the amount. A ticket whose seat was changed counts as the type that priced it: its money was counted
-- there.
CREATE OR REPLACE FUNCTION split_refund(of_order uuid, amount bigint, voided_since timestamptz, voided_until timestamptz)
RETURNS TABLE (ticket_type_id uuid, part bigint) LANGUAGE sql STABLE AS $$
  WITH lines AS (
    SELECT item.sku, item.quantity, item.quantity * (item.price + item.fee) - item.discount AS total,
           (SELECT count(*) FROM tickets AS t
             WHERE t.order_id = of_order AND coalesce(t.priced_as, t.ticket_type_id) = item.sku AND t.voided_at BETWEEN voided_since AND voided_until) AS voided
      FROM orders AS o CROSS JOIN LATERAL json_to_recordset(o.quote -> 'items')
           AS item (sku uuid, quantity bigint, price bigint, fee bigint, discount bigint)
     WHERE o.id = of_order
  ), worths AS (
    SELECT sku, CASE WHEN (SELECT sum(voided * total) FROM lines) > 0 THEN total::numeric * voided / quantity ELSE total END AS worth
      FROM lines
  ), running AS (
    SELECT sku, worth, sum(worth) OVER (ORDER BY sku) AS so_far, sum(worth) OVER () AS whole FROM worths WHERE worth > 0
  )
  SELECT sku, (round(amount * so_far / whole) - round(amount * (so_far - worth) / whole))::bigint FROM running ORDER BY sku
$$;
