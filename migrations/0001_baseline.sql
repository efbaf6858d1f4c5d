-- The schema that the first release begins with, made from a dump of the migrations before it. schema.sql has what all migrations add up to.

CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The tables below name these functions. Each gets its body from functions/, right after the migrations; some bring their triggers along.

CREATE FUNCTION count_returned_tickets() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION notify_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION notify_every_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION notify_host_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION notify_keys_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION notify_seats_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION refresh_category_search() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION refresh_event_search() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION refuse_to_edit_history() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION set_event_search() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION set_host_slug() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION stream_order() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION stream_refund() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION stream_scan() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION stream_ticket() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE FUNCTION new_short_code() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT NULL::bigint';

-- Jobs, limits and keys of the program

-- Work that must not be lost is a row, written in the transaction that causes it.
CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  -- At most one waiting or running job per kind and key, for work that is the same however often it is asked for.
  unique_key text,
  run_at timestamptz NOT NULL DEFAULT now(),
  -- Counted when a job is taken, not when it fails: a job that kills its process uses up its attempts too.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  leased_until timestamptz,
  leased_by text,
  set_aside_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT jobs_check CHECK ((leased_until IS NULL) = (leased_by IS NULL))
);
CREATE UNIQUE INDEX jobs_unique_key ON jobs (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL;
-- By kind first: a flood of one kind must not lie in the way to the others.
CREATE INDEX jobs_due ON jobs (kind, run_at, id) WHERE set_aside_at IS NULL;
CREATE INDEX jobs_set_aside ON jobs (set_aside_at) WHERE set_aside_at IS NOT NULL;

-- How often something was tried that is not to be guessed or flooded: a password, a sign-up, a mail with a link. Each name
-- is one count: of an account from one address, of an account, of an address, of all.
CREATE TABLE attempts (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 200),
  count integer NOT NULL DEFAULT 0 CHECK (count >= 0),
  last_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Nothing is tried before: after too many, each wait is longer than the one before, up to a limit.
  wait_until timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX attempts_last_at ON attempts (last_at);

-- Every secret key that a process was ever started with, by its id. The keys themselves are in the configuration alone.
CREATE TABLE secret_keys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{12}$'),
  first_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  -- After a leak: ticket codes that were signed with it admit nobody any more.
  distrusted_at timestamptz(3)
);

-- Hosts and people

CREATE TABLE hosts (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  country text NOT NULL CHECK (country ~ '^[A-Z_]{2,40}$'),
  -- The fee of a ticket: a share of its price in basis points, and a flat part, up to a cap.
  fee_basis_points integer NOT NULL DEFAULT 0 CHECK (fee_basis_points BETWEEN 0 AND 10000),
  fee_flat_minor bigint NOT NULL DEFAULT 0 CHECK (fee_flat_minor BETWEEN 0 AND 10000000000),
  fee_cap_minor bigint CHECK (fee_cap_minor BETWEEN 0 AND 10000000000),
  fees_absorbed boolean NOT NULL DEFAULT false,
  -- The private key signs webhooks. The ciphertext gives it back to its host, the hash recognises it in a request.
  private_key_ciphertext bytea NOT NULL,
  private_key_sha256 bytea NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null: buyers may be sent back to any site.
  callback_origins text[] CHECK (cardinality(callback_origins) BETWEEN 1 AND 50),
  -- Which secret key a secret is sealed under. Null: not written down.
  private_key_sealed_by text,
  version integer NOT NULL DEFAULT 1,
  -- Where buyers ask. Null: they are given no address.
  contact_email text CHECK (length(contact_email) BETWEEN 3 AND 254),
  terms text NOT NULL DEFAULT '' CHECK (length(terms) <= 20000),
  refund_policy text NOT NULL DEFAULT '' CHECK (length(refund_policy) <= 5000),
  tax_number text NOT NULL DEFAULT '' CHECK (length(tax_number) <= 60),
  -- When the first owner's e-mail was confirmed: nothing is public before.
  confirmed_at timestamptz(3) DEFAULT now(),
  -- Stopped by the operator: nothing is shown or sold, and nobody works in its dashboard.
  suspended_at timestamptz(3),
  -- Every host has a page of its own, which needs an address.
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 60),
  -- Whether a host asks its buyers for leave to write to them, and by which sentence. Empty: by the one that comes with the
  -- program.
  has_newsletter boolean NOT NULL DEFAULT false,
  newsletter_sentence text NOT NULL DEFAULT '' CHECK (length(newsletter_sentence) <= 300),
  -- Empty: the host's name.
  seller_name text NOT NULL DEFAULT '' CHECK (length(seller_name) <= 200),
  seller_address text NOT NULL DEFAULT '' CHECK (length(seller_address) <= 500),
  -- Null: receipts say nothing of VAT.
  vat_basis_points integer CHECK (vat_basis_points BETWEEN 1 AND 5000),
  -- When the fees of a host, or what a promo code gives, last changed. An order that was given up keeps neither.
  fees_changed_at timestamptz
);
CREATE UNIQUE INDEX hosts_slug_key ON hosts (slug);
CREATE TRIGGER private_keys_changed AFTER UPDATE OF private_key_sha256 ON hosts
  FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();
CREATE TRIGGER hosts_settings_changed AFTER UPDATE OF name, country, contact_email, terms, refund_policy, tax_number,
    fee_basis_points, fee_flat_minor, fee_cap_minor, fees_absorbed, callback_origins ON hosts
  FOR EACH ROW
  WHEN (old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION notify_host_changed();
CREATE TRIGGER hosts_slug BEFORE INSERT OR UPDATE OF slug ON hosts
  FOR EACH ROW WHEN (new.slug IS NULL) EXECUTE FUNCTION set_host_slug();

-- What was said of the seller, and since when: a receipt has what was in force when its order was confirmed, whatever the
-- host says later. Rows are added and never changed.
CREATE TABLE seller_facts (
  host_id uuid NOT NULL REFERENCES hosts,
  since timestamptz NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  tax_number text NOT NULL,
  vat_basis_points integer,
  PRIMARY KEY (host_id, since)
);
CREATE TRIGGER seller_facts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON seller_facts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();

-- Nothing reads these rows any more: people and members have what was in them.
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  password_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE INDEX accounts_host ON accounts (host_id);

-- A person signs in, and is a member of one host or several.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 200),
  password_hash text NOT NULL CHECK (length(password_hash) <= 500),
  email_confirmed_at timestamptz(3),
  -- The secret of an authenticator app, sealed. It counts once a first code was typed in.
  totp_ciphertext bytea,
  totp_sealed_by text,
  totp_confirmed_at timestamptz(3),
  -- The newest time step whose code was used: a code is good once.
  totp_used_step bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  wrong_codes integer NOT NULL DEFAULT 0,
  codes_again_at timestamptz(3),
  CONSTRAINT people_check CHECK (totp_confirmed_at IS NULL OR totp_ciphertext IS NOT NULL)
);
CREATE UNIQUE INDEX people_email ON people (lower(email));

CREATE TABLE members (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  person_id uuid NOT NULL REFERENCES people,
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'finance', 'door')),
  -- False: the events in member_events alone.
  has_all_events boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When somebody last worked in this host: told to whoever manages its team. In other hosts is none of their business.
  last_seen_at timestamptz(3),
  CONSTRAINT members_check CHECK (has_all_events OR role <> 'owner'),
  CONSTRAINT members_host_id_person_id_key UNIQUE (host_id, person_id)
);
CREATE INDEX members_person ON members (person_id);

-- Somebody is asked to become a member. The link in the e-mail is good once.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'finance', 'door')),
  has_all_events boolean NOT NULL DEFAULT true,
  event_ids uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(event_ids) <= 500),
  invited_by uuid REFERENCES people ON DELETE SET NULL,
  -- Null until its e-mail is on its way: the link is made when it is sent.
  token_sha256 bytea CHECK (octet_length(token_sha256) = 32) UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  CONSTRAINT invitations_check CHECK (has_all_events OR role <> 'owner'),
  CONSTRAINT invitations_check1 CHECK (num_nonnulls(accepted_at, withdrawn_at) <= 1)
);
CREATE INDEX invitations_host ON invitations (host_id);
CREATE INDEX invitations_expiry ON invitations (expires_at);
-- An address has one open invitation to a host at most, and is sent few by all hosts together.
CREATE UNIQUE INDEX invitations_open ON invitations (host_id, lower(email))
  WHERE accepted_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX invitations_email ON invitations (lower(email), created_at);

-- Of every secret that opens something only the hash is stored.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_sha256 bytea NOT NULL CHECK (octet_length(token_sha256) = 32) UNIQUE,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  -- Signed in with a second factor. Where the person has one, a session without it opens nothing but the question for it.
  passed_factor_at timestamptz(3),
  client_address inet,
  user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300),
  -- Second factors can be guessed only slowly: by session, and by person, whichever session it is done from.
  wrong_codes integer NOT NULL DEFAULT 0,
  -- No code is looked at before.
  codes_again_at timestamptz(3),
  -- When the password was given last: the first factor can be set up, and the e-mail changed, for some minutes after it.
  signed_in_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX sessions_person ON sessions (person_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
-- By which sessions are forgotten that nobody has used for a day.
CREATE INDEX sessions_last_use ON sessions (last_used_at);

-- Links in e-mails: good once, for a short time.
CREATE TABLE mailed_tokens (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  purpose text NOT NULL CHECK (purpose IN ('confirm_email', 'reset_password', 'change_email')),
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  -- The address that it was sent to, and that it proves.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX mailed_tokens_person ON mailed_tokens (person_id);
CREATE INDEX mailed_tokens_expiry ON mailed_tokens (expires_at);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  credential_id text NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1400) UNIQUE,
  public_key bytea NOT NULL CHECK (octet_length(public_key) <= 2000),
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}' CHECK (cardinality(transports) <= 10),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3)
);
CREATE INDEX passkeys_person ON passkeys (person_id);

-- What a passkey is asked to sign: once, for a short time.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY CHECK (length(challenge) BETWEEN 20 AND 100),
  purpose text NOT NULL CHECK (purpose IN ('add', 'sign_in', 'second_step')),
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_session ON passkey_challenges (session_id);

CREATE TABLE recovery_codes (
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  code_sha256 bytea NOT NULL CHECK (octet_length(code_sha256) = 32),
  used_at timestamptz(3),
  PRIMARY KEY (person_id, code_sha256)
);

-- What somebody was told a moment ago: when it happens again, it is counted here, and told in one mail later.
CREATE TABLE joined_notices (
  key text PRIMARY KEY CHECK (length(key) <= 200),
  since timestamptz NOT NULL DEFAULT now(),
  times integer NOT NULL DEFAULT 0 CHECK (times >= 0),
  -- The newest of them, as its job has it; null: it did not happen again.
  last jsonb
);

-- How many e-mails a host has set off on a day to addresses that its members typed in. By UTC.
CREATE TABLE host_mails (
  host_id uuid NOT NULL REFERENCES hosts,
  day date NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (host_id, day)
);
CREATE INDEX host_mails_day ON host_mails (day);

-- Who changed what, when and from where. Append only: nobody edits history, the program included.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Null: of no host, such as a sign-in.
  host_id uuid REFERENCES hosts,
  actor_kind text NOT NULL CHECK (actor_kind IN ('member', 'operator', 'system', 'stranger', 'buyer')),
  -- No reference: a person's name may be forgotten, and what was done stays on record.
  person_id uuid,
  action text NOT NULL CHECK (action ~ '^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$' AND length(action) <= 60),
  -- What it was done to: a key, a member, an event.
  subject_id text CHECK (length(subject_id) <= 100),
  subject_name text NOT NULL DEFAULT '' CHECK (length(subject_name) <= 300),
  -- The fields that changed. Never a secret, and of buyers never a value.
  before jsonb CHECK (pg_column_size(before) <= 16384),
  after jsonb CHECK (pg_column_size(after) <= 16384),
  client_address inet
);
CREATE INDEX audit_log_host ON audit_log (host_id, id DESC);
CREATE INDEX audit_log_person ON audit_log (person_id, id DESC);
-- What was done to one thing, and who tried to sign in as somebody.
CREATE INDEX audit_log_subject ON audit_log (subject_id, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();

-- Public keys are printed in web pages: they are kept as they are.
CREATE TABLE public_keys (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  key text NOT NULL CHECK (key ~ '^pk_[0-9A-Za-z]{32,80}$') UNIQUE,
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 100),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3),
  -- The addresses and networks of an integrator's own servers, which call for many buyers. Null: none.
  server_addresses cidr[] CHECK (cardinality(server_addresses) BETWEEN 1 AND 20),
  -- Two who edit the same key: the second is told.
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX public_keys_host ON public_keys (host_id);
CREATE TRIGGER public_keys_changed AFTER DELETE OR UPDATE ON public_keys
  FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();

-- When each public key was last used, to the minute. Not a column of public_keys: a change there makes every process forget
-- all keys.
CREATE TABLE public_key_uses (
  key_id uuid PRIMARY KEY REFERENCES public_keys ON DELETE CASCADE,
  last_used_at timestamptz(3) NOT NULL
);

-- Which gateway takes a host's payments in a currency. Where there is none, the sandbox does (never in production).
CREATE TABLE payment_accounts (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  gateway text NOT NULL CHECK (gateway IN ('paystack', 'flutterwave', 'stripe')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  credentials_ciphertext bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Kept for the payments that were made with it: they are looked up and refunded with the same credentials.
  disabled_at timestamptz(3),
  credentials_sealed_by text,
  -- When the gateway last said that it knows the key. Null: saved without asking, at the terminal.
  checked_at timestamptz(3)
);
CREATE UNIQUE INDEX payment_accounts_in_use ON payment_accounts (host_id, currency) WHERE disabled_at IS NULL;

-- The catalog

-- An event needs a category. The operator adds to them and renames them (tessera categories).
CREATE TABLE categories (
  id uuid PRIMARY KEY,
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 100) UNIQUE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100)
);
CREATE TRIGGER categories_changed AFTER UPDATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
CREATE TRIGGER categories_search AFTER UPDATE OF name ON categories FOR EACH ROW EXECUTE FUNCTION refresh_category_search();

CREATE TABLE events (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  category_id uuid NOT NULL REFERENCES categories,
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 100) UNIQUE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 20000),
  preview_description text NOT NULL DEFAULT '' CHECK (length(preview_description) <= 500),
  kind text NOT NULL DEFAULT 'general' CHECK (kind IN ('general', 'seat_map')),
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'LIVE', 'ENDED', 'CANCELLED')),
  is_coming_soon boolean NOT NULL DEFAULT false,
  is_unlisted boolean NOT NULL DEFAULT false,
  starts_at timestamptz(3) NOT NULL,
  closes_at timestamptz(3) NOT NULL,
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
  lng double precision CHECK (lng >= -180 AND lng <= 180),
  lat double precision CHECK (lat >= -90 AND lat <= 90),
  hide_location boolean NOT NULL DEFAULT false,
  host_message text CHECK (length(host_message) <= 2000),
  search tsvector NOT NULL DEFAULT ''::tsvector,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  hold_minutes integer NOT NULL DEFAULT 10 CHECK (hold_minutes BETWEEN 2 AND 60),
  -- How a host wants an event's checkout to look in a frame, whatever the framing site asks for. Null: as that site asks.
  embed_theme text CHECK (embed_theme IN ('light', 'dark')),
  embed_color text CHECK (embed_color ~ '^[0-9a-f]{6}$'),
  -- The sites that may frame it; null: any. They go into a header, so nothing but plain origins may be in here.
  embed_origins text[]
    CHECK (cardinality(embed_origins) BETWEEN 1 AND 50 AND array_to_string(embed_origins, ' ', '?') ~ '^https?://[a-z0-9.-]+(:[0-9]{1,5})?( https?://[a-z0-9.-]+(:[0-9]{1,5})?)*$'),
  -- Who saves over somebody else's change is told.
  version integer NOT NULL DEFAULT 1,
  -- What the host wrote, of which `description` is the plain text. Null: the description is plain text itself.
  description_markdown text CHECK (length(description_markdown) <= 20000),
  -- How long an order of the event waits for its payment. Null: as long as the service says.
  payment_window_minutes integer CHECK (payment_window_minutes BETWEEN 5 AND 1440),
  -- When an event was first public: its slug is fixed from then on.
  first_public_at timestamptz(3),
  -- How long before the start the doors open: an event that is moved or copied takes it along. Null: the host has not said.
  doors_minutes integer CHECK (doors_minutes BETWEEN 1 AND 1440),
  -- Whether buyers may change the names on their tickets by themselves. Where a host checks who somebody is, it says no.
  buyers_rename boolean NOT NULL DEFAULT true,
  CONSTRAINT events_check CHECK (closes_at > starts_at),
  -- Paths below these are other pages of the checkout.
  CONSTRAINT slug_is_not_reserved CHECK (slug NOT IN ('orders', 'pay', 'assets'))
);
CREATE INDEX events_listed ON events (host_id, created_at DESC, id DESC) WHERE status = 'LIVE' AND NOT is_unlisted;
CREATE INDEX events_category ON events (host_id, category_id, created_at DESC, id DESC)
  WHERE status = 'LIVE' AND NOT is_unlisted;
CREATE INDEX events_closing ON events (closes_at) WHERE status = 'LIVE';
-- A host's events by date, drafts and past ones too.
CREATE INDEX events_of_host ON events (host_id, starts_at, id);
-- Who refers to a file.
CREATE INDEX events_poster_file ON events (poster_file) WHERE poster_file IS NOT NULL;
-- Words of all events: members search drafts and past ones too. The host is in an expression, so that a search has no other
-- way than this one: by the host alone a planner would walk all of its events. Events are written seldom and searched
-- often, so entries wait in no list.
CREATE INDEX events_words ON events USING gin (uuid_send(host_id), search) WITH (fastupdate=off);
CREATE TRIGGER events_changed AFTER INSERT OR DELETE OR UPDATE ON events
  FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER events_search BEFORE INSERT OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION set_event_search();
CREATE TRIGGER events_search_words AFTER INSERT OR UPDATE OF search, name, description, state, lga, street, hide_location,
    category_id ON events
  FOR EACH ROW EXECUTE FUNCTION keep_search_words();

CREATE TABLE member_events (
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  PRIMARY KEY (member_id, event_id)
);
CREATE INDEX member_events_event ON member_events (event_id);

CREATE TABLE headliners (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  role text NOT NULL DEFAULT '' CHECK (length(role) <= 100),
  image_file text CHECK (length(image_file) <= 200),
  position integer NOT NULL DEFAULT 0
);
CREATE INDEX headliners_event ON headliners (event_id, "position");
CREATE INDEX headliners_image_file ON headliners (image_file) WHERE image_file IS NOT NULL;
CREATE TRIGGER headliners_changed AFTER INSERT OR DELETE OR UPDATE ON headliners
  FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER headliners_search AFTER INSERT OR DELETE OR UPDATE ON headliners
  FOR EACH ROW EXECUTE FUNCTION refresh_event_search();

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
CREATE INDEX gallery_images_event ON gallery_images (event_id, "position");
CREATE INDEX gallery_images_file ON gallery_images (file);
CREATE INDEX gallery_images_thumbnail_file ON gallery_images (thumbnail_file);
CREATE TRIGGER gallery_images_changed AFTER INSERT OR DELETE OR UPDATE ON gallery_images
  FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();

-- Pictures that members uploaded, as we encoded them: what was uploaded is not kept. An event, a headliner or a gallery
-- refers to one by the names of its files, which are made from their content; a picture that nothing refers to is forgotten
-- after a day.
CREATE TABLE pictures (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  -- Null until the event is made that it was uploaded for. A picture outlives its draft: a copy of that may show it.
  event_id uuid REFERENCES events ON DELETE SET NULL,
  -- The one that the API names, and a small one of it.
  file text NOT NULL CHECK (length(file) <= 200),
  thumbnail_file text NOT NULL CHECK (length(thumbnail_file) <= 200),
  -- Every file of it, these two included.
  files text[] NOT NULL CHECK (cardinality(files) BETWEEN 1 AND 20),
  -- Of `file`.
  width_px integer NOT NULL CHECK (width_px > 0),
  height_px integer NOT NULL CHECK (height_px > 0),
  -- Of all files together.
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- Null: nobody knows.
  uploaded_by uuid REFERENCES people ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Since when nothing refers to it, as the job that looks found it.
  unused_since timestamptz(3),
  -- Once this is committed nobody shows it again, and its files can go; the row goes when they are gone.
  is_forgotten boolean NOT NULL DEFAULT false,
  -- When the files of a forgotten picture began to be removed. They may be in a store elsewhere, which is asked outside of
  -- any transaction: whoever uploads the same picture meanwhile sees by this that its files have to be stored once more.
  removal_began_at timestamptz
);
CREATE INDEX pictures_host ON pictures (host_id, created_at);
CREATE INDEX pictures_event ON pictures (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX pictures_uploaded_by ON pictures (uploaded_by) WHERE uploaded_by IS NOT NULL;
CREATE INDEX pictures_files ON pictures USING gin (files);
CREATE INDEX pictures_unused ON pictures (unused_since) WHERE unused_since IS NOT NULL;

-- A stock that several ticket types of an event draw on. It has no counters: what is taken of it is the sum over its ticket
-- types.
CREATE TABLE pools (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  capacity integer NOT NULL CHECK (capacity BETWEEN 0 AND 10000000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT pools_event_id_id_key UNIQUE (event_id, id)
);

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
  -- Sales, kept where the stock is counted: the statements that turn held into sold write this row anyway
  -- (docs/decisions/dashboard-figures.md). What buyers paid for confirmed orders, fees included; of it, the fees; and what
  -- was given back of it. Null: not counted yet; a job counts it.
  sales_minor bigint DEFAULT 0 CHECK (sales_minor >= 0),
  fees_minor bigint DEFAULT 0 CHECK (fees_minor >= 0),
  refunded_minor bigint DEFAULT 0 CHECK (refunded_minor >= 0),
  version integer NOT NULL DEFAULT 1,
  -- False: not counted yet; a job counts it.
  times_counted boolean NOT NULL DEFAULT true,
  -- Null: the ticket type has a stock of its own. By both columns, so that a pool is of the same event; and found by its
  -- event when it goes.
  pool_id uuid,
  -- A further price: the ticket type whose seats it is a price for, with which it is in one pool. Null: a ticket type with
  -- seats of its own, or without any.
  seats_of uuid REFERENCES ticket_types,
  -- How many of it there are at most; its capacity is never more than the seats. Null: as many as there are seats.
  own_limit integer,
  CONSTRAINT never_oversold CHECK ((sold + held) <= capacity),
  CONSTRAINT ticket_types_check CHECK (sale_ends_at > sale_starts_at),
  CONSTRAINT ticket_types_check1 CHECK (num_nulls(sales_minor, fees_minor, refunded_minor) IN (0, 3)),
  CONSTRAINT ticket_types_pool_fkey FOREIGN KEY (event_id, pool_id) REFERENCES pools (event_id, id),
  CONSTRAINT further_prices_share_seats CHECK (CASE WHEN seats_of IS NULL THEN own_limit IS NULL ELSE kind = 'SEATED' AND
    pool_id IS NOT NULL AND seats_of <> id AND COALESCE(own_limit BETWEEN 0 AND 10000000, true) END)
);
CREATE INDEX ticket_types_event ON ticket_types (event_id, "position");
CREATE INDEX ticket_types_uncounted ON ticket_types (id) WHERE sales_minor IS NULL;
CREATE INDEX ticket_types_times_uncounted ON ticket_types (event_id) WHERE NOT times_counted;
-- Whoever deletes a ticket type is asked whether it has further prices, by the foreign key too.
CREATE INDEX ticket_types_seats_of ON ticket_types (seats_of) WHERE seats_of IS NOT NULL;
CREATE TRIGGER ticket_types_changed AFTER INSERT OR DELETE OR UPDATE OF name, description, price_minor, capacity,
    maximum_per_order, sale_starts_at, sale_ends_at, "position" ON ticket_types
  FOR EACH ROW
  EXECUTE FUNCTION notify_catalog_changed();
-- Holds and sales touch only the counters, thousands of times a second. The catalog hears of them when a ticket type sells
-- out or comes back, which is when its status, and an event's cheapest price, change.
CREATE TRIGGER ticket_types_sold_out AFTER UPDATE OF sold, held ON ticket_types
  FOR EACH ROW
  WHEN (((old.sold + old.held) >= old.capacity) <> ((new.sold + new.held) >= new.capacity))
  EXECUTE FUNCTION notify_catalog_changed();

-- What a ticket type cost, and when it was on sale, until it was changed: which price was in force at any time.
CREATE TABLE former_prices (
  ticket_type_id uuid NOT NULL REFERENCES ticket_types ON DELETE CASCADE,
  until timestamptz NOT NULL,
  price_minor bigint NOT NULL,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  PRIMARY KEY (ticket_type_id, until)
);

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
  -- Counted when held, and given back when the hold ends without a sale. Only limited codes are counted: for the others it
  -- would be one more row that every buyer waits for.
  uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  version integer NOT NULL DEFAULT 1,
  terms_changed_at timestamptz,
  CONSTRAINT promo_codes_check CHECK (num_nonnulls(percent_basis_points, amount_minor) = 1),
  CONSTRAINT promo_uses_within_maximum CHECK (maximum_uses IS NULL OR uses <= maximum_uses)
);
CREATE UNIQUE INDEX promo_codes_code ON promo_codes (event_id, lower(code));
-- The dashboard lists an event's promo codes, the newest first, and the orders that used one.
CREATE INDEX promo_codes_newest ON promo_codes (event_id, id);
CREATE TRIGGER promo_codes_changed AFTER INSERT OR DELETE OR UPDATE OF code, percent_basis_points, amount_minor, starts_at,
    ends_at, maximum_uses ON promo_codes
  FOR EACH ROW
  EXECUTE FUNCTION notify_catalog_changed();

-- No row for a code: it is good for every ticket type of its event.
CREATE TABLE promo_code_ticket_types (
  promo_code_id uuid NOT NULL REFERENCES promo_codes ON DELETE CASCADE,
  ticket_type_id uuid NOT NULL REFERENCES ticket_types ON DELETE CASCADE,
  PRIMARY KEY (promo_code_id, ticket_type_id)
);

-- What a host asks its buyers: once per order, or once per ticket. A question that is removed is hidden; what was answered
-- stays.
CREATE TABLE questions (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  position integer NOT NULL CHECK ("position" > 0),
  per text NOT NULL CHECK (per IN ('order', 'ticket')),
  kind text NOT NULL CHECK (kind IN ('line', 'text', 'choice', 'tick')),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
  help text NOT NULL DEFAULT '' CHECK (length(help) <= 500),
  -- Of a choice.
  choices text[] NOT NULL DEFAULT '{}',
  is_required boolean NOT NULL,
  -- Null: whatever is bought.
  ticket_type_ids uuid[] CHECK (cardinality(ticket_type_ids) BETWEEN 1 AND 200),
  is_shown_at_door boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamptz(3),
  CONSTRAINT questions_choices_check CHECK (CASE WHEN kind = 'choice' THEN cardinality(choices) BETWEEN 2 AND 30 ELSE
    cardinality(choices) = 0 END)
);
CREATE INDEX questions_of_event ON questions (event_id, "position");

-- The public halves of the keys that an event's ticket codes were signed with. A code in somebody's pocket stays good when
-- its secret key is long out of the configuration.
CREATE TABLE event_verify_keys (
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  secret_key_id text NOT NULL REFERENCES secret_keys,
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  PRIMARY KEY (event_id, secret_key_id)
);

-- The words of each host's events, so that a misspelt word can be turned into one that occurs. A word with a digit in it (a
-- year, a house number) is taken as it is typed, and would only swell the list.
CREATE TABLE search_words (
  host_id uuid NOT NULL REFERENCES hosts,
  word text NOT NULL,
  PRIMARY KEY (host_id, word)
);
CREATE INDEX search_words_prefix ON search_words (host_id, word text_pattern_ops);
CREATE INDEX search_words_similar ON search_words USING gin (host_id, word gin_trgm_ops);

INSERT INTO categories (id, slug, name)
SELECT gen_random_uuid(), slug, name FROM (VALUES
  ('arts', 'Arts & culture'),
  ('comedy', 'Comedy'),
  ('community', 'Community & causes'),
  ('conferences', 'Conferences & fairs'),
  ('education', 'Classes & workshops'),
  ('faith', 'Faith & worship'),
  ('family', 'Family & children'),
  ('fashion', 'Fashion & beauty'),
  ('festivals', 'Festivals & carnivals'),
  ('film', 'Film & screenings'),
  ('food-drink', 'Food & drink'),
  ('music', 'Music'),
  ('nightlife', 'Nightlife'),
  ('other', 'Other'),
  ('sport', 'Sport & outdoors'),
  ('tech', 'Tech & business'),
  ('theatre', 'Theatre & dance'),
  ('tours', 'Tours & travel'),
  ('wellness', 'Health & wellness')
) AS given (slug, name);

-- Seats

-- Seating plans of a host. The draft is what is being drawn; what was published is kept as it was, one version after the
-- other.
CREATE TABLE seating_plans (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- As docs/seating-plan.schema.json has it.
  draft text NOT NULL CHECK (octet_length(draft) <= 16000000),
  -- Of the draft: one more with every save.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- The number of the newest version that was published, and the draft's version of which it was made.
  published integer CHECK (published >= 1),
  published_version integer,
  seat_count integer NOT NULL CHECK (seat_count BETWEEN 0 AND 20000),
  -- A small picture of the draft.
  sketch jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  archived_at timestamptz(3),
  -- The page that draws names each of its saves. One whose answer was lost is sent again, and is known by this. Null: the
  -- draft was made otherwise.
  last_save uuid,
  CONSTRAINT seating_plans_check CHECK ((published_version IS NULL) = (published IS NULL))
);
CREATE INDEX seating_plans_host ON seating_plans (host_id, changed_at DESC);

CREATE TABLE seating_plan_versions (
  plan_id uuid NOT NULL REFERENCES seating_plans,
  number integer NOT NULL CHECK (number >= 1),
  plan text NOT NULL CHECK (octet_length(plan) <= 16000000),
  -- Since the version before it, in numbers.
  changes jsonb NOT NULL,
  seat_count integer NOT NULL CHECK (seat_count BETWEEN 0 AND 20000),
  published_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Who did it. No key: a person who goes leaves the history as it is.
  person_id uuid,
  PRIMARY KEY (plan_id, number)
);
CREATE TRIGGER seating_plan_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON seating_plan_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();

-- Pictures to trace. A file that is named here is not forgotten.
CREATE TABLE seating_plan_pictures (
  plan_id uuid NOT NULL REFERENCES seating_plans,
  picture_id uuid NOT NULL,
  file text NOT NULL CHECK (length(file) <= 200),
  width_px integer NOT NULL CHECK (width_px > 0),
  height_px integer NOT NULL CHECK (height_px > 0),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (plan_id, picture_id)
);
CREATE INDEX seating_plan_pictures_file ON seating_plan_pictures (file);

-- What an event's hall is besides its seats: the version of a plan that it was made of, and what is drawn around the seats.
CREATE TABLE event_halls (
  event_id uuid PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  -- Null: the seats came from a list.
  plan_id uuid,
  number integer,
  -- Which ticket type each category of the plan is sold as: categoryId, kind and ticketTypeId of each.
  categories jsonb NOT NULL DEFAULT '[]',
  -- Objects of the plan in the order of drawing; standing areas name their ticket types.
  drawing json NOT NULL DEFAULT '[]',
  -- Whether buyers are asked not to leave a single seat.
  leaves_no_single boolean NOT NULL DEFAULT true,
  CONSTRAINT event_halls_check CHECK ((plan_id IS NULL) = (number IS NULL)),
  CONSTRAINT event_halls_plan_id_number_fkey FOREIGN KEY (plan_id, number) REFERENCES seating_plan_versions (plan_id, number)
);
CREATE INDEX event_halls_plan ON event_halls (plan_id) WHERE plan_id IS NOT NULL;
CREATE TRIGGER event_halls_changed AFTER INSERT OR DELETE OR UPDATE ON event_halls
  FOR EACH STATEMENT EXECUTE FUNCTION notify_seats_changed();

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
  held_by uuid,
  held_until timestamptz,
  is_sold boolean NOT NULL DEFAULT false,
  -- Its id in the plan that its event uses: by it the seat is the same one when the plan changes.
  plan_seat_id text,
  -- The accessible seat that it accompanies, by that one's id in the plan: a copy of the event needs no other.
  companion_of text,
  -- The table that is sold whole, by its id in the plan, and how many seats it has.
  table_id text,
  table_seats smallint,
  -- Not for sale, and why; empty: nobody has said. Null: for sale.
  blocked_reason text,
  blocked_color smallint,
  -- As which ticket type the cart in held_by has the seat; means nothing where there is none. Null: as its own.
  held_as uuid,
  CONSTRAINT seats_event_id_section_row_label_seat_label_key UNIQUE (event_id, section, row_label, seat_label),
  CONSTRAINT seats_check CHECK ((held_by IS NULL) = (held_until IS NULL)),
  CONSTRAINT sold_seats_are_not_held CHECK (NOT (is_sold AND held_by IS NOT NULL)),
  CONSTRAINT seats_of_plans CHECK (length(plan_seat_id) <= 100 AND length(companion_of) <= 100 AND length(table_id) <= 100
    AND length(blocked_reason) <= 100 AND blocked_color BETWEEN 0 AND 6 AND (blocked_reason IS NULL) = (blocked_color IS
    NULL) AND (table_id IS NULL) = (table_seats IS NULL)),
  CONSTRAINT blocked_seats_are_nobodys CHECK (NOT (is_sold AND blocked_reason IS NOT NULL))
);
CREATE INDEX seats_ticket_type ON seats (ticket_type_id);
CREATE INDEX seats_held_by ON seats (held_by) WHERE held_by IS NOT NULL;
-- Blocking a seat is like selling it: the map stays as it is.
CREATE TRIGGER seats_changed AFTER INSERT OR DELETE OR UPDATE OF ticket_type_id, section, row_label, seat_label, x, y,
    is_accessible, is_restricted_view, companion_of, table_id, table_seats ON seats
  FOR EACH STATEMENT
  EXECUTE FUNCTION notify_seats_changed();

-- Carts

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
  -- The order that was made of this cart. Forgotten when the token holds another cart.
  order_id uuid,
  -- Held for a server that its key names (public_keys.server_addresses): in nobody's count.
  is_exempt boolean NOT NULL DEFAULT false,
  -- An address finds the cart that was made for it only while that is held and has no order. When it has a new one, the
  -- cart before has left it: it is found by its token alone. That the token was minted for an address, and may be known
  -- behind it, is_shared still says.
  has_left_address boolean NOT NULL DEFAULT false,
  CONSTRAINT reservations_event_id_token_key UNIQUE (event_id, token)
) WITH (fillfactor = 80);
-- For the sweeper alone. Its predicate names what is always true, so that the planner uses it only for a query that says
-- the same. Otherwise hold_batch, planned while the tables were empty and all indexes looked alike, may count what an
-- address holds by walking every live reservation: 500 to 1,700 us a hold instead of 60, until the next ANALYZE.
CREATE INDEX reservations_lapse ON reservations (expires_at) WHERE ended_at IS NULL AND quantity > 0;
CREATE INDEX reservations_promo_code ON reservations (promo_code_id) WHERE promo_code_id IS NOT NULL AND ended_at IS NULL;
-- What an address holds of an event. By bytes, so that the /64s of a /48 lie together: one range of the index is either of
-- them.
CREATE INDEX reservations_counted ON reservations (event_id, client_address COLLATE "C")
  WHERE ended_at IS NULL AND NOT is_exempt;
CREATE UNIQUE INDEX reservations_of_address ON reservations (event_id, client_address)
  WHERE is_shared AND NOT has_left_address;

-- One row per ticket type in a live cart. ticket_types.held is the sum of these rows at every commit.
CREATE TABLE holds (
  reservation_id uuid NOT NULL,
  ticket_type_id uuid NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (reservation_id, ticket_type_id)
);
CREATE INDEX holds_lapse ON holds (ticket_type_id, expires_at);

-- Orders, payments and tickets

-- Written by the order engine, in batches: no foreign keys, for the reason given at reservations.
CREATE TABLE orders (
  id uuid PRIMARY KEY,
  reference text NOT NULL CHECK (reference ~ '^TSR(-[0-9A-HJKMNP-TV-Z]{4}){4}$') UNIQUE,
  event_id uuid NOT NULL,
  host_id uuid NOT NULL,
  -- Null for complimentary orders.
  reservation_id uuid,
  source text NOT NULL CHECK (source IN ('api', 'embed', 'complimentary', 'host', 'exchange')),
  -- processing: the gateway is being asked for a payment link. failed: it gave none, the cart may be ordered again.
  status text NOT NULL
    CHECK (status IN ('processing', 'failed', 'pending_payment', 'confirmed', 'expired', 'cancelled', 'refunded',
      'partially_refunded')),
  quote_reference text NOT NULL,
  quote json NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  currency text NOT NULL,
  promo_code_id uuid,
  -- A use of a limited code that will not come back.
  promo_is_counted boolean NOT NULL DEFAULT false,
  seat_ids uuid[],
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
  phone text CHECK (length(phone) <= 40),
  -- One per ticket, in the order of the quote's items; null: all are the buyer's.
  recipients jsonb,
  callback_url text CHECK (length(callback_url) <= 2000),
  -- JSON as it was sent, to the digit: as text, since jsonb would sort its keys.
  metadata text NOT NULL DEFAULT '{}',
  idempotency_key text CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  request_hash bytea,
  gateway text,
  payment_account_id uuid,
  -- The gateway's own name of the payment page, where it has one.
  session_id text,
  checkout_url text,
  -- By then the gateway has answered, or never will.
  start_by timestamptz,
  -- The end of the payment window. The stock stays a little longer, while the gateway is asked a last time.
  pay_by timestamptz,
  look_ups integer NOT NULL DEFAULT 0,
  next_look_up_at timestamptz,
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  -- The address that the cart was held from. Null: in nobody's count (an exempt server's, or complimentary), or forgotten,
  -- since nobody asks for it once counts_until is over.
  client_address text,
  quantity integer,
  -- Until when a free order, or one that kept its tickets for long and lapsed unpaid, counts against its address.
  counts_until timestamptz,
  -- The reference names an order and opens nothing. The receipt, and the address that a gateway returns the buyer to, are
  -- opened by two secrets of their own.
  receipt_token uuid NOT NULL DEFAULT gen_random_uuid(),
  return_token uuid NOT NULL DEFAULT gen_random_uuid(),
  -- When a gateway was last asked because a buyer came back: however often the address is opened, it is asked once in a
  -- while.
  return_asked_at timestamptz,
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'fr')),
  -- How the host was paid. Null where a gateway was, or nobody.
  paid_by text CHECK (paid_by IN ('cash', 'transfer', 'card', 'other')),
  -- What the host wrote down about the order, for its members.
  note text CHECK (length(note) BETWEEN 1 AND 500),
  -- What the host wrote to the guest, for the mail.
  guest_note text CHECK (length(guest_note) BETWEEN 1 AND 500),
  -- As which ticket type each seat of an order is sold, in the order of seat_ids. Null: each as its own.
  seat_skus uuid[],
  -- When the gateway last said that money is under way, such as a bank transfer; null: it did not, or the money is here.
  payment_under_way_at timestamptz,
  -- Whether a server of the host's made the order: its free ones mail tickets to addresses that the host chose. The
  -- reservation, which knew it, is forgotten.
  is_by_server boolean NOT NULL DEFAULT false,
  -- The three say the same: nothing else is paid by hand, and nothing that a member sold is a gateway's.
  CONSTRAINT orders_by_hand_check CHECK ((source = 'host') = (paid_by IS NOT NULL) AND (source = 'host') =
    (COALESCE(gateway, '') = 'by_hand')),
  -- An escape by number (\u00e9) counts as the UTF-8 it stands for: at most six bytes are sent for one that is counted. The
  -- program counts; this is the most that its limit of 4096 can come to.
  CONSTRAINT orders_metadata_check CHECK (octet_length(metadata) <= (6 * 4096))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX orders_idempotency ON orders (host_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX orders_reservation ON orders (reservation_id);
CREATE INDEX orders_look_up ON orders (next_look_up_at) WHERE next_look_up_at IS NOT NULL;
CREATE INDEX orders_counted ON orders (event_id, client_address COLLATE "C")
  WHERE client_address IS NOT NULL AND counts_until IS NOT NULL;
CREATE INDEX orders_unpaid ON orders (event_id, lower(email))
  WHERE status IN ('processing', 'pending_payment', 'expired', 'cancelled');
CREATE UNIQUE INDEX orders_receipt_token ON orders (receipt_token);
CREATE UNIQUE INDEX orders_return_token ON orders (return_token);
-- The orders that still have an idempotency key or a client's address: those of the last days, see docs/retention.md.
CREATE INDEX orders_traces ON orders (created_at)
  WHERE idempotency_key IS NOT NULL OR request_hash IS NOT NULL OR client_address IS NOT NULL;
-- A host's orders by what a buyer says of themselves: an e-mail address or a name, or its beginning. The host comes second:
-- with the host first they would also serve as indexes by host, and a plan that was made while the table was empty takes
-- one of them for the look-up by idempotency key.
CREATE INDEX orders_email ON orders (lower(email) text_pattern_ops, host_id, id);
CREATE INDEX orders_last_name ON orders (lower(last_name) text_pattern_ops, host_id, id);
CREATE INDEX orders_promo_code ON orders (promo_code_id, id) WHERE promo_code_id IS NOT NULL;
-- The lists of orders, of an event and of a host, by status and newest first. The host is in an expression: an index that
-- begins with the column itself would be taken for the look-up by host and idempotency key.
CREATE INDEX orders_of_event ON orders (event_id, status, created_at, id);
CREATE INDEX orders_of_host ON orders (uuid_send(host_id), status, created_at, id);
-- What no buyer ordered is rare among the others, and costs a sale nothing.
CREATE INDEX orders_by_hosts_of_event ON orders (event_id, source, created_at, id) WHERE source IN ('complimentary', 'host');
CREATE INDEX orders_by_hosts ON orders (uuid_send(host_id), source, created_at, id)
  WHERE source IN ('complimentary', 'host');
-- A constraint trigger, since only these can wait for the commit. They are created here and not beside their functions: to
-- replace a trigger is to switch it on. They are off until there is a stream (switch_stream), and cost nothing so.
CREATE CONSTRAINT TRIGGER orders_streamed AFTER INSERT OR UPDATE OF status ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION stream_order();
ALTER TABLE orders DISABLE TRIGGER orders_streamed;

-- An order's history: every state it came to, when and why.
CREATE TABLE order_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  status text NOT NULL,
  cause text NOT NULL CHECK (length(cause) <= 500),
  -- Who caused it: the actor that the transaction names (src/audit/actor.ts). Null: the buyer or the program.
  actor text DEFAULT NULLIF(current_setting('tessera.actor', true), '') CHECK (length(actor) <= 100)
);
CREATE INDEX order_changes_order ON order_changes (order_id, id);

-- What was answered. Rows of an order that is just being opened are written before it, under the id that it will have:
-- nothing that an order promised is lost. Those whose order never came are forgotten by a job.
CREATE TABLE answers (
  order_id uuid NOT NULL,
  -- The ticket's position in its order; 0: of the order as a whole.
  ticket_position integer NOT NULL CHECK (ticket_position >= 0),
  question_id uuid NOT NULL REFERENCES questions ON DELETE CASCADE,
  -- Of a tick, `yes`; what was not ticked has no row.
  answer text NOT NULL CHECK (length(answer) BETWEEN 1 AND 1000),
  answered_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  waits_for_order boolean NOT NULL DEFAULT false,
  PRIMARY KEY (order_id, ticket_position, question_id)
);
CREATE INDEX answers_of_question ON answers (question_id);
CREATE INDEX answers_waiting ON answers (answered_at) WHERE waits_for_order;

-- Who said yes, by an order, and who took it back. Of an address, the newest row counts. As answers, a row is written
-- before its order.
CREATE TABLE newsletter_consents (
  order_id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  -- What was agreed to, as it was shown.
  sentence text NOT NULL CHECK (length(sentence) BETWEEN 1 AND 400),
  agreed_at timestamptz(3),
  taken_back_at timestamptz(3),
  waits_for_order boolean NOT NULL DEFAULT false,
  CONSTRAINT newsletter_consents_check CHECK (agreed_at IS NOT NULL OR taken_back_at IS NOT NULL)
);
CREATE INDEX newsletter_consents_of_host ON newsletter_consents (host_id);
CREATE INDEX newsletter_consents_waiting ON newsletter_consents (agreed_at) WHERE waits_for_order;

-- Money that a gateway has taken for an order. One order can be paid twice, by two tabs: each is a row.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  gateway text NOT NULL,
  gateway_payment_id text NOT NULL CHECK (length(gateway_payment_id) BETWEEN 1 AND 255),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  refunded_minor bigint NOT NULL DEFAULT 0,
  -- order: tickets were issued for it. The others are given back whole: too late, paid already, or not the sum due.
  use text NOT NULL CHECK (use IN ('order', 'late', 'surplus', 'mismatch')),
  paid_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  -- Why a late payment goes back: the buyer is told.
  late_because text CHECK (late_because IN ('gone', 'code_used', 'price_changed', 'bought_already', 'admission_used')),
  CONSTRAINT refunds_within_payment CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CONSTRAINT payments_order_id_gateway_payment_id_key UNIQUE (order_id, gateway_payment_id)
);
CREATE UNIQUE INDEX payments_one_per_order ON payments (order_id) WHERE use = 'order';

CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  payment_id uuid NOT NULL REFERENCES payments,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  reason text NOT NULL CHECK (reason IN ('host', 'late', 'surplus', 'mismatch')),
  -- The caller's name for it: the same refund asked for twice is one.
  request_key text NOT NULL,
  -- asking: the gateway is being asked, and may have done it. sent: it has it in hand. needs_attention: a person must look.
  status text NOT NULL,
  gateway_refund_id text,
  note text CHECK (length(note) <= 500),
  look_ups integer NOT NULL DEFAULT 0,
  -- When the gateway is asked about it next; null when it has come to its end.
  next_look_up_at timestamptz,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  -- When the gateway said no, or that it came to nothing: nothing of it is under way there. Null where the gateway has it
  -- in hand, and where nobody knows.
  failed_at timestamptz(3),
  -- How often a person has asked for another try.
  retries integer NOT NULL DEFAULT 0,
  -- The gateway's ids of the tries before this one, which failed.
  earlier_refund_ids text[] NOT NULL DEFAULT '{}',
  -- Whose refund it is, so that a host's are found however many others have.
  host_id uuid,
  CONSTRAINT refunds_order_id_request_key_key UNIQUE (order_id, request_key),
  -- settled_by_hand: somebody saw to it outside of the gateway, and has said so.
  CONSTRAINT refunds_status_check CHECK (status IN ('pending', 'asking', 'sent', 'succeeded', 'needs_attention', 'settled_by_hand'))
);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_look_up ON refunds (next_look_up_at) WHERE next_look_up_at IS NOT NULL;
-- What is not at its end is a handful of all refunds.
CREATE INDEX refunds_open ON refunds (created_at, id) WHERE status NOT IN ('succeeded', 'settled_by_hand');
-- What has not come to its end, of one host.
CREATE INDEX refunds_open_of_host ON refunds (host_id, created_at, id) WHERE status NOT IN ('succeeded', 'settled_by_hand');
CREATE CONSTRAINT TRIGGER refunds_streamed AFTER INSERT OR UPDATE OF status ON refunds DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION stream_refund();
ALTER TABLE refunds DISABLE TRIGGER refunds_streamed;

-- One per admission.
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL,
  event_id uuid NOT NULL,
  ticket_type_id uuid NOT NULL,
  seat_id uuid,
  position integer NOT NULL CHECK ("position" > 0),
  -- What the signed code is made of. A transferred ticket gets another one, and the old code is worth nothing.
  serial uuid NOT NULL UNIQUE,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
  issued_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  voided_at timestamptz(3),
  -- The stock of a void ticket is for sale again.
  is_returned boolean NOT NULL DEFAULT false,
  -- When a ticket was given to another person than the one it was issued to: from then on its code is theirs alone.
  passed_on_at timestamptz(3),
  -- How a guest came by the ticket. The order has it too (orders.source), but a list of a million guests is filtered by
  -- what is in the rows it shows. It never changes.
  how text NOT NULL DEFAULT 'bought' CHECK (how IN ('bought', 'complimentary', 'counter')),
  short_code bigint DEFAULT new_short_code(),
  -- When the guest went out, for as long as they are out.
  left_at timestamptz(3),
  -- The transaction that wrote the row last, for phones that ask what has changed.
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- A ticket can be given another seat, and with it another ticket type. What it cost is still told by the line of the
  -- quote that it was bought by: null, the line of its own ticket type.
  priced_as uuid,
  CONSTRAINT tickets_check CHECK (NOT is_returned OR voided_at IS NOT NULL),
  CONSTRAINT tickets_order_id_position_key UNIQUE (order_id, "position")
);
CREATE UNIQUE INDEX tickets_seat ON tickets (seat_id) WHERE seat_id IS NOT NULL AND voided_at IS NULL;
-- Guests of an event or a ticket type, by each filter, the newest first. How they came and how they stand are one number,
-- so that every choice of filters is a few ranges of the index (src/tickets/list-guests.ts).
CREATE INDEX tickets_event_guests ON tickets (
  event_id, (CASE how WHEN 'bought' THEN 0 WHEN 'complimentary' THEN 3 ELSE 6 END + CASE WHEN voided_at IS NOT NULL THEN 2
    WHEN used_at IS NOT NULL THEN 1 ELSE 0 END), id);
CREATE INDEX tickets_type_guests ON tickets (
  ticket_type_id, (CASE how WHEN 'bought' THEN 0 WHEN 'complimentary' THEN 3 ELSE 6 END + CASE WHEN voided_at IS NOT NULL
    THEN 2 WHEN used_at IS NOT NULL THEN 1 ELSE 0 END), id);
-- What is counted above the list. A sale writes to neither.
CREATE INDEX tickets_came_in ON tickets (event_id) WHERE used_at IS NOT NULL AND voided_at IS NULL;
CREATE INDEX tickets_void ON tickets (event_id, is_returned) WHERE voided_at IS NOT NULL;
-- By the beginning of a name or an e-mail address, within each way in which a guest can stand and have come: a search for
-- the few whose tickets are void reads these and nobody else. The newest first among those of one name, as the list has
-- them.
CREATE INDEX tickets_marked_name ON tickets (
  event_id, (CASE how WHEN 'bought' THEN 0 WHEN 'complimentary' THEN 3 ELSE 6 END + CASE WHEN voided_at IS NOT NULL THEN 2
    WHEN used_at IS NOT NULL THEN 1 ELSE 0 END), lower((last_name || ' ') || first_name) COLLATE "C", id DESC);
CREATE INDEX tickets_marked_email ON tickets (
  event_id, (CASE how WHEN 'bought' THEN 0 WHEN 'complimentary' THEN 3 ELSE 6 END + CASE WHEN voided_at IS NOT NULL THEN 2
    WHEN used_at IS NOT NULL THEN 1 ELSE 0 END), lower(email) COLLATE "C", id DESC);
-- Nobody at a door types the code of another guest.
CREATE UNIQUE INDEX tickets_short_code ON tickets (event_id, short_code);
-- What has changed of an event's guests, for phones at its doors.
CREATE INDEX tickets_changed ON tickets (event_id, changed_in, id);
CREATE TRIGGER tickets_returned AFTER UPDATE ON tickets REFERENCING OLD TABLE AS unchanged NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_returned_tickets();
CREATE CONSTRAINT TRIGGER tickets_streamed AFTER INSERT OR UPDATE OF seat_id, passed_on_at, voided_at ON tickets DEFERRABLE
    INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION stream_ticket();
ALTER TABLE tickets DISABLE TRIGGER tickets_streamed;

-- Codes of tickets that were passed on. They are still well signed: a phone without a network has to know them.
CREATE TABLE passed_on_codes (
  serial uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX passed_on_codes_changed ON passed_on_codes (event_id, changed_in, serial);
-- A phone that has forgotten a ticket's code shows its signature: the code may be one that the ticket had before.
CREATE INDEX passed_on_codes_ticket ON passed_on_codes (ticket_id);

-- Every change of a ticket's seat. One that is to be paid for has an order of its own, and is done once that is paid;
-- whether it may still come is told by that order's state.
CREATE TABLE seat_exchanges (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  host_id uuid NOT NULL,
  -- The ticket's.
  order_id uuid NOT NULL REFERENCES orders,
  ticket_id uuid NOT NULL REFERENCES tickets,
  from_seat_id uuid NOT NULL,
  to_seat_id uuid NOT NULL,
  from_type_id uuid NOT NULL,
  to_type_id uuid NOT NULL,
  -- How much more the new seat costs than was paid for the ticket.
  difference_minor bigint NOT NULL CHECK (difference_minor >= 0),
  how text NOT NULL CHECK (how IN ('same', 'waived', 'paid')),
  difference_order_id uuid UNIQUE REFERENCES orders,
  created_at timestamptz(3) NOT NULL,
  done_at timestamptz(3),
  CONSTRAINT seat_exchanges_check CHECK (from_seat_id <> to_seat_id),
  CONSTRAINT seat_exchanges_check1 CHECK ((how = 'same') = (difference_minor = 0)),
  CONSTRAINT seat_exchanges_check2 CHECK ((how = 'paid') = (difference_order_id IS NOT NULL)),
  CONSTRAINT seat_exchanges_check3 CHECK (how = 'paid' OR done_at IS NOT NULL),
  CONSTRAINT seat_exchanges_check4 CHECK (how = 'same' OR from_type_id <> to_type_id)
);
CREATE INDEX seat_exchanges_of_order ON seat_exchanges (order_id);
CREATE INDEX seat_exchanges_of_ticket ON seat_exchanges (ticket_id, done_at);
-- Orders are found by their ticket types, also where the tickets have moved on to others.
CREATE INDEX seat_exchanges_from_type ON seat_exchanges (from_type_id);
CREATE INDEX seat_exchanges_to_type ON seat_exchanges (to_type_id) WHERE difference_order_id IS NOT NULL;

-- Lists of guests that members have sent in. Each is taken in whole by a job, or not at all.
CREATE TABLE guest_lists (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  event_id uuid NOT NULL REFERENCES events,
  -- Who sent it; null: the operator.
  person_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  guests integer NOT NULL CHECK (guests > 0),
  tickets integer NOT NULL,
  sends_mail boolean NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken', 'refused')),
  -- Who is given what, for as long as it is waited for. Orders have it afterwards.
  gifts jsonb,
  -- Why nobody was given anything.
  reason text CHECK (length(reason) <= 500),
  ended_at timestamptz(3),
  CONSTRAINT guest_lists_check CHECK (tickets >= guests),
  CONSTRAINT guest_lists_check1 CHECK ((state = 'waiting') = (gifts IS NOT NULL)),
  CONSTRAINT guest_lists_check2 CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CONSTRAINT guest_lists_check3 CHECK ((state = 'refused') = (reason IS NOT NULL))
);
CREATE INDEX guest_lists_event ON guest_lists (event_id, id);
CREATE INDEX guest_lists_ended ON guest_lists (ended_at) WHERE ended_at IS NOT NULL;

-- Sales over time, exact at every commit: written by the transactions that sell and give back, under the locks of the
-- ticket types that they hold anyway (docs/decisions/reports.md). A row is a minute; after some days a quarter of an hour,
-- by a job.
CREATE TABLE sales_times (
  ticket_type_id uuid NOT NULL,
  -- The beginning of the minute.
  at timestamptz NOT NULL CHECK (at = date_bin('00:01:00'::interval, at, '1970-01-01 00:00:00+00'::timestamptz)),
  -- That of the order; 'by_hand' where the host was paid otherwise, 'none' where nothing was due.
  gateway text NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40),
  -- An order counts once, with the first item of its quote.
  orders integer NOT NULL DEFAULT 0 CHECK (orders >= 0),
  tickets integer NOT NULL DEFAULT 0 CHECK (tickets >= 0),
  -- Quantity times price; what promo codes took off it; what buyers paid in fees on top.
  gross_minor bigint NOT NULL DEFAULT 0 CHECK (gross_minor >= 0),
  discount_minor bigint NOT NULL DEFAULT 0 CHECK (discount_minor >= 0),
  fees_minor bigint NOT NULL DEFAULT 0 CHECK (fees_minor >= 0),
  -- What hosts gave back at this time, whenever it was bought, and the tickets that became void.
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  returned_tickets integer NOT NULL DEFAULT 0 CHECK (returned_tickets >= 0),
  PRIMARY KEY (ticket_type_id, at, gateway)
) WITH (fillfactor = 70);
-- The minutes that are still to be put together to quarters of an hour.
CREATE INDEX sales_times_minutes ON sales_times (at)
  WHERE at <> date_bin('00:15:00'::interval, at, '1970-01-01 00:00:00+00'::timestamptz);

-- A file that a member has asked for after a second step, and may fetch for some minutes: src/exports/.
CREATE TABLE exports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  host_id uuid NOT NULL REFERENCES hosts,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  what text NOT NULL CHECK (what IN ('orders', 'guests', 'promo_uses', 'report', 'check_ins', 'newsletter')),
  -- What somebody looked for may be in it, such as an e-mail address: forgotten with the row.
  filters jsonb NOT NULL CHECK (pg_column_size(filters) <= 16384),
  with_bom boolean NOT NULL,
  separator text NOT NULL CHECK (separator IN ('comma', 'semicolon')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX exports_created ON exports (created_at);
CREATE INDEX exports_person ON exports (person_id);

-- An event that is cancelled or postponed

-- An event is called off. Once: it can't be brought back, so there is at most one row of an event.
CREATE TABLE event_cancellations (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL UNIQUE REFERENCES events,
  created_at timestamptz(3) NOT NULL,
  -- Who did it, as in the audit log; null: the operator.
  person_id uuid,
  -- What buyers are told; empty: nothing.
  reason text NOT NULL CHECK (length(reason) <= 1000),
  -- What there was at that moment.
  orders integer NOT NULL,
  tickets integer NOT NULL,
  unpaid_orders integer NOT NULL,
  goes_back jsonb NOT NULL CHECK (pg_column_size(goes_back) <= 8192),
  -- When every order had been seen to, and nothing was held any more.
  finished_at timestamptz(3)
);
CREATE INDEX event_cancellations_unfinished ON event_cancellations (created_at) WHERE finished_at IS NULL;

-- The orders that are to be given back, each once.
CREATE TABLE event_cancellation_orders (
  order_id uuid PRIMARY KEY REFERENCES orders,
  cancellation_id uuid NOT NULL REFERENCES event_cancellations,
  -- failed: the tickets are still good, and somebody has to look. What a gateway does with a refund is said by the refund.
  state text NOT NULL DEFAULT 'left' CHECK (state IN ('left', 'done', 'failed')),
  refund_id uuid REFERENCES refunds,
  amount_minor bigint CHECK (amount_minor >= 0),
  note text CHECK (length(note) <= 500),
  ended_at timestamptz(3)
);
CREATE INDEX event_cancellation_orders_state ON event_cancellation_orders (cancellation_id, state, order_id);

-- An event is moved to another day, as often as need be. The newest row has the day that is good.
CREATE TABLE event_postponements (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events,
  created_at timestamptz(3) NOT NULL,
  person_id uuid,
  old_starts_at timestamptz(3) NOT NULL,
  old_closes_at timestamptz(3) NOT NULL,
  new_starts_at timestamptz(3) NOT NULL,
  new_closes_at timestamptz(3) NOT NULL,
  message text NOT NULL CHECK (length(message) <= 1000),
  -- Until when buyers may give their tickets back for their money; null: it was not offered.
  refund_until timestamptz(3),
  -- The orders whose holders are told, up to this one.
  told_until uuid,
  told_orders integer NOT NULL DEFAULT 0,
  finished_at timestamptz(3),
  CONSTRAINT event_postponements_check CHECK (new_starts_at < new_closes_at),
  CONSTRAINT event_postponements_check1 CHECK (refund_until > created_at)
);
CREATE INDEX event_postponements_event ON event_postponements (event_id, created_at);
CREATE INDEX event_postponements_unfinished ON event_postponements (created_at) WHERE finished_at IS NULL;

-- Mails

-- Every e-mail to every recipient is one row, written before it is sent: a job that is repeated finds what is done already.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  kind text NOT NULL,
  recipient text NOT NULL CHECK (length(recipient) BETWEEN 3 AND 254),
  -- Which of its kind: empty for an order's first tickets, else the resending, the payment or the refund that it is about.
  occasion text NOT NULL DEFAULT '' CHECK (length(occasion) <= 100),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  -- As it was sent, to be found in the mail server's log.
  message_id text CHECK (length(message_id) <= 400),
  -- The mail server will not have it, however often it is asked.
  refused_at timestamptz(3),
  last_error text CHECK (length(last_error) <= 500),
  -- Whether a mail has been counted against the host's e-mails of the day: each is, once.
  is_counted boolean NOT NULL DEFAULT false,
  CONSTRAINT mails_check CHECK ((sent_at IS NULL) = (message_id IS NULL)),
  CONSTRAINT mails_check1 CHECK (num_nonnulls(sent_at, refused_at) <= 1)
);
CREATE UNIQUE INDEX mails_once ON mails (order_id, kind, occasion, lower(recipient));
-- To whom mails went, for whoever asks what is known of them: an address that was corrected is in no order and on no ticket
-- any more. Mails are written by the job that sends them, and never on a sale's way.
CREATE INDEX mails_recipient ON mails (lower(recipient) COLLATE "C");
-- A message's mails, in the order in which they are sent. None of an order's own are in it.
CREATE INDEX mails_of_message ON mails (occasion, id) WHERE kind = 'message';
-- The mails of tickets that are sent again, in the order in which they are sent. None of an order's first tickets is in it,
-- so a sale doesn't write to it.
CREATE INDEX mails_sent_again ON mails (occasion, id) WHERE kind = 'tickets' AND occasion <> '';
-- Whom a message did not reach, or will not, since their data were erased: few of many. Mails of tickets are never in it.
CREATE INDEX mails_unreached ON mails (occasion, id)
  WHERE kind = 'message' AND sent_at IS NULL AND (last_error IS NOT NULL OR refused_at IS NOT NULL);

-- What the holders of an event's tickets are told by its host: src/messages. Whom each goes to is in mails.
CREATE TABLE messages (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  event_id uuid NOT NULL REFERENCES events,
  created_at timestamptz(3) NOT NULL,
  -- Who wrote it, and who has it sent: somebody else, where the rest of it was sent later.
  person_id uuid,
  released_by uuid,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 150),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 5000),
  audience text NOT NULL CHECK (audience IN ('holders', 'buyers')),
  attendance text NOT NULL CHECK (attendance IN ('all', 'came', 'not_yet')),
  -- Null: all of the event's.
  ticket_type_ids uuid[] CHECK (cardinality(ticket_type_ids) BETWEEN 1 AND 200),
  recipients integer NOT NULL CHECK (recipients > 0),
  -- Counts the jobs that have sent it, one after the other: an earlier one sends nothing any more.
  run integer NOT NULL DEFAULT 1,
  stopped_at timestamptz(3),
  stopped_for text CHECK (stopped_for IN ('member', 'suspended', 'sender_gone', 'mails_a_day')),
  stopped_by uuid,
  finished_at timestamptz(3),
  -- As it ended: the mails themselves are forgotten.
  sent integer,
  refused integer,
  -- Whom a message of a large event goes to is written down by a job, some thousand tickets at a time: how far it is. Null:
  -- all are.
  gathered_type uuid,
  gathered_ticket uuid,
  -- The mails that have been tried, up to and including this one: what becomes of the later ones is counted when it is
  -- asked for.
  tried integer NOT NULL DEFAULT 0 CHECK (tried >= 0),
  tried_to uuid,
  CONSTRAINT messages_check CHECK ((stopped_at IS NULL) = (stopped_for IS NULL)),
  CONSTRAINT messages_check1 CHECK (num_nonnulls(finished_at, sent, refused) IN (0, 3)),
  CONSTRAINT messages_check2 CHECK (num_nonnulls(stopped_at, finished_at) <= 1),
  CONSTRAINT messages_gathered_check CHECK (num_nulls(gathered_type, gathered_ticket) IN (0, 2)),
  CONSTRAINT messages_gathered_first_check CHECK (gathered_type IS NULL OR finished_at IS NULL)
);
CREATE INDEX messages_event ON messages (event_id, id DESC);
CREATE INDEX messages_host ON messages (host_id, created_at);

-- Tickets of many orders that are sent again at once: src/orders/resendings. Whom they go to is in mails.
CREATE TABLE resendings (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  created_at timestamptz(3) NOT NULL,
  -- Who asked for it, and who has it sent: somebody else, where the rest of it was sent later.
  person_id uuid,
  released_by uuid,
  orders integer NOT NULL CHECK (orders > 0),
  recipients integer NOT NULL CHECK (recipients > 0),
  -- As in messages.
  run integer NOT NULL DEFAULT 1,
  stopped_at timestamptz(3),
  stopped_for text CHECK (stopped_for IN ('member', 'suspended', 'sender_gone')),
  stopped_by uuid,
  finished_at timestamptz(3),
  sent integer,
  refused integer,
  tried integer NOT NULL DEFAULT 0 CHECK (tried >= 0),
  tried_to uuid,
  CONSTRAINT resendings_check CHECK ((stopped_at IS NULL) = (stopped_for IS NULL)),
  CONSTRAINT resendings_check1 CHECK (num_nonnulls(finished_at, sent, refused) IN (0, 3)),
  CONSTRAINT resendings_check2 CHECK (num_nonnulls(stopped_at, finished_at) <= 1)
);
CREATE INDEX resendings_host ON resendings (host_id, created_at);

-- Check-in

-- Doors, the phones that stand at them, and every scan: docs/decisions/check-in.md.
CREATE TABLE doors (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events,
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
  event_id uuid PRIMARY KEY REFERENCES events,
  allows_reentry boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  -- From when phones let guests in: so many minutes before the start. Null: functions/check_in_opens_at.sql says when. Ten
  -- years: at any time.
  opens_minutes_before integer CHECK (opens_minutes_before BETWEEN 0 AND 5256000)
);

-- A phone at a door. Of its link and its token only the hashes are here.
CREATE TABLE door_devices (
  id uuid PRIMARY KEY,
  door_id uuid NOT NULL REFERENCES doors,
  event_id uuid NOT NULL REFERENCES events,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  may_search boolean NOT NULL DEFAULT false,
  -- Both null: the link was used, and another was not asked for.
  link_hash bytea CHECK (octet_length(link_hash) = 32) UNIQUE,
  link_expires_at timestamptz(3),
  -- Null until a phone has paired.
  token_hash bytea CHECK (octet_length(token_hash) = 32) UNIQUE,
  paired_at timestamptz(3),
  -- Null: half a day after the event, also where the event is moved.
  ends_at timestamptz(3),
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3),
  -- How many scans it last said it still had to send.
  waiting_scans integer NOT NULL DEFAULT 0 CHECK (waiting_scans >= 0),
  user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- How often a phone at a door has searched by name: within ten minutes, and within a day.
  searched_from timestamptz(3),
  searches integer NOT NULL DEFAULT 0,
  day_searched_from timestamptz(3),
  day_searches integer NOT NULL DEFAULT 0,
  CONSTRAINT door_devices_check CHECK ((link_hash IS NULL) = (link_expires_at IS NULL)),
  CONSTRAINT door_devices_check1 CHECK ((token_hash IS NULL) = (paired_at IS NULL))
);
CREATE INDEX door_devices_event ON door_devices (event_id, id);
CREATE INDEX door_devices_door ON door_devices (door_id, id);
CREATE INDEX door_devices_created ON door_devices (created_at);

-- What happened at the doors. Who is in and who is out again is told by these rows alone (functions/fold_scans.sql); the
-- tickets have a copy.
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
  outcome text NOT NULL
    CHECK (outcome IN ('admitted', 're_entry', 'left', 'already_used', 'not_inside', 'no_reentry', 'void', 'wrong_door',
      'too_early', 'passed_on', 'other_event', 'unknown', 'refused', 'undone', 'nothing_to_undo')),
  -- What stood against it, where somebody was let in all the same.
  against text CHECK (against IN ('void', 'wrong_door', 'too_early', 'passed_on', 'unknown', 'refusal')),
  -- An entry of who was inside already; or an exit of who was not.
  is_double boolean NOT NULL DEFAULT false,
  -- For an undo: the scan that it takes back, which may be still to come.
  undoes uuid,
  undone_by uuid,
  CONSTRAINT scans_check CHECK ((kind = 'undo') = (undoes IS NOT NULL)),
  CONSTRAINT scans_check1 CHECK ((ticket_id IS NULL) = (ticket_type_id IS NULL))
);
-- The newest of an event, a door, a phone, an outcome.
CREATE INDEX scans_event ON scans (event_id, at, id);
CREATE INDEX scans_outcome ON scans (event_id, outcome, at, id);
CREATE INDEX scans_door ON scans (door_id, at, id);
CREATE INDEX scans_device ON scans (device_id, at, id);
CREATE INDEX scans_ticket ON scans (ticket_id, at, id) WHERE ticket_id IS NOT NULL;
CREATE INDEX scans_undoes ON scans (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX scans_conflicts ON scans (event_id, at, id)
  WHERE (is_double AND kind = 'entry' OR against IS NOT NULL) AND undone_by IS NULL;
-- How many came in and went out, by door and ticket type, without a look at the rows.
CREATE INDEX scans_counts ON scans (event_id, door_id, ticket_type_id, outcome, is_double)
  WHERE (outcome IN ('admitted', 're_entry', 'left')) AND undone_by IS NULL;
CREATE INDEX scans_received ON scans (received_at);
-- Short codes that were no guest's, also those that a phone let in by itself.
CREATE INDEX scans_wrong_short_codes ON scans (event_id, received_at) WHERE how = 'short_code' AND ticket_id IS NULL;
CREATE CONSTRAINT TRIGGER scans_streamed AFTER INSERT OR UPDATE OF outcome ON scans DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION stream_scan();
ALTER TABLE scans DISABLE TRIGGER scans_streamed;

-- Scans of phones that were revoked, or made after a phone's time, for the host to accept or discard. Nothing comes of them
-- before that. They go with their device.
CREATE TABLE late_scans (
  id uuid PRIMARY KEY,
  -- In the order in which they came: whoever decides names the last one that they saw.
  number bigint GENERATED ALWAYS AS IDENTITY,
  event_id uuid NOT NULL REFERENCES events,
  device_id uuid NOT NULL REFERENCES door_devices ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('entry', 'exit', 'undo')),
  -- Of a code whose signature was checked. An undo has read nothing.
  serial uuid,
  undoes uuid,
  at timestamptz(3) NOT NULL,
  device_time timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  verdict text CHECK (verdict IN ('admitted', 'refused')),
  reason text,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'discarded')),
  CONSTRAINT late_scans_check CHECK (CASE kind WHEN 'undo' THEN undoes IS NOT NULL AND serial IS NULL ELSE undoes IS NULL
    AND serial IS NOT NULL AND verdict IS NOT NULL END)
);
CREATE INDEX late_scans_device ON late_scans (device_id, number);
CREATE INDEX late_scans_waiting ON late_scans (event_id, device_id, number) WHERE state = 'waiting';

-- Of phones whose place another one has taken: what they had not sent by then may still come.
CREATE TABLE former_device_tokens (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  device_id uuid NOT NULL REFERENCES door_devices ON DELETE CASCADE,
  replaced_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX former_device_tokens_device ON former_device_tokens (device_id);

-- Waiting rooms

-- The waiting room of an event (docs/decisions/waiting-room.md): while it is open, nobody holds tickets without being let
-- in. It is written once a second, and with every batch of people who line up.
CREATE TABLE waiting_rooms (
  event_id uuid PRIMARY KEY REFERENCES events ON DELETE CASCADE,
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
  -- Whoever knows the seed before the draw can make entries that come first. So it is sealed until then, and its hash is
  -- told.
  seed_ciphertext bytea,
  seed_sealed_by text,
  seed_hash bytea NOT NULL CHECK (octet_length(seed_hash) = 32),
  -- From the draw on.
  seed bytea,
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
  pace real NOT NULL DEFAULT 1 CHECK (pace >= 0.05 AND pace <= 1),
  late_at timestamptz,
  last_tick_at timestamptz,
  -- What was allowed and not used: a part of a person, mostly.
  carry real NOT NULL DEFAULT 0,
  -- As the last tick counted it.
  inside integer NOT NULL DEFAULT 0,
  peak_inside integer NOT NULL DEFAULT 0,
  -- What became of everybody, written down before the entries are forgotten.
  report json,
  CONSTRAINT waiting_rooms_check CHECK (octet_length(seed) = 32 AND sha256(seed) = seed_hash),
  CONSTRAINT waiting_rooms_check1 CHECK ((seed IS NULL) = (drawn_at IS NULL)),
  CONSTRAINT waiting_rooms_check2 CHECK (seed IS NOT NULL OR seed_ciphertext IS NOT NULL),
  CONSTRAINT waiting_rooms_check3 CHECK (front_place >= let_in_count AND front_place <= (early_count + late_count))
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX waiting_rooms_open ON waiting_rooms (event_id) WHERE closed_at IS NULL;

-- People in line. The id of one that takes part in the draw is told to everybody after it.
CREATE TABLE waiting_entries (
  event_id uuid NOT NULL REFERENCES waiting_rooms (event_id) ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The order of the line. Early: 00 and the rank, by the room's seed. Late: 01 and a number that counts up. The rank is
  -- here from the first, and is told to nobody before the draw. A copy of the database does tell the order of those who are
  -- in line, and still nobody can make an entry that comes first: that takes the seed. Null: the room asks for an e-mail
  -- address, and the link that was mailed to it is not used yet.
  line_key bytea
    CHECK (octet_length(line_key) = CASE get_byte(line_key, 0) WHEN 0 THEN 17 WHEN 1 THEN 9 ELSE NULL::integer END),
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
  -- The order that used the admission up.
  bought_by uuid,
  -- How many places a network has in line falls again: entries know the network that they came from, and when somebody last
  -- looked at them.
  network text COLLATE "C" CHECK (length(network) <= 60),
  seen_at timestamptz,
  -- The address that a link was mailed to, and when.
  asked_email_hash bytea CHECK (octet_length(asked_email_hash) = 32),
  asked_at timestamptz,
  CONSTRAINT waiting_entries_check CHECK ((let_in_at IS NULL) = (admitted_until IS NULL)),
  CONSTRAINT waiting_entries_check1 CHECK ((cart_token IS NULL) = (bound_at IS NULL)),
  CONSTRAINT waiting_entries_check2 CHECK (let_in_at IS NOT NULL OR cart_token IS NULL AND bought_at IS NULL),
  PRIMARY KEY (event_id, id)
);
CREATE UNIQUE INDEX waiting_entries_line ON waiting_entries (event_id, line_key);
CREATE UNIQUE INDEX waiting_entries_device ON waiting_entries (event_id, device_id) WHERE device_id IS NOT NULL;
CREATE UNIQUE INDEX waiting_entries_email ON waiting_entries (event_id, email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX waiting_entries_inside ON waiting_entries (event_id, admitted_until) WHERE admitted_until IS NOT NULL;
CREATE INDEX waiting_entries_cart ON waiting_entries (event_id, cart_token) WHERE cart_token IS NOT NULL;
CREATE INDEX waiting_entries_network ON waiting_entries (event_id, network) WHERE network IS NOT NULL;

-- How many of each address have lined up. Counted here and not in the entries, of which a mobile network may have tens of
-- thousands.
CREATE TABLE waiting_addresses (
  event_id uuid NOT NULL REFERENCES waiting_rooms (event_id) ON DELETE CASCADE,
  client_address text NOT NULL CHECK (length(client_address) <= 60),
  entries integer NOT NULL,
  -- `entries` is never less than there are: what has left is found out when the network is full. The /48 around an IPv6
  -- network has a row too.
  crowded_at timestamptz,
  counted_at timestamptz,
  -- How many links were mailed for a network, since when.
  mails integer NOT NULL DEFAULT 0,
  mails_since timestamptz,
  PRIMARY KEY (event_id, client_address)
);

-- How many early entries have a rank in an earlier bucket; its bucket is the first twelve bits of a rank. Written after the
-- draw, so that a place is exact and costs some hundred entries of an index.
CREATE TABLE waiting_buckets (
  event_id uuid NOT NULL REFERENCES waiting_rooms (event_id) ON DELETE CASCADE,
  bucket integer NOT NULL CHECK (bucket BETWEEN 0 AND 4095),
  entries_before bigint NOT NULL,
  PRIMARY KEY (event_id, bucket)
);

-- One admission of a waiting room is one purchase. Which orders an admission opened: an order that was given up can still
-- be paid, long after its admission has gone on to another cart. Forgotten with the entry.
CREATE TABLE waiting_orders (
  order_id uuid PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
  event_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  CONSTRAINT waiting_orders_event_id_entry_id_fkey FOREIGN KEY (event_id, entry_id) REFERENCES waiting_entries (event_id,
    id) ON DELETE CASCADE
);
CREATE INDEX waiting_orders_entry ON waiting_orders (event_id, entry_id);

-- Webhooks and the event stream

CREATE TABLE webhook_subscriptions (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events,
  -- Normalised, so that one receiver can't be written in two ways (see src/webhooks/receiver-url.ts). It never changes.
  url text NOT NULL CHECK (length(url) <= 2000),
  is_enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Kept for the log of its deliveries; its URL may be registered again.
  removed_at timestamptz(3),
  -- When the owners were last told that nothing arrives at the receiver.
  failure_told_at timestamptz(3),
  CONSTRAINT webhook_subscriptions_check CHECK (removed_at IS NULL OR NOT is_enabled)
);
CREATE UNIQUE INDEX webhook_subscriptions_url ON webhook_subscriptions (url) WHERE removed_at IS NULL;
CREATE INDEX webhook_subscriptions_event ON webhook_subscriptions (event_id) WHERE removed_at IS NULL;
-- The log of an event's deliveries has those of removed receivers too.
CREATE INDEX webhook_subscriptions_of_event ON webhook_subscriptions (event_id);

-- When each receiver was switched on and off. Written by a trigger, whoever does it: `tessera check` proves by it that
-- every purchase has its deliveries.
CREATE TABLE webhook_subscription_periods (
  subscription_id uuid NOT NULL REFERENCES webhook_subscriptions ON DELETE CASCADE,
  enabled_at timestamptz(3) NOT NULL,
  disabled_at timestamptz(3),
  CONSTRAINT webhook_subscription_periods_check CHECK (disabled_at >= enabled_at),
  PRIMARY KEY (subscription_id, enabled_at)
);
CREATE UNIQUE INDEX webhook_subscription_periods_open ON webhook_subscription_periods (subscription_id)
  WHERE disabled_at IS NULL;

-- What has to reach a receiver, and what became of it. A queue of its own beside `jobs`, by subscription first: what waits
-- for one receiver must not lie in the way to the others. No foreign keys, for the reason given at reservations.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  subscription_id uuid NOT NULL,
  event_type text NOT NULL CHECK (event_type IN ('TICKET_PURCHASED', 'WEBHOOK_TEST')),
  order_id uuid,
  reference text NOT NULL,
  -- The delivery that was first made of the same purchase, where this one was asked for by hand.
  redelivery_of uuid,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  -- Counted when an attempt begins: one that kills its process counts too.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  leased_by text,
  -- The overall budget runs from here, whichever processes make the attempts.
  first_attempt_at timestamptz(3),
  ended_at timestamptz(3),
  -- Why it was given up.
  failure text CHECK (length(failure) <= 500),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT webhook_deliveries_check CHECK ((leased_until IS NULL) = (leased_by IS NULL)),
  CONSTRAINT webhook_deliveries_check1 CHECK ((order_id IS NULL) = (event_type = 'WEBHOOK_TEST')),
  CONSTRAINT webhook_deliveries_check2 CHECK ((status = 'pending') = (ended_at IS NULL)),
  CONSTRAINT webhook_deliveries_check3 CHECK ((status = 'failed') = (failure IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (subscription_id, next_attempt_at, id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_again ON webhook_deliveries (redelivery_of) WHERE redelivery_of IS NOT NULL;
-- The deliveries that were given up: few, and looked for each time a host's first page is opened.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (subscription_id, id) WHERE status = 'failed';
-- The log of a receiver's deliveries. Its predicate names what is always true, so that only a query that says the same uses
-- it, and it names a column that never changes: otherwise every attempt would be entered in all indexes again.
CREATE INDEX webhook_deliveries_of_receiver ON webhook_deliveries (subscription_id, id) WHERE reference <> '';

-- The request's body as it was first sent, and its signature: every attempt sends the same. A redelivery has its body from
-- the start, and its signature when it is first sent. Apart from the deliveries, whose rows change at every attempt.
CREATE TABLE webhook_bodies (
  delivery_id uuid PRIMARY KEY,
  body text NOT NULL,
  signature text CHECK (length(signature) = 128)
);

CREATE TABLE webhook_attempts (
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL CHECK (attempt > 0),
  started_at timestamptz(3) NOT NULL,
  -- Null where the process was killed in the middle of it.
  duration_ms integer CHECK (duration_ms >= 0),
  status_code integer CHECK (status_code BETWEEN 100 AND 999),
  error text CHECK (length(error) <= 500),
  -- The first bytes of the answer, as text.
  answer text CHECK (length(answer) <= 1024),
  PRIMARY KEY (delivery_id, attempt)
);

-- The outbox of the event stream (docs/operating/event-stream.md). Rows are here from the transaction that causes them
-- until RabbitMQ has confirmed them, so what was deleted is cleared away early. `sequence` is drawn when that transaction
-- commits: of one order, ticket or refund it rises in the order of what happened. No foreign keys: a row tells what was.
CREATE TABLE stream_events (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (length(kind) <= 50),
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  data json NOT NULL,
  written_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0.5);

-- The payment sandbox

-- The payment sandbox is an outside gateway that happens to run in the same program: these tables are its own, nothing
-- refers to them, and the product learns what is in them over HTTP only.
CREATE TABLE sandbox_payments (
  -- Also the address of the payment page, so it is unguessable.
  id text PRIMARY KEY,
  -- The shop's name for the payment.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 100) UNIQUE,
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
  CONSTRAINT sandbox_payments_check CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CONSTRAINT sandbox_refunds_within_payment CHECK (refunded_minor BETWEEN 0 AND amount_minor AND (refunded_minor = 0 OR
    status = 'paid'))
);
CREATE INDEX sandbox_payments_created ON sandbox_payments (created_at);

CREATE TABLE sandbox_refunds (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES sandbox_payments ON DELETE CASCADE,
  -- The shop's name for the refund: asked for twice, it is made once.
  refund_key text NOT NULL CHECK (length(refund_key) BETWEEN 1 AND 255),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT sandbox_refunds_payment_id_refund_key_key UNIQUE (payment_id, refund_key)
);

-- Rules that were added later. Rows from before them may break them, and are judged when they are next written.

ALTER TABLE events ADD CONSTRAINT events_website_is_page
  CHECK (website ~* '^https?://[^/?#\\@[:space:][:cntrl:]<>"]+([/?#][^\\[:space:][:cntrl:]<>"]*)?$') NOT VALID;
ALTER TABLE events ADD CONSTRAINT events_instagram_is_account
  CHECK (instagram ~ '^([A-Za-z0-9._]{1,30}|https://(www\.)?instagram\.com/[!-~]+)$') NOT VALID;
ALTER TABLE events ADD CONSTRAINT events_x_account_is_account
  CHECK (x_account ~ '^([A-Za-z0-9_]{1,15}|https://((www|mobile)\.)?(x|twitter)\.com/[!-~]+)$') NOT VALID;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('tickets', 'payment_returned', 'refunded', 'event_cancelled', 'event_postponed', 'passed_on', 'message',
    'voided', 'seat_change_due', 'address_changed')) NOT VALID;
ALTER TABLE waiting_entries ADD CONSTRAINT waiting_entries_in_line
  CHECK (line_key IS NOT NULL OR asked_at IS NOT NULL AND let_in_at IS NULL) NOT VALID;
