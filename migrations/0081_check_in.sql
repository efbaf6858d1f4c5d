-- The way in: doors, the phones that stand at them, and every scan. See docs/decisions/check-in.md.
CREATE TABLE doors (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- Null: whoever has a ticket to the event.
  ticket_type_ids uuid[] CHECK (cardinality(ticket_type_ids) BETWEEN 1 AND 200),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamptz(3)
);
CREATE INDEX doors_event ON doors (event_id, id);
CREATE UNIQUE INDEX doors_name ON doors (event_id, lower(name)) WHERE removed_at IS NULL;

-- An event without a row has the rules that are the defaults.
CREATE TABLE check_in_rules (
  event_id uuid PRIMARY KEY REFERENCES events (id),
  allows_reentry boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1
);

-- A phone at a door. Of its link and its token only the hashes are here.
CREATE TABLE door_devices (
  id uuid PRIMARY KEY,
  door_id uuid NOT NULL REFERENCES doors (id),
  event_id uuid NOT NULL REFERENCES events (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  may_search boolean NOT NULL DEFAULT false,
  -- Both null: the link was used, and another was not asked for.
  link_hash bytea UNIQUE CHECK (octet_length(link_hash) = 32),
  link_expires_at timestamptz(3),
  -- Null until a phone has paired.
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  paired_at timestamptz(3),
  -- Null: half a day after the event, also where the event is moved.
  ends_at timestamptz(3),
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3),
  -- How many scans it last said it still had to send.
  waiting_scans integer NOT NULL DEFAULT 0 CHECK (waiting_scans >= 0),
  user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK ((link_hash IS NULL) = (link_expires_at IS NULL)),
  CHECK ((token_hash IS NULL) = (paired_at IS NULL))
);
CREATE INDEX door_devices_event ON door_devices (event_id, id);
CREATE INDEX door_devices_door ON door_devices (door_id, id);
CREATE INDEX door_devices_created ON door_devices (created_at);

-- What happened at the doors. Who is in and who is out again is told by these rows alone (functions/fold_scans.sql); the tickets have a copy.
CREATE TABLE scans (
  -- Made by the phone, so that what is sent twice has one effect.
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  -- Null: at no door, but in the dashboard.
  door_id uuid,
  -- Both null: by the program itself.
  device_id uuid,
  person_id uuid,
  -- Both null: no ticket of this event was read.
  ticket_id uuid,
  ticket_type_id uuid,
  kind text NOT NULL CHECK (kind IN ('entry', 'exit', 'undo')),
  how text NOT NULL CHECK (how IN ('code', 'short_code', 'name')),
  -- When it happened, by the database's clock.
  at timestamptz(3) NOT NULL,
  device_time timestamptz(3),
  received_at timestamptz(3) NOT NULL,
  -- What the phone had done by itself, with no network; null: it asked.
  verdict text CHECK (verdict IN ('admitted', 'refused')),
  outcome text NOT NULL CHECK (outcome IN ('admitted', 're_entry', 'left', 'already_used', 'not_inside', 'no_reentry', 'void',
    'wrong_door', 'passed_on', 'other_event', 'unknown', 'refused', 'undone', 'nothing_to_undo')),
  -- What stood against it, where somebody was let in all the same.
  against text CHECK (against IN ('void', 'wrong_door', 'passed_on', 'unknown', 'refusal')),
  -- An entry of who was inside already; or an exit of who was not.
  is_double boolean NOT NULL DEFAULT false,
  -- For an undo: the scan that it takes back, which may be still to come.
  undoes uuid,
  undone_by uuid,
  CHECK ((kind = 'undo') = (undoes IS NOT NULL)),
  CHECK ((ticket_id IS NULL) = (ticket_type_id IS NULL))
);
-- The newest of an event, a door, a phone, an outcome.
CREATE INDEX scans_event ON scans (event_id, at, id);
CREATE INDEX scans_outcome ON scans (event_id, outcome, at, id);
CREATE INDEX scans_door ON scans (door_id, at, id);
CREATE INDEX scans_device ON scans (device_id, at, id);
CREATE INDEX scans_ticket ON scans (ticket_id, at, id) WHERE ticket_id IS NOT NULL;
CREATE INDEX scans_undoes ON scans (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX scans_conflicts ON scans (event_id, at, id)
  WHERE ((is_double AND kind = 'entry') OR against IS NOT NULL) AND undone_by IS NULL;
-- How many came in and went out, by door and ticket type, without a look at the rows.
CREATE INDEX scans_counts ON scans (event_id, door_id, ticket_type_id, outcome, is_double)
  WHERE outcome IN ('admitted', 're_entry', 'left') AND undone_by IS NULL;
CREATE INDEX scans_wrong_codes ON scans (event_id, received_at) WHERE how = 'short_code' AND outcome = 'unknown';
CREATE INDEX scans_received ON scans (received_at);

-- Codes of tickets that were passed on. They are still well signed: a phone without a network has to know them.
CREATE TABLE passed_on_codes (
  serial uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX passed_on_codes_changed ON passed_on_codes (event_id, changed_in, serial);
