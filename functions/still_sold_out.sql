-- Whether all of these ticket types are sold out at this moment, and none of these tokens has a cart, which may hold the last tickets. Asked
-- for a whole batch of buyers before hold_batch is: in a sold-out storm nobody has to be decided one by one. It locks and writes nothing.
-- What has lapsed counts as free, and so does whatever is not as it was offered: hold_batch decides then.
CREATE OR REPLACE FUNCTION still_sold_out(of_event uuid, tokens uuid[], types uuid[], prices bigint[]) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  -- Read once: a condition on clock_timestamp() itself is no way into an index.
  at_time constant timestamptz := clock_timestamp();
BEGIN
  RETURN NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.event_id = of_event AND r.token = ANY(tokens))
    AND EXISTS (
      SELECT 1 FROM events AS e JOIN hosts AS h ON h.id = e.host_id
       WHERE e.id = of_event AND e.status = 'LIVE' AND NOT e.is_coming_soon AND e.closes_at > at_time AND h.suspended_at IS NULL)
    AND NOT EXISTS (
      SELECT 1 FROM unnest(types, prices) AS asked (id, price)
       -- A ticket type that its host has deleted is not as it was offered.
       WHERE NOT coalesce((
         SELECT t.event_id = of_event AND t.price_minor = asked.price
                AND coalesce(t.sale_starts_at <= at_time, true) AND coalesce(t.sale_ends_at > at_time, true)
                AND (t.sold + t.held + t.awaited >= t.capacity OR coalesce((pools_on_sale(ARRAY[t.pool_id]))[1] <= 0, false))
                AND NOT EXISTS (SELECT 1 FROM holds AS l WHERE l.ticket_type_id = t.id AND l.expires_at <= at_time)
                -- Of a pool every hold that has lapsed makes room.
                AND (t.pool_id IS NULL OR NOT EXISTS (
                  SELECT 1 FROM ticket_types AS mate
                   WHERE mate.event_id = t.event_id AND mate.pool_id = t.pool_id
                     AND EXISTS (SELECT 1 FROM holds AS l WHERE l.ticket_type_id = mate.id AND l.expires_at <= at_time)))
           FROM ticket_types AS t WHERE t.id = asked.id), false));
END $$;
