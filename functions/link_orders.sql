-- Writes down the payment links that gateways gave, and answers the orders' states. One that is not waiting for its link any
-- more (paid already, or cancelled meanwhile) stays as it is.
CREATE OR REPLACE FUNCTION link_orders(
  order_ids uuid[], checkout_urls text[], session_ids text[], look_up_seconds integer, OUT request integer, OUT status text
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time constant timestamptz := clock_timestamp();
  -- Those that there are, by id, and what they were.
  locked uuid[];
  states text[];
  gateways text[];
BEGIN
  SELECT array_agg(o.id), array_agg(o.status), array_agg(o.gateway) INTO locked, states, gateways
    FROM (SELECT id, status, gateway FROM orders WHERE id = ANY(order_ids) ORDER BY id FOR UPDATE) AS o;
  WITH linked AS (
    UPDATE orders AS o
       SET checkout_url = checkout_urls[array_position(order_ids, o.id)], session_id = session_ids[array_position(order_ids, o.id)],
           status = CASE WHEN o.status = 'processing' THEN 'pending_payment' ELSE o.status END,
           next_look_up_at = CASE WHEN o.status = 'processing' THEN at_time + look_up_seconds * interval '1 second'
                                  ELSE o.next_look_up_at END
     WHERE o.id = ANY(locked)
  )
  INSERT INTO order_changes (order_id, at, status, cause)
  SELECT locked[nr], at_time, 'pending_payment', CASE WHEN gateways[nr] IS NULL THEN 'the buyer chooses how to pay' ELSE 'the gateway gave a payment link' END
    FROM generate_series(1, cardinality(locked)) AS nr
   WHERE states[nr] = 'processing';
  RETURN QUERY SELECT nr, CASE state WHEN 'processing' THEN 'pending_payment' ELSE state END
    FROM generate_series(1, cardinality(order_ids)) AS nr
    CROSS JOIN LATERAL (SELECT states[array_position(locked, order_ids[nr])] AS state) AS found
   WHERE state IS NOT NULL ORDER BY nr;
END $$;
