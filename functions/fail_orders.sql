-- The gateway gave no payment link: the cart is kept, for as long as a new hold would be, and may be ordered again.
CREATE OR REPLACE FUNCTION fail_orders(ids uuid[], cause text, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept uuid[];
BEGIN
  PERFORM end_orders(ids, 'failed', cause, at_time);
  WITH freed AS (
    UPDATE reservations AS r SET order_id = NULL,
           expires_at = least(r.expires_at, at_time + e.hold_minutes * interval '1 minute')
      FROM events AS e, orders AS o
     WHERE o.id = ANY(ids) AND o.status = 'failed' AND r.id = o.reservation_id AND r.order_id = o.id AND e.id = r.event_id
       AND r.ended_at IS NULL
    RETURNING r.id
  )
  SELECT array_agg(id) INTO kept FROM freed;
  UPDATE holds AS h SET expires_at = r.expires_at FROM reservations AS r
   WHERE r.id = ANY(kept) AND h.reservation_id = r.id;
  UPDATE seats AS s SET held_until = r.expires_at FROM reservations AS r WHERE r.id = ANY(kept) AND s.held_by = r.id;
END $$;
