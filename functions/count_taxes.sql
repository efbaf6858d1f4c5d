-- Adds the taxes of orders that are sold at this moment to the taxes over time. The caller has locked their ticket types: nobody else writes
-- these rows.
CREATE OR REPLACE FUNCTION count_taxes(ids uuid[], at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tax_times AS kept (ticket_type_id, at, gateway, name, kind, basis_points, amount_minor, tax_minor)
  SELECT stamp.ticket_type_id, date_bin('15 minutes', at_time::timestamptz(3), 'epoch'), o.gateway, stamp.name, stamp.kind, stamp.basis_points,
         sum(stamp.amount_minor), sum(stamp.tax_minor)
    FROM unnest(ids) AS sold (id)
   CROSS JOIN LATERAL (SELECT * FROM order_taxes WHERE order_id = sold.id AND kind <> 'none' OFFSET 0) AS stamp
   CROSS JOIN LATERAL (SELECT coalesce(gateway, 'none') AS gateway FROM orders WHERE id = sold.id LIMIT 1) AS o
   GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (ticket_type_id, at, gateway, name, kind, basis_points) DO UPDATE
     SET amount_minor = kept.amount_minor + excluded.amount_minor, tax_minor = kept.tax_minor + excluded.tax_minor;
END $$;
