-- Ends orders that still wait for their payment, and says how many; others are left as they are. Jobs ask the gateways to close their pages.
-- What they hold is left to the caller.
CREATE OR REPLACE FUNCTION end_orders(ids uuid[], new_status text, cause text, at_time timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  ended integer;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN 0; END IF;
  PERFORM 1 FROM orders WHERE id = ANY(ids) ORDER BY id FOR UPDATE;
  WITH changed AS (
    UPDATE orders SET status = new_status,
           -- No answer to a failed order is replayed: the same key orders anew.
           idempotency_key = CASE WHEN new_status <> 'failed' THEN idempotency_key END,
           -- It kept its tickets from others for longer than a cart would have, without a payment. A buyer who gave up sooner,
           -- after a declined card or for another cart, is not meant.
           counts_until = CASE WHEN new_status IN ('expired', 'cancelled') AND at_time > created_at + interval '10 minutes'
                               THEN at_time + interval '3 hours' END
     -- Not the words of orders_unpaid, which the planner would take for a second way in: through all such orders there are.
     WHERE id = ANY(ids) AND CASE status WHEN 'processing' THEN true WHEN 'pending_payment' THEN true ELSE false END
    RETURNING id, checkout_url
  ), closing AS (
    -- One that has no page yet is closed by whoever is given it (start-payment.ts).
    INSERT INTO jobs (id, kind, payload, unique_key)
    SELECT new_id(), 'close_payment_page', jsonb_build_object('orderId', id), id::text FROM changed WHERE checkout_url IS NOT NULL ORDER BY id
    ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL DO NOTHING
    RETURNING pg_notify('jobs_due', kind)
  )
  INSERT INTO order_changes (order_id, at, status, cause) SELECT id, at_time, new_status, cause FROM changed ORDER BY id;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END $$;
