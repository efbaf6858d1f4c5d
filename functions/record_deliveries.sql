-- Called in the transaction that confirms the orders: a purchase and its deliveries are on record together. What the host gave away or
-- sold itself is no purchase, and integrators hear nothing of it. OFFSET 0: the orders by their ids, and not as those of the receiver's event
-- among which the ids are looked for.
CREATE OR REPLACE FUNCTION record_deliveries(order_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told integer;
BEGIN
  WITH recorded AS (
    INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference)
    SELECT new_id(), s.id, 'TICKET_PURCHASED', o.id, o.reference
      FROM (SELECT * FROM orders WHERE id = ANY(order_ids) AND source IN ('api', 'embed') OFFSET 0) AS o
      JOIN webhook_subscriptions AS s ON s.event_id = o.event_id AND s.removed_at IS NULL AND s.is_enabled
    RETURNING subscription_id
  )
  SELECT count(pg_notify('webhooks_due', due.id)) INTO told FROM (SELECT DISTINCT subscription_id::text AS id FROM recorded) AS due;
END $$;
