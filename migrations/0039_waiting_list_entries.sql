-- How many tickets those want who are on the waiting list of a ticket type: docs/decisions/waiting-list.md.
ALTER TABLE ticket_types ADD COLUMN awaited integer NOT NULL DEFAULT 0 CHECK (awaited >= 0);
CREATE INDEX ticket_types_awaited ON ticket_types (id) WHERE awaited > 0;

CREATE TABLE waiting_list_entries (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES waiting_lists ON DELETE CASCADE,
  ticket_type_id uuid NOT NULL REFERENCES ticket_types ON DELETE CASCADE,
  -- The most that is wanted.
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 1000),
  email text NOT NULL CHECK (length(email) <= 254),
  -- The one spelling by which addresses count as one.
  email_key text NOT NULL CHECK (length(email_key) <= 254),
  language text NOT NULL CHECK (length(language) <= 10),
  -- asked: not confirmed yet. The last five are ends.
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'waiting', 'offered', 'taken', 'lapsed', 'left', 'skipped', 'released')),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  confirmed_at timestamptz,
  -- Its place among those who were drawn; null for those who came after the draw, and where nothing is drawn.
  rank bytea CHECK (octet_length(rank) = 16),
  -- The offer: what is held for it, by which reservation, until when, and at which price.
  reservation_id uuid,
  offered_at timestamptz,
  offered_until timestamptz,
  offered_quantity integer CHECK (offered_quantity BETWEEN 1 AND quantity),
  price_minor bigint CHECK (price_minor >= 0),
  ended_at timestamptz,
  CHECK ((state = 'asked') <= (confirmed_at IS NULL)),
  CHECK ((state IN ('waiting', 'offered', 'taken', 'lapsed')) <= (confirmed_at IS NOT NULL)),
  CHECK ((state IN ('asked', 'waiting', 'offered')) = (ended_at IS NULL)),
  CHECK ((state IN ('offered', 'taken', 'lapsed')) <= (reservation_id IS NOT NULL)),
  CHECK (num_nulls(reservation_id, offered_at, offered_until, offered_quantity, price_minor) IN (0, 5))
);
CREATE UNIQUE INDEX waiting_list_entries_once ON waiting_list_entries (ticket_type_id, email_key) WHERE ended_at IS NULL;
CREATE INDEX waiting_list_entries_next ON waiting_list_entries (ticket_type_id, rank, confirmed_at, id) WHERE state = 'waiting';
CREATE INDEX waiting_list_entries_lapse ON waiting_list_entries (offered_until) WHERE state = 'offered';
CREATE INDEX waiting_list_entries_of_event ON waiting_list_entries (event_id, id);
CREATE INDEX waiting_list_entries_email ON waiting_list_entries (lower(email));

-- The same with what is awaited: only beyond that is anything on sale.
CREATE OR REPLACE TRIGGER ticket_types_sold_out AFTER UPDATE OF sold, held, awaited ON ticket_types FOR EACH ROW
  WHEN ((old.sold + old.held + old.awaited >= old.capacity) <> (new.sold + new.held + new.awaited >= new.capacity))
  EXECUTE FUNCTION notify_catalog_changed();
