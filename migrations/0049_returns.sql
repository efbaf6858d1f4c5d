-- Tickets that a buyer wants to return: which ones, and for exactly how much. See docs/decisions/returns.md.
CREATE TABLE returns (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  -- The order's. References of their own would lock more tables here.
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  -- `asked`: a link was mailed. `waiting`: confirmed, and a member decides. `lapsed`: a newer one, or a refund, came first.
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'waiting', 'done', 'declined', 'lapsed')),
  ticket_ids uuid[] NOT NULL CHECK (cardinality(ticket_ids) BETWEEN 1 AND 1000),
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  -- Of the mailed link; null until it is sent.
  token_sha256 bytea UNIQUE CHECK (octet_length(token_sha256) = 32),
  asked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  ended_at timestamptz(3),
  -- Who decided, where a member did.
  decided_by uuid,
  -- Why it was declined, in the member's words to the buyer.
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  refund_id uuid,
  CONSTRAINT returns_confirmed CHECK ((state IN ('waiting', 'done', 'declined')) <= (confirmed_at IS NOT NULL)),
  CONSTRAINT returns_ended CHECK ((state IN ('asked', 'waiting')) = (ended_at IS NULL))
);
CREATE INDEX returns_of_order ON returns (order_id, asked_at);
-- One at a time.
CREATE UNIQUE INDEX returns_open ON returns (order_id) WHERE state IN ('asked', 'waiting');
CREATE INDEX returns_waiting ON returns (host_id, confirmed_at) WHERE state = 'waiting';
