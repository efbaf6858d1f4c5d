-- The waiting room of an event (docs/decisions/waiting-room.md): while it is open, nobody holds tickets without being let in.
CREATE TABLE waiting_rooms (
  event_id uuid PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When ranks are drawn; from then on people are let in.
  draws_at timestamptz NOT NULL,
  drawn_at timestamptz,
  paused_at timestamptz,
  closed_at timestamptz,
  per_minute integer NOT NULL CHECK (per_minute BETWEEN 1 AND 60000),
  most_inside integer NOT NULL CHECK (most_inside BETWEEN 1 AND 100000),
  admission_minutes integer NOT NULL CHECK (admission_minutes BETWEEN 2 AND 60),
  asks_email boolean NOT NULL,
  -- Whoever knows the seed before the draw can make entries that come first. So it is sealed until then, and its hash is told.
  seed_ciphertext bytea,
  seed_sealed_by text,
  seed_hash bytea NOT NULL CHECK (octet_length(seed_hash) = 32),
  -- From the draw on.
  seed bytea CHECK (octet_length(seed) = 32 AND sha256(seed) = seed_hash),
  -- How many lined up for the draw, and how many after it.
  early_count bigint NOT NULL DEFAULT 0,
  late_count bigint NOT NULL DEFAULT 0,
  -- How many of the 4096 buckets of ranks are counted since the draw, and how many entries those have.
  counted_buckets integer NOT NULL DEFAULT 0,
  counted_entries bigint NOT NULL DEFAULT 0,
  -- The line key of the last one who was let in, and its place: everybody up to it was let in, or had left.
  front bytea,
  front_place bigint NOT NULL DEFAULT 0,
  let_in_count bigint NOT NULL DEFAULT 0,
  -- People that a member lets in at once, on top of the rate.
  extra_allowance integer NOT NULL DEFAULT 0 CHECK (extra_allowance >= 0),
  -- The share of the rate that is used: less while the service is late to answer.
  pace real NOT NULL DEFAULT 1 CHECK (pace BETWEEN 0.05 AND 1),
  late_at timestamptz,
  last_tick_at timestamptz,
  -- What was allowed and not used: a part of a person, mostly.
  carry real NOT NULL DEFAULT 0,
  -- As the last tick counted it.
  inside integer NOT NULL DEFAULT 0,
  peak_inside integer NOT NULL DEFAULT 0,
  -- What became of everybody, written down before the entries are forgotten.
  report json,
  CHECK ((seed IS NULL) = (drawn_at IS NULL)),
  CHECK (seed IS NOT NULL OR seed_ciphertext IS NOT NULL),
  CHECK (front_place >= let_in_count AND front_place <= early_count + late_count)
);
-- It is written once a second, and with every batch of people who line up.
ALTER TABLE waiting_rooms SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX waiting_rooms_open ON waiting_rooms (event_id) WHERE closed_at IS NULL;

-- Who lines up. The id of one that takes part in the draw is told to everybody after it.
CREATE TABLE waiting_entries (
  event_id uuid NOT NULL REFERENCES waiting_rooms (event_id) ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The order of the line. Early: 00 and the rank, by the room's seed. Late: 01 and a number that counts up. The rank is here from the first, and
  -- is told to nobody before the draw. A copy of the database does tell the order of those who are in line, and still nobody can make an
  -- entry that comes first: that takes the seed.
  line_key bytea NOT NULL CHECK (octet_length(line_key) = CASE get_byte(line_key, 0) WHEN 0 THEN 17 WHEN 1 THEN 9 END),
  lined_up_at timestamptz NOT NULL,
  language text NOT NULL CHECK (length(language) <= 10),
  email_hash bytea CHECK (octet_length(email_hash) = 32),
  device_id uuid,
  let_in_at timestamptz,
  admitted_until timestamptz,
  -- The one cart that its admission is used for, and since when.
  cart_token uuid,
  bound_at timestamptz,
  bought_at timestamptz,
  left_at timestamptz,
  PRIMARY KEY (event_id, id),
  CHECK ((let_in_at IS NULL) = (admitted_until IS NULL)),
  CHECK ((cart_token IS NULL) = (bound_at IS NULL)),
  CHECK (let_in_at IS NOT NULL OR (cart_token IS NULL AND bought_at IS NULL))
);
CREATE UNIQUE INDEX waiting_entries_line ON waiting_entries (event_id, line_key);
CREATE UNIQUE INDEX waiting_entries_device ON waiting_entries (event_id, device_id) WHERE device_id IS NOT NULL;
CREATE UNIQUE INDEX waiting_entries_email ON waiting_entries (event_id, email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX waiting_entries_inside ON waiting_entries (event_id, admitted_until) WHERE admitted_until IS NOT NULL;
CREATE INDEX waiting_entries_cart ON waiting_entries (event_id, cart_token) WHERE cart_token IS NOT NULL;

-- How many of each address have lined up. Counted here and not in the entries, of which a mobile network may have tens of thousands.
CREATE TABLE waiting_addresses (
  event_id uuid NOT NULL REFERENCES waiting_rooms (event_id) ON DELETE CASCADE,
  client_address text NOT NULL CHECK (length(client_address) <= 60),
  entries integer NOT NULL,
  PRIMARY KEY (event_id, client_address)
);

-- How many early entries have a rank in an earlier bucket; its bucket is the first twelve bits of a rank. Written
-- after the draw, so that a place is exact and costs some hundred entries of an index.
CREATE TABLE waiting_buckets (
  event_id uuid NOT NULL REFERENCES waiting_rooms (event_id) ON DELETE CASCADE,
  bucket integer NOT NULL CHECK (bucket BETWEEN 0 AND 4095),
  entries_before bigint NOT NULL,
  PRIMARY KEY (event_id, bucket)
);
