-- Writes the taxes of orders down, as they are at this moment: the rate of each ticket type and of the fees, or the host's usual one. Of an
-- order that was confirmed before it was stamped, the usual one of that time. At each rate the tax of the order is rounded once; its rows
-- have what each of them adds to it.
CREATE OR REPLACE FUNCTION stamp_taxes(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_taxes (order_id, item, is_fee, ticket_type_id, name, kind, basis_points, amount_minor, tax_minor)
  WITH parts AS (
    SELECT o.id AS order_id, item.nr AS item, part.is_fee, item.sku, rate.name, rate.kind, rate.basis_points, part.amount
      -- Each by its key: from a join the planner can't tell that these are few of all orders.
      FROM unnest(ids) AS asked (id)
     CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = asked.id AND total_minor > 0 LIMIT 1) AS o
     CROSS JOIN LATERAL (
           SELECT s.vat_basis_points AS usual FROM seller_facts AS s
            WHERE s.host_id = o.host_id AND s.since <= coalesce(o.confirmed_at, 'infinity') ORDER BY s.since DESC LIMIT 1) AS said
     CROSS JOIN LATERAL ROWS FROM (
           json_to_recordset(o.quote -> 'items') AS (sku uuid, quantity bigint, price bigint, fee bigint, discount bigint))
           WITH ORDINALITY AS item (sku, quantity, price, fee, discount, nr)
     CROSS JOIN LATERAL (VALUES (false, item.quantity * item.price - item.discount), (true, item.quantity * item.fee)) AS part (is_fee, amount)
      LEFT JOIN LATERAL (
           SELECT r.name, r.kind, r.basis_points FROM tax_rates AS r
            WHERE r.id = CASE WHEN part.is_fee THEN (SELECT f.id FROM tax_rates AS f WHERE f.host_id = o.host_id AND f.is_for_fees)
                              ELSE (SELECT t.tax_rate_id FROM ticket_types AS t WHERE t.id = item.sku) END) AS chosen ON true
     CROSS JOIN LATERAL (
           SELECT coalesce(chosen.name, '') AS name,
                  coalesce(chosen.kind, CASE WHEN said.usual IS NULL THEN 'none' ELSE 'standard' END) AS kind,
                  coalesce(chosen.basis_points, said.usual, 0) AS basis_points) AS rate
     WHERE part.amount > 0
  ), running AS (
    SELECT *, sum(amount) OVER (PARTITION BY order_id, name, kind, basis_points ORDER BY item, is_fee)::bigint AS so_far,
           bool_or(kind <> 'none') OVER (PARTITION BY order_id) AS is_taxed
      FROM parts
  )
  SELECT order_id, item, is_fee, sku, name, kind, basis_points, amount,
         tax_included(so_far, basis_points) - tax_included(so_far - amount, basis_points)
    FROM running WHERE is_taxed ORDER BY order_id, item, is_fee;
END $$;
