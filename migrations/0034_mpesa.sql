-- M-Pesa has no page of its own: a payment is a page of ours, from which prompts are sent to phones. See docs/decisions/mpesa.md.
CREATE TABLE mpesa_payments (
  reference text PRIMARY KEY CHECK (length(reference) BETWEEN 1 AND 100),
  -- In the address of the page; only as a hash.
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  payment_account_id uuid NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  return_url text NOT NULL CHECK (length(return_url) <= 4000),
  pay_by timestamptz(3) NOT NULL,
  -- No prompt is sent any more.
  closed_at timestamptz(3),
  -- When its page last asked M-Pesa.
  asked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE mpesa_prompts (
  id uuid PRIMARY KEY,
  reference text NOT NULL REFERENCES mpesa_payments ON DELETE CASCADE,
  -- Null once it is forgotten.
  phone text CHECK (phone ~ '^254(7|1)[0-9]{8}$'),
  -- In the address of its callback, which has no signature: whoever knows it is M-Pesa.
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  -- M-Pesa's name of it; null where its answer never came.
  checkout_request_id text UNIQUE CHECK (length(checkout_request_id) <= 100),
  -- `waiting`: nothing is known yet of what the buyer did.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'paid', 'failed')),
  -- M-Pesa's code for the failure, or a word of ours.
  result_code text CHECK (length(result_code) <= 40),
  -- Such as QKJ41ABCDE, from the callback.
  receipt text CHECK (receipt ~ '^[A-Z0-9]{6,20}$'),
  -- The id of the payment: the receipt, or M-Pesa's name of the prompt where no callback brought one in time. It never changes.
  payment_id text UNIQUE CHECK (length(payment_id) <= 100),
  sent_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  paid_at timestamptz(3),
  CONSTRAINT mpesa_prompts_paid CHECK ((state = 'paid') = (paid_at IS NOT NULL))
);
CREATE INDEX mpesa_prompts_reference ON mpesa_prompts (reference);
CREATE INDEX mpesa_prompts_phones ON mpesa_prompts (sent_at) WHERE phone IS NOT NULL;

CREATE TABLE mpesa_reversals (
  id uuid PRIMARY KEY,
  reference text NOT NULL REFERENCES mpesa_payments ON DELETE CASCADE,
  -- Ours, the same on every try; with the number of the retry.
  refund_key text NOT NULL UNIQUE CHECK (length(refund_key) <= 100),
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  state text NOT NULL DEFAULT 'sent' CHECK (state IN ('sent', 'succeeded', 'failed')),
  note text CHECK (length(note) <= 300),
  sent_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX mpesa_reversals_reference ON mpesa_reversals (reference);
