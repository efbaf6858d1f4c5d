CREATE TABLE webhook_subscriptions (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events,
  url text NOT NULL CHECK (length(url) <= 2000),
  is_enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX webhook_subscriptions_event ON webhook_subscriptions (event_id) WHERE is_enabled;

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  subscription_id uuid NOT NULL REFERENCES webhook_subscriptions,
  order_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Called in the transaction that confirms the orders: a purchase and its deliveries are on record together.
CREATE FUNCTION record_deliveries(order_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (id, subscription_id, order_id)
  SELECT new_id(), s.id, o.id
    FROM orders AS o JOIN webhook_subscriptions AS s ON s.event_id = o.event_id AND s.is_enabled
   WHERE o.id = ANY(order_ids) AND o.source <> 'complimentary';
END $$;
