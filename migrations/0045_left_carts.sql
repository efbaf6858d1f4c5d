-- Carts whose buyers asked to be reminded of them once. The address goes when the mail has been sent, or is of no use any more; its hash stays
-- until the event is over, so that nobody is reminded twice. No foreign keys: making them would lock the tables that sales write.
CREATE TABLE left_carts (
  id uuid PRIMARY KEY,
  reservation_id uuid NOT NULL UNIQUE,
  event_id uuid NOT NULL,
  address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 16),
  email text CHECK (length(email) BETWEEN 3 AND 254),
  language text NOT NULL CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z]{2,4})?$'),
  asked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- A job has been written for it.
  is_planned boolean NOT NULL DEFAULT false
);
CREATE INDEX left_carts_of_event ON left_carts (event_id, address_hash);
CREATE INDEX left_carts_asked ON left_carts (asked_at);
