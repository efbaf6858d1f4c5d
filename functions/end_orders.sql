-- Ends orders that still wait for their payment; others are left as they are. What they held is the caller's affair.
CREATE OR REPLACE FUNCTION end_orders(ids uuid[], new_status text, cause text, at_time timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  ended integer;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN 0; END IF;
  PERFORM 1 FROM orders WHERE id = ANY(ids) ORDER BY id FOR UPDATE;
  WITH changed AS (
    UPDATE orders SET status = new_status,
           -- A failed order is nobody's answer: the same key orders anew.
           idempotency_key = CASE WHEN new_status <> 'failed' THEN idempotency_key END
     WHERE id = ANY(ids) AND status IN ('processing', 'pending_payment') RETURNING id
  )
  INSERT INTO order_changes (order_id, at, status, cause) SELECT id, at_time, new_status, cause FROM changed ORDER BY id;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END $$;
