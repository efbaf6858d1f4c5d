-- Ends what is under way of an event that was cancelled in this transaction or before: unpaid orders are cancelled, and what carts
-- hold goes back. Says whether something is left: a cart that was begun while this waited for the others, and that its own process
-- has locked. It is ended by the next call.
--
-- Nobody can begin anything new once the caller has committed: holds and late payments read the event's state behind the locks of the
-- ticket types, which this takes all of. A free order reads it before them, under the lock of its cart: one whose cart is left is
-- confirmed after this, and found by the next call (src/cancelling/cancel-orders-job.ts).
CREATE OR REPLACE FUNCTION end_event_sales(of_event uuid, why text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  types constant uuid[] := ARRAY(SELECT id FROM ticket_types WHERE event_id = of_event ORDER BY id);
  at_time timestamptz;
  carts uuid[];
  unpaid uuid[];
  live uuid[];
  codes uuid[];
BEGIN
  carts := ARRAY(SELECT id FROM reservations WHERE id = ANY(ARRAY(
      SELECT h.reservation_id FROM holds AS h WHERE h.ticket_type_id = ANY(types)
      UNION SELECT o.reservation_id FROM orders AS o
             WHERE o.event_id = of_event AND o.status IN ('processing', 'pending_payment') AND o.reservation_id IS NOT NULL))
    ORDER BY id FOR UPDATE);
  -- Of those that are locked by their carts, or have none any more.
  unpaid := ARRAY(SELECT o.id FROM orders AS o
     WHERE o.event_id = of_event AND o.status IN ('processing', 'pending_payment')
       AND (o.reservation_id IS NULL OR o.reservation_id = ANY(carts)
            OR NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.id = o.reservation_id))
     ORDER BY o.id FOR UPDATE);
  PERFORM 1 FROM ticket_types WHERE id = ANY(types) ORDER BY id FOR NO KEY UPDATE;
  -- Carts that came in while this waited; a cart that somebody is serving is left. Going up, so never waiting.
  carts := carts || ARRAY(SELECT id FROM reservations WHERE id = ANY(ARRAY(
      SELECT h.reservation_id FROM holds AS h WHERE h.ticket_type_id = ANY(types)))
       AND NOT id = ANY(carts) AND order_id IS NULL
    ORDER BY id FOR UPDATE SKIP LOCKED);
  SELECT array_agg(id ORDER BY id), array_agg(promo_code_id) FILTER (WHERE promo_code_id IS NOT NULL) INTO live, codes
    FROM reservations WHERE id = ANY(carts) AND ended_at IS NULL;
  IF codes IS NOT NULL THEN
    PERFORM 1 FROM promo_codes WHERE id = ANY(codes) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  at_time := clock_timestamp();
  PERFORM end_orders(ids => unpaid, new_status => 'cancelled', cause => why, at_time => at_time);
  IF live IS NOT NULL THEN
    PERFORM end_carts(ids => live, used_codes => codes, gives_up_orders => false, at_time => at_time);
  END IF;
  RETURN EXISTS (SELECT 1 FROM holds AS h WHERE h.ticket_type_id = ANY(types))
      OR EXISTS (SELECT 1 FROM orders AS o WHERE o.event_id = of_event AND o.status IN ('processing', 'pending_payment'));
END $$;
