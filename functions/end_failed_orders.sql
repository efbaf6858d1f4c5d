-- Ends orders as failed, and lets their carts go: they are kept for as long as a new hold would be, and may be ordered again. Not without an
-- end: by data that a gateway refuses anybody can make orders fail, so the last such hold begins within the hour that a cart has. Answers
-- the carts: the caller calls set_stock_expiry for them, when it has all other locks that it needs. It has locked the reservations.
CREATE OR REPLACE FUNCTION end_failed_orders(ids uuid[], cause text, at_time timestamptz, OUT carts uuid[]) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_orders(ids => ids, new_status => 'failed', cause => cause, at_time => at_time);
  WITH kept AS (
    UPDATE reservations AS r SET order_id = NULL,
           expires_at = least(r.expires_at, least(at_time, r.first_held_at + interval '1 hour') + e.hold_minutes * interval '1 minute')
      FROM events AS e, orders AS o
     WHERE o.id = ANY(ids) AND o.status = 'failed' AND r.id = o.reservation_id AND r.order_id = o.id AND e.id = r.event_id
       AND r.ended_at IS NULL
    RETURNING r.id
  )
  SELECT array_agg(id) INTO carts FROM kept;
END $$;
