-- What the migrations add up to. Made by npm run schema; a test keeps it true.

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

CREATE TABLE accounts (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT accounts_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CONSTRAINT accounts_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT accounts_pkey PRIMARY KEY (id)
);

CREATE TABLE categories (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  CONSTRAINT categories_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT categories_pkey PRIMARY KEY (id),
  CONSTRAINT categories_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 100))),
  CONSTRAINT categories_slug_key UNIQUE (slug)
);

CREATE TABLE events (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  category_id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  preview_description text NOT NULL DEFAULT ''::text,
  kind text NOT NULL DEFAULT 'general'::text,
  status text NOT NULL DEFAULT 'DRAFT'::text,
  is_coming_soon boolean NOT NULL DEFAULT false,
  is_unlisted boolean NOT NULL DEFAULT false,
  starts_at timestamp(3) with time zone NOT NULL,
  closes_at timestamp(3) with time zone NOT NULL,
  timezone text NOT NULL,
  poster_file text,
  poster_aspect_ratio double precision,
  instagram text,
  website text,
  x_account text,
  country text NOT NULL,
  state text NOT NULL,
  lga text NOT NULL,
  street text,
  directions text,
  lng double precision,
  lat double precision,
  hide_location boolean NOT NULL DEFAULT false,
  host_message text,
  search tsvector NOT NULL DEFAULT ''::tsvector,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT events_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT events_check CHECK ((closes_at > starts_at)),
  CONSTRAINT events_country_check CHECK ((country ~ '^[A-Z_]{2,40}$'::text)),
  CONSTRAINT events_description_check CHECK ((length(description) <= 20000)),
  CONSTRAINT events_directions_check CHECK ((length(directions) <= 2000)),
  CONSTRAINT events_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT events_host_message_check CHECK ((length(host_message) <= 2000)),
  CONSTRAINT events_instagram_check CHECK ((length(instagram) <= 200)),
  CONSTRAINT events_kind_check CHECK ((kind = ANY (ARRAY['general'::text, 'seat_map'::text]))),
  CONSTRAINT events_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  CONSTRAINT events_lga_check CHECK ((length(lga) <= 100)),
  CONSTRAINT events_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  CONSTRAINT events_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_poster_aspect_ratio_check CHECK ((poster_aspect_ratio > (0)::double precision)),
  CONSTRAINT events_poster_file_check CHECK ((length(poster_file) <= 200)),
  CONSTRAINT events_preview_description_check CHECK ((length(preview_description) <= 500)),
  CONSTRAINT events_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 100))),
  CONSTRAINT events_slug_key UNIQUE (slug),
  CONSTRAINT events_state_check CHECK ((length(state) <= 100)),
  CONSTRAINT events_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'LIVE'::text, 'ENDED'::text, 'CANCELLED'::text]))),
  CONSTRAINT events_street_check CHECK ((length(street) <= 300)),
  CONSTRAINT events_website_check CHECK ((length(website) <= 500)),
  CONSTRAINT events_x_account_check CHECK ((length(x_account) <= 200))
);

CREATE TABLE gallery_images (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  file text NOT NULL,
  thumbnail_file text NOT NULL,
  width_px integer NOT NULL,
  height_px integer NOT NULL,
  alt text NOT NULL DEFAULT ''::text,
  position integer NOT NULL DEFAULT 0,
  CONSTRAINT gallery_images_alt_check CHECK ((length(alt) <= 500)),
  CONSTRAINT gallery_images_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT gallery_images_file_check CHECK ((length(file) <= 200)),
  CONSTRAINT gallery_images_height_px_check CHECK ((height_px > 0)),
  CONSTRAINT gallery_images_pkey PRIMARY KEY (id),
  CONSTRAINT gallery_images_thumbnail_file_check CHECK ((length(thumbnail_file) <= 200)),
  CONSTRAINT gallery_images_width_px_check CHECK ((width_px > 0))
);

CREATE TABLE headliners (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  role text NOT NULL DEFAULT ''::text,
  image_file text,
  position integer NOT NULL DEFAULT 0,
  CONSTRAINT headliners_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT headliners_image_file_check CHECK ((length(image_file) <= 200)),
  CONSTRAINT headliners_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT headliners_pkey PRIMARY KEY (id),
  CONSTRAINT headliners_role_check CHECK ((length(role) <= 100))
);

CREATE TABLE hosts (
  id uuid NOT NULL,
  name text NOT NULL,
  country text NOT NULL,
  fee_basis_points integer NOT NULL DEFAULT 0,
  fee_flat_minor bigint NOT NULL DEFAULT 0,
  fee_cap_minor bigint,
  fees_absorbed boolean NOT NULL DEFAULT false,
  private_key_ciphertext bytea NOT NULL,
  private_key_sha256 bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT hosts_country_check CHECK ((country ~ '^[A-Z_]{2,40}$'::text)),
  CONSTRAINT hosts_fee_basis_points_check CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000))),
  CONSTRAINT hosts_fee_cap_minor_check CHECK (((fee_cap_minor >= 0) AND (fee_cap_minor <= '100000000000'::bigint))),
  CONSTRAINT hosts_fee_flat_minor_check CHECK (((fee_flat_minor >= 0) AND (fee_flat_minor <= '100000000000'::bigint))),
  CONSTRAINT hosts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT hosts_pkey PRIMARY KEY (id),
  CONSTRAINT hosts_private_key_sha256_key UNIQUE (private_key_sha256)
);

CREATE TABLE jobs (
  id uuid NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}'::jsonb,
  unique_key text,
  run_at timestamp with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  leased_until timestamp with time zone,
  leased_by text,
  set_aside_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT jobs_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT jobs_check CHECK (((leased_until IS NULL) = (leased_by IS NULL))),
  CONSTRAINT jobs_pkey PRIMARY KEY (id)
);

CREATE TABLE promo_code_ticket_types (
  promo_code_id uuid NOT NULL,
  ticket_type_id uuid NOT NULL,
  CONSTRAINT promo_code_ticket_types_pkey PRIMARY KEY (promo_code_id, ticket_type_id),
  CONSTRAINT promo_code_ticket_types_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id) ON DELETE CASCADE,
  CONSTRAINT promo_code_ticket_types_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_types(id) ON DELETE CASCADE
);

CREATE TABLE promo_codes (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  code text NOT NULL,
  percent_basis_points integer,
  amount_minor bigint,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  maximum_uses integer,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT promo_codes_amount_minor_check CHECK (((amount_minor >= 1) AND (amount_minor <= '100000000000'::bigint))),
  CONSTRAINT promo_codes_check CHECK ((num_nonnulls(percent_basis_points, amount_minor) = 1)),
  CONSTRAINT promo_codes_code_check CHECK ((code ~ '^[0-9A-Za-z_-]{1,50}$'::text)),
  CONSTRAINT promo_codes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT promo_codes_maximum_uses_check CHECK ((maximum_uses > 0)),
  CONSTRAINT promo_codes_percent_basis_points_check CHECK (((percent_basis_points >= 1) AND (percent_basis_points <= 10000))),
  CONSTRAINT promo_codes_pkey PRIMARY KEY (id)
);

CREATE TABLE public_keys (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  key text NOT NULL,
  name text NOT NULL DEFAULT ''::text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revoked_at timestamp(3) with time zone,
  CONSTRAINT public_keys_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT public_keys_key_check CHECK ((key ~ '^pk_[0-9A-Za-z]{32,80}$'::text)),
  CONSTRAINT public_keys_key_key UNIQUE (key),
  CONSTRAINT public_keys_name_check CHECK ((length(name) <= 100)),
  CONSTRAINT public_keys_pkey PRIMARY KEY (id)
);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  sha256 text NOT NULL,
  ran_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE search_words (
  host_id uuid NOT NULL,
  word text NOT NULL,
  CONSTRAINT search_words_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT search_words_pkey PRIMARY KEY (host_id, word)
);

CREATE TABLE seats (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  ticket_type_id uuid NOT NULL,
  section text NOT NULL,
  row_label text NOT NULL,
  seat_label text NOT NULL,
  x double precision NOT NULL,
  y double precision NOT NULL,
  is_accessible boolean NOT NULL DEFAULT false,
  is_restricted_view boolean NOT NULL DEFAULT false,
  CONSTRAINT seats_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT seats_event_id_section_row_label_seat_label_key UNIQUE (event_id, section, row_label, seat_label),
  CONSTRAINT seats_pkey PRIMARY KEY (id),
  CONSTRAINT seats_row_label_check CHECK (((length(row_label) >= 1) AND (length(row_label) <= 20))),
  CONSTRAINT seats_seat_label_check CHECK (((length(seat_label) >= 1) AND (length(seat_label) <= 20))),
  CONSTRAINT seats_section_check CHECK (((length(section) >= 1) AND (length(section) <= 100))),
  CONSTRAINT seats_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_types(id)
);

CREATE TABLE ticket_types (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  kind text NOT NULL DEFAULT 'GENERAL'::text,
  price_minor bigint NOT NULL,
  capacity integer NOT NULL,
  sold integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  maximum_per_order integer NOT NULL DEFAULT 10,
  sale_starts_at timestamp(3) with time zone,
  sale_ends_at timestamp(3) with time zone,
  position integer NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT never_oversold CHECK (((sold + held) <= capacity)),
  CONSTRAINT ticket_types_capacity_check CHECK (((capacity >= 0) AND (capacity <= 10000000))),
  CONSTRAINT ticket_types_check CHECK ((sale_ends_at > sale_starts_at)),
  CONSTRAINT ticket_types_description_check CHECK ((length(description) <= 2000)),
  CONSTRAINT ticket_types_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT ticket_types_held_check CHECK ((held >= 0)),
  CONSTRAINT ticket_types_kind_check CHECK ((kind = ANY (ARRAY['GENERAL'::text, 'SEATED'::text]))),
  CONSTRAINT ticket_types_maximum_per_order_check CHECK (((maximum_per_order >= 1) AND (maximum_per_order <= 1000))),
  CONSTRAINT ticket_types_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT ticket_types_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_types_price_minor_check CHECK (((price_minor >= 0) AND (price_minor <= '100000000000'::bigint))),
  CONSTRAINT ticket_types_sold_check CHECK ((sold >= 0))
);

CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (lower(email));
CREATE INDEX accounts_host ON public.accounts USING btree (host_id);
CREATE INDEX events_category ON public.events USING btree (host_id, category_id, created_at DESC, id DESC) WHERE ((status = 'LIVE'::text) AND (NOT is_unlisted));
CREATE INDEX events_closing ON public.events USING btree (closes_at) WHERE (status = 'LIVE'::text);
CREATE INDEX events_listed ON public.events USING btree (host_id, created_at DESC, id DESC) WHERE ((status = 'LIVE'::text) AND (NOT is_unlisted));
CREATE INDEX events_search ON public.events USING gin (host_id, search) WHERE ((status = 'LIVE'::text) AND (NOT is_unlisted));
CREATE INDEX gallery_images_event ON public.gallery_images USING btree (event_id, "position");
CREATE INDEX headliners_event ON public.headliners USING btree (event_id, "position");
CREATE INDEX jobs_due ON public.jobs USING btree (kind, run_at, id) WHERE (set_aside_at IS NULL);
CREATE INDEX jobs_set_aside ON public.jobs USING btree (set_aside_at) WHERE (set_aside_at IS NOT NULL);
CREATE UNIQUE INDEX jobs_unique_key ON public.jobs USING btree (kind, unique_key) WHERE ((unique_key IS NOT NULL) AND (set_aside_at IS NULL));
CREATE UNIQUE INDEX promo_codes_code ON public.promo_codes USING btree (event_id, lower(code));
CREATE INDEX public_keys_host ON public.public_keys USING btree (host_id);
CREATE INDEX search_words_prefix ON public.search_words USING btree (host_id, word text_pattern_ops);
CREATE INDEX search_words_similar ON public.search_words USING gin (host_id, word gin_trgm_ops);
CREATE INDEX seats_ticket_type ON public.seats USING btree (ticket_type_id);
CREATE INDEX ticket_types_event ON public.ticket_types USING btree (event_id, "position");

CREATE OR REPLACE FUNCTION public.event_search(event events)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
RETURN to_tsvector('simple'::regconfig, plain_words(concat_ws(' '::text, (event).name, (event).description, (event).state, (event).lga, CASE WHEN (NOT (event).hide_location) THEN (event).street ELSE NULL::text END, (SELECT categories.name FROM categories WHERE (categories.id = (event_search.event).category_id)), (SELECT string_agg(headliners.name, ' '::text) AS string_agg FROM headliners WHERE (headliners.event_id = (event_search.event).id)))));

CREATE OR REPLACE FUNCTION public.keep_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  missing text[];
BEGIN
  SELECT array_agg(found.word ORDER BY found.word) INTO missing
    FROM unnest(tsvector_to_array(new.search)) AS found (word)
    WHERE length(found.word) <= 60 AND found.word !~ '[0-9]'
      AND NOT EXISTS (SELECT 1 FROM search_words AS known WHERE known.host_id = new.host_id AND known.word = found.word);
  IF missing IS NOT NULL THEN
    -- One writer of words per host at a time: two that add the same new words in another order would deadlock.
    PERFORM pg_advisory_xact_lock(hashtext('search_words'), hashtext(new.host_id::text));
    INSERT INTO search_words SELECT new.host_id, unnest(missing) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_catalog_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed jsonb := to_jsonb(coalesce(new, old));
BEGIN
  PERFORM pg_notify('catalog_changed', coalesce(
    changed ->> 'host_id',
    (SELECT host_id::text FROM events WHERE id = (changed ->> 'event_id')::uuid),
    ''));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_every_catalog_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_keys_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('keys_changed', '');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.plain_words(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN TRIM(BOTH FROM regexp_replace(lower(unaccent('unaccent'::regdictionary, regexp_replace(NORMALIZE(COALESCE(written, ''::text), NFKD), '[̀-ͯ]'::text, ''::text, 'g'::text))), '[^[:alnum:]]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.refresh_category_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE events SET search = '' WHERE category_id = new.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refresh_event_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE events SET search = '' WHERE id = coalesce(new.event_id, old.event_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.set_event_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  new.search := event_search(new);
  RETURN new;
END $function$;

CREATE TRIGGER categories_changed AFTER UPDATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
CREATE TRIGGER categories_search AFTER UPDATE OF name ON public.categories FOR EACH ROW EXECUTE FUNCTION refresh_category_search();
CREATE TRIGGER events_changed AFTER INSERT OR DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER events_search BEFORE INSERT OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION set_event_search();
CREATE TRIGGER events_search_words AFTER INSERT OR UPDATE OF search, name, description, state, lga, street, hide_location, category_id ON public.events FOR EACH ROW EXECUTE FUNCTION keep_search_words();
CREATE TRIGGER gallery_images_changed AFTER INSERT OR DELETE OR UPDATE ON public.gallery_images FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER headliners_changed AFTER INSERT OR DELETE OR UPDATE ON public.headliners FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER headliners_search AFTER INSERT OR DELETE OR UPDATE ON public.headliners FOR EACH ROW EXECUTE FUNCTION refresh_event_search();
CREATE TRIGGER private_keys_changed AFTER UPDATE OF private_key_sha256 ON public.hosts FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();
CREATE TRIGGER public_keys_changed AFTER DELETE OR UPDATE ON public.public_keys FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();
CREATE TRIGGER ticket_types_changed AFTER INSERT OR DELETE OR UPDATE OF name, description, price_minor, capacity, sale_starts_at, sale_ends_at, "position" ON public.ticket_types FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
