ALTER TABLE events ADD COLUMN hold_minutes integer NOT NULL DEFAULT 10 CHECK (hold_minutes BETWEEN 2 AND 60);

-- Uses are counted when held, and given back when the hold ends without a sale. Only limited codes are counted: for the
-- others it would be one more row that every buyer waits for.
ALTER TABLE promo_codes
  ADD COLUMN uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  ADD CONSTRAINT promo_uses_within_maximum CHECK (maximum_uses IS NULL OR uses <= maximum_uses);

-- No foreign keys on reservations and holds: they are written by the hold engine alone, thousands of rows a second, which
-- has looked up and locked what they refer to; checking it again cost more than the rest of the batch.
CREATE TABLE reservations (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  token uuid NOT NULL,
  client_address text NOT NULL CHECK (length(client_address) <= 60),
  -- Belongs to whoever calls from the address without a token.
  is_shared boolean NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  first_held_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When the stock was given back: released, or swept after it lapsed. A reservation lives while this is null and
  -- expires_at is ahead.
  ended_at timestamptz,
  quote_reference text NOT NULL,
  quote json NOT NULL,
  promo_code_id uuid,
  UNIQUE (event_id, token)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX reservations_shared ON reservations (event_id, client_address) WHERE is_shared;
CREATE INDEX reservations_address ON reservations (event_id, client_address) WHERE ended_at IS NULL;
-- The sweeper's index, and nobody else's. Its predicate names what is always true, so that the planner can use it only for a
-- query that says the same. Otherwise hold_carts, planned while the tables were empty and all indexes looked alike, may count
-- what an address holds by walking every live reservation: 500 to 1,700 us a hold instead of 60, until the next ANALYZE.
CREATE INDEX reservations_lapse ON reservations (expires_at) WHERE ended_at IS NULL AND quantity > 0;
CREATE INDEX reservations_promo_code ON reservations (promo_code_id) WHERE promo_code_id IS NOT NULL AND ended_at IS NULL;

-- One row per ticket type in a live cart. ticket_types.held is the sum of these rows at every commit.
CREATE TABLE holds (
  reservation_id uuid NOT NULL,
  ticket_type_id uuid NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (reservation_id, ticket_type_id)
);
CREATE INDEX holds_lapse ON holds (ticket_type_id, expires_at);

ALTER TABLE seats
  ADD COLUMN held_by uuid,
  ADD COLUMN held_until timestamptz,
  ADD COLUMN is_sold boolean NOT NULL DEFAULT false,
  ADD CHECK ((held_by IS NULL) = (held_until IS NULL)),
  ADD CONSTRAINT sold_seats_are_not_held CHECK (NOT (is_sold AND held_by IS NOT NULL));
CREATE INDEX seats_held_by ON seats (held_by) WHERE held_by IS NOT NULL;

CREATE TRIGGER promo_codes_changed
  AFTER INSERT OR DELETE OR UPDATE OF code, percent_basis_points, amount_minor, starts_at, ends_at, maximum_uses
  ON promo_codes FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();

-- Holds and sales touch only the counters, thousands of times a second. The catalog hears of them when a ticket type sells
-- out or comes back, which is when its status, and an event's cheapest price, change.
CREATE TRIGGER ticket_types_sold_out AFTER UPDATE OF sold, held ON ticket_types FOR EACH ROW
  WHEN ((old.sold + old.held >= old.capacity) <> (new.sold + new.held >= new.capacity))
  EXECUTE FUNCTION notify_catalog_changed();
