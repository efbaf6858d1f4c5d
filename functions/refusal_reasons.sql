-- Tells, for hold_batch, why carts are refused, by request: sold_out, not_enough_left, not_yet_on_sale, sale_ended, event_ended or
-- event_cancelled. Null where the outcome says it all. Asked once everything is written: what is left is what is left now, with what
-- the buyer's own cart holds.
CREATE OR REPLACE FUNCTION refusal_reasons(outcomes text[], guilty uuid[], own_carts uuid[], at_time timestamptz)
RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF NOT outcomes && ARRAY['unavailable', 'not_on_sale'] THEN RETURN NULL; END IF;
  RETURN ARRAY(
    SELECT CASE q.outcome
             WHEN 'unavailable' THEN CASE WHEN type.is_left THEN 'not_enough_left' ELSE 'sold_out' END
             WHEN 'not_on_sale' THEN coalesce(type.closed, 'sale_ended') END
      FROM unnest(outcomes, guilty, own_carts) WITH ORDINALITY AS q (outcome, sku, cart, nr)
      LEFT JOIN LATERAL (
        SELECT t.capacity - t.sold - t.held + (
                 SELECT coalesce(sum(h.quantity), 0) FROM holds AS h WHERE h.reservation_id = q.cart AND h.ticket_type_id = t.id) > 0
               AND (t.pool_id IS NULL OR (pools_left(ARRAY[t.pool_id]))[1] + (
                 SELECT coalesce(sum(h.quantity), 0) FROM holds AS h
                  WHERE h.reservation_id = q.cart
                    AND (SELECT mate.pool_id FROM ticket_types AS mate WHERE mate.id = h.ticket_type_id) = t.pool_id) > 0) AS is_left,
               CASE WHEN e.status = 'CANCELLED' THEN 'event_cancelled'
                    WHEN e.status = 'ENDED' OR e.closes_at <= at_time THEN 'event_ended'
                    WHEN e.status = 'DRAFT' OR e.is_coming_soon OR t.sale_starts_at > at_time THEN 'not_yet_on_sale' END AS closed
          FROM ticket_types AS t CROSS JOIN LATERAL (SELECT * FROM events WHERE events.id = t.event_id LIMIT 1) AS e
         WHERE t.id = q.sku AND q.outcome IN ('unavailable', 'not_on_sale') LIMIT 1) AS type ON true
     ORDER BY q.nr);
END $$;
