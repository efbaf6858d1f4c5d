-- Takes the locks under which an order may be changed: those of reservations, which the engines take before any other, then those of orders. Orders that
-- were asked for to change its seats are locked with it. One may have been made while this waited: then all locks of this call are let go, and taken
-- once more in the right order. Nobody makes one without the lock of the order, so those that it finds behind the locks are all.
CREATE OR REPLACE FUNCTION lock_order(of_order uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  LOOP
    ids := of_order || ARRAY(SELECT x.difference_order_id FROM seat_exchanges AS x WHERE x.order_id = of_order AND x.difference_order_id IS NOT NULL);
    BEGIN
      PERFORM 1 FROM reservations WHERE id = ANY (ARRAY(SELECT reservation_id FROM orders WHERE id = ANY (ids))) ORDER BY id FOR UPDATE;
      PERFORM 1 FROM orders WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
      IF NOT EXISTS (SELECT 1 FROM seat_exchanges AS x WHERE x.order_id = of_order AND NOT x.difference_order_id = ANY (ids)) THEN
        RETURN;
      END IF;
      RAISE EXCEPTION 'another change of seat was asked for meanwhile' USING ERRCODE = 'TS001';
    EXCEPTION WHEN SQLSTATE 'TS001' THEN
      NULL;
    END;
  END LOOP;
END $$;
