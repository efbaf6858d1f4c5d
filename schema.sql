-- The schema after all migrations; the functions are in functions/. Made by npm run schema; a test keeps it true.

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

CREATE TABLE answers (
  order_id uuid NOT NULL,
  ticket_position integer NOT NULL,
  question_id uuid NOT NULL,
  answer text NOT NULL,
  answered_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  waits_for_order boolean NOT NULL DEFAULT false,
  CONSTRAINT answers_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 1000))),
  CONSTRAINT answers_pkey PRIMARY KEY (order_id, ticket_position, question_id),
  CONSTRAINT answers_question_id_fkey FOREIGN KEY (question_id) REFERENCES questions(id) ON DELETE CASCADE,
  CONSTRAINT answers_ticket_position_check CHECK ((ticket_position >= 0))
);

CREATE TABLE attempts (
  name text NOT NULL,
  count integer NOT NULL DEFAULT 0,
  last_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  wait_until timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT attempts_count_check CHECK ((count >= 0)),
  CONSTRAINT attempts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT attempts_pkey PRIMARY KEY (name)
);

CREATE TABLE audit_log (
  id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  host_id uuid,
  actor_kind text NOT NULL,
  person_id uuid,
  action text NOT NULL,
  subject_id text,
  subject_name text NOT NULL DEFAULT ''::text,
  before jsonb,
  after jsonb,
  client_address inet,
  CONSTRAINT audit_log_action_check CHECK (((action ~ '^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$'::text) AND (length(action) <= 60))),
  CONSTRAINT audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['member'::text, 'operator'::text, 'system'::text, 'stranger'::text, 'buyer'::text]))),
  CONSTRAINT audit_log_after_check CHECK ((pg_column_size(after) <= 16384)),
  CONSTRAINT audit_log_before_check CHECK ((pg_column_size(before) <= 16384)),
  CONSTRAINT audit_log_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_subject_id_check CHECK ((length(subject_id) <= 100)),
  CONSTRAINT audit_log_subject_name_check CHECK ((length(subject_name) <= 300))
);

CREATE TABLE automatic_mails (
  event_id uuid NOT NULL,
  kind text NOT NULL,
  is_on boolean NOT NULL,
  hours integer NOT NULL,
  note text NOT NULL,
  begun_for timestamp(3) with time zone,
  begun_at timestamp(3) with time zone,
  planned_to uuid,
  planned_all_at timestamp(3) with time zone,
  orders integer NOT NULL DEFAULT 0,
  CONSTRAINT automatic_mails_check CHECK ((num_nonnulls(begun_for, begun_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT automatic_mails_check1 CHECK (((num_nonnulls(planned_to, planned_all_at) = 0) OR (begun_at IS NOT NULL))),
  CONSTRAINT automatic_mails_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT automatic_mails_hours_check CHECK (((hours >= 1) AND (hours <= 336))),
  CONSTRAINT automatic_mails_kind_check CHECK ((kind = ANY (ARRAY['reminder'::text, 'thanks'::text, 'cart'::text]))),
  CONSTRAINT automatic_mails_note_check CHECK ((length(note) <= 2000)),
  CONSTRAINT automatic_mails_pkey PRIMARY KEY (event_id, kind)
);

CREATE TABLE bank_transfer_lines (
  host_id uuid NOT NULL,
  line_hash bytea NOT NULL,
  nth integer NOT NULL,
  order_id uuid NOT NULL,
  recorded_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT bank_transfer_lines_line_hash_check CHECK ((octet_length(line_hash) = 32)),
  CONSTRAINT bank_transfer_lines_nth_check CHECK ((nth >= 1)),
  CONSTRAINT bank_transfer_lines_pkey PRIMARY KEY (host_id, line_hash, nth)
);

CREATE TABLE bank_transfer_settings (
  host_id uuid NOT NULL,
  is_on boolean NOT NULL DEFAULT false,
  currency text NOT NULL,
  account_holder text NOT NULL DEFAULT ''::text,
  bank_name text NOT NULL DEFAULT ''::text,
  account_number text NOT NULL DEFAULT ''::text,
  branch_code text NOT NULL DEFAULT ''::text,
  bic text NOT NULL DEFAULT ''::text,
  keep_days integer NOT NULL DEFAULT 5,
  ends_before_days integer NOT NULL DEFAULT 7,
  most_per_email integer NOT NULL DEFAULT 2,
  most_per_address integer NOT NULL DEFAULT 5,
  most_share_percent integer NOT NULL DEFAULT 25,
  events_off uuid[] NOT NULL DEFAULT '{}'::uuid[],
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT bank_transfer_settings_account_holder_check CHECK ((length(account_holder) <= 70)),
  CONSTRAINT bank_transfer_settings_account_number_check CHECK ((account_number ~ '^[A-Z0-9]{0,34}$'::text)),
  CONSTRAINT bank_transfer_settings_bank_name_check CHECK ((length(bank_name) <= 100)),
  CONSTRAINT bank_transfer_settings_bic_check CHECK ((bic ~ '^([A-Z0-9]{8}([A-Z0-9]{3})?)?$'::text)),
  CONSTRAINT bank_transfer_settings_branch_code_check CHECK ((branch_code ~ '^[A-Z0-9-]{0,20}$'::text)),
  CONSTRAINT bank_transfer_settings_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT bank_transfer_settings_ends_before_days_check CHECK (((ends_before_days >= 1) AND (ends_before_days <= 60))),
  CONSTRAINT bank_transfer_settings_events_off_check CHECK ((cardinality(events_off) <= 1000)),
  CONSTRAINT bank_transfer_settings_keep_days_check CHECK (((keep_days >= 1) AND (keep_days <= 14))),
  CONSTRAINT bank_transfer_settings_most_per_address_check CHECK (((most_per_address >= 1) AND (most_per_address <= 100))),
  CONSTRAINT bank_transfer_settings_most_per_email_check CHECK (((most_per_email >= 1) AND (most_per_email <= 20))),
  CONSTRAINT bank_transfer_settings_most_share_percent_check CHECK (((most_share_percent >= 1) AND (most_share_percent <= 100))),
  CONSTRAINT bank_transfer_settings_pkey PRIMARY KEY (host_id),
  CONSTRAINT bank_transfer_settings_say_where CHECK (((NOT is_on) OR ((account_holder <> ''::text) AND (account_number <> ''::text))))
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

CREATE TABLE check_in_rules (
  event_id uuid NOT NULL,
  allows_reentry boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  opens_minutes_before integer,
  CONSTRAINT check_in_rules_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT check_in_rules_opens_minutes_before_check CHECK (((opens_minutes_before >= 0) AND (opens_minutes_before <= 5256000))),
  CONSTRAINT check_in_rules_pkey PRIMARY KEY (event_id)
);

CREATE TABLE door_devices (
  id uuid NOT NULL,
  door_id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  may_search boolean NOT NULL DEFAULT false,
  link_hash bytea,
  link_expires_at timestamp(3) with time zone,
  token_hash bytea,
  paired_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_seen_at timestamp(3) with time zone,
  waiting_scans integer NOT NULL DEFAULT 0,
  user_agent text NOT NULL DEFAULT ''::text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  searched_from timestamp(3) with time zone,
  searches integer NOT NULL DEFAULT 0,
  day_searched_from timestamp(3) with time zone,
  day_searches integer NOT NULL DEFAULT 0,
  CONSTRAINT door_devices_check CHECK (((link_hash IS NULL) = (link_expires_at IS NULL))),
  CONSTRAINT door_devices_check1 CHECK (((token_hash IS NULL) = (paired_at IS NULL))),
  CONSTRAINT door_devices_door_id_fkey FOREIGN KEY (door_id) REFERENCES doors(id),
  CONSTRAINT door_devices_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT door_devices_link_hash_check CHECK ((octet_length(link_hash) = 32)),
  CONSTRAINT door_devices_link_hash_key UNIQUE (link_hash),
  CONSTRAINT door_devices_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT door_devices_pkey PRIMARY KEY (id),
  CONSTRAINT door_devices_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  CONSTRAINT door_devices_token_hash_key UNIQUE (token_hash),
  CONSTRAINT door_devices_user_agent_check CHECK ((length(user_agent) <= 300)),
  CONSTRAINT door_devices_waiting_scans_check CHECK ((waiting_scans >= 0))
);

CREATE TABLE doors (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  ticket_type_ids uuid[],
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamp(3) with time zone,
  CONSTRAINT doors_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT doors_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT doors_pkey PRIMARY KEY (id),
  CONSTRAINT doors_ticket_type_ids_check CHECK (((cardinality(ticket_type_ids) >= 1) AND (cardinality(ticket_type_ids) <= 200)))
);

CREATE TABLE event_cancellation_orders (
  order_id uuid NOT NULL,
  cancellation_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'left'::text,
  refund_id uuid,
  amount_minor bigint,
  note text,
  ended_at timestamp(3) with time zone,
  CONSTRAINT event_cancellation_orders_amount_minor_check CHECK ((amount_minor >= 0)),
  CONSTRAINT event_cancellation_orders_cancellation_id_fkey FOREIGN KEY (cancellation_id) REFERENCES event_cancellations(id),
  CONSTRAINT event_cancellation_orders_note_check CHECK ((length(note) <= 500)),
  CONSTRAINT event_cancellation_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT event_cancellation_orders_pkey PRIMARY KEY (order_id),
  CONSTRAINT event_cancellation_orders_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT event_cancellation_orders_state_check CHECK ((state = ANY (ARRAY['left'::text, 'done'::text, 'failed'::text])))
);

CREATE TABLE event_cancellations (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  person_id uuid,
  reason text NOT NULL,
  orders integer NOT NULL,
  tickets integer NOT NULL,
  unpaid_orders integer NOT NULL,
  goes_back jsonb NOT NULL,
  finished_at timestamp(3) with time zone,
  CONSTRAINT event_cancellations_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT event_cancellations_event_id_key UNIQUE (event_id),
  CONSTRAINT event_cancellations_goes_back_check CHECK ((pg_column_size(goes_back) <= 8192)),
  CONSTRAINT event_cancellations_pkey PRIMARY KEY (id),
  CONSTRAINT event_cancellations_reason_check CHECK ((length(reason) <= 1000))
);

CREATE TABLE event_halls (
  event_id uuid NOT NULL,
  plan_id uuid,
  number integer,
  categories jsonb NOT NULL DEFAULT '[]'::jsonb,
  drawing json NOT NULL DEFAULT '[]'::json,
  leaves_no_single boolean NOT NULL DEFAULT true,
  refuses_single boolean NOT NULL DEFAULT false,
  CONSTRAINT event_halls_check CHECK (((plan_id IS NULL) = (number IS NULL))),
  CONSTRAINT event_halls_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT event_halls_pkey PRIMARY KEY (event_id),
  CONSTRAINT event_halls_plan_id_number_fkey FOREIGN KEY (plan_id, number) REFERENCES seating_plan_versions(plan_id, number)
);

CREATE TABLE event_postponements (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  person_id uuid,
  old_starts_at timestamp(3) with time zone NOT NULL,
  old_closes_at timestamp(3) with time zone NOT NULL,
  new_starts_at timestamp(3) with time zone NOT NULL,
  new_closes_at timestamp(3) with time zone NOT NULL,
  message text NOT NULL,
  refund_until timestamp(3) with time zone,
  told_until uuid,
  told_orders integer NOT NULL DEFAULT 0,
  finished_at timestamp(3) with time zone,
  CONSTRAINT event_postponements_check CHECK ((new_starts_at < new_closes_at)),
  CONSTRAINT event_postponements_check1 CHECK ((refund_until > created_at)),
  CONSTRAINT event_postponements_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT event_postponements_message_check CHECK ((length(message) <= 1000)),
  CONSTRAINT event_postponements_pkey PRIMARY KEY (id)
);

CREATE TABLE event_translations (
  event_id uuid NOT NULL,
  language text NOT NULL,
  name text,
  preview_description text,
  description text,
  description_markdown text,
  directions text,
  host_message text,
  ticket_types jsonb NOT NULL DEFAULT '{}'::jsonb,
  questions jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT event_translations_description_check CHECK (((length(description) >= 1) AND (length(description) <= 20000))),
  CONSTRAINT event_translations_description_has_source CHECK (((description IS NULL) = (description_markdown IS NULL))),
  CONSTRAINT event_translations_description_markdown_check CHECK (((length(description_markdown) >= 1) AND (length(description_markdown) <= 20000))),
  CONSTRAINT event_translations_directions_check CHECK (((length(directions) >= 1) AND (length(directions) <= 2000))),
  CONSTRAINT event_translations_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT event_translations_host_message_check CHECK (((length(host_message) >= 1) AND (length(host_message) <= 2000))),
  CONSTRAINT event_translations_language_check CHECK ((language ~ '^[a-z]{2,3}(-[A-Za-z]{2,4})?$'::text)),
  CONSTRAINT event_translations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT event_translations_pkey PRIMARY KEY (event_id, language),
  CONSTRAINT event_translations_preview_description_check CHECK (((length(preview_description) >= 1) AND (length(preview_description) <= 500))),
  CONSTRAINT event_translations_questions_check CHECK ((jsonb_typeof(questions) = 'object'::text)),
  CONSTRAINT event_translations_ticket_types_check CHECK ((jsonb_typeof(ticket_types) = 'object'::text))
);

CREATE TABLE event_verify_keys (
  event_id uuid NOT NULL,
  secret_key_id text NOT NULL,
  public_key bytea NOT NULL,
  CONSTRAINT event_verify_keys_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT event_verify_keys_pkey PRIMARY KEY (event_id, secret_key_id),
  CONSTRAINT event_verify_keys_public_key_check CHECK ((octet_length(public_key) = 32)),
  CONSTRAINT event_verify_keys_secret_key_id_fkey FOREIGN KEY (secret_key_id) REFERENCES secret_keys(id)
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
  version integer NOT NULL DEFAULT 1,
  description_markdown text,
  payment_window_minutes integer,
  first_public_at timestamp(3) with time zone,
  doors_minutes integer,
  buyers_rename boolean NOT NULL DEFAULT true,
  venue text,
  is_online boolean NOT NULL DEFAULT false,
  stopped_at timestamp(3) with time zone,
  paused_before_stop boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en'::text,
  return_terms jsonb,
  buyers_pass_on boolean NOT NULL DEFAULT false,
  CONSTRAINT events_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT events_check CHECK ((closes_at > starts_at)),
  CONSTRAINT events_country_check CHECK ((country ~ '^[A-Z_]{2,40}$'::text)),
  CONSTRAINT events_description_check CHECK ((length(description) <= 20000)),
  CONSTRAINT events_description_markdown_check CHECK ((length(description_markdown) <= 20000)),
  CONSTRAINT events_directions_check CHECK ((length(directions) <= 2000)),
  CONSTRAINT events_doors_minutes_check CHECK (((doors_minutes >= 1) AND (doors_minutes <= 1440))),
  CONSTRAINT events_embed_color_check CHECK ((embed_color ~ '^[0-9a-f]{6}$'::text)),
  CONSTRAINT events_embed_origins_check CHECK ((((cardinality(embed_origins) >= 1) AND (cardinality(embed_origins) <= 50)) AND (array_to_string(embed_origins, ' '::text, '?'::text) ~ '^https?://[a-z0-9.-]+(:[0-9]{1,5})?( https?://[a-z0-9.-]+(:[0-9]{1,5})?)*$'::text))),
  CONSTRAINT events_embed_theme_check CHECK ((embed_theme = ANY (ARRAY['light'::text, 'dark'::text]))),
  CONSTRAINT events_hold_minutes_check CHECK (((hold_minutes >= 2) AND (hold_minutes <= 60))),
  CONSTRAINT events_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT events_host_message_check CHECK ((length(host_message) <= 2000)),
  CONSTRAINT events_instagram_check CHECK ((length(instagram) <= 200)),
  CONSTRAINT events_instagram_is_account CHECK ((instagram ~ '^([A-Za-z0-9._]{1,30}|https://(www\.)?instagram\.com/[!-~]+)$'::text)) NOT VALID,
  CONSTRAINT events_kind_check CHECK ((kind = ANY (ARRAY['general'::text, 'seat_map'::text]))),
  CONSTRAINT events_language_check CHECK ((language ~ '^[a-z]{2,3}(-[A-Za-z]{2,4})?$'::text)) NOT VALID,
  CONSTRAINT events_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  CONSTRAINT events_lga_check CHECK ((length(lga) <= 100)),
  CONSTRAINT events_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  CONSTRAINT events_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT events_online_is_nowhere CHECK (((NOT is_online) OR ((state = ''::text) AND (lga = ''::text) AND (venue IS NULL) AND (street IS NULL) AND (lat IS NULL) AND (lng IS NULL) AND hide_location))),
  CONSTRAINT events_payment_window_minutes_check CHECK (((payment_window_minutes >= 5) AND (payment_window_minutes <= 1440))),
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_poster_aspect_ratio_check CHECK ((poster_aspect_ratio > (0)::double precision)),
  CONSTRAINT events_poster_file_check CHECK ((length(poster_file) <= 200)),
  CONSTRAINT events_preview_description_check CHECK ((length(preview_description) <= 500)),
  CONSTRAINT events_return_terms_check CHECK (((return_terms IS NULL) OR (((jsonb_typeof(return_terms) = 'object'::text) AND ((((return_terms ->> 'hours'::text))::integer >= 0) AND (((return_terms ->> 'hours'::text))::integer <= 8760)) AND ((((return_terms ->> 'percent'::text))::integer >= 1) AND (((return_terms ->> 'percent'::text))::integer <= 100)) AND (jsonb_typeof((return_terms -> 'keepsFees'::text)) = 'boolean'::text) AND (jsonb_typeof((return_terms -> 'needsApproval'::text)) = 'boolean'::text)) IS TRUE))),
  CONSTRAINT events_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 100))),
  CONSTRAINT events_slug_key UNIQUE (slug),
  CONSTRAINT events_state_check CHECK ((length(state) <= 100)),
  CONSTRAINT events_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'LIVE'::text, 'ENDED'::text, 'CANCELLED'::text]))),
  CONSTRAINT events_stopped_is_paused CHECK (((stopped_at IS NULL) OR is_coming_soon)) NOT VALID,
  CONSTRAINT events_street_check CHECK ((length(street) <= 300)),
  CONSTRAINT events_venue_check CHECK (((venue <> ''::text) AND (char_length(venue) <= 200))),
  CONSTRAINT events_website_check CHECK ((length(website) <= 500)),
  CONSTRAINT events_website_is_page CHECK ((website ~* '^https?://[^/?#\\@[:space:][:cntrl:]<>"]+([/?#][^\\[:space:][:cntrl:]<>"]*)?$'::text)) NOT VALID,
  CONSTRAINT events_x_account_check CHECK ((length(x_account) <= 200)),
  CONSTRAINT events_x_account_is_account CHECK ((x_account ~ '^([A-Za-z0-9_]{1,15}|https://((www|mobile)\.)?(x|twitter)\.com/[!-~]+)$'::text)) NOT VALID,
  CONSTRAINT slug_is_not_reserved CHECK ((slug <> ALL (ARRAY['orders'::text, 'pay'::text, 'assets'::text])))
);

CREATE TABLE exports (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  host_id uuid NOT NULL,
  person_id uuid NOT NULL,
  what text NOT NULL,
  filters jsonb NOT NULL,
  with_bom boolean NOT NULL,
  separator text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT exports_filters_check CHECK ((pg_column_size(filters) <= 16384)),
  CONSTRAINT exports_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT exports_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  CONSTRAINT exports_pkey PRIMARY KEY (id),
  CONSTRAINT exports_separator_check CHECK ((separator = ANY (ARRAY['comma'::text, 'semicolon'::text]))),
  CONSTRAINT exports_what_check CHECK ((what = ANY (ARRAY['orders'::text, 'guests'::text, 'promo_uses'::text, 'report'::text, 'check_ins'::text, 'newsletter'::text, 'invoices'::text, 'invoice_files'::text])))
);

CREATE TABLE former_device_tokens (
  token_hash bytea NOT NULL,
  device_id uuid NOT NULL,
  replaced_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT former_device_tokens_device_id_fkey FOREIGN KEY (device_id) REFERENCES door_devices(id) ON DELETE CASCADE,
  CONSTRAINT former_device_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT former_device_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE former_prices (
  ticket_type_id uuid NOT NULL,
  until timestamp with time zone NOT NULL,
  price_minor bigint NOT NULL,
  sale_starts_at timestamp with time zone,
  sale_ends_at timestamp with time zone,
  CONSTRAINT former_prices_pkey PRIMARY KEY (ticket_type_id, until),
  CONSTRAINT former_prices_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_types(id) ON DELETE CASCADE
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

CREATE TABLE guest_lists (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  person_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  guests integer NOT NULL,
  tickets integer NOT NULL,
  sends_mail boolean NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  gifts jsonb,
  reason text,
  ended_at timestamp(3) with time zone,
  CONSTRAINT guest_lists_check CHECK ((tickets >= guests)),
  CONSTRAINT guest_lists_check1 CHECK (((state = 'waiting'::text) = (gifts IS NOT NULL))),
  CONSTRAINT guest_lists_check2 CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  CONSTRAINT guest_lists_check3 CHECK (((state = 'refused'::text) = (reason IS NOT NULL))),
  CONSTRAINT guest_lists_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT guest_lists_guests_check CHECK ((guests > 0)),
  CONSTRAINT guest_lists_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT guest_lists_pkey PRIMARY KEY (id),
  CONSTRAINT guest_lists_reason_check CHECK ((length(reason) <= 500)),
  CONSTRAINT guest_lists_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'taken'::text, 'refused'::text])))
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

CREATE TABLE host_mails (
  host_id uuid NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  CONSTRAINT host_mails_count_check CHECK ((count > 0)),
  CONSTRAINT host_mails_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT host_mails_pkey PRIMARY KEY (host_id, day)
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
  private_key_sealed_by text,
  version integer NOT NULL DEFAULT 1,
  contact_email text,
  terms text NOT NULL DEFAULT ''::text,
  refund_policy text NOT NULL DEFAULT ''::text,
  tax_number text NOT NULL DEFAULT ''::text,
  confirmed_at timestamp(3) with time zone,
  suspended_at timestamp(3) with time zone,
  slug text NOT NULL,
  has_newsletter boolean NOT NULL DEFAULT false,
  newsletter_sentence text NOT NULL DEFAULT ''::text,
  seller_name text NOT NULL DEFAULT ''::text,
  seller_address text NOT NULL DEFAULT ''::text,
  vat_basis_points integer,
  fees_changed_at timestamp with time zone,
  made_by uuid,
  blocks_disputed boolean NOT NULL DEFAULT false,
  CONSTRAINT hosts_callback_origins_check CHECK (((cardinality(callback_origins) >= 1) AND (cardinality(callback_origins) <= 50))),
  CONSTRAINT hosts_contact_email_check CHECK (((length(contact_email) >= 3) AND (length(contact_email) <= 254))),
  CONSTRAINT hosts_country_check CHECK ((country ~ '^[A-Z_]{2,40}$'::text)),
  CONSTRAINT hosts_fee_basis_points_check CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000))),
  CONSTRAINT hosts_fee_cap_minor_check CHECK (((fee_cap_minor >= 0) AND (fee_cap_minor <= '10000000000'::bigint))),
  CONSTRAINT hosts_fee_flat_minor_check CHECK (((fee_flat_minor >= 0) AND (fee_flat_minor <= '10000000000'::bigint))),
  CONSTRAINT hosts_made_by_fkey FOREIGN KEY (made_by) REFERENCES people(id) ON DELETE SET NULL,
  CONSTRAINT hosts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT hosts_newsletter_sentence_check CHECK ((length(newsletter_sentence) <= 300)),
  CONSTRAINT hosts_pkey PRIMARY KEY (id),
  CONSTRAINT hosts_private_key_sha256_key UNIQUE (private_key_sha256),
  CONSTRAINT hosts_refund_policy_check CHECK ((length(refund_policy) <= 5000)),
  CONSTRAINT hosts_seller_address_check CHECK ((length(seller_address) <= 500)),
  CONSTRAINT hosts_seller_name_check CHECK ((length(seller_name) <= 200)),
  CONSTRAINT hosts_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60))),
  CONSTRAINT hosts_tax_number_check CHECK ((length(tax_number) <= 60)),
  CONSTRAINT hosts_terms_check CHECK ((length(terms) <= 20000)),
  CONSTRAINT hosts_vat_basis_points_check CHECK (((vat_basis_points >= 1) AND (vat_basis_points <= 5000)))
);

CREATE TABLE incident_notes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  incident_id integer NOT NULL,
  text_en text NOT NULL,
  text_fr text,
  written_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT incident_notes_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id) ON DELETE CASCADE,
  CONSTRAINT incident_notes_pkey PRIMARY KEY (id),
  CONSTRAINT incident_notes_text_en_check CHECK (((char_length(text_en) >= 1) AND (char_length(text_en) <= 1000))),
  CONSTRAINT incident_notes_text_fr_check CHECK (((char_length(text_fr) >= 1) AND (char_length(text_fr) <= 1000)))
);

CREATE TABLE incidents (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  title_en text NOT NULL,
  title_fr text,
  began_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT incidents_end CHECK ((ended_at >= began_at)),
  CONSTRAINT incidents_pkey PRIMARY KEY (id),
  CONSTRAINT incidents_title_en_check CHECK (((char_length(title_en) >= 1) AND (char_length(title_en) <= 120))),
  CONSTRAINT incidents_title_fr_check CHECK (((char_length(title_fr) >= 1) AND (char_length(title_fr) <= 120)))
);

CREATE TABLE invitations (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  has_all_events boolean NOT NULL DEFAULT true,
  event_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  invited_by uuid,
  token_sha256 bytea,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  accepted_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  CONSTRAINT invitations_check CHECK ((has_all_events OR (role <> 'owner'::text))),
  CONSTRAINT invitations_check1 CHECK ((num_nonnulls(accepted_at, withdrawn_at) <= 1)),
  CONSTRAINT invitations_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CONSTRAINT invitations_event_ids_check CHECK ((cardinality(event_ids) <= 500)),
  CONSTRAINT invitations_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES people(id) ON DELETE SET NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'finance'::text, 'door'::text]))),
  CONSTRAINT invitations_token_sha256_check CHECK ((octet_length(token_sha256) = 32)),
  CONSTRAINT invitations_token_sha256_key UNIQUE (token_sha256)
);

CREATE TABLE invoice_counters (
  host_id uuid NOT NULL,
  is_sandbox boolean NOT NULL,
  year integer NOT NULL,
  last_sequence integer NOT NULL,
  issued_at timestamp(3) with time zone NOT NULL,
  issued_on date NOT NULL,
  forgotten_at timestamp(3) with time zone,
  CONSTRAINT invoice_counters_check CHECK ((EXTRACT(year FROM issued_on) = (year)::numeric)),
  CONSTRAINT invoice_counters_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT invoice_counters_last_sequence_check CHECK ((last_sequence > 0)),
  CONSTRAINT invoice_counters_pkey PRIMARY KEY (host_id, is_sandbox, year)
);

CREATE TABLE invoice_requests (
  order_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  asked_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  company text NOT NULL,
  address_lines text[] NOT NULL,
  postal_code text NOT NULL,
  city text NOT NULL,
  region text NOT NULL,
  country_code text NOT NULL,
  tax_number text NOT NULL,
  purchase_reference text NOT NULL,
  waits_for_order boolean NOT NULL,
  CONSTRAINT invoice_requests_address_lines_check CHECK ((((cardinality(address_lines) >= 1) AND (cardinality(address_lines) <= 3)) AND (pg_column_size(address_lines) <= 2048))),
  CONSTRAINT invoice_requests_city_check CHECK (((length(city) >= 1) AND (length(city) <= 100))),
  CONSTRAINT invoice_requests_company_check CHECK ((length(company) <= 200)),
  CONSTRAINT invoice_requests_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT invoice_requests_pkey PRIMARY KEY (order_id),
  CONSTRAINT invoice_requests_postal_code_check CHECK ((length(postal_code) <= 20)),
  CONSTRAINT invoice_requests_purchase_reference_check CHECK ((length(purchase_reference) <= 100)),
  CONSTRAINT invoice_requests_region_check CHECK ((length(region) <= 100)),
  CONSTRAINT invoice_requests_tax_number_check CHECK ((length(tax_number) <= 40)),
  CONSTRAINT invoice_requests_version_check CHECK ((version > 0))
);

CREATE TABLE invoice_settings (
  host_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  for_orders text NOT NULL,
  prefix text NOT NULL,
  address_lines text[] NOT NULL,
  postal_code text NOT NULL,
  city text NOT NULL,
  region text NOT NULL,
  timezone text NOT NULL,
  footer text NOT NULL,
  has_factur_x boolean NOT NULL,
  kept_years integer NOT NULL,
  CONSTRAINT invoice_settings_address_lines_check CHECK ((((cardinality(address_lines) >= 1) AND (cardinality(address_lines) <= 3)) AND (pg_column_size(address_lines) <= 2048))),
  CONSTRAINT invoice_settings_city_check CHECK (((length(city) >= 1) AND (length(city) <= 100))),
  CONSTRAINT invoice_settings_footer_check CHECK ((length(footer) <= 1000)),
  CONSTRAINT invoice_settings_for_orders_check CHECK ((for_orders = ANY (ARRAY['none'::text, 'asked'::text, 'all'::text]))),
  CONSTRAINT invoice_settings_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT invoice_settings_kept_years_check CHECK (((kept_years >= 5) AND (kept_years <= 30))),
  CONSTRAINT invoice_settings_pkey PRIMARY KEY (host_id, since),
  CONSTRAINT invoice_settings_postal_code_check CHECK ((length(postal_code) <= 20)),
  CONSTRAINT invoice_settings_prefix_check CHECK (((prefix ~ '^([A-Z0-9/-]{0,11}[A-Z/-])?$'::text) AND (prefix !~~ 'SANDBOX%'::text))),
  CONSTRAINT invoice_settings_region_check CHECK ((length(region) <= 100)),
  CONSTRAINT invoice_settings_timezone_check CHECK (((length(timezone) >= 1) AND (length(timezone) <= 60)))
);

CREATE TABLE invoices (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  order_id uuid NOT NULL,
  kind text NOT NULL,
  is_sandbox boolean NOT NULL,
  year integer NOT NULL,
  sequence integer NOT NULL,
  number text NOT NULL,
  issued_at timestamp(3) with time zone NOT NULL,
  issued_on date NOT NULL,
  currency text NOT NULL,
  gross_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  request_version integer NOT NULL,
  replaces uuid,
  corrects uuid,
  refund_id uuid,
  content jsonb NOT NULL,
  CONSTRAINT invoices_check CHECK (((tax_minor >= 0) AND (tax_minor <= gross_minor))),
  CONSTRAINT invoices_content_check CHECK ((pg_column_size(content) <= 262144)),
  CONSTRAINT invoices_corrects CHECK (((kind = 'credit_note'::text) = (corrects IS NOT NULL))),
  CONSTRAINT invoices_corrects_fkey FOREIGN KEY (corrects) REFERENCES invoices(id),
  CONSTRAINT invoices_gross_minor_check CHECK ((gross_minor > 0)),
  CONSTRAINT invoices_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  CONSTRAINT invoices_number_check CHECK (((length(number) >= 1) AND (length(number) <= 40))),
  CONSTRAINT invoices_number_key UNIQUE (host_id, number),
  CONSTRAINT invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_refund CHECK (((kind = 'credit_note'::text) OR (refund_id IS NULL))),
  CONSTRAINT invoices_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT invoices_replaces CHECK (((kind = 'invoice'::text) OR (replaces IS NULL))),
  CONSTRAINT invoices_replaces_fkey FOREIGN KEY (replaces) REFERENCES invoices(id),
  CONSTRAINT invoices_request_version_check CHECK ((request_version >= 0)),
  CONSTRAINT invoices_sequence_check CHECK ((sequence > 0)),
  CONSTRAINT invoices_sequence_key UNIQUE (host_id, is_sandbox, year, sequence),
  CONSTRAINT invoices_year CHECK ((EXTRACT(year FROM issued_on) = (year)::numeric))
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

CREATE TABLE joined_notices (
  key text NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  times integer NOT NULL DEFAULT 0,
  last jsonb,
  CONSTRAINT joined_notices_key_check CHECK ((length(key) <= 200)),
  CONSTRAINT joined_notices_pkey PRIMARY KEY (key),
  CONSTRAINT joined_notices_times_check CHECK ((times >= 0))
);

CREATE TABLE last_backup (
  is_only boolean NOT NULL DEFAULT true,
  watched_since timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp(3) with time zone,
  CONSTRAINT last_backup_is_only_check CHECK (is_only),
  CONSTRAINT last_backup_pkey PRIMARY KEY (is_only)
);

CREATE TABLE late_scans (
  id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  event_id uuid NOT NULL,
  device_id uuid NOT NULL,
  kind text NOT NULL,
  serial uuid,
  undoes uuid,
  at timestamp(3) with time zone NOT NULL,
  device_time timestamp(3) with time zone NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  verdict text,
  reason text,
  state text NOT NULL DEFAULT 'waiting'::text,
  CONSTRAINT late_scans_check CHECK (
CASE kind
    WHEN 'undo'::text THEN ((undoes IS NOT NULL) AND (serial IS NULL))
    ELSE ((undoes IS NULL) AND (serial IS NOT NULL) AND (verdict IS NOT NULL))
END),
  CONSTRAINT late_scans_device_id_fkey FOREIGN KEY (device_id) REFERENCES door_devices(id) ON DELETE CASCADE,
  CONSTRAINT late_scans_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT late_scans_kind_check CHECK ((kind = ANY (ARRAY['entry'::text, 'exit'::text, 'undo'::text]))),
  CONSTRAINT late_scans_pkey PRIMARY KEY (id),
  CONSTRAINT late_scans_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'discarded'::text]))),
  CONSTRAINT late_scans_verdict_check CHECK ((verdict = ANY (ARRAY['admitted'::text, 'refused'::text])))
);

CREATE TABLE left_carts (
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  event_id uuid NOT NULL,
  address_hash bytea NOT NULL,
  email text,
  language text NOT NULL,
  asked_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  is_planned boolean NOT NULL DEFAULT false,
  CONSTRAINT left_carts_address_hash_check CHECK ((octet_length(address_hash) = 16)),
  CONSTRAINT left_carts_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CONSTRAINT left_carts_language_check CHECK ((language ~ '^[a-z]{2,3}(-[A-Za-z]{2,4})?$'::text)),
  CONSTRAINT left_carts_pkey PRIMARY KEY (id),
  CONSTRAINT left_carts_reservation_id_key UNIQUE (reservation_id)
);

CREATE TABLE mailed_tokens (
  token_sha256 bytea NOT NULL,
  purpose text NOT NULL,
  person_id uuid NOT NULL,
  email text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT mailed_tokens_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CONSTRAINT mailed_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  CONSTRAINT mailed_tokens_pkey PRIMARY KEY (token_sha256),
  CONSTRAINT mailed_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['confirm_email'::text, 'reset_password'::text, 'change_email'::text]))),
  CONSTRAINT mailed_tokens_token_sha256_check CHECK ((octet_length(token_sha256) = 32))
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
  is_counted boolean NOT NULL DEFAULT false,
  CONSTRAINT mails_check CHECK (((sent_at IS NULL) = (message_id IS NULL))),
  CONSTRAINT mails_check1 CHECK ((num_nonnulls(sent_at, refused_at) <= 1)),
  CONSTRAINT mails_kind_check CHECK ((kind = ANY (ARRAY['tickets'::text, 'payment_returned'::text, 'refunded'::text, 'event_cancelled'::text, 'event_postponed'::text, 'passed_on'::text, 'message'::text, 'voided'::text, 'seat_change_due'::text, 'address_changed'::text, 'transfer_due'::text, 'transfer_reminder'::text, 'transfer_lapsed'::text, 'reminder'::text, 'thanks'::text, 'return_asked'::text, 'returned'::text, 'return_declined'::text, 'not_resold'::text]))) NOT VALID,
  CONSTRAINT mails_last_error_check CHECK ((length(last_error) <= 500)),
  CONSTRAINT mails_message_id_check CHECK ((length(message_id) <= 400)),
  CONSTRAINT mails_occasion_check CHECK ((length(occasion) <= 100)),
  CONSTRAINT mails_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_recipient_check CHECK (((length(recipient) >= 3) AND (length(recipient) <= 254)))
);

CREATE TABLE member_events (
  member_id uuid NOT NULL,
  event_id uuid NOT NULL,
  CONSTRAINT member_events_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT member_events_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT member_events_pkey PRIMARY KEY (member_id, event_id)
);

CREATE TABLE members (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  person_id uuid NOT NULL,
  role text NOT NULL,
  has_all_events boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp(3) with time zone,
  CONSTRAINT members_check CHECK ((has_all_events OR (role <> 'owner'::text))),
  CONSTRAINT members_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT members_host_id_person_id_key UNIQUE (host_id, person_id),
  CONSTRAINT members_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  CONSTRAINT members_pkey PRIMARY KEY (id),
  CONSTRAINT members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'finance'::text, 'door'::text])))
);

CREATE TABLE messages (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  person_id uuid,
  released_by uuid,
  subject text NOT NULL,
  text text NOT NULL,
  audience text NOT NULL,
  attendance text NOT NULL,
  ticket_type_ids uuid[],
  recipients integer NOT NULL,
  run integer NOT NULL DEFAULT 1,
  stopped_at timestamp(3) with time zone,
  stopped_for text,
  stopped_by uuid,
  finished_at timestamp(3) with time zone,
  sent integer,
  refused integer,
  gathered_type uuid,
  gathered_ticket uuid,
  tried integer NOT NULL DEFAULT 0,
  tried_to uuid,
  CONSTRAINT messages_attendance_check CHECK ((attendance = ANY (ARRAY['all'::text, 'came'::text, 'not_yet'::text]))),
  CONSTRAINT messages_audience_check CHECK ((audience = ANY (ARRAY['holders'::text, 'buyers'::text]))),
  CONSTRAINT messages_check CHECK (((stopped_at IS NULL) = (stopped_for IS NULL))),
  CONSTRAINT messages_check1 CHECK ((num_nonnulls(finished_at, sent, refused) = ANY (ARRAY[0, 3]))),
  CONSTRAINT messages_check2 CHECK ((num_nonnulls(stopped_at, finished_at) <= 1)),
  CONSTRAINT messages_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT messages_gathered_check CHECK ((num_nulls(gathered_type, gathered_ticket) = ANY (ARRAY[0, 2]))),
  CONSTRAINT messages_gathered_first_check CHECK (((gathered_type IS NULL) OR (finished_at IS NULL))),
  CONSTRAINT messages_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_recipients_check CHECK ((recipients > 0)),
  CONSTRAINT messages_stopped_for_check CHECK ((stopped_for = ANY (ARRAY['member'::text, 'suspended'::text, 'sender_gone'::text, 'mails_a_day'::text]))),
  CONSTRAINT messages_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 150))),
  CONSTRAINT messages_text_check CHECK (((length(text) >= 1) AND (length(text) <= 5000))),
  CONSTRAINT messages_ticket_type_ids_check CHECK (((cardinality(ticket_type_ids) >= 1) AND (cardinality(ticket_type_ids) <= 200))),
  CONSTRAINT messages_tried_check CHECK ((tried >= 0))
);

CREATE TABLE mpesa_payments (
  reference text NOT NULL,
  token_sha256 bytea NOT NULL,
  payment_account_id uuid NOT NULL,
  amount_minor bigint NOT NULL,
  return_url text NOT NULL,
  pay_by timestamp(3) with time zone NOT NULL,
  closed_at timestamp(3) with time zone,
  asked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT mpesa_payments_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT mpesa_payments_pkey PRIMARY KEY (reference),
  CONSTRAINT mpesa_payments_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100))),
  CONSTRAINT mpesa_payments_return_url_check CHECK ((length(return_url) <= 4000)),
  CONSTRAINT mpesa_payments_token_sha256_check CHECK ((octet_length(token_sha256) = 32)),
  CONSTRAINT mpesa_payments_token_sha256_key UNIQUE (token_sha256)
);

CREATE TABLE mpesa_prompts (
  id uuid NOT NULL,
  reference text NOT NULL,
  phone text,
  token_sha256 bytea NOT NULL,
  checkout_request_id text,
  state text NOT NULL DEFAULT 'waiting'::text,
  result_code text,
  receipt text,
  payment_id text,
  sent_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  paid_at timestamp(3) with time zone,
  CONSTRAINT mpesa_prompts_checkout_request_id_check CHECK ((length(checkout_request_id) <= 100)),
  CONSTRAINT mpesa_prompts_checkout_request_id_key UNIQUE (checkout_request_id),
  CONSTRAINT mpesa_prompts_paid CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))),
  CONSTRAINT mpesa_prompts_payment_id_check CHECK ((length(payment_id) <= 100)),
  CONSTRAINT mpesa_prompts_payment_id_key UNIQUE (payment_id),
  CONSTRAINT mpesa_prompts_phone_check CHECK ((phone ~ '^254(7|1)[0-9]{8}$'::text)),
  CONSTRAINT mpesa_prompts_pkey PRIMARY KEY (id),
  CONSTRAINT mpesa_prompts_receipt_check CHECK ((receipt ~ '^[A-Z0-9]{6,20}$'::text)),
  CONSTRAINT mpesa_prompts_reference_fkey FOREIGN KEY (reference) REFERENCES mpesa_payments(reference) ON DELETE CASCADE,
  CONSTRAINT mpesa_prompts_result_code_check CHECK ((length(result_code) <= 40)),
  CONSTRAINT mpesa_prompts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'paid'::text, 'failed'::text]))),
  CONSTRAINT mpesa_prompts_token_sha256_check CHECK ((octet_length(token_sha256) = 32)),
  CONSTRAINT mpesa_prompts_token_sha256_key UNIQUE (token_sha256)
);

CREATE TABLE mpesa_reversals (
  id uuid NOT NULL,
  reference text NOT NULL,
  refund_key text NOT NULL,
  token_sha256 bytea NOT NULL,
  amount_minor bigint NOT NULL,
  state text NOT NULL DEFAULT 'sent'::text,
  note text,
  sent_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT mpesa_reversals_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT mpesa_reversals_note_check CHECK ((length(note) <= 300)),
  CONSTRAINT mpesa_reversals_pkey PRIMARY KEY (id),
  CONSTRAINT mpesa_reversals_reference_fkey FOREIGN KEY (reference) REFERENCES mpesa_payments(reference) ON DELETE CASCADE,
  CONSTRAINT mpesa_reversals_refund_key_check CHECK ((length(refund_key) <= 100)),
  CONSTRAINT mpesa_reversals_refund_key_key UNIQUE (refund_key),
  CONSTRAINT mpesa_reversals_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'succeeded'::text, 'failed'::text]))),
  CONSTRAINT mpesa_reversals_token_sha256_check CHECK ((octet_length(token_sha256) = 32)),
  CONSTRAINT mpesa_reversals_token_sha256_key UNIQUE (token_sha256)
);

CREATE TABLE newsletter_consents (
  order_id uuid NOT NULL,
  host_id uuid NOT NULL,
  sentence text NOT NULL,
  agreed_at timestamp(3) with time zone,
  taken_back_at timestamp(3) with time zone,
  waits_for_order boolean NOT NULL DEFAULT false,
  CONSTRAINT newsletter_consents_check CHECK (((agreed_at IS NOT NULL) OR (taken_back_at IS NOT NULL))),
  CONSTRAINT newsletter_consents_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT newsletter_consents_pkey PRIMARY KEY (order_id),
  CONSTRAINT newsletter_consents_sentence_check CHECK (((length(sentence) >= 1) AND (length(sentence) <= 400)))
);

CREATE TABLE order_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  status text NOT NULL,
  cause text NOT NULL,
  actor text DEFAULT NULLIF(current_setting('tessera.actor'::text, true), ''::text),
  CONSTRAINT order_changes_actor_check CHECK ((length(actor) <= 100)),
  CONSTRAINT order_changes_cause_check CHECK ((length(cause) <= 500)),
  CONSTRAINT order_changes_pkey PRIMARY KEY (id)
);

CREATE TABLE order_taxes (
  order_id uuid NOT NULL,
  item integer NOT NULL,
  is_fee boolean NOT NULL,
  ticket_type_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  basis_points integer NOT NULL,
  amount_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  CONSTRAINT order_taxes_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT order_taxes_check CHECK (((basis_points > 0) = (kind = ANY (ARRAY['standard'::text, 'reduced'::text])))),
  CONSTRAINT order_taxes_check1 CHECK (((tax_minor >= 0) AND (tax_minor <= amount_minor))),
  CONSTRAINT order_taxes_item_check CHECK ((item > 0)),
  CONSTRAINT order_taxes_kind_check CHECK ((kind = ANY (ARRAY['standard'::text, 'reduced'::text, 'zero'::text, 'exempt'::text, 'none'::text]))),
  CONSTRAINT order_taxes_pkey PRIMARY KEY (order_id, item, is_fee)
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
  client_address text,
  quantity integer,
  counts_until timestamp with time zone,
  receipt_token uuid NOT NULL DEFAULT gen_random_uuid(),
  return_token uuid NOT NULL DEFAULT gen_random_uuid(),
  return_asked_at timestamp with time zone,
  language text NOT NULL DEFAULT 'en'::text,
  paid_by text,
  note text,
  guest_note text,
  seat_skus uuid[],
  payment_under_way_at timestamp with time zone,
  is_by_server boolean NOT NULL DEFAULT false,
  return_terms jsonb,
  CONSTRAINT orders_by_hand_check CHECK ((((COALESCE(gateway, ''::text) = 'by_hand'::text) = (paid_by IS NOT NULL)) AND
CASE source
    WHEN 'host'::text THEN (paid_by IS NOT NULL)
    WHEN 'exchange'::text THEN true
    ELSE (paid_by IS NULL)
END)),
  CONSTRAINT orders_callback_url_check CHECK ((length(callback_url) <= 2000)),
  CONSTRAINT orders_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CONSTRAINT orders_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 100))),
  CONSTRAINT orders_guest_note_check CHECK (((length(guest_note) >= 1) AND (length(guest_note) <= 500))),
  CONSTRAINT orders_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255))),
  CONSTRAINT orders_language_check CHECK ((language ~ '^[a-z]{2}$'::text)) NOT VALID,
  CONSTRAINT orders_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 100))),
  CONSTRAINT orders_metadata_check CHECK ((octet_length(metadata) <= (6 * 4096))),
  CONSTRAINT orders_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  CONSTRAINT orders_paid_by_check CHECK ((paid_by = ANY (ARRAY['cash'::text, 'transfer'::text, 'card'::text, 'other'::text]))),
  CONSTRAINT orders_phone_check CHECK ((length(phone) <= 40)),
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_reference_check CHECK ((reference ~ '^TSR(-[0-9A-HJKMNP-TV-Z]{4}){4}$'::text)),
  CONSTRAINT orders_reference_key UNIQUE (reference),
  CONSTRAINT orders_source_check CHECK ((source = ANY (ARRAY['api'::text, 'embed'::text, 'complimentary'::text, 'host'::text, 'exchange'::text]))),
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'failed'::text, 'pending_payment'::text, 'confirmed'::text, 'expired'::text, 'cancelled'::text, 'refunded'::text, 'partially_refunded'::text]))),
  CONSTRAINT orders_total_minor_check CHECK ((total_minor >= 0))
);

CREATE TABLE passed_on_codes (
  serial uuid NOT NULL,
  event_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT passed_on_codes_pkey PRIMARY KEY (serial)
);

CREATE TABLE passkey_challenges (
  challenge text NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT passkey_challenges_challenge_check CHECK (((length(challenge) >= 20) AND (length(challenge) <= 100))),
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge),
  CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'sign_in'::text, 'second_step'::text]))),
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  name text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp(3) with time zone,
  CONSTRAINT passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1400))),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_public_key_check CHECK ((octet_length(public_key) <= 2000)),
  CONSTRAINT passkeys_transports_check CHECK ((cardinality(transports) <= 10))
);

CREATE TABLE payment_accounts (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  gateway text NOT NULL,
  currency text NOT NULL,
  credentials_ciphertext bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  disabled_at timestamp(3) with time zone,
  credentials_sealed_by text,
  checked_at timestamp(3) with time zone,
  first_payment_at timestamp(3) with time zone,
  first_callback_at timestamp(3) with time zone,
  refused_callback_at timestamp(3) with time zone,
  position integer NOT NULL DEFAULT 1,
  silences integer NOT NULL DEFAULT 0,
  down_since timestamp(3) with time zone,
  answers integer NOT NULL DEFAULT 0,
  down_told_at timestamp(3) with time zone,
  CONSTRAINT payment_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT payment_accounts_gateway_check CHECK (((gateway ~ '^[a-z]{3,20}$'::text) AND (gateway <> 'sandbox'::text))),
  CONSTRAINT payment_accounts_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT payment_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT payment_accounts_position_check CHECK (("position" >= 1))
);

CREATE TABLE payment_disputes (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  order_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  payment_account_id uuid,
  gateway_dispute_id text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  is_refundable boolean NOT NULL,
  due_at timestamp(3) with time zone,
  opened_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  as_of timestamp with time zone NOT NULL,
  next_look_up_at timestamp(3) with time zone,
  blocked_at timestamp(3) with time zone,
  former_ids text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT payment_disputes_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT payment_disputes_blocked CHECK (((blocked_at IS NULL) OR (state <> 'won'::text))),
  CONSTRAINT payment_disputes_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT payment_disputes_ended CHECK (((ended_at IS NULL) = (state = 'open'::text))),
  CONSTRAINT payment_disputes_former_ids_check CHECK ((cardinality(former_ids) <= 100)),
  CONSTRAINT payment_disputes_gateway_dispute_id_check CHECK (((length(gateway_dispute_id) >= 1) AND (length(gateway_dispute_id) <= 255))),
  CONSTRAINT payment_disputes_of_account UNIQUE NULLS NOT DISTINCT (payment_account_id, gateway_dispute_id),
  CONSTRAINT payment_disputes_pkey PRIMARY KEY (id),
  CONSTRAINT payment_disputes_reason_check CHECK ((length(reason) <= 200)),
  CONSTRAINT payment_disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

CREATE TABLE payment_pages (
  order_id uuid NOT NULL,
  number integer NOT NULL,
  gateway text NOT NULL,
  payment_account_id uuid,
  reference text NOT NULL,
  session_id text,
  checkout_url text,
  created_at timestamp(3) with time zone NOT NULL,
  linked_at timestamp(3) with time zone,
  refused_at timestamp(3) with time zone,
  left_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  taken text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT payment_pages_account CHECK (((payment_account_id IS NULL) = (gateway = 'sandbox'::text))),
  CONSTRAINT payment_pages_gateway_check CHECK ((gateway ~ '^[a-z]{3,20}$'::text)),
  CONSTRAINT payment_pages_linked CHECK (((checkout_url IS NULL) = (linked_at IS NULL))),
  CONSTRAINT payment_pages_number_check CHECK (((number >= 1) AND (number <= 10))),
  CONSTRAINT payment_pages_pkey PRIMARY KEY (order_id, number),
  CONSTRAINT payment_pages_reference_check CHECK ((length(reference) <= 100)),
  CONSTRAINT payment_pages_reference_key UNIQUE (reference),
  CONSTRAINT payment_pages_taken_check CHECK ((cardinality(taken) <= 100))
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
  late_because text,
  method text,
  CONSTRAINT payments_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT payments_gateway_payment_id_check CHECK (((length(gateway_payment_id) >= 1) AND (length(gateway_payment_id) <= 255))),
  CONSTRAINT payments_late_because_check CHECK ((late_because = ANY (ARRAY['gone'::text, 'code_used'::text, 'price_changed'::text, 'bought_already'::text, 'admission_used'::text]))),
  CONSTRAINT payments_method_check CHECK ((method = ANY (ARRAY['card'::text, 'bank'::text, 'bank_transfer'::text, 'ussd'::text, 'mobile_money'::text, 'eft'::text, 'wallet'::text, 'paypal'::text]))),
  CONSTRAINT payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_use_check CHECK ((use = ANY (ARRAY['order'::text, 'late'::text, 'surplus'::text, 'mismatch'::text]))),
  CONSTRAINT refunds_within_payment CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor)))
);

CREATE TABLE people (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL DEFAULT ''::text,
  password_hash text NOT NULL,
  email_confirmed_at timestamp(3) with time zone,
  totp_ciphertext bytea,
  totp_sealed_by text,
  totp_confirmed_at timestamp(3) with time zone,
  totp_used_step bigint,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  wrong_codes integer NOT NULL DEFAULT 0,
  codes_again_at timestamp(3) with time zone,
  language text,
  CONSTRAINT people_check CHECK (((totp_confirmed_at IS NULL) OR (totp_ciphertext IS NOT NULL))),
  CONSTRAINT people_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CONSTRAINT people_language_check CHECK ((language ~ '^[a-z]{2}$'::text)) NOT VALID,
  CONSTRAINT people_name_check CHECK ((length(name) <= 200)),
  CONSTRAINT people_password_hash_check CHECK ((length(password_hash) <= 500)),
  CONSTRAINT people_pkey PRIMARY KEY (id)
);

CREATE TABLE pictures (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  event_id uuid,
  file text NOT NULL,
  thumbnail_file text NOT NULL,
  files text[] NOT NULL,
  width_px integer NOT NULL,
  height_px integer NOT NULL,
  bytes bigint NOT NULL,
  uploaded_by uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  unused_since timestamp(3) with time zone,
  is_forgotten boolean NOT NULL DEFAULT false,
  removal_began_at timestamp with time zone,
  CONSTRAINT pictures_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT pictures_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE SET NULL,
  CONSTRAINT pictures_file_check CHECK ((length(file) <= 200)),
  CONSTRAINT pictures_files_check CHECK (((cardinality(files) >= 1) AND (cardinality(files) <= 20))),
  CONSTRAINT pictures_height_px_check CHECK ((height_px > 0)),
  CONSTRAINT pictures_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT pictures_pkey PRIMARY KEY (id),
  CONSTRAINT pictures_thumbnail_file_check CHECK ((length(thumbnail_file) <= 200)),
  CONSTRAINT pictures_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES people(id) ON DELETE SET NULL,
  CONSTRAINT pictures_width_px_check CHECK ((width_px > 0))
);

CREATE TABLE pools (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  capacity integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT pools_capacity_check CHECK (((capacity >= 0) AND (capacity <= 10000000))),
  CONSTRAINT pools_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT pools_event_id_id_key UNIQUE (event_id, id),
  CONSTRAINT pools_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT pools_pkey PRIMARY KEY (id)
);

CREATE TABLE preview_links (
  event_id uuid NOT NULL,
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT preview_links_check CHECK ((expires_at > created_at)),
  CONSTRAINT preview_links_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT preview_links_id_key UNIQUE (id),
  CONSTRAINT preview_links_pkey PRIMARY KEY (event_id)
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
  version integer NOT NULL DEFAULT 1,
  terms_changed_at timestamp with time zone,
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

CREATE TABLE public_key_uses (
  key_id uuid NOT NULL,
  last_used_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT public_key_uses_key_id_fkey FOREIGN KEY (key_id) REFERENCES public_keys(id) ON DELETE CASCADE,
  CONSTRAINT public_key_uses_pkey PRIMARY KEY (key_id)
);

CREATE TABLE public_keys (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  key text NOT NULL,
  name text NOT NULL DEFAULT ''::text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revoked_at timestamp(3) with time zone,
  server_addresses cidr[],
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT public_keys_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT public_keys_key_check CHECK ((key ~ '^pk_[0-9A-Za-z]{32,80}$'::text)),
  CONSTRAINT public_keys_key_key UNIQUE (key),
  CONSTRAINT public_keys_name_check CHECK ((length(name) <= 100)),
  CONSTRAINT public_keys_pkey PRIMARY KEY (id),
  CONSTRAINT public_keys_server_addresses_check CHECK (((cardinality(server_addresses) >= 1) AND (cardinality(server_addresses) <= 20)))
);

CREATE TABLE questions (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  position integer NOT NULL,
  per text NOT NULL,
  kind text NOT NULL,
  label text NOT NULL,
  help text NOT NULL DEFAULT ''::text,
  choices text[] NOT NULL DEFAULT '{}'::text[],
  is_required boolean NOT NULL,
  ticket_type_ids uuid[],
  is_shown_at_door boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamp(3) with time zone,
  CONSTRAINT questions_choices_check CHECK (
CASE
    WHEN (kind = 'choice'::text) THEN ((cardinality(choices) >= 2) AND (cardinality(choices) <= 30))
    ELSE (cardinality(choices) = 0)
END),
  CONSTRAINT questions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT questions_help_check CHECK ((length(help) <= 500)),
  CONSTRAINT questions_kind_check CHECK ((kind = ANY (ARRAY['line'::text, 'text'::text, 'choice'::text, 'tick'::text]))),
  CONSTRAINT questions_label_check CHECK (((length(label) >= 1) AND (length(label) <= 200))),
  CONSTRAINT questions_per_check CHECK ((per = ANY (ARRAY['order'::text, 'ticket'::text]))),
  CONSTRAINT questions_pkey PRIMARY KEY (id),
  CONSTRAINT questions_position_check CHECK (("position" > 0)),
  CONSTRAINT questions_ticket_type_ids_check CHECK (((cardinality(ticket_type_ids) >= 1) AND (cardinality(ticket_type_ids) <= 200)))
);

CREATE TABLE recovery_codes (
  person_id uuid NOT NULL,
  code_sha256 bytea NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT recovery_codes_code_sha256_check CHECK ((octet_length(code_sha256) = 32)),
  CONSTRAINT recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, code_sha256)
);

CREATE TABLE refund_taxes (
  refund_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  basis_points integer NOT NULL,
  amount_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  CONSTRAINT refund_taxes_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT refund_taxes_check CHECK (((tax_minor >= 0) AND (tax_minor <= amount_minor))),
  CONSTRAINT refund_taxes_pkey PRIMARY KEY (refund_id, name, kind, basis_points)
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
  failed_at timestamp(3) with time zone,
  retries integer NOT NULL DEFAULT 0,
  earlier_refund_ids text[] NOT NULL DEFAULT '{}'::text[],
  host_id uuid,
  CONSTRAINT refunds_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT refunds_note_check CHECK ((length(note) <= 500)),
  CONSTRAINT refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT refunds_order_id_request_key_key UNIQUE (order_id, request_key),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_reason_check CHECK ((reason = ANY (ARRAY['host'::text, 'late'::text, 'surplus'::text, 'mismatch'::text]))),
  CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'asking'::text, 'sent'::text, 'succeeded'::text, 'needs_attention'::text, 'settled_by_hand'::text])))
);

CREATE TABLE resendings (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  person_id uuid,
  released_by uuid,
  orders integer NOT NULL,
  recipients integer NOT NULL,
  run integer NOT NULL DEFAULT 1,
  stopped_at timestamp(3) with time zone,
  stopped_for text,
  stopped_by uuid,
  finished_at timestamp(3) with time zone,
  sent integer,
  refused integer,
  tried integer NOT NULL DEFAULT 0,
  tried_to uuid,
  CONSTRAINT resendings_check CHECK (((stopped_at IS NULL) = (stopped_for IS NULL))),
  CONSTRAINT resendings_check1 CHECK ((num_nonnulls(finished_at, sent, refused) = ANY (ARRAY[0, 3]))),
  CONSTRAINT resendings_check2 CHECK ((num_nonnulls(stopped_at, finished_at) <= 1)),
  CONSTRAINT resendings_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT resendings_orders_check CHECK ((orders > 0)),
  CONSTRAINT resendings_pkey PRIMARY KEY (id),
  CONSTRAINT resendings_recipients_check CHECK ((recipients > 0)),
  CONSTRAINT resendings_stopped_for_check CHECK ((stopped_for = ANY (ARRAY['member'::text, 'suspended'::text, 'sender_gone'::text]))),
  CONSTRAINT resendings_tried_check CHECK ((tried >= 0))
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
  is_exempt boolean NOT NULL DEFAULT false,
  has_left_address boolean NOT NULL DEFAULT false,
  CONSTRAINT reservations_client_address_check CHECK ((length(client_address) <= 60)),
  CONSTRAINT reservations_event_id_token_key UNIQUE (event_id, token),
  CONSTRAINT reservations_pkey PRIMARY KEY (id),
  CONSTRAINT reservations_quantity_check CHECK ((quantity > 0))
);

CREATE TABLE returns (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'asked'::text,
  ticket_ids uuid[] NOT NULL,
  amount_minor bigint NOT NULL,
  token_sha256 bytea,
  asked_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamp(3) with time zone NOT NULL,
  confirmed_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  decided_by uuid,
  reason text,
  refund_id uuid,
  listed_type_id uuid,
  listed_ticket_id uuid,
  sold_at timestamp(3) with time zone,
  CONSTRAINT returns_amount_minor_check CHECK ((amount_minor >= 0)),
  CONSTRAINT returns_confirmed CHECK (((state = ANY (ARRAY['waiting'::text, 'listed'::text, 'sold'::text, 'done'::text, 'declined'::text, 'unsold'::text, 'withdrawn'::text])) <= (confirmed_at IS NOT NULL))),
  CONSTRAINT returns_ended CHECK (((state = ANY (ARRAY['asked'::text, 'waiting'::text, 'listed'::text, 'sold'::text])) = (ended_at IS NULL))),
  CONSTRAINT returns_listed CHECK ((((state = 'listed'::text) = (listed_type_id IS NOT NULL)) AND ((state = ANY (ARRAY['listed'::text, 'sold'::text])) = (listed_ticket_id IS NOT NULL)) AND ((listed_ticket_id IS NULL) OR (ticket_ids = ARRAY[listed_ticket_id])))),
  CONSTRAINT returns_listed_ticket_id_key UNIQUE (listed_ticket_id),
  CONSTRAINT returns_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT returns_pkey PRIMARY KEY (id),
  CONSTRAINT returns_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  CONSTRAINT returns_sold CHECK (((state = 'sold'::text) <= (sold_at IS NOT NULL))),
  CONSTRAINT returns_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'waiting'::text, 'listed'::text, 'sold'::text, 'done'::text, 'declined'::text, 'unsold'::text, 'withdrawn'::text, 'lapsed'::text]))),
  CONSTRAINT returns_ticket_ids_check CHECK (((cardinality(ticket_ids) >= 1) AND (cardinality(ticket_ids) <= 1000))),
  CONSTRAINT returns_token_sha256_check CHECK ((octet_length(token_sha256) = 32)),
  CONSTRAINT returns_token_sha256_key UNIQUE (token_sha256)
);

CREATE TABLE sales_times (
  ticket_type_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  gateway text NOT NULL,
  orders integer NOT NULL DEFAULT 0,
  tickets integer NOT NULL DEFAULT 0,
  gross_minor bigint NOT NULL DEFAULT 0,
  discount_minor bigint NOT NULL DEFAULT 0,
  fees_minor bigint NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  returned_tickets integer NOT NULL DEFAULT 0,
  CONSTRAINT sales_times_at_check CHECK ((at = date_bin('00:01:00'::interval, at, '1970-01-01 00:00:00+00'::timestamp with time zone))),
  CONSTRAINT sales_times_discount_minor_check CHECK ((discount_minor >= 0)),
  CONSTRAINT sales_times_fees_minor_check CHECK ((fees_minor >= 0)),
  CONSTRAINT sales_times_gateway_check CHECK (((length(gateway) >= 1) AND (length(gateway) <= 40))),
  CONSTRAINT sales_times_gross_minor_check CHECK ((gross_minor >= 0)),
  CONSTRAINT sales_times_orders_check CHECK ((orders >= 0)),
  CONSTRAINT sales_times_pkey PRIMARY KEY (ticket_type_id, at, gateway),
  CONSTRAINT sales_times_refunded_minor_check CHECK ((refunded_minor >= 0)),
  CONSTRAINT sales_times_returned_tickets_check CHECK ((returned_tickets >= 0)),
  CONSTRAINT sales_times_tickets_check CHECK ((tickets >= 0))
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
  dispute_state text,
  disputed_at timestamp(3) with time zone,
  dispute_ended_at timestamp(3) with time zone,
  CONSTRAINT sandbox_payments_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT sandbox_payments_callback_url_check CHECK ((length(callback_url) <= 2000)),
  CONSTRAINT sandbox_payments_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  CONSTRAINT sandbox_payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT sandbox_payments_description_check CHECK ((length(description) <= 500)),
  CONSTRAINT sandbox_payments_dispute_state_check CHECK ((dispute_state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
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

CREATE TABLE scans (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  door_id uuid,
  device_id uuid,
  person_id uuid,
  ticket_id uuid,
  ticket_type_id uuid,
  kind text NOT NULL,
  how text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  device_time timestamp(3) with time zone,
  received_at timestamp(3) with time zone NOT NULL,
  verdict text,
  outcome text NOT NULL,
  against text,
  is_double boolean NOT NULL DEFAULT false,
  undoes uuid,
  undone_by uuid,
  CONSTRAINT scans_against_check CHECK ((against = ANY (ARRAY['void'::text, 'wrong_door'::text, 'disputed'::text, 'resale'::text, 'too_early'::text, 'passed_on'::text, 'unknown'::text, 'refusal'::text]))),
  CONSTRAINT scans_check CHECK (((kind = 'undo'::text) = (undoes IS NOT NULL))),
  CONSTRAINT scans_check1 CHECK (((ticket_id IS NULL) = (ticket_type_id IS NULL))),
  CONSTRAINT scans_how_check CHECK ((how = ANY (ARRAY['code'::text, 'short_code'::text, 'name'::text]))),
  CONSTRAINT scans_kind_check CHECK ((kind = ANY (ARRAY['entry'::text, 'exit'::text, 'undo'::text]))),
  CONSTRAINT scans_outcome_check CHECK ((outcome = ANY (ARRAY['admitted'::text, 're_entry'::text, 'left'::text, 'already_used'::text, 'not_inside'::text, 'no_reentry'::text, 'void'::text, 'wrong_door'::text, 'disputed'::text, 'resale'::text, 'too_early'::text, 'passed_on'::text, 'other_event'::text, 'unknown'::text, 'refused'::text, 'undone'::text, 'nothing_to_undo'::text]))),
  CONSTRAINT scans_pkey PRIMARY KEY (id),
  CONSTRAINT scans_verdict_check CHECK ((verdict = ANY (ARRAY['admitted'::text, 'refused'::text])))
);

CREATE TABLE schema_functions (
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  migrations integer NOT NULL DEFAULT 0,
  CONSTRAINT schema_functions_pkey PRIMARY KEY (name, sha256)
);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  sha256 text NOT NULL,
  ran_at timestamp with time zone NOT NULL DEFAULT now(),
  is_required boolean NOT NULL DEFAULT false,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE search_words (
  host_id uuid NOT NULL,
  word text NOT NULL,
  CONSTRAINT search_words_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT search_words_pkey PRIMARY KEY (host_id, word)
);

CREATE TABLE seat_exchanges (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  host_id uuid NOT NULL,
  order_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  from_seat_id uuid NOT NULL,
  to_seat_id uuid NOT NULL,
  from_type_id uuid NOT NULL,
  to_type_id uuid NOT NULL,
  difference_minor bigint NOT NULL,
  how text NOT NULL,
  difference_order_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  done_at timestamp(3) with time zone,
  refund_id uuid,
  CONSTRAINT seat_exchanges_check CHECK ((from_seat_id <> to_seat_id)),
  CONSTRAINT seat_exchanges_check1 CHECK (((how = 'same'::text) = (difference_minor = 0))),
  CONSTRAINT seat_exchanges_check2 CHECK (((how = 'paid'::text) = (difference_order_id IS NOT NULL))),
  CONSTRAINT seat_exchanges_check3 CHECK (((how = 'paid'::text) OR (done_at IS NOT NULL))),
  CONSTRAINT seat_exchanges_check4 CHECK (((how = 'same'::text) OR (from_type_id <> to_type_id))),
  CONSTRAINT seat_exchanges_difference_order_id_fkey FOREIGN KEY (difference_order_id) REFERENCES orders(id),
  CONSTRAINT seat_exchanges_difference_order_id_key UNIQUE (difference_order_id),
  CONSTRAINT seat_exchanges_how_check CHECK ((how = ANY (ARRAY['same'::text, 'waived'::text, 'paid'::text, 'kept'::text, 'returned'::text]))),
  CONSTRAINT seat_exchanges_less_check CHECK (((how = ANY (ARRAY['kept'::text, 'returned'::text])) = (difference_minor < 0))),
  CONSTRAINT seat_exchanges_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT seat_exchanges_pkey PRIMARY KEY (id),
  CONSTRAINT seat_exchanges_refund_check CHECK (((how = 'returned'::text) = (refund_id IS NOT NULL))),
  CONSTRAINT seat_exchanges_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT seat_exchanges_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);

CREATE TABLE seating_plan_pictures (
  plan_id uuid NOT NULL,
  picture_id uuid NOT NULL,
  file text NOT NULL,
  width_px integer NOT NULL,
  height_px integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT seating_plan_pictures_file_check CHECK ((length(file) <= 200)),
  CONSTRAINT seating_plan_pictures_height_px_check CHECK ((height_px > 0)),
  CONSTRAINT seating_plan_pictures_pkey PRIMARY KEY (plan_id, picture_id),
  CONSTRAINT seating_plan_pictures_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES seating_plans(id),
  CONSTRAINT seating_plan_pictures_width_px_check CHECK ((width_px > 0))
);

CREATE TABLE seating_plan_versions (
  plan_id uuid NOT NULL,
  number integer NOT NULL,
  plan text NOT NULL,
  changes jsonb NOT NULL,
  seat_count integer NOT NULL,
  published_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  person_id uuid,
  CONSTRAINT seating_plan_versions_number_check CHECK ((number >= 1)),
  CONSTRAINT seating_plan_versions_pkey PRIMARY KEY (plan_id, number),
  CONSTRAINT seating_plan_versions_plan_check CHECK ((octet_length(plan) <= 16000000)),
  CONSTRAINT seating_plan_versions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES seating_plans(id),
  CONSTRAINT seating_plan_versions_seat_count_check CHECK (((seat_count >= 0) AND (seat_count <= 20000)))
);

CREATE TABLE seating_plans (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  name text NOT NULL,
  draft text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  published integer,
  published_version integer,
  seat_count integer NOT NULL,
  sketch jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  archived_at timestamp(3) with time zone,
  last_save uuid,
  former_draft text,
  former_seats integer,
  former_at timestamp(3) with time zone,
  former_instead integer,
  CONSTRAINT seating_plans_check CHECK (((published_version IS NULL) = (published IS NULL))),
  CONSTRAINT seating_plans_draft_check CHECK ((octet_length(draft) <= 16000000)),
  CONSTRAINT seating_plans_former_check CHECK ((num_nulls(former_draft, former_seats, former_at, former_instead) = ANY (ARRAY[0, 4]))),
  CONSTRAINT seating_plans_former_draft_check CHECK ((octet_length(former_draft) <= 16000000)),
  CONSTRAINT seating_plans_former_instead_check CHECK ((former_instead >= 1)),
  CONSTRAINT seating_plans_former_seats_check CHECK (((former_seats >= 0) AND (former_seats <= 20000))),
  CONSTRAINT seating_plans_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT seating_plans_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT seating_plans_pkey PRIMARY KEY (id),
  CONSTRAINT seating_plans_published_check CHECK ((published >= 1)),
  CONSTRAINT seating_plans_seat_count_check CHECK (((seat_count >= 0) AND (seat_count <= 20000))),
  CONSTRAINT seating_plans_version_check CHECK ((version >= 1))
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
  plan_seat_id text,
  companion_of text,
  table_id text,
  table_seats smallint,
  blocked_reason text,
  blocked_color smallint,
  held_as uuid,
  CONSTRAINT blocked_seats_are_nobodys CHECK ((NOT (is_sold AND (blocked_reason IS NOT NULL)))),
  CONSTRAINT seats_check CHECK (((held_by IS NULL) = (held_until IS NULL))),
  CONSTRAINT seats_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT seats_event_id_section_row_label_seat_label_key UNIQUE (event_id, section, row_label, seat_label),
  CONSTRAINT seats_of_plans CHECK (((length(plan_seat_id) <= 100) AND (length(companion_of) <= 100) AND (length(table_id) <= 100) AND (length(blocked_reason) <= 100) AND ((blocked_color >= 0) AND (blocked_color <= 6)) AND ((blocked_reason IS NULL) = (blocked_color IS NULL)) AND ((table_id IS NULL) = (table_seats IS NULL)))),
  CONSTRAINT seats_pkey PRIMARY KEY (id),
  CONSTRAINT seats_row_label_check CHECK (((length(row_label) >= 1) AND (length(row_label) <= 20))),
  CONSTRAINT seats_seat_label_check CHECK (((length(seat_label) >= 1) AND (length(seat_label) <= 20))),
  CONSTRAINT seats_section_check CHECK (((length(section) >= 1) AND (length(section) <= 100))),
  CONSTRAINT seats_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_types(id),
  CONSTRAINT sold_seats_are_not_held CHECK ((NOT (is_sold AND (held_by IS NOT NULL))))
);

CREATE TABLE secret_keys (
  id text NOT NULL,
  first_seen_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  distrusted_at timestamp(3) with time zone,
  CONSTRAINT secret_keys_id_check CHECK ((id ~ '^[0-9a-f]{12}$'::text)),
  CONSTRAINT secret_keys_pkey PRIMARY KEY (id)
);

CREATE TABLE seller_facts (
  host_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  tax_number text NOT NULL,
  vat_basis_points integer,
  CONSTRAINT seller_facts_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT seller_facts_pkey PRIMARY KEY (host_id, since)
);

CREATE TABLE sessions (
  id uuid NOT NULL,
  token_sha256 bytea NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  passed_factor_at timestamp(3) with time zone,
  client_address inet,
  user_agent text NOT NULL DEFAULT ''::text,
  wrong_codes integer NOT NULL DEFAULT 0,
  codes_again_at timestamp(3) with time zone,
  signed_in_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_sha256_check CHECK ((octet_length(token_sha256) = 32)),
  CONSTRAINT sessions_token_sha256_key UNIQUE (token_sha256),
  CONSTRAINT sessions_user_agent_check CHECK ((length(user_agent) <= 300))
);

CREATE TABLE soundness (
  is_only boolean NOT NULL DEFAULT true,
  sound_since timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT soundness_is_only_check CHECK (is_only),
  CONSTRAINT soundness_pkey PRIMARY KEY (is_only)
);

CREATE TABLE stream_events (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  data json NOT NULL,
  written_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT stream_events_kind_check CHECK ((length(kind) <= 50)),
  CONSTRAINT stream_events_pkey PRIMARY KEY (sequence)
);

CREATE TABLE stream_gaps (
  began_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp(3) with time zone,
  CONSTRAINT stream_gaps_check CHECK ((ended_at >= began_at)),
  CONSTRAINT stream_gaps_pkey PRIMARY KEY (began_at)
);

CREATE TABLE support_visits (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  person_id uuid NOT NULL,
  reason text NOT NULL,
  asked_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  allowed_at timestamp(3) with time zone,
  allowed_by uuid,
  ends_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  ended_how text,
  ended_by uuid,
  CONSTRAINT support_visits_allowed_by_fkey FOREIGN KEY (allowed_by) REFERENCES people(id) ON DELETE SET NULL,
  CONSTRAINT support_visits_end CHECK (((ended_at IS NULL) = (ended_how IS NULL))),
  CONSTRAINT support_visits_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES people(id) ON DELETE SET NULL,
  CONSTRAINT support_visits_ended_how_check CHECK ((ended_how = ANY (ARRAY['refused'::text, 'owner'::text, 'support'::text, 'operator'::text, 'time'::text]))),
  CONSTRAINT support_visits_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT support_visits_length CHECK ((ends_at <= COALESCE((allowed_at + '24:00:00'::interval), (asked_at + '7 days'::interval)))),
  CONSTRAINT support_visits_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  CONSTRAINT support_visits_pkey PRIMARY KEY (id),
  CONSTRAINT support_visits_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300)))
);

CREATE TABLE tax_rates (
  id uuid NOT NULL,
  host_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  basis_points integer NOT NULL,
  is_for_fees boolean NOT NULL DEFAULT false,
  position integer NOT NULL,
  archived_at timestamp(3) with time zone,
  CONSTRAINT tax_rates_archived CHECK (((archived_at IS NULL) OR (NOT is_for_fees))),
  CONSTRAINT tax_rates_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 5000))),
  CONSTRAINT tax_rates_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT tax_rates_kind CHECK (((basis_points > 0) = (kind = ANY (ARRAY['standard'::text, 'reduced'::text])))),
  CONSTRAINT tax_rates_kind_check CHECK ((kind = ANY (ARRAY['standard'::text, 'reduced'::text, 'zero'::text, 'exempt'::text]))),
  CONSTRAINT tax_rates_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT tax_rates_pkey PRIMARY KEY (id)
);

CREATE TABLE tax_times (
  ticket_type_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  gateway text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  basis_points integer NOT NULL,
  amount_minor bigint NOT NULL DEFAULT 0,
  tax_minor bigint NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  refunded_tax_minor bigint NOT NULL DEFAULT 0,
  CONSTRAINT tax_times_amount_minor_check CHECK ((amount_minor >= 0)),
  CONSTRAINT tax_times_at_check CHECK ((at = date_bin('00:15:00'::interval, at, '1970-01-01 00:00:00+00'::timestamp with time zone))),
  CONSTRAINT tax_times_gateway_check CHECK (((length(gateway) >= 1) AND (length(gateway) <= 40))),
  CONSTRAINT tax_times_pkey PRIMARY KEY (ticket_type_id, at, gateway, name, kind, basis_points),
  CONSTRAINT tax_times_refunded_minor_check CHECK ((refunded_minor >= 0)),
  CONSTRAINT tax_times_refunded_tax_minor_check CHECK ((refunded_tax_minor >= 0)),
  CONSTRAINT tax_times_tax_minor_check CHECK ((tax_minor >= 0))
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
  sales_minor bigint DEFAULT 0,
  fees_minor bigint DEFAULT 0,
  refunded_minor bigint DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  times_counted boolean NOT NULL DEFAULT true,
  pool_id uuid,
  seats_of uuid,
  own_limit integer,
  tax_rate_id uuid,
  taxes_counted boolean NOT NULL DEFAULT true,
  awaited integer NOT NULL DEFAULT 0,
  listed integer NOT NULL DEFAULT 0,
  CONSTRAINT further_prices_share_seats CHECK (
CASE
    WHEN (seats_of IS NULL) THEN (own_limit IS NULL)
    ELSE ((kind = 'SEATED'::text) AND (pool_id IS NOT NULL) AND (seats_of <> id) AND COALESCE(((own_limit >= 0) AND (own_limit <= 10000000)), true))
END),
  CONSTRAINT never_oversold CHECK (((sold + held) <= capacity)),
  CONSTRAINT ticket_types_awaited_check CHECK ((awaited >= 0)),
  CONSTRAINT ticket_types_capacity_check CHECK (((capacity >= 0) AND (capacity <= 10000000))),
  CONSTRAINT ticket_types_check CHECK ((sale_ends_at > sale_starts_at)),
  CONSTRAINT ticket_types_check1 CHECK ((num_nulls(sales_minor, fees_minor, refunded_minor) = ANY (ARRAY[0, 3]))),
  CONSTRAINT ticket_types_description_check CHECK ((length(description) <= 2000)),
  CONSTRAINT ticket_types_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT ticket_types_fees_minor_check CHECK ((fees_minor >= 0)),
  CONSTRAINT ticket_types_held_check CHECK ((held >= 0)),
  CONSTRAINT ticket_types_kind_check CHECK ((kind = ANY (ARRAY['GENERAL'::text, 'SEATED'::text]))),
  CONSTRAINT ticket_types_listed_check CHECK ((listed >= 0)),
  CONSTRAINT ticket_types_listed_fit CHECK (((listed = 0) OR ((sold + listed) <= capacity))),
  CONSTRAINT ticket_types_maximum_per_order_check CHECK (((maximum_per_order >= 1) AND (maximum_per_order <= 1000))),
  CONSTRAINT ticket_types_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT ticket_types_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_types_pool_fkey FOREIGN KEY (event_id, pool_id) REFERENCES pools(event_id, id),
  CONSTRAINT ticket_types_price_minor_check CHECK (((price_minor >= 0) AND (price_minor <= '10000000000'::bigint))),
  CONSTRAINT ticket_types_refunded_minor_check CHECK ((refunded_minor >= 0)),
  CONSTRAINT ticket_types_sales_minor_check CHECK ((sales_minor >= 0)),
  CONSTRAINT ticket_types_seats_of_fkey FOREIGN KEY (seats_of) REFERENCES ticket_types(id),
  CONSTRAINT ticket_types_sold_check CHECK ((sold >= 0)),
  CONSTRAINT ticket_types_tax_rate_id_fkey FOREIGN KEY (tax_rate_id) REFERENCES tax_rates(id)
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
  passed_on_at timestamp(3) with time zone,
  how text NOT NULL DEFAULT 'bought'::text,
  short_code bigint DEFAULT new_short_code(),
  left_at timestamp(3) with time zone,
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  priced_as uuid,
  CONSTRAINT tickets_check CHECK (((NOT is_returned) OR (voided_at IS NOT NULL))),
  CONSTRAINT tickets_how_check CHECK ((how = ANY (ARRAY['bought'::text, 'complimentary'::text, 'counter'::text]))),
  CONSTRAINT tickets_order_id_position_key UNIQUE (order_id, "position"),
  CONSTRAINT tickets_pkey PRIMARY KEY (id),
  CONSTRAINT tickets_position_check CHECK (("position" > 0)),
  CONSTRAINT tickets_serial_key UNIQUE (serial)
);

CREATE TABLE unsubscribed (
  host_id uuid NOT NULL,
  kind text NOT NULL,
  address_hash bytea NOT NULL,
  since timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT unsubscribed_address_hash_check CHECK ((octet_length(address_hash) = 16)),
  CONSTRAINT unsubscribed_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT unsubscribed_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'reminder'::text, 'thanks'::text, 'cart'::text]))),
  CONSTRAINT unsubscribed_pkey PRIMARY KEY (host_id, kind, address_hash)
);

CREATE TABLE unsubscribing_keys (
  host_id uuid NOT NULL,
  key_ciphertext bytea NOT NULL,
  key_sealed_by text NOT NULL,
  CONSTRAINT unsubscribing_keys_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT unsubscribing_keys_pkey PRIMARY KEY (host_id)
);

CREATE TABLE waiting_addresses (
  event_id uuid NOT NULL,
  client_address text NOT NULL,
  entries integer NOT NULL,
  crowded_at timestamp with time zone,
  counted_at timestamp with time zone,
  mails integer NOT NULL DEFAULT 0,
  mails_since timestamp with time zone,
  CONSTRAINT waiting_addresses_client_address_check CHECK ((length(client_address) <= 60)),
  CONSTRAINT waiting_addresses_event_id_fkey FOREIGN KEY (event_id) REFERENCES waiting_rooms(event_id) ON DELETE CASCADE,
  CONSTRAINT waiting_addresses_pkey PRIMARY KEY (event_id, client_address)
);

CREATE TABLE waiting_buckets (
  event_id uuid NOT NULL,
  bucket integer NOT NULL,
  entries_before bigint NOT NULL,
  CONSTRAINT waiting_buckets_bucket_check CHECK (((bucket >= 0) AND (bucket <= 4095))),
  CONSTRAINT waiting_buckets_event_id_fkey FOREIGN KEY (event_id) REFERENCES waiting_rooms(event_id) ON DELETE CASCADE,
  CONSTRAINT waiting_buckets_pkey PRIMARY KEY (event_id, bucket)
);

CREATE TABLE waiting_entries (
  event_id uuid NOT NULL,
  id uuid NOT NULL,
  line_key bytea,
  lined_up_at timestamp with time zone NOT NULL,
  language text NOT NULL,
  email_hash bytea,
  device_id uuid,
  let_in_at timestamp with time zone,
  admitted_until timestamp with time zone,
  cart_token uuid,
  bound_at timestamp with time zone,
  bought_at timestamp with time zone,
  left_at timestamp with time zone,
  bought_by uuid,
  network text COLLATE "C",
  seen_at timestamp with time zone,
  asked_email_hash bytea,
  asked_at timestamp with time zone,
  CONSTRAINT waiting_entries_asked_email_hash_check CHECK ((octet_length(asked_email_hash) = 32)),
  CONSTRAINT waiting_entries_check CHECK (((let_in_at IS NULL) = (admitted_until IS NULL))),
  CONSTRAINT waiting_entries_check1 CHECK (((cart_token IS NULL) = (bound_at IS NULL))),
  CONSTRAINT waiting_entries_check2 CHECK (((let_in_at IS NOT NULL) OR ((cart_token IS NULL) AND (bought_at IS NULL)))),
  CONSTRAINT waiting_entries_email_hash_check CHECK ((octet_length(email_hash) = 32)),
  CONSTRAINT waiting_entries_event_id_fkey FOREIGN KEY (event_id) REFERENCES waiting_rooms(event_id) ON DELETE CASCADE,
  CONSTRAINT waiting_entries_in_line CHECK (((line_key IS NOT NULL) OR ((asked_at IS NOT NULL) AND (let_in_at IS NULL)))) NOT VALID,
  CONSTRAINT waiting_entries_language_check CHECK ((length(language) <= 10)),
  CONSTRAINT waiting_entries_line_key_check CHECK ((octet_length(line_key) =
CASE get_byte(line_key, 0)
    WHEN 0 THEN 17
    WHEN 1 THEN 9
    ELSE NULL::integer
END)),
  CONSTRAINT waiting_entries_network_check CHECK ((length(network) <= 60)),
  CONSTRAINT waiting_entries_pkey PRIMARY KEY (event_id, id)
);

CREATE TABLE waiting_list_entries (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  ticket_type_id uuid NOT NULL,
  quantity integer NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  language text NOT NULL,
  state text NOT NULL DEFAULT 'asked'::text,
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  confirmed_at timestamp with time zone,
  rank bytea,
  reservation_id uuid,
  offered_at timestamp with time zone,
  offered_until timestamp with time zone,
  offered_quantity integer,
  price_minor bigint,
  ended_at timestamp with time zone,
  CONSTRAINT waiting_list_entries_check CHECK (((offered_quantity >= 1) AND (offered_quantity <= quantity))),
  CONSTRAINT waiting_list_entries_check1 CHECK (((state = 'asked'::text) <= (confirmed_at IS NULL))),
  CONSTRAINT waiting_list_entries_check2 CHECK (((state = ANY (ARRAY['waiting'::text, 'offered'::text, 'taken'::text, 'lapsed'::text])) <= (confirmed_at IS NOT NULL))),
  CONSTRAINT waiting_list_entries_check3 CHECK (((state = ANY (ARRAY['asked'::text, 'waiting'::text, 'offered'::text])) = (ended_at IS NULL))),
  CONSTRAINT waiting_list_entries_check4 CHECK (((state = ANY (ARRAY['offered'::text, 'taken'::text, 'lapsed'::text])) <= (reservation_id IS NOT NULL))),
  CONSTRAINT waiting_list_entries_check5 CHECK ((num_nulls(reservation_id, offered_at, offered_until, offered_quantity, price_minor) = ANY (ARRAY[0, 5]))),
  CONSTRAINT waiting_list_entries_email_check CHECK ((length(email) <= 254)),
  CONSTRAINT waiting_list_entries_email_key_check CHECK ((length(email_key) <= 254)),
  CONSTRAINT waiting_list_entries_event_id_fkey FOREIGN KEY (event_id) REFERENCES waiting_lists(event_id) ON DELETE CASCADE,
  CONSTRAINT waiting_list_entries_language_check CHECK ((length(language) <= 10)),
  CONSTRAINT waiting_list_entries_pkey PRIMARY KEY (id),
  CONSTRAINT waiting_list_entries_price_minor_check CHECK ((price_minor >= 0)),
  CONSTRAINT waiting_list_entries_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000))),
  CONSTRAINT waiting_list_entries_rank_check CHECK ((octet_length(rank) = 16)),
  CONSTRAINT waiting_list_entries_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'waiting'::text, 'offered'::text, 'taken'::text, 'lapsed'::text, 'left'::text, 'skipped'::text, 'released'::text]))),
  CONSTRAINT waiting_list_entries_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_types(id) ON DELETE CASCADE
);

CREATE TABLE waiting_lists (
  event_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  offer_minutes integer NOT NULL,
  stopped_at timestamp with time zone,
  draws_at timestamp with time zone,
  drawn_at timestamp with time zone,
  seed_ciphertext bytea,
  seed_sealed_by text,
  seed_hash bytea,
  seed bytea,
  CONSTRAINT waiting_lists_check CHECK (((octet_length(seed) = 32) AND (sha256(seed) = seed_hash))),
  CONSTRAINT waiting_lists_check1 CHECK (((draws_at IS NULL) = (seed_hash IS NULL))),
  CONSTRAINT waiting_lists_check2 CHECK (((seed IS NULL) = (drawn_at IS NULL))),
  CONSTRAINT waiting_lists_check3 CHECK (((draws_at IS NULL) OR (seed IS NOT NULL) OR (seed_ciphertext IS NOT NULL))),
  CONSTRAINT waiting_lists_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT waiting_lists_offer_minutes_check CHECK (((offer_minutes >= 15) AND (offer_minutes <= 2880))),
  CONSTRAINT waiting_lists_pkey PRIMARY KEY (event_id),
  CONSTRAINT waiting_lists_seed_hash_check CHECK ((octet_length(seed_hash) = 32))
);

CREATE TABLE waiting_orders (
  order_id uuid NOT NULL,
  event_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  CONSTRAINT waiting_orders_event_id_entry_id_fkey FOREIGN KEY (event_id, entry_id) REFERENCES waiting_entries(event_id, id) ON DELETE CASCADE,
  CONSTRAINT waiting_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT waiting_orders_pkey PRIMARY KEY (order_id)
);

CREATE TABLE waiting_rooms (
  event_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  draws_at timestamp with time zone NOT NULL,
  drawn_at timestamp with time zone,
  paused_at timestamp with time zone,
  closed_at timestamp with time zone,
  per_minute integer NOT NULL,
  most_inside integer NOT NULL,
  admission_minutes integer NOT NULL,
  asks_email boolean NOT NULL,
  seed_ciphertext bytea,
  seed_sealed_by text,
  seed_hash bytea NOT NULL,
  seed bytea,
  early_count bigint NOT NULL DEFAULT 0,
  late_count bigint NOT NULL DEFAULT 0,
  counted_buckets integer NOT NULL DEFAULT 0,
  counted_entries bigint NOT NULL DEFAULT 0,
  front bytea,
  front_place bigint NOT NULL DEFAULT 0,
  let_in_count bigint NOT NULL DEFAULT 0,
  extra_allowance integer NOT NULL DEFAULT 0,
  pace real NOT NULL DEFAULT 1,
  late_at timestamp with time zone,
  last_tick_at timestamp with time zone,
  carry real NOT NULL DEFAULT 0,
  inside integer NOT NULL DEFAULT 0,
  peak_inside integer NOT NULL DEFAULT 0,
  report json,
  CONSTRAINT waiting_rooms_admission_minutes_check CHECK (((admission_minutes >= 2) AND (admission_minutes <= 60))),
  CONSTRAINT waiting_rooms_check CHECK (((octet_length(seed) = 32) AND (sha256(seed) = seed_hash))),
  CONSTRAINT waiting_rooms_check1 CHECK (((seed IS NULL) = (drawn_at IS NULL))),
  CONSTRAINT waiting_rooms_check2 CHECK (((seed IS NOT NULL) OR (seed_ciphertext IS NOT NULL))),
  CONSTRAINT waiting_rooms_check3 CHECK (((front_place >= let_in_count) AND (front_place <= (early_count + late_count)))),
  CONSTRAINT waiting_rooms_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT waiting_rooms_extra_allowance_check CHECK ((extra_allowance >= 0)),
  CONSTRAINT waiting_rooms_most_inside_check CHECK (((most_inside >= 1) AND (most_inside <= 100000))),
  CONSTRAINT waiting_rooms_pace_check CHECK (((pace >= (0.05)::double precision) AND (pace <= (1)::double precision))),
  CONSTRAINT waiting_rooms_per_minute_check CHECK (((per_minute >= 1) AND (per_minute <= 60000))),
  CONSTRAINT waiting_rooms_pkey PRIMARY KEY (event_id),
  CONSTRAINT waiting_rooms_seed_hash_check CHECK ((octet_length(seed_hash) = 32))
);

CREATE TABLE wallet_passes (
  pass text NOT NULL,
  wallet text NOT NULL,
  device text NOT NULL,
  push_token text,
  ticket_id uuid NOT NULL,
  event_id uuid NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT wallet_passes_check CHECK (((wallet = 'apple'::text) = (push_token IS NOT NULL))),
  CONSTRAINT wallet_passes_check1 CHECK (((wallet = 'apple'::text) = (device <> ''::text))),
  CONSTRAINT wallet_passes_device_check CHECK ((length(device) <= 200)),
  CONSTRAINT wallet_passes_pass_check CHECK ((length(pass) <= 50)),
  CONSTRAINT wallet_passes_pkey PRIMARY KEY (pass, wallet, device),
  CONSTRAINT wallet_passes_push_token_check CHECK ((length(push_token) <= 200)),
  CONSTRAINT wallet_passes_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id),
  CONSTRAINT wallet_passes_wallet_check CHECK ((wallet = ANY (ARRAY['apple'::text, 'google'::text])))
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

CREATE TABLE webhook_subscription_periods (
  subscription_id uuid NOT NULL,
  enabled_at timestamp(3) with time zone NOT NULL,
  disabled_at timestamp(3) with time zone,
  CONSTRAINT webhook_subscription_periods_check CHECK ((disabled_at >= enabled_at)),
  CONSTRAINT webhook_subscription_periods_pkey PRIMARY KEY (subscription_id, enabled_at),
  CONSTRAINT webhook_subscription_periods_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES webhook_subscriptions(id) ON DELETE CASCADE
);

CREATE TABLE webhook_subscriptions (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  url text NOT NULL,
  is_enabled boolean NOT NULL DEFAULT true,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  removed_at timestamp(3) with time zone,
  failure_told_at timestamp(3) with time zone,
  CONSTRAINT webhook_subscriptions_check CHECK (((removed_at IS NULL) OR (NOT is_enabled))),
  CONSTRAINT webhook_subscriptions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_subscriptions_url_check CHECK ((length(url) <= 2000))
);

CREATE INDEX answers_of_question ON public.answers USING btree (question_id);
CREATE INDEX answers_waiting ON public.answers USING btree (answered_at) WHERE waits_for_order;
CREATE INDEX attempts_last_at ON public.attempts USING btree (last_at);
CREATE INDEX audit_log_host ON public.audit_log USING btree (host_id, id DESC);
CREATE INDEX audit_log_person ON public.audit_log USING btree (person_id, id DESC);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_id, id DESC);
CREATE INDEX automatic_mails_on ON public.automatic_mails USING btree (event_id) WHERE is_on;
CREATE INDEX bank_transfer_lines_order ON public.bank_transfer_lines USING btree (order_id);
CREATE INDEX door_devices_created ON public.door_devices USING btree (created_at);
CREATE INDEX door_devices_door ON public.door_devices USING btree (door_id, id);
CREATE INDEX door_devices_event ON public.door_devices USING btree (event_id, id);
CREATE INDEX doors_event ON public.doors USING btree (event_id, id);
CREATE UNIQUE INDEX doors_name ON public.doors USING btree (event_id, lower(name)) WHERE (removed_at IS NULL);
CREATE INDEX event_cancellation_orders_state ON public.event_cancellation_orders USING btree (cancellation_id, state, order_id);
CREATE INDEX event_cancellations_unfinished ON public.event_cancellations USING btree (created_at) WHERE (finished_at IS NULL);
CREATE INDEX event_halls_plan ON public.event_halls USING btree (plan_id) WHERE (plan_id IS NOT NULL);
CREATE INDEX event_postponements_event ON public.event_postponements USING btree (event_id, created_at);
CREATE INDEX event_postponements_unfinished ON public.event_postponements USING btree (created_at) WHERE (finished_at IS NULL);
CREATE INDEX events_category ON public.events USING btree (host_id, category_id, created_at DESC, id DESC) WHERE ((status = 'LIVE'::text) AND (NOT is_unlisted));
CREATE INDEX events_closing ON public.events USING btree (closes_at) WHERE (status = 'LIVE'::text);
CREATE INDEX events_listed ON public.events USING btree (host_id, created_at DESC, id DESC) WHERE ((status = 'LIVE'::text) AND (NOT is_unlisted));
CREATE INDEX events_of_host ON public.events USING btree (host_id, starts_at, id);
CREATE INDEX events_poster_file ON public.events USING btree (poster_file) WHERE (poster_file IS NOT NULL);
CREATE INDEX events_words ON public.events USING gin (uuid_send(host_id), search) WITH (fastupdate=off);
CREATE INDEX exports_created ON public.exports USING btree (created_at);
CREATE INDEX exports_person ON public.exports USING btree (person_id);
CREATE INDEX former_device_tokens_device ON public.former_device_tokens USING btree (device_id);
CREATE INDEX gallery_images_event ON public.gallery_images USING btree (event_id, "position");
CREATE INDEX gallery_images_file ON public.gallery_images USING btree (file);
CREATE INDEX gallery_images_thumbnail_file ON public.gallery_images USING btree (thumbnail_file);
CREATE INDEX guest_lists_ended ON public.guest_lists USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX guest_lists_event ON public.guest_lists USING btree (event_id, id);
CREATE INDEX headliners_event ON public.headliners USING btree (event_id, "position");
CREATE INDEX headliners_image_file ON public.headliners USING btree (image_file) WHERE (image_file IS NOT NULL);
CREATE INDEX holds_lapse ON public.holds USING btree (ticket_type_id, expires_at);
CREATE INDEX host_mails_day ON public.host_mails USING btree (day);
CREATE INDEX hosts_made_by ON public.hosts USING btree (made_by, created_at) WHERE (made_by IS NOT NULL);
CREATE UNIQUE INDEX hosts_slug_key ON public.hosts USING btree (slug);
CREATE INDEX incident_notes_of ON public.incident_notes USING btree (incident_id, id);
CREATE INDEX incidents_by_time ON public.incidents USING btree (began_at);
CREATE INDEX invitations_email ON public.invitations USING btree (lower(email), created_at);
CREATE INDEX invitations_expiry ON public.invitations USING btree (expires_at);
CREATE INDEX invitations_host ON public.invitations USING btree (host_id);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (host_id, lower(email)) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX invoice_requests_waiting ON public.invoice_requests USING btree (asked_at) WHERE waits_for_order;
CREATE INDEX invoices_credited ON public.invoices USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE UNIQUE INDEX invoices_first ON public.invoices USING btree (order_id) WHERE ((kind = 'invoice'::text) AND (replaces IS NULL));
CREATE INDEX invoices_of_host ON public.invoices USING btree (host_id, issued_on, issued_at, sequence);
CREATE INDEX invoices_of_order ON public.invoices USING btree (order_id, issued_at);
CREATE UNIQUE INDEX invoices_refund_once ON public.invoices USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE UNIQUE INDEX invoices_replaced_once ON public.invoices USING btree (replaces) WHERE (replaces IS NOT NULL);
CREATE UNIQUE INDEX invoices_taken_back_once ON public.invoices USING btree (corrects) WHERE ((kind = 'credit_note'::text) AND (refund_id IS NULL));
CREATE INDEX jobs_due ON public.jobs USING btree (kind, run_at, id) WHERE (set_aside_at IS NULL);
CREATE INDEX jobs_set_aside ON public.jobs USING btree (set_aside_at) WHERE (set_aside_at IS NOT NULL);
CREATE UNIQUE INDEX jobs_unique_key ON public.jobs USING btree (kind, unique_key) WHERE ((unique_key IS NOT NULL) AND (set_aside_at IS NULL));
CREATE INDEX late_scans_device ON public.late_scans USING btree (device_id, number);
CREATE INDEX late_scans_waiting ON public.late_scans USING btree (event_id, device_id, number) WHERE (state = 'waiting'::text);
CREATE INDEX left_carts_asked ON public.left_carts USING btree (asked_at);
CREATE INDEX left_carts_of_event ON public.left_carts USING btree (event_id, address_hash);
CREATE INDEX left_carts_to_plan ON public.left_carts USING btree (asked_at) WHERE ((NOT is_planned) AND (email IS NOT NULL));
CREATE INDEX mailed_tokens_expiry ON public.mailed_tokens USING btree (expires_at);
CREATE INDEX mailed_tokens_person ON public.mailed_tokens USING btree (person_id);
CREATE INDEX mails_of_message ON public.mails USING btree (occasion, id) WHERE (kind = 'message'::text);
CREATE UNIQUE INDEX mails_once ON public.mails USING btree (order_id, kind, occasion, lower(recipient));
CREATE INDEX mails_recipient ON public.mails USING btree (lower(recipient) COLLATE "C");
CREATE INDEX mails_sent_again ON public.mails USING btree (occasion, id) WHERE ((kind = 'tickets'::text) AND (occasion <> ''::text));
CREATE INDEX mails_unreached ON public.mails USING btree (occasion, id) WHERE ((kind = 'message'::text) AND (sent_at IS NULL) AND ((last_error IS NOT NULL) OR (refused_at IS NOT NULL)));
CREATE INDEX member_events_event ON public.member_events USING btree (event_id);
CREATE INDEX members_person ON public.members USING btree (person_id);
CREATE INDEX messages_event ON public.messages USING btree (event_id, id DESC);
CREATE INDEX messages_host ON public.messages USING btree (host_id, created_at);
CREATE INDEX mpesa_prompts_phones ON public.mpesa_prompts USING btree (sent_at) WHERE (phone IS NOT NULL);
CREATE INDEX mpesa_prompts_reference ON public.mpesa_prompts USING btree (reference);
CREATE INDEX mpesa_reversals_reference ON public.mpesa_reversals USING btree (reference);
CREATE INDEX newsletter_consents_of_host ON public.newsletter_consents USING btree (host_id);
CREATE INDEX newsletter_consents_waiting ON public.newsletter_consents USING btree (agreed_at) WHERE waits_for_order;
CREATE INDEX order_changes_order ON public.order_changes USING btree (order_id, id);
CREATE INDEX orders_by_hosts ON public.orders USING btree (uuid_send(host_id), source, created_at, id) WHERE (source = ANY (ARRAY['complimentary'::text, 'host'::text]));
CREATE INDEX orders_by_hosts_of_event ON public.orders USING btree (event_id, source, created_at, id) WHERE (source = ANY (ARRAY['complimentary'::text, 'host'::text]));
CREATE INDEX orders_counted ON public.orders USING btree (event_id, client_address COLLATE "C") WHERE ((client_address IS NOT NULL) AND (counts_until IS NOT NULL));
CREATE INDEX orders_email ON public.orders USING btree (lower(email) text_pattern_ops, host_id, id);
CREATE UNIQUE INDEX orders_idempotency ON public.orders USING btree (host_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX orders_last_name ON public.orders USING btree (lower(last_name) text_pattern_ops, host_id, id);
CREATE INDEX orders_look_up ON public.orders USING btree (next_look_up_at) WHERE (next_look_up_at IS NOT NULL);
CREATE INDEX orders_of_event ON public.orders USING btree (event_id, status, created_at, id);
CREATE INDEX orders_of_host ON public.orders USING btree (uuid_send(host_id), status, created_at, id);
CREATE INDEX orders_promo_code ON public.orders USING btree (promo_code_id, id) WHERE (promo_code_id IS NOT NULL);
CREATE UNIQUE INDEX orders_receipt_token ON public.orders USING btree (receipt_token);
CREATE INDEX orders_reservation ON public.orders USING btree (reservation_id);
CREATE UNIQUE INDEX orders_return_token ON public.orders USING btree (return_token);
CREATE INDEX orders_traces ON public.orders USING btree (created_at) WHERE ((idempotency_key IS NOT NULL) OR (request_hash IS NOT NULL) OR (client_address IS NOT NULL));
CREATE INDEX orders_unpaid ON public.orders USING btree (event_id, lower(email)) WHERE (status = ANY (ARRAY['processing'::text, 'pending_payment'::text, 'expired'::text, 'cancelled'::text]));
CREATE INDEX orders_waiting_for_transfer ON public.orders USING btree (uuid_send(host_id), event_id) WHERE ((status = 'pending_payment'::text) AND (gateway = 'bank_transfer'::text));
CREATE INDEX passed_on_codes_changed ON public.passed_on_codes USING btree (event_id, changed_in, serial);
CREATE INDEX passed_on_codes_ticket ON public.passed_on_codes USING btree (ticket_id);
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_session ON public.passkey_challenges USING btree (session_id);
CREATE INDEX passkeys_person ON public.passkeys USING btree (person_id);
CREATE INDEX payment_accounts_down ON public.payment_accounts USING btree (down_since) WHERE (down_since IS NOT NULL);
CREATE INDEX payment_accounts_in_use ON public.payment_accounts USING btree (host_id, currency, "position") WHERE (disabled_at IS NULL);
CREATE INDEX payment_disputes_blocking ON public.payment_disputes USING btree (order_id) WHERE (blocked_at IS NOT NULL);
CREATE INDEX payment_disputes_host ON public.payment_disputes USING btree (host_id, opened_at);
CREATE INDEX payment_disputes_look_up ON public.payment_disputes USING btree (next_look_up_at) WHERE (next_look_up_at IS NOT NULL);
CREATE INDEX payment_disputes_open ON public.payment_disputes USING btree (host_id, due_at) WHERE (state = 'open'::text);
CREATE INDEX payment_disputes_order ON public.payment_disputes USING btree (order_id);
CREATE UNIQUE INDEX payments_of_order ON public.payments USING btree (order_id, gateway, gateway_payment_id);
CREATE INDEX payments_of_stripe ON public.payments USING btree (gateway_payment_id) WHERE (gateway = 'stripe'::text);
CREATE UNIQUE INDEX payments_one_per_order ON public.payments USING btree (order_id) WHERE (use = 'order'::text);
CREATE UNIQUE INDEX people_email ON public.people USING btree (lower(email));
CREATE INDEX pictures_event ON public.pictures USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX pictures_files ON public.pictures USING gin (files);
CREATE INDEX pictures_host ON public.pictures USING btree (host_id, created_at);
CREATE INDEX pictures_unused ON public.pictures USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX pictures_uploaded_by ON public.pictures USING btree (uploaded_by) WHERE (uploaded_by IS NOT NULL);
CREATE UNIQUE INDEX promo_codes_code ON public.promo_codes USING btree (event_id, lower(code));
CREATE INDEX promo_codes_newest ON public.promo_codes USING btree (event_id, id);
CREATE INDEX public_keys_host ON public.public_keys USING btree (host_id);
CREATE INDEX questions_of_event ON public.questions USING btree (event_id, "position");
CREATE INDEX refunds_look_up ON public.refunds USING btree (next_look_up_at) WHERE (next_look_up_at IS NOT NULL);
CREATE INDEX refunds_open ON public.refunds USING btree (created_at, id) WHERE (status <> ALL (ARRAY['succeeded'::text, 'settled_by_hand'::text]));
CREATE INDEX refunds_open_of_host ON public.refunds USING btree (host_id, created_at, id) WHERE (status <> ALL (ARRAY['succeeded'::text, 'settled_by_hand'::text]));
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);
CREATE INDEX resendings_host ON public.resendings USING btree (host_id, created_at);
CREATE INDEX reservations_lapse ON public.reservations USING btree (expires_at) WHERE ((ended_at IS NULL) AND (quantity > 0));
CREATE UNIQUE INDEX reservations_of_address ON public.reservations USING btree (event_id, client_address) WHERE (is_shared AND (NOT has_left_address));
CREATE INDEX reservations_of_network ON public.reservations USING btree (client_address COLLATE "C") WHERE ((ended_at IS NULL) AND (NOT is_exempt));
CREATE INDEX reservations_promo_code ON public.reservations USING btree (promo_code_id) WHERE ((promo_code_id IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX returns_listed_of_type ON public.returns USING btree (listed_type_id, confirmed_at, id) WHERE (listed_type_id IS NOT NULL);
CREATE INDEX returns_of_order ON public.returns USING btree (order_id, asked_at);
CREATE UNIQUE INDEX returns_open ON public.returns USING btree (order_id) WHERE (state = ANY (ARRAY['asked'::text, 'waiting'::text]));
CREATE INDEX returns_waiting ON public.returns USING btree (host_id, confirmed_at) WHERE (state = 'waiting'::text);
CREATE INDEX sales_times_minutes ON public.sales_times USING btree (at) WHERE (at <> date_bin('00:15:00'::interval, at, '1970-01-01 00:00:00+00'::timestamp with time zone));
CREATE INDEX sandbox_payments_created ON public.sandbox_payments USING btree (created_at);
CREATE INDEX scans_conflicts ON public.scans USING btree (event_id, at, id) WHERE (((is_double AND (kind = 'entry'::text)) OR (against IS NOT NULL)) AND (undone_by IS NULL));
CREATE INDEX scans_counts ON public.scans USING btree (event_id, door_id, ticket_type_id, outcome, is_double) WHERE ((outcome = ANY (ARRAY['admitted'::text, 're_entry'::text, 'left'::text])) AND (undone_by IS NULL));
CREATE INDEX scans_device ON public.scans USING btree (device_id, at, id);
CREATE INDEX scans_door ON public.scans USING btree (door_id, at, id);
CREATE INDEX scans_event ON public.scans USING btree (event_id, at, id);
CREATE INDEX scans_outcome ON public.scans USING btree (event_id, outcome, at, id);
CREATE INDEX scans_received ON public.scans USING btree (received_at);
CREATE INDEX scans_ticket ON public.scans USING btree (ticket_id, at, id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX scans_undoes ON public.scans USING btree (undoes) WHERE (undoes IS NOT NULL);
CREATE INDEX scans_wrong_short_codes ON public.scans USING btree (event_id, received_at) WHERE ((how = 'short_code'::text) AND (ticket_id IS NULL));
CREATE INDEX search_words_prefix ON public.search_words USING btree (host_id, word text_pattern_ops);
CREATE INDEX search_words_similar ON public.search_words USING gin (host_id, word gin_trgm_ops);
CREATE INDEX seat_exchanges_from_type ON public.seat_exchanges USING btree (from_type_id);
CREATE INDEX seat_exchanges_of_order ON public.seat_exchanges USING btree (order_id);
CREATE INDEX seat_exchanges_of_ticket ON public.seat_exchanges USING btree (ticket_id, done_at);
CREATE INDEX seat_exchanges_to_type ON public.seat_exchanges USING btree (to_type_id) WHERE (difference_order_id IS NOT NULL);
CREATE INDEX seating_plan_pictures_file ON public.seating_plan_pictures USING btree (file);
CREATE INDEX seating_plans_host ON public.seating_plans USING btree (host_id, changed_at DESC);
CREATE INDEX seats_held_by ON public.seats USING btree (held_by) WHERE (held_by IS NOT NULL);
CREATE INDEX seats_ticket_type ON public.seats USING btree (ticket_type_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_last_use ON public.sessions USING btree (last_used_at);
CREATE INDEX sessions_person ON public.sessions USING btree (person_id);
CREATE UNIQUE INDEX stream_gaps_open ON public.stream_gaps USING btree (((ended_at IS NULL))) WHERE (ended_at IS NULL);
CREATE INDEX support_visits_host ON public.support_visits USING btree (host_id, asked_at);
CREATE UNIQUE INDEX support_visits_open ON public.support_visits USING btree (host_id, person_id) WHERE (ended_at IS NULL);
CREATE INDEX support_visits_person ON public.support_visits USING btree (person_id);
CREATE UNIQUE INDEX tax_rates_fees ON public.tax_rates USING btree (host_id) WHERE is_for_fees;
CREATE INDEX tax_rates_of_host ON public.tax_rates USING btree (host_id);
CREATE INDEX ticket_types_awaited ON public.ticket_types USING btree (id) WHERE (awaited > 0);
CREATE INDEX ticket_types_event ON public.ticket_types USING btree (event_id, "position");
CREATE INDEX ticket_types_seats_of ON public.ticket_types USING btree (seats_of) WHERE (seats_of IS NOT NULL);
CREATE INDEX ticket_types_taxes_uncounted ON public.ticket_types USING btree (event_id) WHERE (NOT taxes_counted);
CREATE INDEX ticket_types_times_uncounted ON public.ticket_types USING btree (event_id) WHERE (NOT times_counted);
CREATE INDEX ticket_types_uncounted ON public.ticket_types USING btree (id) WHERE (sales_minor IS NULL);
CREATE INDEX tickets_came_in ON public.tickets USING btree (event_id) WHERE ((used_at IS NOT NULL) AND (voided_at IS NULL));
CREATE INDEX tickets_changed ON public.tickets USING btree (event_id, changed_in, id);
CREATE INDEX tickets_event_guests ON public.tickets USING btree (event_id, ((
CASE how
    WHEN 'bought'::text THEN 0
    WHEN 'complimentary'::text THEN 3
    ELSE 6
END +
CASE
    WHEN (voided_at IS NOT NULL) THEN 2
    WHEN (used_at IS NOT NULL) THEN 1
    ELSE 0
END)), id);
CREATE INDEX tickets_marked_email ON public.tickets USING btree (event_id, ((
CASE how
    WHEN 'bought'::text THEN 0
    WHEN 'complimentary'::text THEN 3
    ELSE 6
END +
CASE
    WHEN (voided_at IS NOT NULL) THEN 2
    WHEN (used_at IS NOT NULL) THEN 1
    ELSE 0
END)), lower(email) COLLATE "C", id DESC);
CREATE INDEX tickets_marked_name ON public.tickets USING btree (event_id, ((
CASE how
    WHEN 'bought'::text THEN 0
    WHEN 'complimentary'::text THEN 3
    ELSE 6
END +
CASE
    WHEN (voided_at IS NOT NULL) THEN 2
    WHEN (used_at IS NOT NULL) THEN 1
    ELSE 0
END)), lower(((last_name || ' '::text) || first_name)) COLLATE "C", id DESC);
CREATE UNIQUE INDEX tickets_seat ON public.tickets USING btree (seat_id) WHERE ((seat_id IS NOT NULL) AND (voided_at IS NULL));
CREATE UNIQUE INDEX tickets_short_code ON public.tickets USING btree (event_id, short_code);
CREATE INDEX tickets_type_guests ON public.tickets USING btree (ticket_type_id, ((
CASE how
    WHEN 'bought'::text THEN 0
    WHEN 'complimentary'::text THEN 3
    ELSE 6
END +
CASE
    WHEN (voided_at IS NOT NULL) THEN 2
    WHEN (used_at IS NOT NULL) THEN 1
    ELSE 0
END)), id);
CREATE INDEX tickets_void ON public.tickets USING btree (event_id, is_returned) WHERE (voided_at IS NOT NULL);
CREATE INDEX waiting_entries_cart ON public.waiting_entries USING btree (event_id, cart_token) WHERE (cart_token IS NOT NULL);
CREATE UNIQUE INDEX waiting_entries_device ON public.waiting_entries USING btree (event_id, device_id) WHERE (device_id IS NOT NULL);
CREATE UNIQUE INDEX waiting_entries_email ON public.waiting_entries USING btree (event_id, email_hash) WHERE (email_hash IS NOT NULL);
CREATE INDEX waiting_entries_inside ON public.waiting_entries USING btree (event_id, admitted_until) WHERE (admitted_until IS NOT NULL);
CREATE UNIQUE INDEX waiting_entries_line ON public.waiting_entries USING btree (event_id, line_key);
CREATE INDEX waiting_entries_network ON public.waiting_entries USING btree (event_id, network) WHERE (network IS NOT NULL);
CREATE INDEX waiting_list_entries_email ON public.waiting_list_entries USING btree (lower(email));
CREATE INDEX waiting_list_entries_lapse ON public.waiting_list_entries USING btree (offered_until) WHERE (state = 'offered'::text);
CREATE INDEX waiting_list_entries_next ON public.waiting_list_entries USING btree (ticket_type_id, rank, confirmed_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX waiting_list_entries_of_event ON public.waiting_list_entries USING btree (event_id, id);
CREATE UNIQUE INDEX waiting_list_entries_once ON public.waiting_list_entries USING btree (ticket_type_id, email_key) WHERE (ended_at IS NULL);
CREATE INDEX waiting_orders_entry ON public.waiting_orders USING btree (event_id, entry_id);
CREATE INDEX waiting_rooms_open ON public.waiting_rooms USING btree (event_id) WHERE (closed_at IS NULL);
CREATE INDEX wallet_passes_of_device ON public.wallet_passes USING btree (device, changed_at) WHERE (wallet = 'apple'::text);
CREATE INDEX wallet_passes_of_event ON public.wallet_passes USING btree (event_id, pass);
CREATE INDEX wallet_passes_of_ticket ON public.wallet_passes USING btree (ticket_id);
CREATE INDEX webhook_deliveries_again ON public.webhook_deliveries USING btree (redelivery_of) WHERE (redelivery_of IS NOT NULL);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (subscription_id, next_attempt_at, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (subscription_id, id) WHERE (status = 'failed'::text);
CREATE INDEX webhook_deliveries_of_receiver ON public.webhook_deliveries USING btree (subscription_id, id) WHERE (reference <> ''::text);
CREATE UNIQUE INDEX webhook_subscription_periods_open ON public.webhook_subscription_periods USING btree (subscription_id) WHERE (disabled_at IS NULL);
CREATE INDEX webhook_subscriptions_event ON public.webhook_subscriptions USING btree (event_id) WHERE (removed_at IS NULL);
CREATE INDEX webhook_subscriptions_of_event ON public.webhook_subscriptions USING btree (event_id);
CREATE UNIQUE INDEX webhook_subscriptions_url ON public.webhook_subscriptions USING btree (url) WHERE (removed_at IS NULL);

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();
CREATE TRIGGER categories_changed AFTER UPDATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION notify_every_catalog_changed();
CREATE TRIGGER categories_search AFTER UPDATE OF name ON public.categories FOR EACH ROW EXECUTE FUNCTION refresh_category_search();
CREATE TRIGGER event_halls_changed AFTER INSERT OR DELETE OR UPDATE ON public.event_halls FOR EACH STATEMENT EXECUTE FUNCTION notify_seats_changed();
CREATE TRIGGER event_translations_changed AFTER INSERT OR DELETE OR UPDATE ON public.event_translations FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER event_translations_changed_pass AFTER INSERT OR DELETE OR UPDATE ON public.event_translations FOR EACH ROW EXECUTE FUNCTION note_changed_pass();
CREATE TRIGGER event_translations_search AFTER INSERT OR DELETE OR UPDATE OF name, description ON public.event_translations FOR EACH ROW EXECUTE FUNCTION refresh_event_search();
CREATE TRIGGER events_changed AFTER INSERT OR DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER events_changed_pass AFTER UPDATE ON public.events FOR EACH ROW WHEN (((new.version <> old.version) OR (new.status <> old.status) OR (new.starts_at <> old.starts_at))) EXECUTE FUNCTION note_changed_pass();
CREATE TRIGGER events_first_public BEFORE INSERT OR UPDATE OF status, slug, first_public_at ON public.events FOR EACH ROW EXECUTE FUNCTION keep_first_public();
CREATE TRIGGER events_of_unconfirmed_host BEFORE INSERT OR UPDATE OF status, host_id ON public.events FOR EACH ROW WHEN ((new.status <> 'DRAFT'::text)) EXECUTE FUNCTION keep_unconfirmed_draft();
CREATE TRIGGER events_search BEFORE INSERT OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION set_event_search();
CREATE TRIGGER events_search_words AFTER INSERT OR UPDATE OF search, name, description, state, lga, street, hide_location, category_id ON public.events FOR EACH ROW EXECUTE FUNCTION keep_search_words();
CREATE TRIGGER gallery_images_changed AFTER INSERT OR DELETE OR UPDATE ON public.gallery_images FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER headliners_changed AFTER INSERT OR DELETE OR UPDATE ON public.headliners FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER headliners_search AFTER INSERT OR DELETE OR UPDATE ON public.headliners FOR EACH ROW EXECUTE FUNCTION refresh_event_search();
CREATE TRIGGER hosts_seller_changed AFTER UPDATE OF name, seller_name, seller_address, tax_number, vat_basis_points ON public.hosts FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.seller_name IS DISTINCT FROM new.seller_name)) OR (old.seller_address IS DISTINCT FROM new.seller_address)) OR (old.tax_number IS DISTINCT FROM new.tax_number)) OR (old.vat_basis_points IS DISTINCT FROM new.vat_basis_points))) EXECUTE FUNCTION keep_seller_facts();
CREATE TRIGGER hosts_seller_made AFTER INSERT ON public.hosts FOR EACH ROW EXECUTE FUNCTION keep_seller_facts();
CREATE TRIGGER hosts_settings_changed AFTER UPDATE OF name, country, contact_email, terms, refund_policy, tax_number, fee_basis_points, fee_flat_minor, fee_cap_minor, fees_absorbed, callback_origins ON public.hosts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_host_changed();
CREATE TRIGGER hosts_slug BEFORE INSERT OR UPDATE OF slug ON public.hosts FOR EACH ROW WHEN ((new.slug IS NULL)) EXECUTE FUNCTION set_host_slug();
CREATE TRIGGER hosts_suspended AFTER UPDATE OF suspended_at ON public.hosts FOR EACH ROW WHEN ((old.suspended_at IS DISTINCT FROM new.suspended_at)) EXECUTE FUNCTION notify_host_suspended();
CREATE TRIGGER private_keys_changed AFTER UPDATE OF private_key_sha256 ON public.hosts FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();
CREATE TRIGGER invoice_settings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_settings FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();
CREATE TRIGGER invoices_kept BEFORE DELETE ON public.invoices FOR EACH ROW EXECUTE FUNCTION keep_invoices();
CREATE TRIGGER invoices_unchanged BEFORE UPDATE OR TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();
CREATE TRIGGER orders_stamped AFTER INSERT ON public.orders REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION stamp_made_orders();
CREATE CONSTRAINT TRIGGER orders_streamed AFTER INSERT OR UPDATE OF status ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stream_order();
CREATE TRIGGER pools_changed AFTER INSERT OR DELETE OR UPDATE ON public.pools FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER promo_code_ticket_types_changed AFTER INSERT ON public.promo_code_ticket_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_code_types_changed();
CREATE TRIGGER promo_code_ticket_types_moved AFTER UPDATE ON public.promo_code_ticket_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_code_types_changed();
CREATE TRIGGER promo_code_ticket_types_removed AFTER DELETE ON public.promo_code_ticket_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_code_types_changed();
CREATE TRIGGER promo_codes_changed AFTER INSERT OR DELETE OR UPDATE OF code, percent_basis_points, amount_minor, starts_at, ends_at, maximum_uses ON public.promo_codes FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER public_keys_changed AFTER DELETE OR UPDATE ON public.public_keys FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();
CREATE TRIGGER refunds_host BEFORE INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION set_refund_host();
CREATE CONSTRAINT TRIGGER refunds_streamed AFTER INSERT OR UPDATE OF status ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stream_refund();
CREATE CONSTRAINT TRIGGER scans_streamed AFTER INSERT OR UPDATE OF outcome ON public.scans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stream_scan();
CREATE TRIGGER seating_plan_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seating_plan_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();
CREATE TRIGGER seats_changed AFTER INSERT OR DELETE OR UPDATE OF ticket_type_id, section, row_label, seat_label, x, y, is_accessible, is_restricted_view, companion_of, table_id, table_seats ON public.seats FOR EACH STATEMENT EXECUTE FUNCTION notify_seats_changed();
CREATE TRIGGER seller_facts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seller_facts FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();
CREATE TRIGGER further_price_added AFTER INSERT ON public.ticket_types FOR EACH ROW WHEN ((new.seats_of IS NOT NULL)) EXECUTE FUNCTION notify_seats_changed();
CREATE TRIGGER further_price_deleted AFTER DELETE ON public.ticket_types FOR EACH ROW WHEN ((old.seats_of IS NOT NULL)) EXECUTE FUNCTION notify_seats_changed();
CREATE TRIGGER ticket_types_changed AFTER INSERT OR DELETE OR UPDATE OF name, description, price_minor, capacity, maximum_per_order, sale_starts_at, sale_ends_at, "position" ON public.ticket_types FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER ticket_types_changed_pass AFTER UPDATE OF name ON public.ticket_types FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION note_changed_pass();
CREATE TRIGGER ticket_types_former_price AFTER UPDATE OF price_minor, sale_starts_at, sale_ends_at ON public.ticket_types FOR EACH ROW WHEN ((((old.price_minor IS DISTINCT FROM new.price_minor) OR (old.sale_starts_at IS DISTINCT FROM new.sale_starts_at)) OR (old.sale_ends_at IS DISTINCT FROM new.sale_ends_at))) EXECUTE FUNCTION keep_former_price();
CREATE TRIGGER ticket_types_guard_pool AFTER UPDATE OF sold, held ON public.ticket_types FOR EACH ROW WHEN (((new.pool_id IS NOT NULL) AND ((old.sold + old.held) <> (new.sold + new.held)))) EXECUTE FUNCTION guard_pool();
CREATE TRIGGER ticket_types_pooled AFTER UPDATE OF pool_id ON public.ticket_types FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER ticket_types_sell_listings BEFORE UPDATE OF sold ON public.ticket_types FOR EACH ROW WHEN (((new.listed > 0) AND ((new.sold + new.listed) > new.capacity))) EXECUTE FUNCTION sell_listings();
CREATE TRIGGER ticket_types_sold_out AFTER UPDATE OF sold, held, awaited ON public.ticket_types FOR EACH ROW WHEN (((((old.sold + old.held) + old.awaited) >= old.capacity) <> (((new.sold + new.held) + new.awaited) >= new.capacity))) EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER tickets_changed_in BEFORE UPDATE ON public.tickets FOR EACH ROW EXECUTE FUNCTION note_changed_ticket();
CREATE TRIGGER tickets_changed_pass AFTER UPDATE ON public.tickets FOR EACH ROW WHEN (((new.serial <> old.serial) OR (new.voided_at IS DISTINCT FROM old.voided_at) OR (new.passed_on_at IS DISTINCT FROM old.passed_on_at) OR (new.first_name <> old.first_name) OR (new.last_name <> old.last_name))) EXECUTE FUNCTION note_changed_pass();
CREATE TRIGGER tickets_returned AFTER UPDATE ON public.tickets REFERENCING OLD TABLE AS unchanged NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_returned_tickets();
CREATE CONSTRAINT TRIGGER tickets_streamed AFTER INSERT OR UPDATE OF seat_id, passed_on_at, voided_at ON public.tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stream_ticket();
CREATE TRIGGER waiting_lists_changed AFTER INSERT OR DELETE OR UPDATE OF stopped_at ON public.waiting_lists FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER waiting_room_changed AFTER UPDATE OF draws_at, drawn_at, paused_at, closed_at, per_minute, most_inside, admission_minutes, asks_email, seed_ciphertext ON public.waiting_rooms FOR EACH ROW EXECUTE FUNCTION notify_waiting_room_changed();
CREATE TRIGGER waiting_room_opened AFTER INSERT OR DELETE ON public.waiting_rooms FOR EACH ROW EXECUTE FUNCTION notify_waiting_room_changed();
CREATE TRIGGER webhook_subscription_periods AFTER INSERT OR UPDATE OF is_enabled ON public.webhook_subscriptions FOR EACH ROW EXECUTE FUNCTION keep_subscription_periods();
