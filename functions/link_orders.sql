-- Writes down the payment links that gateways gave, and answers the orders' states. One that is not waiting for its link any
-- more (paid already, or cancelled meanwhile) stays as it is.
CREATE OR REPLACE FUNCTION link_orders(
  order_ids uuid[], checkout_urls text[], session_ids text[], look_up_seconds integer, OUT request integer, OUT status text
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time constant timestamptz := clock_timestamp();
BEGIN
  PERFORM 1 FROM orders WHERE id = ANY(order_ids) ORDER BY id FOR UPDATE;
  WITH linked AS (
    UPDATE orders AS o
       SET checkout_url = given.url, session_id = given.session,
           status = CASE WHEN o.status = 'processing' THEN 'pending_payment' ELSE o.status END,
           next_look_up_at = CASE WHEN o.status = 'processing' THEN at_time + look_up_seconds * interval '1 second'
                                  ELSE o.next_look_up_at END
      FROM unnest(order_ids, checkout_urls, session_ids) AS given (id, url, session), orders AS before
     WHERE o.id = given.id AND before.id = o.id
    RETURNING o.id, o.status, before.status AS old_status
  )
  INSERT INTO order_changes (order_id, at, status, cause)
  SELECT id, at_time, status, 'the gateway gave a payment link' FROM linked WHERE old_status = 'processing';
  -- LIMIT 1: each by its key. A plan made while there are no orders would compare all of them with all ids.
  RETURN QUERY SELECT asked.nr::integer, o.status FROM unnest(order_ids) WITH ORDINALITY AS asked (id, nr)
    CROSS JOIN LATERAL (SELECT status FROM orders WHERE id = asked.id LIMIT 1) AS o ORDER BY asked.nr;
END $$;
