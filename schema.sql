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
  hold_minutes integer NOT NULL DEFAULT 10,
  embed_theme text,
  embed_color text,
  embed_origins text[],
  CONSTRAINT events_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT events_check CHECK ((closes_at > starts_at)),
  CONSTRAINT events_country_check CHECK ((country ~ '^[A-Z_]{2,40}$'::text)),
  CONSTRAINT events_description_check CHECK ((length(description) <= 20000)),
  CONSTRAINT events_directions_check CHECK ((length(directions) <= 2000)),
  CONSTRAINT events_embed_color_check CHECK ((embed_color ~ '^[0-9a-f]{6}$'::text)),
  CONSTRAINT events_embed_origins_check CHECK ((((cardinality(embed_origins) >= 1) AND (cardinality(embed_origins) <= 50)) AND (array_to_string(embed_origins, ' '::text, '?'::text) ~ '^https?://[a-z0-9.-]+(:[0-9]{1,5})?( https?://[a-z0-9.-]+(:[0-9]{1,5})?)*$'::text))),
  CONSTRAINT events_embed_theme_check CHECK ((embed_theme = ANY (ARRAY['light'::text, 'dark'::text]))),
  CONSTRAINT events_hold_minutes_check CHECK (((hold_minutes >= 2) AND (hold_minutes <= 60))),
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
  CONSTRAINT events_x_account_check CHECK ((length(x_account) <= 200)),
  CONSTRAINT slug_is_not_reserved CHECK ((slug <> ALL (ARRAY['orders'::text, 'pay'::text, 'assets'::text])))
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

CREATE TABLE holds (
  reservation_id uuid NOT NULL,
  ticket_type_id uuid NOT NULL,
  quantity integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT holds_pkey PRIMARY KEY (reservation_id, ticket_type_id),
  CONSTRAINT holds_quantity_check CHECK ((quantity > 0))
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
  callback_origins text[],
  CONSTRAINT hosts_callback_origins_check CHECK (((cardinality(callback_origins) >= 1) AND (cardinality(callback_origins) <= 50))),
  CONSTRAINT hosts_country_check CHECK ((country ~ '^[A-Z_]{2,40}$'::text)),
  CONSTRAINT hosts_fee_basis_points_check CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000))),
  CONSTRAINT hosts_fee_cap_minor_check CHECK (((fee_cap_minor >= 0) AND (fee_cap_minor <= '10000000000'::bigint))),
  CONSTRAINT hosts_fee_flat_minor_check CHECK (((fee_flat_minor >= 0) AND (fee_flat_minor <= '10000000000'::bigint))),
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

CREATE TABLE mails (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  occasion text NOT NULL DEFAULT ''::text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  sent_at timestamp(3) with time zone,
  message_id text,
  refused_at timestamp(3) with time zone,
  last_error text,
  CONSTRAINT mails_check CHECK (((sent_at IS NULL) = (message_id IS NULL))),
  CONSTRAINT mails_check1 CHECK ((num_nonnulls(sent_at, refused_at) <= 1)),
  CONSTRAINT mails_kind_check CHECK ((kind = ANY (ARRAY['tickets'::text, 'payment_returned'::text, 'refunded'::text]))),
  CONSTRAINT mails_last_error_check CHECK ((length(last_error) <= 500)),
  CONSTRAINT mails_message_id_check CHECK ((length(message_id) <= 400)),
  CONSTRAINT mails_occasion_check CHECK ((length(occasion) <= 100)),
  CONSTRAINT mails_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_recipient_check CHECK (((length(recipient) >= 3) AND (length(recipient) <= 254)))
);

CREATE TABLE order_changes (
  id bigint NOT NULL,
  order_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  status text NOT NULL,
  cause text NOT NULL,
  CONSTRAINT order_changes_cause_check CHECK ((length(cause) <= 500)),
  CONSTRAINT order_changes_pkey PRIMARY KEY (id)
);

CREATE TABLE orders (
  id uuid NOT NULL,
  reference text NOT NULL,
  event_id uuid NOT NULL,
  host_id uuid NOT NULL,
  reservation_id uuid,
  source text NOT NULL,
  status text NOT NULL,
  quote_reference text NOT NULL,
  quote json NOT NULL,
  total_minor bigint NOT NULL,
  currency text NOT NULL,
  promo_code_id uuid,
  promo_is_counted boolean NOT NULL DEFAULT false,
  seat_ids uuid[],
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
  recipients jsonb,
  callback_url text,
  metadata text NOT NULL DEFAULT '{}'::text,
  idempotency_key text,
  request_hash bytea,
  gateway text,
  payment_account_id uuid,
  session_id text,
  checkout_url text,
  start_by timestamp with time zone,
  pay_by timestamp with time zone,
  look_ups integer NOT NULL DEFAULT 0,
  next_look_up_at timestamp with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  confirmed_at timestamp(3) with time zone,
  CONSTRAINT orders_callback_url_check CHECK ((length(callback_url) <= 2000)),
  CONSTRAINT orders_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CONSTRAINT orders_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 100))),
  CONSTRAINT orders_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255))),
  CONSTRAINT orders_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 100))),
  CONSTRAINT orders_metadata_check CHECK ((octet_length(metadata) <= 4096)),
  CONSTRAINT orders_phone_check CHECK ((length(phone) <= 40)),
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_reference_check CHECK ((reference ~ '^TSR(-[0-9A-HJKMNP-TV-Z]{4}){4}$'::text)),
  CONSTRAINT orders_reference_key UNIQUE (reference),
  CONSTRAINT orders_source_check CHECK ((source = ANY (ARRAY['api'::text, 'embed'::text, 'complimentary'::text]))),
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'failed'::text, 'pending_payment'::text, 'confirmed'::text, 'expired'::text, 'cancelled'::text, 'refunded'::text, 'partially_refunded'::text]))),
  CONSTRAINT orders_total_minor_check CHECK ((total_minor >= 0))
);

CREATE TABLE payment_accounts (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  gateway text NOT NULL,
  currency text NOT NULL,
  credentials_ciphertext bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  disabled_at timestamp(3) with time zone,
  CONSTRAINT payment_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT payment_accounts_gateway_check CHECK ((gateway = ANY (ARRAY['paystack'::text, 'flutterwave'::text, 'stripe'::text]))),
  CONSTRAINT payment_accounts_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT payment_accounts_pkey PRIMARY KEY (id)
);

CREATE TABLE payments (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  gateway text NOT NULL,
  gateway_payment_id text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  refunded_minor bigint NOT NULL DEFAULT 0,
  use text NOT NULL,
  paid_at timestamp(3) with time zone NOT NULL,
  recorded_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT payments_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT payments_gateway_payment_id_check CHECK (((length(gateway_payment_id) >= 1) AND (length(gateway_payment_id) <= 255))),
  CONSTRAINT payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT payments_order_id_gateway_payment_id_key UNIQUE (order_id, gateway_payment_id),
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_use_check CHECK ((use = ANY (ARRAY['order'::text, 'late'::text, 'surplus'::text, 'mismatch'::text]))),
  CONSTRAINT refunds_within_payment CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor)))
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
  uses integer NOT NULL DEFAULT 0,
  CONSTRAINT promo_codes_amount_minor_check CHECK (((amount_minor >= 1) AND (amount_minor <= '10000000000'::bigint))),
  CONSTRAINT promo_codes_check CHECK ((num_nonnulls(percent_basis_points, amount_minor) = 1)),
  CONSTRAINT promo_codes_code_check CHECK ((code ~ '^[0-9A-Za-z_-]{1,50}$'::text)),
  CONSTRAINT promo_codes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT promo_codes_maximum_uses_check CHECK ((maximum_uses > 0)),
  CONSTRAINT promo_codes_percent_basis_points_check CHECK (((percent_basis_points >= 1) AND (percent_basis_points <= 10000))),
  CONSTRAINT promo_codes_pkey PRIMARY KEY (id),
  CONSTRAINT promo_codes_uses_check CHECK ((uses >= 0)),
  CONSTRAINT promo_uses_within_maximum CHECK (((maximum_uses IS NULL) OR (uses <= maximum_uses)))
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

CREATE TABLE refunds (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount_minor bigint NOT NULL,
  reason text NOT NULL,
  request_key text NOT NULL,
  status text NOT NULL,
  gateway_refund_id text,
  note text,
  look_ups integer NOT NULL DEFAULT 0,
  next_look_up_at timestamp with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  CONSTRAINT refunds_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT refunds_note_check CHECK ((length(note) <= 500)),
  CONSTRAINT refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT refunds_order_id_request_key_key UNIQUE (order_id, request_key),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_reason_check CHECK ((reason = ANY (ARRAY['host'::text, 'late'::text, 'surplus'::text, 'mismatch'::text]))),
  CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'asking'::text, 'sent'::text, 'succeeded'::text, 'needs_attention'::text])))
);

CREATE TABLE reservations (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  token uuid NOT NULL,
  client_address text NOT NULL,
  is_shared boolean NOT NULL,
  quantity integer NOT NULL,
  first_held_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  quote_reference text NOT NULL,
  quote json NOT NULL,
  promo_code_id uuid,
  order_id uuid,
  CONSTRAINT reservations_client_address_check CHECK ((length(client_address) <= 60)),
  CONSTRAINT reservations_event_id_token_key UNIQUE (event_id, token),
  CONSTRAINT reservations_pkey PRIMARY KEY (id),
  CONSTRAINT reservations_quantity_check CHECK ((quantity > 0))
);

CREATE TABLE sandbox_payments (
  id text NOT NULL,
  reference text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  return_url text NOT NULL,
  callback_url text NOT NULL,
  pay_by timestamp(3) with time zone NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  attempts integer NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  paid_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sandbox_payments_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT sandbox_payments_callback_url_check CHECK ((length(callback_url) <= 2000)),
  CONSTRAINT sandbox_payments_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  CONSTRAINT sandbox_payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT sandbox_payments_description_check CHECK ((length(description) <= 500)),
  CONSTRAINT sandbox_payments_email_check CHECK ((length(email) <= 254)),
  CONSTRAINT sandbox_payments_name_check CHECK ((length(name) <= 201)),
  CONSTRAINT sandbox_payments_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_payments_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100))),
  CONSTRAINT sandbox_payments_reference_key UNIQUE (reference),
  CONSTRAINT sandbox_payments_return_url_check CHECK ((length(return_url) <= 4000)),
  CONSTRAINT sandbox_payments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'processing'::text, 'paid'::text, 'declined'::text, 'left'::text, 'closed'::text]))),
  CONSTRAINT sandbox_refunds_within_payment CHECK ((((refunded_minor >= 0) AND (refunded_minor <= amount_minor)) AND ((refunded_minor = 0) OR (status = 'paid'::text))))
);

CREATE TABLE sandbox_refunds (
  id text NOT NULL,
  payment_id text NOT NULL,
  refund_key text NOT NULL,
  amount_minor bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sandbox_refunds_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT sandbox_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox_payments(id) ON DELETE CASCADE,
  CONSTRAINT sandbox_refunds_payment_id_refund_key_key UNIQUE (payment_id, refund_key),
  CONSTRAINT sandbox_refunds_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_refunds_refund_key_check CHECK (((length(refund_key) >= 1) AND (length(refund_key) <= 255)))
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
  held_by uuid,
  held_until timestamp with time zone,
  is_sold boolean NOT NULL DEFAULT false,
  CONSTRAINT seats_check CHECK (((held_by IS NULL) = (held_until IS NULL))),
  CONSTRAINT seats_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT seats_event_id_section_row_label_seat_label_key UNIQUE (event_id, section, row_label, seat_label),
  CONSTRAINT seats_pkey PRIMARY KEY (id),
  CONSTRAINT seats_row_label_check CHECK (((length(row_label) >= 1) AND (length(row_label) <= 20))),
  CONSTRAINT seats_seat_label_check CHECK (((length(seat_label) >= 1) AND (length(seat_label) <= 20))),
  CONSTRAINT seats_section_check CHECK (((length(section) >= 1) AND (length(section) <= 100))),
  CONSTRAINT seats_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_types(id),
  CONSTRAINT sold_seats_are_not_held CHECK ((NOT (is_sold AND (held_by IS NOT NULL))))
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
  CONSTRAINT ticket_types_price_minor_check CHECK (((price_minor >= 0) AND (price_minor <= '10000000000'::bigint))),
  CONSTRAINT ticket_types_sold_check CHECK ((sold >= 0))
);

CREATE TABLE tickets (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  event_id uuid NOT NULL,
  ticket_type_id uuid NOT NULL,
  seat_id uuid,
  position integer NOT NULL,
  serial uuid NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
  issued_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  voided_at timestamp(3) with time zone,
  is_returned boolean NOT NULL DEFAULT false,
  CONSTRAINT tickets_check CHECK (((NOT is_returned) OR (voided_at IS NOT NULL))),
  CONSTRAINT tickets_order_id_position_key UNIQUE (order_id, "position"),
  CONSTRAINT tickets_pkey PRIMARY KEY (id),
  CONSTRAINT tickets_position_check CHECK (("position" > 0)),
  CONSTRAINT tickets_serial_key UNIQUE (serial)
);

CREATE TABLE webhook_attempts (
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  duration_ms integer,
  status_code integer,
  error text,
  answer text,
  CONSTRAINT webhook_attempts_answer_check CHECK ((length(answer) <= 1024)),
  CONSTRAINT webhook_attempts_attempt_check CHECK ((attempt > 0)),
  CONSTRAINT webhook_attempts_duration_ms_check CHECK ((duration_ms >= 0)),
  CONSTRAINT webhook_attempts_error_check CHECK ((length(error) <= 500)),
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, attempt),
  CONSTRAINT webhook_attempts_status_code_check CHECK (((status_code >= 100) AND (status_code <= 999)))
);

CREATE TABLE webhook_bodies (
  delivery_id uuid NOT NULL,
  body text NOT NULL,
  signature text,
  CONSTRAINT webhook_bodies_pkey PRIMARY KEY (delivery_id),
  CONSTRAINT webhook_bodies_signature_check CHECK ((length(signature) = 128))
);

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  event_type text NOT NULL,
  order_id uuid,
  reference text NOT NULL,
  redelivery_of uuid,
  status text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  leased_until timestamp with time zone,
  leased_by text,
  first_attempt_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  failure text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_deliveries_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT webhook_deliveries_check CHECK (((leased_until IS NULL) = (leased_by IS NULL))),
  CONSTRAINT webhook_deliveries_check1 CHECK (((order_id IS NULL) = (event_type = 'WEBHOOK_TEST'::text))),
  CONSTRAINT webhook_deliveries_check2 CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
  CONSTRAINT webhook_deliveries_check3 CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT webhook_deliveries_event_type_check CHECK ((event_type = ANY (ARRAY['TICKET_PURCHASED'::text, 'WEBHOOK_TEST'::text]))),
  CONSTRAINT webhook_deliveries_failure_check CHECK ((length(failure) <= 500)),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE webhook_subscriptions (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  url text NOT NULL,
  is_enabled boolean NOT NULL DEFAULT true,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  removed_at timestamp(3) with time zone,
  CONSTRAINT webhook_subscriptions_check CHECK (((removed_at IS NULL) OR (NOT is_enabled))),
  CONSTRAINT webhook_subscriptions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_subscriptions_url_check CHECK ((length(url) <= 2000))
);

CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (lower(email));
CREATE INDEX accounts_host ON public.accounts USING btree (host_id);
CREATE INDEX events_category ON public.events USING btree (host_id, category_id, created_at DESC, id DESC) WHERE ((status = 'LIVE'::text) AND (NOT is_unlisted));
CREATE INDEX events_closing ON public.events USING btree (closes_at) WHERE (status = 'LIVE'::text);
CREATE INDEX events_listed ON public.events USING btree (host_id, created_at DESC, id DESC) WHERE ((status = 'LIVE'::text) AND (NOT is_unlisted));
CREATE INDEX events_search ON public.events USING gin (host_id, search) WHERE ((status = 'LIVE'::text) AND (NOT is_unlisted));
CREATE INDEX gallery_images_event ON public.gallery_images USING btree (event_id, "position");
CREATE INDEX headliners_event ON public.headliners USING btree (event_id, "position");
CREATE INDEX holds_lapse ON public.holds USING btree (ticket_type_id, expires_at);
CREATE INDEX jobs_due ON public.jobs USING btree (kind, run_at, id) WHERE (set_aside_at IS NULL);
CREATE INDEX jobs_set_aside ON public.jobs USING btree (set_aside_at) WHERE (set_aside_at IS NOT NULL);
CREATE UNIQUE INDEX jobs_unique_key ON public.jobs USING btree (kind, unique_key) WHERE ((unique_key IS NOT NULL) AND (set_aside_at IS NULL));
CREATE UNIQUE INDEX mails_once ON public.mails USING btree (order_id, kind, occasion, lower(recipient));
CREATE INDEX order_changes_order ON public.order_changes USING btree (order_id, id);
CREATE INDEX orders_event ON public.orders USING btree (event_id, created_at);
CREATE UNIQUE INDEX orders_idempotency ON public.orders USING btree (host_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX orders_look_up ON public.orders USING btree (next_look_up_at) WHERE (next_look_up_at IS NOT NULL);
CREATE INDEX orders_reservation ON public.orders USING btree (reservation_id);
CREATE UNIQUE INDEX payment_accounts_in_use ON public.payment_accounts USING btree (host_id, currency) WHERE (disabled_at IS NULL);
CREATE UNIQUE INDEX payments_one_per_order ON public.payments USING btree (order_id) WHERE (use = 'order'::text);
CREATE UNIQUE INDEX promo_codes_code ON public.promo_codes USING btree (event_id, lower(code));
CREATE INDEX public_keys_host ON public.public_keys USING btree (host_id);
CREATE INDEX refunds_look_up ON public.refunds USING btree (next_look_up_at) WHERE (next_look_up_at IS NOT NULL);
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);
CREATE INDEX reservations_address ON public.reservations USING btree (event_id, client_address) WHERE (ended_at IS NULL);
CREATE INDEX reservations_lapse ON public.reservations USING btree (expires_at) WHERE ((ended_at IS NULL) AND (quantity > 0));
CREATE INDEX reservations_promo_code ON public.reservations USING btree (promo_code_id) WHERE ((promo_code_id IS NOT NULL) AND (ended_at IS NULL));
CREATE UNIQUE INDEX reservations_shared ON public.reservations USING btree (event_id, client_address) WHERE is_shared;
CREATE INDEX sandbox_payments_created ON public.sandbox_payments USING btree (created_at);
CREATE INDEX search_words_prefix ON public.search_words USING btree (host_id, word text_pattern_ops);
CREATE INDEX search_words_similar ON public.search_words USING gin (host_id, word gin_trgm_ops);
CREATE INDEX seats_held_by ON public.seats USING btree (held_by) WHERE (held_by IS NOT NULL);
CREATE INDEX seats_ticket_type ON public.seats USING btree (ticket_type_id);
CREATE INDEX ticket_types_event ON public.ticket_types USING btree (event_id, "position");
CREATE INDEX tickets_event ON public.tickets USING btree (event_id);
CREATE UNIQUE INDEX tickets_seat ON public.tickets USING btree (seat_id) WHERE ((seat_id IS NOT NULL) AND (voided_at IS NULL));
CREATE INDEX tickets_type ON public.tickets USING btree (ticket_type_id);
CREATE INDEX webhook_deliveries_again ON public.webhook_deliveries USING btree (redelivery_of) WHERE (redelivery_of IS NOT NULL);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (subscription_id, next_attempt_at, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (subscription_id, id) WHERE (attempts >= 0);
CREATE INDEX webhook_subscriptions_event ON public.webhook_subscriptions USING btree (event_id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX webhook_subscriptions_url ON public.webhook_subscriptions USING btree (url) WHERE (removed_at IS NULL);

CREATE OR REPLACE FUNCTION public.add_refund(of_payment uuid, amount bigint, why text, named text, at_time timestamp with time zone, OUT refund_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
BEGIN
  refund_id := new_id();
  INSERT INTO refunds (id, order_id, payment_id, amount_minor, reason, request_key, status, created_at, next_look_up_at)
  SELECT refund_id, p.order_id, p.id, amount, why, named, 'pending', at_time, at_time FROM payments AS p WHERE p.id = of_payment;
  UPDATE payments SET refunded_minor = refunded_minor + amount WHERE id = of_payment;
  INSERT INTO jobs (id, kind, payload) VALUES (new_id(), 'send_refunds', '{}');
  PERFORM pg_notify('jobs_due', 'send_refunds');
END $function$;

CREATE OR REPLACE FUNCTION public.confirm_orders(ids uuid[], cause text, at_time timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  item_orders uuid[];
  item_skus uuid[];
  item_quantities integer[];
  carts uuid[];
BEGIN
  SELECT array_agg(o.id), array_agg(item.sku), array_agg(item.quantity)
    INTO item_orders, item_skus, item_quantities
    FROM orders AS o CROSS JOIN LATERAL json_to_recordset(o.quote -> 'items') AS item (sku uuid, quantity integer)
   WHERE o.id = ANY(ids);
  SELECT array_agg(r.id) INTO carts FROM orders AS o JOIN reservations AS r ON r.id = o.reservation_id AND r.order_id = o.id
   WHERE o.id = ANY(ids);

  PERFORM 1 FROM ticket_types WHERE id = ANY(item_skus) ORDER BY id FOR NO KEY UPDATE;
  UPDATE ticket_types AS t SET held = t.held - bought.quantity, sold = t.sold + bought.quantity
    FROM (SELECT item.sku, sum(item.quantity)::integer AS quantity
            FROM unnest(item_skus, item_quantities) AS item (sku, quantity) GROUP BY 1) AS bought
   WHERE t.id = bought.sku;
  DELETE FROM holds WHERE reservation_id = ANY(carts);

  UPDATE orders AS o SET status = 'confirmed', confirmed_at = at_time,
         -- Two tabs can pay for one order: the gateway is asked once more when nobody can pay any longer.
         next_look_up_at = o.pay_by,
         promo_is_counted = o.promo_is_counted OR EXISTS (
           SELECT 1 FROM reservations AS r WHERE r.id = ANY(carts) AND r.id = o.reservation_id AND r.promo_code_id IS NOT NULL)
   WHERE o.id = ANY(ids);
  INSERT INTO order_changes (order_id, at, status, cause) SELECT id, at_time, 'confirmed', cause FROM unnest(ids) AS done (id);
  UPDATE reservations SET ended_at = at_time, promo_code_id = NULL WHERE id = ANY(carts);

  INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, phone, issued_at)
  SELECT new_id(), o.id, o.event_id, one.sku, one.position, gen_random_uuid(),
         coalesce(o.recipients -> one.position - 1 ->> 'email', o.email),
         coalesce(o.recipients -> one.position - 1 ->> 'firstName', o.first_name),
         coalesce(o.recipients -> one.position - 1 ->> 'lastName', o.last_name),
         CASE WHEN o.recipients IS NULL THEN o.phone ELSE o.recipients -> one.position - 1 ->> 'phone' END, at_time
    FROM (SELECT item.order_id, item.sku,
                 row_number() OVER (PARTITION BY item.order_id ORDER BY item.nr, admission)::integer AS position
            FROM unnest(item_orders, item_skus, item_quantities) WITH ORDINALITY AS item (order_id, sku, quantity, nr)
           CROSS JOIN LATERAL generate_series(1, item.quantity) AS admission) AS one
    JOIN orders AS o ON o.id = one.order_id;

  IF EXISTS (SELECT 1 FROM orders WHERE id = ANY(ids) AND seat_ids IS NOT NULL) THEN
    PERFORM 1 FROM seats WHERE id = ANY(ARRAY(SELECT unnest(seat_ids) FROM orders WHERE id = ANY(ids))) ORDER BY id FOR NO KEY UPDATE;
    UPDATE seats SET is_sold = true, held_by = NULL, held_until = NULL
     WHERE id = ANY(ARRAY(SELECT unnest(seat_ids) FROM orders WHERE id = ANY(ids)));
    UPDATE tickets AS t SET seat_id = seat.id
      FROM (SELECT o.id AS order_id, s.id, s.ticket_type_id,
                   row_number() OVER (PARTITION BY o.id, s.ticket_type_id ORDER BY s.section, s.y, s.x, s.id) AS nr
              FROM orders AS o JOIN seats AS s ON s.id = ANY(o.seat_ids) WHERE o.id = ANY(ids)) AS seat
      JOIN (SELECT id, order_id, ticket_type_id, row_number() OVER (PARTITION BY order_id, ticket_type_id ORDER BY position) AS nr
              FROM tickets WHERE order_id = ANY(ids)) AS place USING (order_id, ticket_type_id, nr)
     WHERE t.id = place.id;
  END IF;

  INSERT INTO jobs (id, kind, payload, unique_key)
  SELECT new_id(), 'send_mail', jsonb_build_object('mail', 'tickets', 'orderId', done.id), 'tickets ' || done.id
    FROM unnest(ids) AS done (id)
  ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL DO NOTHING;
  PERFORM pg_notify('jobs_due', 'send_mail');
  PERFORM record_deliveries(ids);
END $function$;

CREATE OR REPLACE FUNCTION public.end_orders(ids uuid[], new_status text, cause text, at_time timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  ended integer;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN 0; END IF;
  PERFORM 1 FROM orders WHERE id = ANY(ids) ORDER BY id FOR UPDATE;
  WITH changed AS (
    UPDATE orders SET status = new_status,
           -- A failed order is nobody's answer: the same key orders anew.
           idempotency_key = CASE WHEN new_status <> 'failed' THEN idempotency_key END
     WHERE id = ANY(ids) AND status IN ('processing', 'pending_payment') RETURNING id
  )
  INSERT INTO order_changes (order_id, at, status, cause) SELECT id, at_time, new_status, cause FROM changed ORDER BY id;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END $function$;

CREATE OR REPLACE FUNCTION public.event_search(event events)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
RETURN to_tsvector('simple'::regconfig, plain_words(concat_ws(' '::text, (event).name, (event).description, (event).state, (event).lga, CASE WHEN (NOT (event).hide_location) THEN (event).street ELSE NULL::text END, (SELECT categories.name FROM categories WHERE (categories.id = (event_search.event).category_id)), (SELECT string_agg(headliners.name, ' '::text) AS string_agg FROM headliners WHERE (headliners.event_id = (event_search.event).id)))));

CREATE OR REPLACE FUNCTION public.fail_orders(ids uuid[], cause text, at_time timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  kept uuid[];
BEGIN
  PERFORM end_orders(ids, 'failed', cause, at_time);
  WITH freed AS (
    UPDATE reservations AS r SET order_id = NULL,
           expires_at = least(r.expires_at, at_time + e.hold_minutes * interval '1 minute')
      FROM events AS e, orders AS o
     WHERE o.id = ANY(ids) AND o.status = 'failed' AND r.id = o.reservation_id AND r.order_id = o.id AND e.id = r.event_id
       AND r.ended_at IS NULL
    RETURNING r.id
  )
  SELECT array_agg(id) INTO kept FROM freed;
  UPDATE holds AS h SET expires_at = r.expires_at FROM reservations AS r
   WHERE r.id = ANY(kept) AND h.reservation_id = r.id;
  UPDATE seats AS s SET held_until = r.expires_at FROM reservations AS r WHERE r.id = ANY(kept) AND s.held_by = r.id;
END $function$;

CREATE OR REPLACE FUNCTION public.give_back_lapsed(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  lapsed uuid[];
BEGIN
  SELECT array_agg(id) INTO lapsed FROM (
    SELECT id FROM reservations WHERE ended_at IS NULL AND quantity > 0 AND expires_at <= clock_timestamp()
     ORDER BY expires_at LIMIT most FOR UPDATE SKIP LOCKED) AS found;
  IF lapsed IS NULL THEN RETURN 0; END IF;
  PERFORM 1 FROM ticket_types
    WHERE id = ANY(ARRAY(SELECT DISTINCT ticket_type_id FROM holds WHERE reservation_id = ANY(lapsed)))
    ORDER BY id FOR NO KEY UPDATE;
  WITH gone AS (
    DELETE FROM holds WHERE reservation_id = ANY(lapsed) RETURNING ticket_type_id, quantity
  )
  UPDATE ticket_types AS t SET held = t.held - given_back.quantity
    FROM (SELECT ticket_type_id, sum(quantity)::integer AS quantity FROM gone GROUP BY 1) AS given_back
   WHERE t.id = given_back.ticket_type_id;
  PERFORM 1 FROM promo_codes WHERE id = ANY(ARRAY(
    SELECT DISTINCT promo_code_id FROM reservations WHERE id = ANY(lapsed) AND promo_code_id IS NOT NULL))
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE promo_codes AS p SET uses = p.uses - given_back.count
    FROM (SELECT promo_code_id, count(*)::integer FROM reservations
           WHERE id = ANY(lapsed) AND promo_code_id IS NOT NULL GROUP BY 1) AS given_back
   WHERE p.id = given_back.promo_code_id AND p.maximum_uses IS NOT NULL;
  UPDATE seats SET held_by = NULL, held_until = NULL WHERE held_by = ANY(lapsed);
  UPDATE reservations SET ended_at = clock_timestamp(), promo_code_id = NULL WHERE id = ANY(lapsed);
  RETURN cardinality(lapsed);
END $function$;

CREATE OR REPLACE FUNCTION public.hold_carts(event_ids uuid[], tokens uuid[], new_ids uuid[], are_shared boolean[], addresses text[], promo_ids uuid[], quote_references text[], quotes text[], cart_quantities integer[], first_lines integer[], asked_types uuid[], asked_quantities integer[], asked_prices bigint[], line_requests integer[], line_at integer[], line_quantities integer[], line_prices bigint[], address_at integer[], address_events uuid[], address_texts text[], address_totals integer[], seat_requests integer[], seat_ids uuid[], address_limit integer, OUT request integer, OUT outcome text, OUT token uuid, OUT expires_at timestamp with time zone, OUT culprits uuid[])
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  request_count constant integer := cardinality(event_ids);
  line_count constant integer := cardinality(line_requests);
  seat_count constant integer := cardinality(seat_requests);
  at_time timestamptz;
  -- By request.
  old_ids uuid[];
  old_lives boolean[];
  old_promos uuid[];
  -- What the old cart counts for at the address that asks now.
  old_counted integer[] := array_fill(0, ARRAY[request_count]);
  outcomes text[] := array_fill(NULL::text, ARRAY[request_count]);
  guilty uuid[] := array_fill(NULL::uuid, ARRAY[request_count]);
  -- By ticket type: those asked for, then those that only the old carts hold.
  type_ids uuid[] := asked_types;
  free integer[];
  is_open boolean[];
  prices bigint[];
  expiries timestamptz[];
  -- What the requests' old carts still hold, sorted by request.
  kept_requests integer[];
  kept_at integer[];
  kept_quantities integer[];
  address_held integer[];
  -- By distinct promo code.
  promo_code_ids uuid[];
  promo_left integer[];
  promo_at integer[];
  old_promo_at integer[];
  -- Seats asked for, by seat row: who holds it now (null: nobody).
  seat_list uuid[];
  seat_owners uuid[];
  seat_at integer[];
  has_old boolean;
  -- Of some ticket type there is less than all requests ask for together; of all, the price is right and the sale on; some
  -- address would hold more than it may.
  is_short boolean;
  is_as_offered boolean;
  is_over_limit boolean;
  line_from integer := 1;
  kept_from integer := 1;
  seat_from integer := 1;
  place integer;
BEGIN
  -- 1. The reservations that these tokens, or addresses, have already.
  SELECT array_agg(found.id ORDER BY asked.nr), bool_or(found.id IS NOT NULL)
    INTO old_ids, has_old
    FROM unnest(event_ids, tokens, are_shared, addresses) WITH ORDINALITY AS asked (event_id, token, is_shared, address, nr)
    LEFT JOIN LATERAL (
      SELECT id FROM reservations AS r
       WHERE NOT asked.is_shared AND r.event_id = asked.event_id AND r.token = asked.token
      UNION ALL
      SELECT id FROM reservations AS r
       WHERE asked.is_shared AND r.is_shared AND r.event_id = asked.event_id AND r.client_address = asked.address
    ) AS found ON true;
  IF has_old THEN
    PERFORM 1 FROM reservations WHERE id = ANY(old_ids) ORDER BY id FOR UPDATE;
  END IF;

  -- 2. All ticket types involved, those of the old carts included.
  IF has_old THEN
    type_ids := asked_types || ARRAY(
      SELECT DISTINCT ticket_type_id FROM holds WHERE reservation_id = ANY(old_ids) AND NOT ticket_type_id = ANY(asked_types));
  END IF;
  PERFORM 1 FROM ticket_types WHERE id = ANY(type_ids) ORDER BY id FOR NO KEY UPDATE;
  at_time := clock_timestamp();
  SELECT array_agg(now.free ORDER BY types.at), array_agg(t.price_minor ORDER BY types.at),
         array_agg(now.is_open ORDER BY types.at), array_agg(now.expiry ORDER BY types.at),
         bool_or(now.free < types.asked), bool_and(now.is_open AND t.price_minor IS NOT DISTINCT FROM types.price)
    INTO free, prices, is_open, expiries, is_short, is_as_offered
    FROM unnest(type_ids, asked_quantities, asked_prices) WITH ORDINALITY AS types (id, asked, price, at)
    JOIN ticket_types AS t ON t.id = types.id JOIN events AS e ON e.id = t.event_id
    CROSS JOIN LATERAL (
      SELECT t.capacity - t.sold - t.held AS free, at_time + e.hold_minutes * interval '1 minute' AS expiry,
             e.status = 'LIVE' AND NOT e.is_coming_soon AND e.closes_at > at_time
             AND coalesce(t.sale_starts_at <= at_time, true) AND coalesce(t.sale_ends_at > at_time, true) AS is_open) AS now;

  -- 3. Where stock is short, what has lapsed is given back first: nobody waits for the sweeper. So are lapsed carts whose
  -- token asks again, whatever becomes of that.
  IF has_old OR is_short THEN
    WITH short AS (
      SELECT t.id FROM unnest(type_ids, free, asked_quantities) AS t (id, free, asked) WHERE t.free < t.asked
    ), lapsed AS (
      DELETE FROM holds
       WHERE expires_at <= at_time AND (ticket_type_id = ANY(ARRAY(SELECT id FROM short)) OR reservation_id = ANY(old_ids))
      RETURNING ticket_type_id, quantity
    ), given_back AS (
      SELECT ticket_type_id, sum(quantity)::integer AS quantity FROM lapsed GROUP BY ticket_type_id
    ), updated AS (
      UPDATE ticket_types AS t SET held = t.held - given_back.quantity FROM given_back WHERE t.id = given_back.ticket_type_id
      RETURNING t.id, given_back.quantity
    )
    SELECT array_agg(types.free + coalesce(updated.quantity, 0) ORDER BY types.at),
           bool_or(types.free + coalesce(updated.quantity, 0) < types.asked)
      INTO free, is_short
      FROM unnest(type_ids, free, asked_quantities) WITH ORDINALITY AS types (id, free, asked, at)
      LEFT JOIN updated ON updated.id = types.id;
  END IF;

  -- 4. What each address holds of each event.
  SELECT array_agg(held.quantity ORDER BY pairs.at), bool_or(held.quantity + pairs.asked > address_limit)
    INTO address_held, is_over_limit
    FROM unnest(address_events, address_texts, address_totals) WITH ORDINALITY AS pairs (event_id, address, asked, at)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(r.quantity), 0)::integer AS quantity FROM reservations AS r
       WHERE r.event_id = pairs.event_id AND r.client_address = pairs.address AND r.ended_at IS NULL
         AND r.expires_at > at_time) AS held;

  -- 5. Everybody fits and nobody is special: the common case, decided at once and written by one statement. What that costs
  -- is mostly to start a statement, so every question above is asked along with another, and here none is left to ask.
  IF NOT has_old AND seat_count = 0 AND NOT is_short AND is_as_offered AND NOT is_over_limit
     AND array_position(cart_quantities, 0) IS NULL AND cardinality(array_remove(promo_ids, NULL)) = 0 THEN
    WITH reserved AS (
      INSERT INTO reservations (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at,
                                quote_reference, quote, promo_code_id)
      SELECT q.id, q.event_id, q.token, q.address, q.is_shared, q.quantity, at_time, expiries[line_at[q.line]],
             q.quote_reference, q.quote::json, NULL
        FROM unnest(new_ids, event_ids, tokens, addresses, are_shared, cart_quantities, first_lines, quote_references, quotes)
          AS q (id, event_id, token, address, is_shared, quantity, line, quote_reference, quote)
       -- As in write_holds: two batches that insert the same carts must not wait for each other in a circle.
       ORDER BY q.event_id, CASE WHEN q.is_shared THEN q.address END, q.token
    ), held AS (
      INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at)
      SELECT new_ids[l.nr], asked_types[l.at], l.quantity, expiries[l.at]
        FROM unnest(line_requests, line_at, line_quantities) AS l (nr, at, quantity)
    )
    UPDATE ticket_types AS t SET held = t.held + taken.quantity
      FROM unnest(asked_types, asked_quantities) AS taken (id, quantity) WHERE t.id = taken.id;
    RETURN QUERY SELECT q.nr::integer, 'held'::text, q.token, expiries[line_at[q.line]], NULL::uuid[]
      FROM unnest(tokens, first_lines) WITH ORDINALITY AS q (token, line, nr);
    RETURN;
  END IF;

  -- 6. One by one, in the order of arrival, on arrays.
  IF has_old THEN
    SELECT array_agg(r.ended_at IS NULL AND r.expires_at > at_time ORDER BY o.nr),
           array_agg(CASE WHEN r.ended_at IS NULL THEN r.promo_code_id END ORDER BY o.nr),
           array_agg(CASE WHEN r.ended_at IS NULL AND r.expires_at > at_time AND r.client_address = addresses[o.nr]
                          THEN r.quantity ELSE 0 END ORDER BY o.nr)
      INTO old_lives, old_promos, old_counted
      FROM unnest(old_ids) WITH ORDINALITY AS o (id, nr) LEFT JOIN reservations AS r ON r.id = o.id;
    -- Without a join on the ticket types, which the planner would take for the way in: through all their holds.
    SELECT array_agg(o.nr ORDER BY o.nr), array_agg(array_position(type_ids, h.ticket_type_id) ORDER BY o.nr),
           array_agg(h.quantity ORDER BY o.nr)
      INTO kept_requests, kept_at, kept_quantities
      FROM unnest(old_ids) WITH ORDINALITY AS o (id, nr) JOIN holds AS h ON h.reservation_id = o.id;
  END IF;

  SELECT array_agg(DISTINCT id ORDER BY id) INTO promo_code_ids
    FROM (SELECT unnest(promo_ids) AS id UNION ALL SELECT unnest(old_promos)) AS p WHERE id IS NOT NULL;
  IF promo_code_ids IS NOT NULL THEN
    PERFORM 1 FROM promo_codes WHERE id = ANY(promo_code_ids) ORDER BY id FOR NO KEY UPDATE;
    -- Uses of carts that have lapsed come back when somebody wants them. A cart that is locked is being swept, or its
    -- token asks again: to wait for it here, with the ticket types locked, could be to wait in a circle.
    WITH lapsed AS (
      UPDATE reservations AS r SET promo_code_id = NULL
        FROM (SELECT l.id, p.id AS promo_id FROM promo_codes AS p JOIN reservations AS l ON l.promo_code_id = p.id
               WHERE p.id = ANY(promo_code_ids) AND p.maximum_uses IS NOT NULL AND l.ended_at IS NULL
                 AND l.expires_at <= at_time
                 FOR UPDATE OF l SKIP LOCKED) AS found
       WHERE r.id = found.id
      RETURNING found.promo_id AS id
    )
    UPDATE promo_codes AS p SET uses = p.uses - given_back.count
      FROM (SELECT id, count(*)::integer FROM lapsed GROUP BY id) AS given_back WHERE p.id = given_back.id;
    SELECT array_agg(CASE WHEN coalesce(p.starts_at <= at_time, true) AND coalesce(p.ends_at > at_time, true)
                          THEN coalesce(p.maximum_uses - p.uses, 2147483647) ELSE -1 END ORDER BY p.id)
      INTO promo_left FROM promo_codes AS p WHERE p.id = ANY(promo_code_ids);
    SELECT array_agg(array_position(promo_code_ids, asked.id) ORDER BY nr),
           array_agg(CASE WHEN asked.old_lives THEN array_position(promo_code_ids, asked.old_id) END ORDER BY nr)
      INTO promo_at, old_promo_at
      FROM unnest(promo_ids, old_promos, old_lives) WITH ORDINALITY AS asked (id, old_id, old_lives, nr);
  END IF;

  IF seat_count > 0 THEN
    SELECT array_agg(DISTINCT id ORDER BY id) INTO seat_list FROM unnest(seat_ids) AS s (id);
    PERFORM 1 FROM seats WHERE id = ANY(seat_list) ORDER BY id FOR NO KEY UPDATE;
    SELECT array_agg(CASE WHEN s.is_sold THEN s.id WHEN s.held_until > at_time THEN s.held_by END ORDER BY asked.at)
      INTO seat_owners
      FROM unnest(seat_list) WITH ORDINALITY AS asked (id, at) LEFT JOIN seats AS s ON s.id = asked.id;
    SELECT array_agg(array_position(seat_list, s.id) ORDER BY nr) INTO seat_at
      FROM unnest(seat_ids) WITH ORDINALITY AS s (id, nr);
  END IF;

  -- Whose first cart was committed while this batch waited for its locks comes again: it would stand in its own way.
  FOR place IN
    SELECT asked.nr FROM unnest(event_ids, tokens, are_shared, addresses, old_ids)
           WITH ORDINALITY AS asked (event_id, token, is_shared, address, old_id, nr)
     WHERE asked.old_id IS NULL AND CASE WHEN asked.is_shared
       THEN EXISTS (SELECT 1 FROM reservations AS r
                     WHERE r.is_shared AND r.event_id = asked.event_id AND r.client_address = asked.address)
       ELSE EXISTS (SELECT 1 FROM reservations AS r WHERE r.event_id = asked.event_id AND r.token = asked.token) END
  LOOP
    outcomes[place] := 'again';
  END LOOP;

  FOR nr IN 1..request_count LOOP
    -- The twin of an earlier request of this batch: the same reservation, found by token and by address.
    IF old_ids[nr] IS NOT NULL AND array_position(old_ids, old_ids[nr]) < nr THEN
      outcomes[nr] := 'again';
    ELSIF outcomes[nr] IS NULL AND cart_quantities[nr] = 0 THEN
      outcomes[nr] := CASE WHEN old_lives[nr] THEN 'released' ELSE 'nothing_to_release' END;
      address_held[address_at[nr]] := address_held[address_at[nr]] - old_counted[nr];
      seat_owners := array_replace(seat_owners, old_ids[nr], NULL);
    END IF;

    -- The old cart is put back on the shelf, and taken off again below where the new one can't be had.
    place := kept_from;
    WHILE kept_from <= coalesce(cardinality(kept_requests), 0) AND kept_requests[kept_from] = nr LOOP
      IF outcomes[nr] IS DISTINCT FROM 'again' THEN
        free[kept_at[kept_from]] := free[kept_at[kept_from]] + kept_quantities[kept_from];
      END IF;
      kept_from := kept_from + 1;
    END LOOP;
    IF outcomes[nr] IS DISTINCT FROM 'again' AND old_promo_at[nr] IS NOT NULL AND promo_left[old_promo_at[nr]] >= 0
       AND promo_left[old_promo_at[nr]] < 2147483647 THEN
      promo_left[old_promo_at[nr]] := promo_left[old_promo_at[nr]] + 1;
    END IF;

    IF outcomes[nr] IS NULL THEN
      FOR line IN line_from..line_count LOOP
        EXIT WHEN line_requests[line] <> nr;
        IF prices[line_at[line]] <> line_prices[line] THEN
          outcomes[nr] := 'stale_price';
        ELSIF NOT is_open[line_at[line]] THEN
          outcomes[nr] := coalesce(outcomes[nr], 'not_on_sale');
        ELSIF free[line_at[line]] < line_quantities[line] THEN
          outcomes[nr] := coalesce(outcomes[nr], 'unavailable');
        ELSE
          CONTINUE;
        END IF;
        guilty[nr] := type_ids[line_at[line]];
      END LOOP;
      IF outcomes[nr] IS NULL
         AND address_held[address_at[nr]] - old_counted[nr] + cart_quantities[nr] > address_limit THEN
        outcomes[nr] := 'address_limit';
      END IF;
      IF outcomes[nr] IS NULL AND promo_ids[nr] IS NOT NULL AND promo_left[promo_at[nr]] <= 0 THEN
        outcomes[nr] := 'promo_unavailable';
      END IF;
      FOR seat IN seat_from..seat_count LOOP
        EXIT WHEN seat_requests[seat] <> nr OR outcomes[nr] IS NOT NULL;
        IF seat_owners[seat_at[seat]] IS NOT NULL AND seat_owners[seat_at[seat]] IS DISTINCT FROM old_ids[nr] THEN
          outcomes[nr] := 'seats_taken';
        END IF;
      END LOOP;
      IF outcomes[nr] IS NULL THEN
        outcomes[nr] := CASE WHEN old_lives[nr] THEN 'refreshed' ELSE 'held' END;
        address_held[address_at[nr]] := address_held[address_at[nr]] - old_counted[nr] + cart_quantities[nr];
        IF promo_ids[nr] IS NOT NULL AND promo_left[promo_at[nr]] < 2147483647 THEN
          promo_left[promo_at[nr]] := promo_left[promo_at[nr]] - 1;
        END IF;
        FOR line IN line_from..line_count LOOP
          EXIT WHEN line_requests[line] <> nr;
          free[line_at[line]] := free[line_at[line]] - line_quantities[line];
        END LOOP;
        seat_owners := array_replace(seat_owners, old_ids[nr], NULL);
        FOR seat IN seat_from..seat_count LOOP
          EXIT WHEN seat_requests[seat] <> nr;
          seat_owners[seat_at[seat]] := coalesce(old_ids[nr], new_ids[nr]);
        END LOOP;
      ELSE
        -- The old hold stays as it was.
        FOR kept IN place..kept_from - 1 LOOP
          free[kept_at[kept]] := free[kept_at[kept]] - kept_quantities[kept];
        END LOOP;
        IF old_promo_at[nr] IS NOT NULL AND promo_left[old_promo_at[nr]] >= 0
           AND promo_left[old_promo_at[nr]] < 2147483647 THEN
          promo_left[old_promo_at[nr]] := promo_left[old_promo_at[nr]] - 1;
        END IF;
      END IF;
    END IF;
    WHILE line_from <= line_count AND line_requests[line_from] = nr LOOP line_from := line_from + 1; END LOOP;
    WHILE seat_from <= seat_count AND seat_requests[seat_from] = nr LOOP seat_from := seat_from + 1; END LOOP;
  END LOOP;

  -- 7. Sets write what was decided. Where nobody got anything there is nothing to write: a sold-out storm is mostly that.
  IF has_old OR outcomes && ARRAY['held', 'refreshed'] THEN
    RETURN QUERY SELECT * FROM write_holds(
      at_time, event_ids, tokens, new_ids, are_shared, addresses, promo_ids, quote_references, quotes, cart_quantities,
      line_requests, line_at, line_quantities, type_ids, seat_requests, seat_ids, old_ids, outcomes, guilty, has_old);
  ELSE
    RETURN QUERY SELECT q.nr::integer, q.outcome, NULL::uuid, NULL::timestamptz,
                        CASE WHEN q.outcome = 'seats_taken' THEN taken_seats(at_time, seat_requests, seat_ids, q.nr::integer, NULL)
                             WHEN q.guilty IS NOT NULL THEN ARRAY[q.guilty] END
      FROM unnest(outcomes, guilty) WITH ORDINALITY AS q (outcome, guilty, nr);
  END IF;
END $function$;

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

CREATE OR REPLACE FUNCTION public.link_orders(order_ids uuid[], checkout_urls text[], session_ids text[], look_up_seconds integer, OUT request integer, OUT status text)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  at_time constant timestamptz := clock_timestamp();
BEGIN
  PERFORM 1 FROM orders WHERE id = ANY(order_ids) ORDER BY id FOR UPDATE;
  WITH linked AS (
    UPDATE orders AS o
       SET checkout_url = given.url, session_id = given.session,
           status = CASE WHEN o.status = 'processing' THEN 'pending_payment' ELSE o.status END,
           next_look_up_at = CASE WHEN o.status = 'processing' THEN at_time + look_up_seconds * interval '1 second'
                                  ELSE o.next_look_up_at END
      FROM unnest(order_ids, checkout_urls, session_ids) AS given (id, url, session), orders AS before
     WHERE o.id = given.id AND before.id = o.id
    RETURNING o.id, o.status, before.status AS old_status
  )
  INSERT INTO order_changes (order_id, at, status, cause)
  SELECT id, at_time, status, 'the gateway gave a payment link' FROM linked WHERE old_status = 'processing';
  RETURN QUERY SELECT asked.nr::integer, o.status FROM unnest(order_ids) WITH ORDINALITY AS asked (id, nr)
    JOIN orders AS o ON o.id = asked.id ORDER BY asked.nr;
END $function$;

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
RETURN (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send(((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid;

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

CREATE OR REPLACE FUNCTION public.notify_seats_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('seats_changed', '');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.open_orders(new_ids uuid[], new_references text[], event_ids uuid[], tokens uuid[], quote_references text[], sources text[], idempotency_keys text[], request_hashes text[], emails text[], first_names text[], last_names text[], phones text[], recipients text[], callback_urls text[], metadatas text[], gateways text[], account_ids uuid[], start_seconds integer, payment_minutes integer, grace_seconds integer, OUT request integer, OUT outcome text, OUT order_id uuid, OUT total_minor bigint, OUT pay_by timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  carts uuid[];
  stale uuid[];
  outcomes text[];
  found_ids uuid[];
  paid uuid[];
  free uuid[];
BEGIN
  SELECT array_agg(r.id ORDER BY asked.nr) INTO carts
    FROM unnest(event_ids, tokens) WITH ORDINALITY AS asked (event_id, token, nr)
    LEFT JOIN reservations AS r ON r.event_id = asked.event_id AND r.token = asked.token;
  PERFORM 1 FROM reservations WHERE id = ANY(carts) ORDER BY id FOR UPDATE;
  at_time := clock_timestamp();

  -- An order whose process died while it asked the gateway stands in nobody's way.
  SELECT array_agg(o.id) INTO stale FROM reservations AS r JOIN orders AS o ON o.id = r.order_id
   WHERE r.id = ANY(carts) AND o.status = 'processing' AND o.start_by <= at_time;
  IF stale IS NOT NULL THEN
    PERFORM fail_orders(stale, 'the gateway gave no answer in time', at_time);
  END IF;

  SELECT array_agg(CASE
           WHEN known.id IS NOT NULL AND known.request_hash <> decode(asked.request_hash, 'hex') THEN 'other_request'
           WHEN known.status = 'processing' THEN 'order_in_progress'
           WHEN known.id IS NOT NULL THEN 'replayed'
           WHEN made.status = 'processing' THEN 'order_in_progress'
           WHEN made.status NOT IN ('failed', 'expired', 'cancelled') THEN 'order_exists'
           WHEN r.id IS NULL OR r.ended_at IS NOT NULL OR r.expires_at <= at_time THEN 'reservation_expired'
           WHEN e.status <> 'LIVE' OR e.closes_at <= at_time THEN 'not_on_sale'
           WHEN r.quote_reference <> asked.quote_reference THEN 'quote_mismatch'
           WHEN (r.quote ->> 'total')::bigint = 0 THEN 'confirmed'
           ELSE 'opened' END ORDER BY asked.nr),
         array_agg(coalesce(known.id, asked.new_id) ORDER BY asked.nr)
    INTO outcomes, found_ids
    FROM unnest(new_ids, event_ids, carts, quote_references, idempotency_keys, request_hashes) WITH ORDINALITY
         AS asked (new_id, event_id, cart, quote_reference, idempotency_key, request_hash, nr)
    JOIN events AS e ON e.id = asked.event_id
    LEFT JOIN reservations AS r ON r.id = asked.cart
    LEFT JOIN orders AS made ON made.id = r.order_id
    LEFT JOIN LATERAL (
      SELECT o.id, o.status, o.request_hash FROM events AS e JOIN orders AS o ON o.host_id = e.host_id
       WHERE asked.idempotency_key IS NOT NULL AND e.id = asked.event_id AND o.idempotency_key = asked.idempotency_key
         AND o.created_at > at_time - interval '24 hours') AS known ON true;

  -- A key that was used more than a day ago may be used again.
  UPDATE orders AS o SET idempotency_key = NULL
    FROM unnest(event_ids, idempotency_keys, outcomes) AS asked (event_id, idempotency_key, outcome)
    JOIN events AS e ON e.id = asked.event_id
   WHERE asked.idempotency_key IS NOT NULL AND asked.outcome IN ('opened', 'confirmed') AND o.host_id = e.host_id
     AND o.idempotency_key = asked.idempotency_key;

  INSERT INTO orders (id, reference, event_id, host_id, reservation_id, source, status, quote_reference, quote, total_minor, currency,
                      promo_code_id, seat_ids, email, first_name, last_name, phone, recipients, callback_url, metadata,
                      idempotency_key, request_hash, gateway, payment_account_id, start_by, pay_by, next_look_up_at, created_at)
  SELECT asked.id, asked.reference, asked.event_id, e.host_id, r.id, asked.source, 'processing', r.quote_reference, r.quote,
         (r.quote ->> 'total')::bigint, r.quote ->> 'currency', r.promo_code_id,
         CASE WHEN e.kind = 'seat_map' THEN (SELECT array_agg(s.id ORDER BY s.id) FROM seats AS s WHERE s.held_by = r.id) END,
         asked.email, asked.first_name, asked.last_name, asked.phone, asked.recipients::jsonb, asked.callback_url,
         coalesce(asked.metadata, '{}'), asked.idempotency_key, decode(asked.request_hash, 'hex'),
         CASE WHEN asked.outcome = 'opened' THEN asked.gateway END, CASE WHEN asked.outcome = 'opened' THEN asked.account_id END,
         CASE WHEN asked.outcome = 'opened' THEN at_time + start_seconds * interval '1 second' END,
         CASE WHEN asked.outcome = 'opened' THEN at_time + payment_minutes * interval '1 minute' END,
         CASE WHEN asked.outcome = 'opened' THEN at_time + start_seconds * interval '1 second' END, at_time
    FROM unnest(new_ids, new_references, event_ids, carts, sources, idempotency_keys, request_hashes, emails, first_names,
                last_names, phones, recipients, callback_urls, metadatas, gateways, account_ids, outcomes)
         AS asked (id, reference, event_id, cart, source, idempotency_key, request_hash, email, first_name,
                   last_name, phone, recipients, callback_url, metadata, gateway, account_id, outcome)
    JOIN reservations AS r ON r.id = asked.cart
    JOIN events AS e ON e.id = asked.event_id
   WHERE asked.outcome IN ('opened', 'confirmed')
   ORDER BY e.host_id, asked.idempotency_key, r.quote_reference;
  INSERT INTO order_changes (order_id, at, status, cause)
  SELECT asked.id, at_time, 'processing', 'the buyer ordered'
    FROM unnest(new_ids, outcomes) AS asked (id, outcome) WHERE asked.outcome IN ('opened', 'confirmed');

  SELECT array_agg(asked.cart) FILTER (WHERE asked.outcome = 'opened'), array_agg(asked.id) FILTER (WHERE asked.outcome = 'confirmed')
    INTO paid, free
    FROM unnest(new_ids, carts, outcomes) AS asked (id, cart, outcome);
  UPDATE reservations AS r
     SET order_id = asked.id,
         expires_at = CASE WHEN asked.outcome = 'opened'
                           THEN at_time + payment_minutes * interval '1 minute' + grace_seconds * interval '1 second'
                           ELSE r.expires_at END
    FROM unnest(new_ids, carts, outcomes) AS asked (id, cart, outcome)
   WHERE r.id = asked.cart AND asked.outcome IN ('opened', 'confirmed');
  IF paid IS NOT NULL THEN
    UPDATE holds SET expires_at = at_time + payment_minutes * interval '1 minute' + grace_seconds * interval '1 second'
     WHERE reservation_id = ANY(paid);
    UPDATE seats SET held_until = at_time + payment_minutes * interval '1 minute' + grace_seconds * interval '1 second'
     WHERE held_by = ANY(paid);
  END IF;
  IF free IS NOT NULL THEN
    PERFORM confirm_orders(free, 'nothing to pay', at_time);
  END IF;

  RETURN QUERY
  SELECT asked.nr::integer, asked.outcome, asked.id, o.total_minor, o.pay_by
    FROM unnest(found_ids, outcomes) WITH ORDINALITY AS asked (id, outcome, nr)
    LEFT JOIN orders AS o ON o.id = asked.id
   ORDER BY asked.nr;
END $function$;

CREATE OR REPLACE FUNCTION public.plain_words(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN TRIM(BOTH FROM regexp_replace(lower(unaccent('unaccent'::regdictionary, regexp_replace(NORMALIZE(COALESCE(written, ''::text), NFKD), '[̀-ͯ]'::text, ''::text, 'g'::text))), '[^[:alnum:]]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.record_deliveries(order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference)
  SELECT new_id(), s.id, 'TICKET_PURCHASED', o.id, o.reference
    FROM orders AS o JOIN webhook_subscriptions AS s ON s.event_id = o.event_id AND s.removed_at IS NULL AND s.is_enabled
   WHERE o.id = ANY(order_ids) AND o.source <> 'complimentary';
  IF FOUND THEN
    PERFORM pg_notify('webhooks_due', due.id)
      FROM (SELECT DISTINCT s.id::text
              FROM orders AS o JOIN webhook_subscriptions AS s ON s.event_id = o.event_id AND s.removed_at IS NULL AND s.is_enabled
             WHERE o.id = ANY(order_ids) AND o.source <> 'complimentary') AS due (id);
  END IF;
END $function$;

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

CREATE OR REPLACE FUNCTION public.settle_payments(order_ids uuid[], gateway_payment_ids text[], amounts bigint[], currencies text[], paid_ats timestamp with time zone[], causes text[], OUT request integer, OUT outcome text)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  types uuid[];
  bought orders;
  cart reservations;
  payment_id uuid;
  used_for text;
  fits boolean;
BEGIN
  PERFORM 1 FROM reservations WHERE id = ANY(ARRAY(SELECT reservation_id FROM orders WHERE id = ANY(order_ids)))
    ORDER BY id FOR UPDATE;
  PERFORM 1 FROM orders WHERE id = ANY(order_ids) ORDER BY id FOR UPDATE;
  SELECT array_agg(DISTINCT item.sku) INTO types
    FROM orders AS o CROSS JOIN LATERAL json_to_recordset(o.quote -> 'items') AS item (sku uuid) WHERE o.id = ANY(order_ids);
  PERFORM 1 FROM ticket_types WHERE id = ANY(types) ORDER BY id FOR NO KEY UPDATE;
  at_time := clock_timestamp();

  FOR nr IN 1..cardinality(order_ids) LOOP
    request := nr;
    SELECT * INTO STRICT bought FROM orders WHERE id = order_ids[nr];
    IF EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = bought.id AND p.gateway_payment_id = gateway_payment_ids[nr]) THEN
      outcome := 'duplicate';
      RETURN NEXT;
      CONTINUE;
    END IF;

    IF currencies[nr] <> bought.currency OR amounts[nr] < bought.total_minor THEN
      used_for := 'mismatch';
    ELSIF bought.status IN ('confirmed', 'refunded', 'partially_refunded') THEN
      used_for := 'surplus';
    ELSE
      fits := take_again(bought, at_time);
      used_for := CASE WHEN fits THEN 'order' ELSE 'late' END;
    END IF;

    payment_id := new_id();
    INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
    VALUES (payment_id, bought.id, bought.gateway, gateway_payment_ids[nr], amounts[nr], currencies[nr], used_for,
            paid_ats[nr], at_time);
    IF used_for = 'order' THEN
      PERFORM confirm_orders(ARRAY[bought.id], causes[nr], at_time);
      IF amounts[nr] > bought.total_minor THEN
        PERFORM add_refund(payment_id, amounts[nr] - bought.total_minor, 'surplus', 'surplus ' || payment_id, at_time);
      END IF;
      outcome := 'settled';
    ELSE
      PERFORM add_refund(payment_id, amounts[nr], used_for, used_for || ' ' || payment_id, at_time);
      IF used_for = 'late' THEN
        -- Whatever it was, it can no longer be paid for.
        PERFORM end_orders(ARRAY[bought.id], 'expired', 'paid too late: the tickets are gone', at_time);
      END IF;
      INSERT INTO order_changes (order_id, at, status, cause)
      SELECT id, at_time, status, CASE used_for
               WHEN 'late' THEN 'a payment came when the tickets were gone: it goes back'
               WHEN 'surplus' THEN 'a second payment: it goes back'
               ELSE 'a payment of another sum than the one due: it goes back' END
        FROM orders WHERE id = bought.id;
      INSERT INTO jobs (id, kind, payload, unique_key)
      VALUES (new_id(), 'send_mail', jsonb_build_object('mail', 'payment_returned', 'orderId', bought.id, 'paymentId', payment_id),
              'payment_returned ' || payment_id);
      PERFORM pg_notify('jobs_due', 'send_mail');
      outcome := 'refunded';
    END IF;
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.take_again(bought orders, at_time timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  missing_skus uuid[];
  missing_quantities integer[];
  own_cart uuid;
BEGIN
  SELECT r.id INTO own_cart FROM reservations AS r
   WHERE r.id = bought.reservation_id AND r.order_id = bought.id AND r.ended_at IS NULL;
  SELECT array_agg(item.sku), array_agg(item.quantity - coalesce(h.quantity, 0)) INTO missing_skus, missing_quantities
    FROM json_to_recordset(bought.quote -> 'items') AS item (sku uuid, quantity integer)
    LEFT JOIN holds AS h ON h.reservation_id = own_cart AND h.ticket_type_id = item.sku
   WHERE item.quantity > coalesce(h.quantity, 0);
  IF bought.seat_ids IS NOT NULL THEN
    PERFORM 1 FROM seats WHERE id = ANY(bought.seat_ids) ORDER BY id FOR NO KEY UPDATE;
    IF EXISTS (SELECT 1 FROM seats AS s WHERE s.id = ANY(bought.seat_ids)
                  AND (s.is_sold OR s.held_until > at_time AND s.held_by IS DISTINCT FROM own_cart)) THEN
      RETURN false;
    END IF;
  END IF;
  IF EXISTS (SELECT 1 FROM events AS e WHERE e.id = bought.event_id AND e.status = 'CANCELLED') THEN RETURN false; END IF;
  IF missing_skus IS NOT NULL THEN
    IF NOT EXISTS (SELECT 1 FROM events AS e WHERE e.id = bought.event_id AND e.status = 'LIVE' AND e.closes_at > at_time) THEN
      RETURN false;
    END IF;
    WITH lapsed AS (
      DELETE FROM holds AS h WHERE h.ticket_type_id = ANY(missing_skus) AND h.expires_at <= at_time RETURNING ticket_type_id, quantity
    )
    UPDATE ticket_types AS t SET held = t.held - given_back.quantity
      FROM (SELECT ticket_type_id, sum(quantity)::integer AS quantity FROM lapsed GROUP BY 1) AS given_back
     WHERE t.id = given_back.ticket_type_id;
    IF EXISTS (SELECT 1 FROM unnest(missing_skus, missing_quantities) AS item (sku, quantity)
                 JOIN ticket_types AS t ON t.id = item.sku WHERE t.capacity - t.sold - t.held < item.quantity) THEN
      RETURN false;
    END IF;
    UPDATE ticket_types AS t SET held = t.held + item.quantity
      FROM unnest(missing_skus, missing_quantities) AS item (sku, quantity) WHERE t.id = item.sku;
  END IF;
  -- The promised price stands. A limited code's use is counted again where one is left.
  IF bought.promo_code_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM reservations AS r WHERE r.id = own_cart AND r.promo_code_id IS NOT NULL) THEN
    WITH counted AS (
      UPDATE promo_codes SET uses = uses + 1
       WHERE id = bought.promo_code_id AND maximum_uses IS NOT NULL AND uses < maximum_uses RETURNING id
    )
    UPDATE orders SET promo_is_counted = true FROM counted WHERE orders.id = bought.id;
  END IF;
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.taken_seats(at_time timestamp with time zone, seat_requests integer[], seat_ids uuid[], request integer, own_id uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
RETURN ARRAY(SELECT s.id FROM (UNNEST(taken_seats.seat_requests, taken_seats.seat_ids) asked(nr, id) JOIN seats s USING (id)) WHERE ((asked.nr = taken_seats.request) AND (s.is_sold OR ((s.held_until > taken_seats.at_time) AND (s.held_by IS DISTINCT FROM taken_seats.own_id)))) ORDER BY s.id);

CREATE OR REPLACE FUNCTION public.write_holds(at_time timestamp with time zone, event_ids uuid[], tokens uuid[], new_ids uuid[], are_shared boolean[], addresses text[], promo_ids uuid[], quote_references text[], quotes text[], cart_quantities integer[], line_requests integer[], line_at integer[], line_quantities integer[], type_ids uuid[], seat_requests integer[], seat_ids uuid[], old_ids uuid[], outcomes text[], guilty uuid[], has_old boolean, OUT request integer, OUT outcome text, OUT token uuid, OUT expires_at timestamp with time zone, OUT culprits uuid[])
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  replaced uuid[];
BEGIN
  IF has_old THEN
    SELECT array_agg(o.id) INTO replaced FROM unnest(old_ids, outcomes) AS o (id, outcome)
     WHERE o.id IS NOT NULL AND o.outcome IN ('held', 'refreshed', 'released');
    -- What the old carts held goes back: stock, seats, promo uses.
    WITH gone AS (
      DELETE FROM holds WHERE reservation_id = ANY(replaced) RETURNING ticket_type_id, quantity
    )
    UPDATE ticket_types AS t SET held = t.held - given_back.quantity
      FROM (SELECT ticket_type_id, sum(quantity)::integer AS quantity FROM gone GROUP BY 1) AS given_back
     WHERE t.id = given_back.ticket_type_id;
    UPDATE seats SET held_by = NULL, held_until = NULL WHERE held_by = ANY(replaced);
    -- Whoever wants another cart gives up the order that waits for its payment: what is still paid for it comes late.
    PERFORM end_orders(ARRAY(SELECT r.order_id FROM reservations AS r WHERE r.id = ANY(replaced) AND r.order_id IS NOT NULL),
                       'cancelled', 'the buyer took another cart', at_time);
    WITH gone AS (
      UPDATE reservations AS r SET promo_code_id = NULL, ended_at = coalesce(r.ended_at, at_time), order_id = NULL,
             -- A cart that was ordered starts afresh: its hour may be over already.
             first_held_at = CASE WHEN r.order_id IS NULL THEN r.first_held_at ELSE at_time END
        FROM reservations AS before
       WHERE r.id = ANY(replaced) AND before.id = r.id
      RETURNING CASE WHEN before.ended_at IS NULL THEN before.promo_code_id END AS promo_code_id
    )
    UPDATE promo_codes AS p SET uses = p.uses - given_back.count
      FROM (SELECT promo_code_id, count(*)::integer FROM gone WHERE promo_code_id IS NOT NULL GROUP BY 1) AS given_back
     WHERE p.id = given_back.promo_code_id AND p.maximum_uses IS NOT NULL;
  END IF;

  -- In the order of their keys, so that two processes that insert the same tokens or addresses can't wait for each other.
  INSERT INTO reservations AS r (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at,
                                 quote_reference, quote, promo_code_id)
  SELECT coalesce(q.old_id, q.new_id), q.event_id, q.token, q.address, q.is_shared, q.quantity, at_time,
         at_time + e.hold_minutes * interval '1 minute', q.quote_reference, q.quote::json, q.promo_id
    FROM unnest(event_ids, tokens, new_ids, are_shared, addresses, promo_ids, quote_references, quotes, cart_quantities,
                old_ids, outcomes)
         AS q (event_id, token, new_id, is_shared, address, promo_id, quote_reference, quote, quantity, old_id, outcome)
    JOIN events AS e ON e.id = q.event_id
   WHERE q.outcome IN ('held', 'refreshed')
   ORDER BY q.event_id, CASE WHEN q.is_shared THEN q.address END, q.token
  ON CONFLICT (id) DO UPDATE SET
    quantity = excluded.quantity,
    client_address = CASE WHEN r.is_shared THEN r.client_address ELSE excluded.client_address END,
    first_held_at = CASE WHEN r.expires_at > at_time AND r.ended_at = at_time THEN r.first_held_at ELSE at_time END,
    expires_at = CASE WHEN r.expires_at > at_time AND r.ended_at = at_time
                      THEN least(excluded.expires_at, r.first_held_at + interval '1 hour') ELSE excluded.expires_at END,
    ended_at = NULL,
    quote_reference = excluded.quote_reference,
    quote = excluded.quote,
    promo_code_id = excluded.promo_code_id;

  INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at)
  SELECT r.id, type_ids[l.at], l.quantity, r.expires_at
    FROM unnest(line_requests, line_at, line_quantities) AS l (nr, at, quantity)
    JOIN reservations AS r ON r.id = coalesce(old_ids[l.nr], new_ids[l.nr])
   WHERE outcomes[l.nr] IN ('held', 'refreshed');
  UPDATE ticket_types AS t SET held = t.held + taken.quantity
    FROM (SELECT type_ids[l.at] AS id, sum(l.quantity)::integer AS quantity
            FROM unnest(line_requests, line_at, line_quantities) AS l (nr, at, quantity)
           WHERE outcomes[l.nr] IN ('held', 'refreshed') GROUP BY 1) AS taken
   WHERE t.id = taken.id;
  UPDATE promo_codes AS p SET uses = p.uses + taken.count
    FROM (SELECT q.id, count(*)::integer FROM unnest(promo_ids, outcomes) AS q (id, outcome)
           WHERE q.id IS NOT NULL AND q.outcome IN ('held', 'refreshed') GROUP BY 1) AS taken
   WHERE p.id = taken.id AND p.maximum_uses IS NOT NULL;
  IF cardinality(seat_requests) > 0 THEN
    UPDATE seats AS s SET held_by = r.id, held_until = r.expires_at
      FROM unnest(seat_requests, seat_ids) AS asked (nr, id)
      JOIN reservations AS r ON r.id = coalesce(old_ids[asked.nr], new_ids[asked.nr])
     WHERE s.id = asked.id AND outcomes[asked.nr] IN ('held', 'refreshed');
  END IF;

  RETURN QUERY
  SELECT q.nr::integer, q.outcome, r.token, r.expires_at,
         CASE WHEN q.outcome = 'seats_taken' THEN taken_seats(at_time, seat_requests, seat_ids, q.nr::integer, old_ids[q.nr])
              WHEN q.guilty IS NOT NULL THEN ARRAY[q.guilty] END
    FROM unnest(outcomes, guilty, old_ids, new_ids) WITH ORDINALITY AS q (outcome, guilty, old_id, new_id, nr)
    LEFT JOIN reservations AS r ON r.id = coalesce(q.old_id, q.new_id) AND q.outcome IN ('held', 'refreshed')
   ORDER BY q.nr;
END $function$;

CREATE TRIGGER categories_changed AFTER UPDATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
CREATE TRIGGER categories_search AFTER UPDATE OF name ON public.categories FOR EACH ROW EXECUTE FUNCTION refresh_category_search();
CREATE TRIGGER events_changed AFTER INSERT OR DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER events_search BEFORE INSERT OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION set_event_search();
CREATE TRIGGER events_search_words AFTER INSERT OR UPDATE OF search, name, description, state, lga, street, hide_location, category_id ON public.events FOR EACH ROW EXECUTE FUNCTION keep_search_words();
CREATE TRIGGER gallery_images_changed AFTER INSERT OR DELETE OR UPDATE ON public.gallery_images FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER headliners_changed AFTER INSERT OR DELETE OR UPDATE ON public.headliners FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER headliners_search AFTER INSERT OR DELETE OR UPDATE ON public.headliners FOR EACH ROW EXECUTE FUNCTION refresh_event_search();
CREATE TRIGGER hosts_callbacks_changed AFTER UPDATE OF callback_origins ON public.hosts FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
CREATE TRIGGER hosts_fees_changed AFTER UPDATE OF fee_basis_points, fee_flat_minor, fee_cap_minor, fees_absorbed ON public.hosts FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
CREATE TRIGGER private_keys_changed AFTER UPDATE OF private_key_sha256 ON public.hosts FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();
CREATE TRIGGER promo_code_ticket_types_changed AFTER INSERT OR DELETE OR UPDATE ON public.promo_code_ticket_types FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
CREATE TRIGGER promo_codes_changed AFTER INSERT OR DELETE OR UPDATE OF code, percent_basis_points, amount_minor, starts_at, ends_at, maximum_uses ON public.promo_codes FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER public_keys_changed AFTER DELETE OR UPDATE ON public.public_keys FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();
CREATE TRIGGER seats_changed AFTER INSERT OR DELETE OR UPDATE OF ticket_type_id, section, row_label, seat_label, x, y, is_accessible, is_restricted_view ON public.seats FOR EACH STATEMENT EXECUTE FUNCTION notify_seats_changed();
CREATE TRIGGER ticket_types_changed AFTER INSERT OR DELETE OR UPDATE OF name, description, price_minor, capacity, maximum_per_order, sale_starts_at, sale_ends_at, "position" ON public.ticket_types FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER ticket_types_sold_out AFTER UPDATE OF sold, held ON public.ticket_types FOR EACH ROW WHEN ((((old.sold + old.held) >= old.capacity) <> ((new.sold + new.held) >= new.capacity))) EXECUTE FUNCTION notify_catalog_changed();
