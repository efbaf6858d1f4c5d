-- Disputes (chargebacks) of payments, as their gateways tell of them. Written by a look-up alone, never from what a callback says. Few, and
-- written beside sales: no foreign keys, so that making it waits for nobody.
CREATE TABLE payment_disputes (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL,
  order_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  -- The account whose gateway tells of it.
  payment_account_id uuid NOT NULL,
  gateway_dispute_id text NOT NULL CHECK (length(gateway_dispute_id) BETWEEN 1 AND 255),
  -- In the currency of the payment, and no more than it.
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- The gateway's word for it; empty where it has none.
  reason text NOT NULL CHECK (length(reason) <= 200),
  state text NOT NULL CHECK (state IN ('open', 'won', 'lost')),
  -- The gateway still takes a refund, which ends the dispute instead of paying twice.
  is_refundable boolean NOT NULL,
  -- Until when the host may answer at the gateway, where that is known.
  due_at timestamptz(3),
  opened_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  -- When the gateway was asked for what is written here: an answer to an earlier question changes nothing.
  as_of timestamptz NOT NULL,
  next_look_up_at timestamptz(3),
  CONSTRAINT payment_disputes_of_account UNIQUE (payment_account_id, gateway_dispute_id),
  CONSTRAINT payment_disputes_ended CHECK ((ended_at IS NULL) = (state = 'open'))
);
CREATE INDEX payment_disputes_order ON payment_disputes (order_id);
CREATE INDEX payment_disputes_open ON payment_disputes (host_id, due_at) WHERE state = 'open';
CREATE INDEX payment_disputes_host ON payment_disputes (host_id, opened_at);
CREATE INDEX payment_disputes_look_up ON payment_disputes (next_look_up_at) WHERE next_look_up_at IS NOT NULL;

-- Stripe's callbacks about disputes name its own id of the payment, and nothing of ours. Where there are millions of payments, build this one
-- CONCURRENTLY before the upgrade.
CREATE INDEX IF NOT EXISTS payments_of_stripe ON payments (gateway_payment_id) WHERE gateway = 'stripe';
