CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE categories (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 100),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100)
);

CREATE TABLE events (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  category_id uuid NOT NULL REFERENCES categories,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 100),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 20000),
  preview_description text NOT NULL DEFAULT '' CHECK (length(preview_description) <= 500),
  kind text NOT NULL DEFAULT 'general' CHECK (kind IN ('general', 'seat_map')),
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'LIVE', 'ENDED', 'CANCELLED')),
  is_coming_soon boolean NOT NULL DEFAULT false,
  is_unlisted boolean NOT NULL DEFAULT false,
  starts_at timestamptz(3) NOT NULL,
  closes_at timestamptz(3) NOT NULL CHECK (closes_at > starts_at),
  timezone text NOT NULL,
  poster_file text CHECK (length(poster_file) <= 200),
  poster_aspect_ratio double precision CHECK (poster_aspect_ratio > 0),
  instagram text CHECK (length(instagram) <= 200),
  website text CHECK (length(website) <= 500),
  x_account text CHECK (length(x_account) <= 200),
  country text NOT NULL CHECK (country ~ '^[A-Z_]{2,40}$'),
  state text NOT NULL CHECK (length(state) <= 100),
  lga text NOT NULL CHECK (length(lga) <= 100),
  street text CHECK (length(street) <= 300),
  directions text CHECK (length(directions) <= 2000),
  lng double precision CHECK (lng BETWEEN -180 AND 180),
  lat double precision CHECK (lat BETWEEN -90 AND 90),
  hide_location boolean NOT NULL DEFAULT false,
  host_message text CHECK (length(host_message) <= 2000),
  search tsvector NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX events_listed ON events (host_id, created_at DESC, id DESC) WHERE status = 'LIVE' AND NOT is_unlisted;
CREATE INDEX events_category ON events (host_id, category_id, created_at DESC, id DESC)
  WHERE status = 'LIVE' AND NOT is_unlisted;
CREATE INDEX events_closing ON events (closes_at) WHERE status = 'LIVE';
CREATE INDEX events_search ON events USING gin (host_id, search) WHERE status = 'LIVE' AND NOT is_unlisted;

CREATE TABLE headliners (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  role text NOT NULL DEFAULT '' CHECK (length(role) <= 100),
  image_file text CHECK (length(image_file) <= 200),
  position integer NOT NULL DEFAULT 0
);
CREATE INDEX headliners_event ON headliners (event_id, position);

CREATE TABLE gallery_images (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  file text NOT NULL CHECK (length(file) <= 200),
  thumbnail_file text NOT NULL CHECK (length(thumbnail_file) <= 200),
  width_px integer NOT NULL CHECK (width_px > 0),
  height_px integer NOT NULL CHECK (height_px > 0),
  alt text NOT NULL DEFAULT '' CHECK (length(alt) <= 500),
  position integer NOT NULL DEFAULT 0
);
CREATE INDEX gallery_images_event ON gallery_images (event_id, position);

CREATE TABLE ticket_types (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  kind text NOT NULL DEFAULT 'GENERAL' CHECK (kind IN ('GENERAL', 'SEATED')),
  -- The bound keeps price x basis points, and the largest cart (50 lines of 1000 tickets, with fees), below 2^53.
  price_minor bigint NOT NULL CHECK (price_minor BETWEEN 0 AND 10000000000),
  capacity integer NOT NULL CHECK (capacity BETWEEN 0 AND 10000000),
  sold integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  maximum_per_order integer NOT NULL DEFAULT 10 CHECK (maximum_per_order BETWEEN 1 AND 1000),
  sale_starts_at timestamptz(3),
  sale_ends_at timestamptz(3),
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT never_oversold CHECK (sold + held <= capacity),
  CHECK (sale_ends_at > sale_starts_at)
);
CREATE INDEX ticket_types_event ON ticket_types (event_id, position);

CREATE TABLE seats (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events,
  ticket_type_id uuid NOT NULL REFERENCES ticket_types,
  section text NOT NULL CHECK (length(section) BETWEEN 1 AND 100),
  row_label text NOT NULL CHECK (length(row_label) BETWEEN 1 AND 20),
  seat_label text NOT NULL CHECK (length(seat_label) BETWEEN 1 AND 20),
  -- Where the seat is drawn, in units of one seat's width.
  x double precision NOT NULL,
  y double precision NOT NULL,
  is_accessible boolean NOT NULL DEFAULT false,
  is_restricted_view boolean NOT NULL DEFAULT false,
  UNIQUE (event_id, section, row_label, seat_label)
);
CREATE INDEX seats_ticket_type ON seats (ticket_type_id);

CREATE TABLE promo_codes (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events,
  code text NOT NULL CHECK (code ~ '^[0-9A-Za-z_-]{1,50}$'),
  percent_basis_points integer CHECK (percent_basis_points BETWEEN 1 AND 10000),
  amount_minor bigint CHECK (amount_minor BETWEEN 1 AND 10000000000),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  maximum_uses integer CHECK (maximum_uses > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(percent_basis_points, amount_minor) = 1)
);
CREATE UNIQUE INDEX promo_codes_code ON promo_codes (event_id, lower(code));

-- No row for a code: it is good for every ticket type of its event.
CREATE TABLE promo_code_ticket_types (
  promo_code_id uuid NOT NULL REFERENCES promo_codes ON DELETE CASCADE,
  ticket_type_id uuid NOT NULL REFERENCES ticket_types ON DELETE CASCADE,
  PRIMARY KEY (promo_code_id, ticket_type_id)
);

-- Tells every process that what it keeps of a host's catalog is out of date. Holds and sales touch only the counters
-- of a ticket type and are not listed here: they may come thousands a second.
CREATE FUNCTION notify_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(coalesce(new, old));
BEGIN
  PERFORM pg_notify('catalog_changed', coalesce(
    changed ->> 'host_id',
    (SELECT host_id::text FROM events WHERE id = (changed ->> 'event_id')::uuid),
    ''));
  RETURN NULL;
END $$;
CREATE TRIGGER events_changed AFTER INSERT OR UPDATE OR DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER headliners_changed AFTER INSERT OR UPDATE OR DELETE ON headliners
  FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER gallery_images_changed AFTER INSERT OR UPDATE OR DELETE ON gallery_images
  FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER ticket_types_changed
  AFTER INSERT OR DELETE OR UPDATE OF name, description, price_minor, capacity, maximum_per_order,
    sale_starts_at, sale_ends_at, position
  ON ticket_types FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
-- What is rare, or concerns everybody, says so to all hosts: the empty payload. A category's name is part of every event
-- in it, whoever hosts them.
CREATE FUNCTION notify_every_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER categories_changed AFTER UPDATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
CREATE TRIGGER hosts_fees_changed AFTER UPDATE OF fee_basis_points, fee_flat_minor, fee_cap_minor, fees_absorbed ON hosts
  FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
CREATE TRIGGER promo_code_ticket_types_changed AFTER INSERT OR UPDATE OR DELETE ON promo_code_ticket_types
  FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
