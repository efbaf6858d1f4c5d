-- Sees to it that `held` counts every item of an order that is paid for: what its cart still holds counts, the rest is taken
-- from what is free, the same seats among them, all or nothing. The caller holds all locks but those of the seats.
CREATE OR REPLACE FUNCTION take_again(bought orders, at_time timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  missing_skus uuid[];
  missing_quantities integer[];
  own_cart uuid;
BEGIN
  SELECT r.id INTO own_cart FROM reservations AS r
   WHERE r.id = bought.reservation_id AND r.order_id = bought.id AND r.ended_at IS NULL;
  SELECT array_agg(item.sku), array_agg(item.quantity - coalesce(h.quantity, 0)) INTO missing_skus, missing_quantities
    FROM json_to_recordset(bought.quote -> 'items') AS item (sku uuid, quantity integer)
    LEFT JOIN holds AS h ON h.reservation_id = own_cart AND h.ticket_type_id = item.sku
   WHERE item.quantity > coalesce(h.quantity, 0);
  IF bought.seat_ids IS NOT NULL THEN
    PERFORM 1 FROM seats WHERE id = ANY(bought.seat_ids) ORDER BY id FOR NO KEY UPDATE;
    IF EXISTS (SELECT 1 FROM seats AS s WHERE s.id = ANY(bought.seat_ids)
                  AND (s.is_sold OR s.held_until > at_time AND s.held_by IS DISTINCT FROM own_cart)) THEN
      RETURN false;
    END IF;
  END IF;
  IF EXISTS (SELECT 1 FROM events AS e WHERE e.id = bought.event_id AND e.status = 'CANCELLED') THEN RETURN false; END IF;
  IF missing_skus IS NOT NULL THEN
    IF NOT EXISTS (SELECT 1 FROM events AS e WHERE e.id = bought.event_id AND e.status = 'LIVE' AND e.closes_at > at_time) THEN
      RETURN false;
    END IF;
    WITH lapsed AS (
      DELETE FROM holds AS h WHERE h.ticket_type_id = ANY(missing_skus) AND h.expires_at <= at_time RETURNING ticket_type_id, quantity
    )
    UPDATE ticket_types AS t SET held = t.held - given_back.quantity
      FROM (SELECT ticket_type_id, sum(quantity)::integer AS quantity FROM lapsed GROUP BY 1) AS given_back
     WHERE t.id = given_back.ticket_type_id;
    IF EXISTS (SELECT 1 FROM unnest(missing_skus, missing_quantities) AS item (sku, quantity)
                 JOIN ticket_types AS t ON t.id = item.sku WHERE t.capacity - t.sold - t.held < item.quantity) THEN
      RETURN false;
    END IF;
    UPDATE ticket_types AS t SET held = t.held + item.quantity
      FROM unnest(missing_skus, missing_quantities) AS item (sku, quantity) WHERE t.id = item.sku;
  END IF;
  -- The promised price stands. A limited code's use is counted again where one is left.
  IF bought.promo_code_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM reservations AS r WHERE r.id = own_cart AND r.promo_code_id IS NOT NULL) THEN
    WITH counted AS (
      UPDATE promo_codes SET uses = uses + 1
       WHERE id = bought.promo_code_id AND maximum_uses IS NOT NULL AND uses < maximum_uses RETURNING id
    )
    UPDATE orders SET promo_is_counted = true FROM counted WHERE orders.id = bought.id;
  END IF;
  RETURN true;
END $$;
