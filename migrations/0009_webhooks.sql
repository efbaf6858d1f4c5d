CREATE TABLE webhook_subscriptions (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events,
  -- Normalised, so that one receiver can't be written in two ways (see src/webhooks/receiver-url.ts). It never changes.
  url text NOT NULL CHECK (length(url) <= 2000),
  is_enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Kept for the log of its deliveries; its URL may be registered again.
  removed_at timestamptz(3),
  CHECK (removed_at IS NULL OR NOT is_enabled)
);
CREATE UNIQUE INDEX webhook_subscriptions_url ON webhook_subscriptions (url) WHERE removed_at IS NULL;
CREATE INDEX webhook_subscriptions_event ON webhook_subscriptions (event_id) WHERE removed_at IS NULL;

-- What has to reach a receiver, and what became of it. A queue of its own beside `jobs`, by subscription first: what waits
-- for one receiver must not lie in the way to the others. No foreign keys, for the reason given at reservations.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  subscription_id uuid NOT NULL,
  event_type text NOT NULL CHECK (event_type IN ('TICKET_PURCHASED', 'WEBHOOK_TEST')),
  order_id uuid,
  reference text NOT NULL,
  -- The delivery that was first made of the same purchase, where this one was asked for by hand.
  redelivery_of uuid,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  -- Counted when an attempt begins: one that kills its process counts too.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  leased_by text,
  -- The overall budget runs from here, whichever processes make the attempts.
  first_attempt_at timestamptz(3),
  ended_at timestamptz(3),
  -- Why it was given up.
  failure text CHECK (length(failure) <= 500),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((leased_until IS NULL) = (leased_by IS NULL)),
  CHECK ((order_id IS NULL) = (event_type = 'WEBHOOK_TEST')),
  CHECK ((status = 'pending') = (ended_at IS NULL)),
  CHECK ((status = 'failed') = (failure IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (subscription_id, next_attempt_at, id) WHERE status = 'pending';
-- Its predicate names what is always true, so that the planner uses it only for a query that says the same: planned while the
-- table was empty, the search for what is due would otherwise go through the whole log.
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (subscription_id, id) WHERE attempts >= 0;
CREATE INDEX webhook_deliveries_again ON webhook_deliveries (redelivery_of) WHERE redelivery_of IS NOT NULL;

-- The request's body as it was first sent, and its signature: every attempt sends the same. A redelivery has its body from
-- the start, and its signature when it is first sent. Apart from the deliveries, whose rows change at every attempt.
CREATE TABLE webhook_bodies (
  delivery_id uuid PRIMARY KEY,
  body text NOT NULL,
  signature text CHECK (length(signature) = 128)
);

CREATE TABLE webhook_attempts (
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL CHECK (attempt > 0),
  started_at timestamptz(3) NOT NULL,
  -- Null where the process was killed in the middle of it.
  duration_ms integer CHECK (duration_ms >= 0),
  status_code integer CHECK (status_code BETWEEN 100 AND 999),
  error text CHECK (length(error) <= 500),
  -- The first bytes of the answer, as text.
  answer text CHECK (length(answer) <= 1024),
  PRIMARY KEY (delivery_id, attempt)
);

-- Called in the transaction that confirms the orders: a purchase and its deliveries are on record together.
CREATE FUNCTION record_deliveries(order_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference)
  SELECT new_id(), s.id, 'TICKET_PURCHASED', o.id, o.reference
    FROM orders AS o JOIN webhook_subscriptions AS s ON s.event_id = o.event_id AND s.removed_at IS NULL AND s.is_enabled
   WHERE o.id = ANY(order_ids) AND o.source <> 'complimentary';
  IF FOUND THEN
    PERFORM pg_notify('webhooks_due', due.id)
      FROM (SELECT DISTINCT s.id::text
              FROM orders AS o JOIN webhook_subscriptions AS s ON s.event_id = o.event_id AND s.removed_at IS NULL AND s.is_enabled
             WHERE o.id = ANY(order_ids) AND o.source <> 'complimentary') AS due (id);
  END IF;
END $$;
