-- Which gateway takes a host's payments in a currency. Where there is none, the sandbox does (never in production).
CREATE TABLE payment_accounts (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  gateway text NOT NULL CHECK (gateway IN ('paystack', 'flutterwave', 'stripe')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  credentials_ciphertext bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Kept for the payments that were made with it: they are looked up and refunded with the same credentials.
  disabled_at timestamptz(3)
);
CREATE UNIQUE INDEX payment_accounts_in_use ON payment_accounts (host_id, currency) WHERE disabled_at IS NULL;

-- Null: buyers may be sent back to any site.
ALTER TABLE hosts ADD COLUMN callback_origins text[] CHECK (cardinality(callback_origins) BETWEEN 1 AND 50);
CREATE TRIGGER hosts_callbacks_changed AFTER UPDATE OF callback_origins ON hosts
  FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();

-- Written by the order engine, in batches: no foreign keys, for the reason given at reservations.
CREATE TABLE orders (
  id uuid PRIMARY KEY,
  reference text NOT NULL UNIQUE CHECK (reference ~ '^TSR(-[0-9A-HJKMNP-TV-Z]{4}){4}$'),
  event_id uuid NOT NULL,
  host_id uuid NOT NULL,
  -- Null for complimentary orders.
  reservation_id uuid,
  source text NOT NULL CHECK (source IN ('api', 'embed', 'complimentary')),
  -- processing: the gateway is being asked for a payment link. failed: it gave none, the cart may be ordered again.
  status text NOT NULL CHECK (status IN ('processing', 'failed', 'pending_payment', 'confirmed', 'expired', 'cancelled',
                                         'refunded', 'partially_refunded')),
  quote_reference text NOT NULL,
  quote json NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  currency text NOT NULL,
  promo_code_id uuid,
  -- A use of a limited code that will not come back.
  promo_is_counted boolean NOT NULL DEFAULT false,
  seat_ids uuid[],
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
  phone text CHECK (length(phone) <= 40),
  -- One per ticket, in the order of the quote's items; null: all are the buyer's.
  recipients jsonb,
  callback_url text CHECK (length(callback_url) <= 2000),
  -- JSON as it was sent, to the digit: as text, since jsonb would sort its keys.
  metadata text NOT NULL DEFAULT '{}' CHECK (octet_length(metadata) <= 4096),
  idempotency_key text CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  request_hash bytea,
  gateway text,
  payment_account_id uuid,
  -- The gateway's own name of the payment page, where it has one.
  session_id text,
  checkout_url text,
  -- By then the gateway has answered, or never will.
  start_by timestamptz,
  -- The end of the payment window. The stock stays a little longer, while the gateway is asked a last time.
  pay_by timestamptz,
  look_ups integer NOT NULL DEFAULT 0,
  next_look_up_at timestamptz,
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX orders_idempotency ON orders (host_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX orders_event ON orders (event_id, created_at);
CREATE INDEX orders_reservation ON orders (reservation_id);
CREATE INDEX orders_look_up ON orders (next_look_up_at) WHERE next_look_up_at IS NOT NULL;

-- An order's history: every state it came to, when and why.
CREATE TABLE order_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  status text NOT NULL,
  cause text NOT NULL CHECK (length(cause) <= 500)
);
CREATE INDEX order_changes_order ON order_changes (order_id, id);

-- The order that was made of this cart. Forgotten when the token holds another cart.
ALTER TABLE reservations ADD COLUMN order_id uuid;

-- Money that a gateway has taken for an order. One order can be paid twice, by two tabs: each is a row.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  gateway text NOT NULL,
  gateway_payment_id text NOT NULL CHECK (length(gateway_payment_id) BETWEEN 1 AND 255),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  refunded_minor bigint NOT NULL DEFAULT 0,
  -- order: tickets were issued for it. The others are given back whole: too late, paid already, or not the sum due.
  use text NOT NULL CHECK (use IN ('order', 'late', 'surplus', 'mismatch')),
  paid_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  CONSTRAINT refunds_within_payment CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  UNIQUE (order_id, gateway_payment_id)
);
CREATE UNIQUE INDEX payments_one_per_order ON payments (order_id) WHERE use = 'order';

CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  payment_id uuid NOT NULL REFERENCES payments,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  reason text NOT NULL CHECK (reason IN ('host', 'late', 'surplus', 'mismatch')),
  -- The caller's name for it: the same refund asked for twice is one.
  request_key text NOT NULL,
  -- asking: the gateway is being asked, and may have done it. sent: it has it in hand. needs_attention: a person must look.
  status text NOT NULL CHECK (status IN ('pending', 'asking', 'sent', 'succeeded', 'needs_attention')),
  gateway_refund_id text,
  note text CHECK (length(note) <= 500),
  look_ups integer NOT NULL DEFAULT 0,
  -- When the gateway is asked about it next; null when it has come to its end.
  next_look_up_at timestamptz,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  UNIQUE (order_id, request_key)
);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_look_up ON refunds (next_look_up_at) WHERE next_look_up_at IS NOT NULL;

-- One per admission.
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL,
  event_id uuid NOT NULL,
  ticket_type_id uuid NOT NULL,
  seat_id uuid,
  position integer NOT NULL CHECK (position > 0),
  -- What the signed code is made of. A transferred ticket gets another one, and the old code is worth nothing.
  serial uuid NOT NULL UNIQUE,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
  issued_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  voided_at timestamptz(3),
  -- The stock of a void ticket is for sale again.
  is_returned boolean NOT NULL DEFAULT false CHECK (NOT is_returned OR voided_at IS NOT NULL),
  UNIQUE (order_id, position)
);
CREATE INDEX tickets_event ON tickets (event_id);
CREATE INDEX tickets_type ON tickets (ticket_type_id);
CREATE UNIQUE INDEX tickets_seat ON tickets (seat_id) WHERE seat_id IS NOT NULL AND voided_at IS NULL;
