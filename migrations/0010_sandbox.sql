-- The payment sandbox is an outside gateway that happens to run in the same program: these tables are its own, nothing
-- refers to them, and the product learns what is in them over HTTP only.
CREATE TABLE sandbox_payments (
  -- Also the address of the payment page, so it is unguessable.
  id text PRIMARY KEY,
  -- The shop's name for the payment.
  reference text NOT NULL UNIQUE CHECK (length(reference) BETWEEN 1 AND 100),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  email text NOT NULL CHECK (length(email) <= 254),
  name text NOT NULL CHECK (length(name) <= 201),
  description text NOT NULL CHECK (length(description) <= 500),
  return_url text NOT NULL CHECK (length(return_url) <= 4000),
  callback_url text NOT NULL CHECK (length(callback_url) <= 2000),
  pay_by timestamptz(3) NOT NULL,
  -- processing: a bank transfer is under way. declined, left: how the last try ended; another may follow. closed: the shop
  -- wants no money any more.
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'processing', 'paid', 'declined', 'left', 'closed')),
  attempts integer NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  paid_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CONSTRAINT sandbox_refunds_within_payment CHECK (
    refunded_minor BETWEEN 0 AND amount_minor AND (refunded_minor = 0 OR status = 'paid'))
);
CREATE INDEX sandbox_payments_created ON sandbox_payments (created_at);

CREATE TABLE sandbox_refunds (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES sandbox_payments ON DELETE CASCADE,
  -- The shop's name for the refund: asked for twice, it is made once.
  refund_key text NOT NULL CHECK (length(refund_key) BETWEEN 1 AND 255),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (payment_id, refund_key)
);
