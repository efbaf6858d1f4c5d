-- Decides whether a payment that may come late still buys the tickets, and takes them if so: what the cart still holds counts (in time:
-- everything), the rest is taken from what is free, the same seats among them, all or nothing. Then `held` counts every item of the
-- order. The caller has all locks (functions/README.md).
--
-- Null: it buys them. Otherwise why the money must go back: bought_already (the same cart, by a later order), price_changed
-- (keeps_its_price), gone, code_used (no use of its promo code is left).
CREATE OR REPLACE FUNCTION decide_payment(bought orders, at_time timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  missing_skus uuid[];
  missing_quantities integer[];
  own_cart uuid;
  is_swept boolean := false;
BEGIN
  -- Two orders of one cart are one purchase that was begun twice. By the reservation, whose lock every confirmation has.
  IF EXISTS (SELECT 1 FROM orders AS o WHERE o.reservation_id = bought.reservation_id AND o.id <> bought.id
                AND o.created_at >= bought.created_at AND o.confirmed_at IS NOT NULL) THEN
    RETURN 'bought_already';
  END IF;
  IF NOT keeps_its_price(bought, at_time) THEN
    RETURN 'price_changed';
  END IF;
  SELECT r.id INTO own_cart FROM reservations AS r
   WHERE r.id = bought.reservation_id AND r.order_id = bought.id AND r.ended_at IS NULL;
  -- If something is missing, lapsed holds are given back, also this cart's share of the same pool: so it is asked for again.
  LOOP
    SELECT array_agg(item.sku), array_agg(item.quantity - coalesce(h.quantity, 0)) INTO missing_skus, missing_quantities
      FROM json_to_recordset(bought.quote -> 'items') AS item (sku uuid, quantity integer)
      LEFT JOIN holds AS h ON h.reservation_id = own_cart AND h.ticket_type_id = item.sku
     WHERE item.quantity > coalesce(h.quantity, 0);
    EXIT WHEN missing_skus IS NULL OR is_swept;
    PERFORM give_back_stock(of_carts => '{}', of_types => with_pool_types(missing_skus), lapsed_by => at_time);
    is_swept := true;
  END LOOP;
  IF cardinality(find_taken_seats(ids => bought.seat_ids, own_cart => own_cart, at_time => at_time)) > 0
     OR EXISTS (SELECT 1 FROM events AS e WHERE e.id = bought.event_id AND e.status = 'CANCELLED') THEN
    RETURN 'gone';
  END IF;
  -- Seats that the host has taken away, or sells as another ticket type by now, can't be had; nor can one that was bought as a further
  -- price, where that is no longer one for it.
  IF bought.seat_ids IS NOT NULL AND (
       cardinality(bought.seat_ids) > (SELECT count(*) FROM seats AS s WHERE s.id = ANY(bought.seat_ids))
       OR EXISTS (SELECT 1 FROM (SELECT coalesce(bought.seat_skus[array_position(bought.seat_ids, s.id)], s.ticket_type_id) AS sku,
                                        count(*) AS quantity FROM seats AS s
                                  WHERE s.id = ANY(bought.seat_ids) GROUP BY 1) AS now
                    LEFT JOIN json_to_recordset(bought.quote -> 'items') AS item (sku uuid, quantity integer) ON item.sku = now.sku
                   WHERE item.quantity IS DISTINCT FROM now.quantity)
       OR bought.seat_skus IS NOT NULL AND EXISTS (
            SELECT 1 FROM unnest(bought.seat_ids, bought.seat_skus) AS seat (id, sku) JOIN seats AS s ON s.id = seat.id
             WHERE seat.sku <> s.ticket_type_id
               AND ((SELECT t.pool_id FROM ticket_types AS t WHERE t.id = seat.sku)
                    = (SELECT t.pool_id FROM ticket_types AS t WHERE t.id = s.ticket_type_id)) IS NOT TRUE)) THEN
    RETURN 'gone';
  END IF;
  IF missing_skus IS NOT NULL THEN
    -- By its id alone: otherwise the planner may look through all events that are open.
    IF NOT (SELECT e.status = 'LIVE' AND e.closes_at > at_time AND e.stopped_at IS NULL FROM events AS e WHERE e.id = bought.event_id)
       OR (SELECT h.suspended_at IS NOT NULL FROM hosts AS h WHERE h.id = bought.host_id) THEN
      RETURN 'gone';
    END IF;
    IF EXISTS (SELECT 1 FROM unnest(missing_skus, missing_quantities) AS item (sku, quantity)
                 JOIN ticket_types AS t ON t.id = item.sku WHERE t.capacity - t.sold - t.held < item.quantity)
       OR EXISTS (SELECT 1 FROM (SELECT t.pool_id, sum(item.quantity) AS quantity
                                   FROM unnest(missing_skus, missing_quantities) AS item (sku, quantity)
                                   JOIN ticket_types AS t ON t.id = item.sku WHERE t.pool_id IS NOT NULL GROUP BY 1) AS missing
                   WHERE (pools_left(ARRAY[missing.pool_id]))[1] < missing.quantity) THEN
      RETURN 'gone';
    END IF;
  END IF;
  -- A cart that has ended, or lapsed long enough for others to want its code, has given its use back: it needs another one.
  IF bought.promo_code_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM reservations AS r WHERE r.id = own_cart AND r.promo_code_id IS NOT NULL) THEN
    UPDATE promo_codes SET uses = uses + CASE WHEN maximum_uses IS NULL THEN 0 ELSE 1 END
     WHERE id = bought.promo_code_id AND coalesce(uses < maximum_uses, true);
    IF NOT FOUND THEN
      RETURN 'code_used';
    END IF;
    UPDATE orders SET promo_is_counted = true WHERE id = bought.id;
  END IF;
  UPDATE ticket_types AS t SET held = t.held + item.quantity
    FROM unnest(missing_skus, missing_quantities) AS item (sku, quantity) WHERE t.id = item.sku;
  RETURN NULL;
END $$;
