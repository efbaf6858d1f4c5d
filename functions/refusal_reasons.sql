-- Tells, for hold_batch, why carts are refused, by request: sold_out, not_enough_left, not_yet_on_sale, sale_ended, event_ended or
-- event_cancelled. Null where the outcome says it all. Asked once everything is written: what is left is what is left now, with what
-- the buyer's own cart holds.
CREATE OR REPLACE FUNCTION refusal_reasons(outcomes text[], guilty uuid[], own_carts uuid[], at_time timestamptz)
RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF NOT outcomes && ARRAY['unavailable', 'not_on_sale'] THEN RETURN NULL; END IF;
  -- Each ticket type is looked at once, however many were refused for it.
  RETURN ARRAY(
    WITH types AS MATERIALIZED (
      SELECT t.id, t.pool_id, greatest(t.capacity - t.sold - t.held - t.awaited, 0) AS free,
             CASE WHEN t.pool_id IS NOT NULL THEN greatest((pools_on_sale(ARRAY[t.pool_id]))[1], 0) END AS pool_free,
             CASE WHEN e.status = 'CANCELLED' THEN 'event_cancelled'
                  WHEN e.status = 'ENDED' OR e.closes_at <= at_time THEN 'event_ended'
                  WHEN e.status = 'DRAFT' OR e.is_coming_soon OR t.sale_starts_at > at_time THEN 'not_yet_on_sale' END AS closed
        FROM (SELECT DISTINCT g.id FROM unnest(guilty) AS g (id)) AS asked
        CROSS JOIN LATERAL (SELECT * FROM ticket_types WHERE ticket_types.id = asked.id LIMIT 1) AS t
        CROSS JOIN LATERAL (SELECT * FROM events WHERE events.id = t.event_id LIMIT 1) AS e)
    SELECT CASE q.outcome
             WHEN 'unavailable' THEN
               CASE WHEN type.free + own.of_type > 0 AND (type.pool_id IS NULL OR type.pool_free + own.of_pool > 0)
                    THEN 'not_enough_left' ELSE 'sold_out' END
             WHEN 'not_on_sale' THEN coalesce(type.closed, 'sale_ended') END
      FROM unnest(outcomes, guilty, own_carts) WITH ORDINALITY AS q (outcome, sku, cart, nr)
      LEFT JOIN types AS type ON type.id = q.sku
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(h.quantity) FILTER (WHERE h.ticket_type_id = type.id), 0) AS of_type,
               coalesce(sum(h.quantity) FILTER (WHERE
                 (SELECT mate.pool_id FROM ticket_types AS mate WHERE mate.id = h.ticket_type_id) = type.pool_id), 0) AS of_pool
          FROM holds AS h WHERE h.reservation_id = q.cart) AS own
     ORDER BY q.nr);
END $$;
