const EVENTS = '(SELECT id FROM events WHERE host_id = $1)';
const ORDERS = `(SELECT id FROM orders WHERE event_id IN ${EVENTS})`;
const TYPES = `(SELECT id FROM ticket_types WHERE event_id IN ${EVENTS})`;
const DEVICES = `(SELECT id FROM door_devices WHERE event_id IN ${EVENTS})`;
const RECEIVERS = `(SELECT id FROM webhook_subscriptions WHERE event_id IN ${EVENTS})`;
const DELIVERIES = `(SELECT id FROM webhook_deliveries WHERE subscription_id IN ${RECEIVERS})`;
const CODES = `(SELECT id FROM promo_codes WHERE event_id IN ${EVENTS})`;
const PLANS = '(SELECT id FROM seating_plans WHERE host_id = $1)';
const SANDBOX = `(SELECT id FROM sandbox_payments WHERE reference IN (SELECT reference FROM orders WHERE event_id IN ${EVENTS}))`;

const ofHost = 'host_id = $1';
const ofEvents = `event_id IN ${EVENTS}`;
const ofOrders = `order_id IN ${ORDERS}`;
const ofReferences = `reference IN (SELECT reference FROM orders WHERE event_id IN ${EVENTS} UNION ALL SELECT reference FROM payment_pages WHERE order_id IN ${ORDERS})`;
const ofTypes = `ticket_type_id IN ${TYPES}`;

/**
 * Every table with rows of hosts, and which rows are a host's: $1 is its id. Rows come before those that they refer to, so that this is
 * the order to delete them in.
 */
export const HOST_TABLES: Record<string, string> = {
  answers: `question_id IN (SELECT id FROM questions WHERE ${ofEvents})`,
  webhook_attempts: `delivery_id IN ${DELIVERIES}`,
  webhook_bodies: `delivery_id IN ${DELIVERIES}`,
  webhook_deliveries: `subscription_id IN ${RECEIVERS}`,
  webhook_subscription_periods: `subscription_id IN ${RECEIVERS}`,
  webhook_subscriptions: ofEvents,
  waiting_orders: ofEvents,
  waiting_addresses: ofEvents,
  waiting_buckets: ofEvents,
  waiting_entries: ofEvents,
  waiting_rooms: ofEvents,
  waiting_list_entries: ofEvents,
  waiting_lists: ofEvents,
  stream_events: ofHost,
  scans: ofEvents,
  late_scans: ofEvents,
  former_device_tokens: `device_id IN ${DEVICES}`,
  door_devices: ofEvents,
  doors: ofEvents,
  check_in_rules: ofEvents,
  passed_on_codes: ofEvents,
  seat_exchanges: ofEvents,
  event_cancellation_orders: ofOrders,
  event_cancellations: ofEvents,
  event_postponements: ofEvents,
  mails: ofOrders,
  newsletter_consents: ofHost,
  resendings: ofHost,
  messages: ofHost,
  unsubscribed: ofHost,
  unsubscribing_keys: ofHost,
  bank_transfer_lines: ofHost,
  bank_transfer_settings: ofHost,
  invoices: ofHost,
  invoice_requests: ofOrders,
  invoice_counters: ofHost,
  invoice_settings: ofHost,
  returns: ofHost,
  refund_taxes: `refund_id IN (SELECT id FROM refunds WHERE ${ofOrders})`,
  refunds: ofOrders,
  payment_disputes: ofHost,
  payments: ofOrders,
  mpesa_reversals: ofReferences,
  mpesa_prompts: ofReferences,
  mpesa_payments: ofReferences,
  payment_pages: ofOrders,
  order_changes: ofOrders,
  wallet_passes: ofEvents,
  tickets: ofEvents,
  sandbox_refunds: `payment_id IN ${SANDBOX}`,
  sandbox_payments: `id IN ${SANDBOX}`,
  holds: ofTypes,
  reservations: ofEvents,
  order_taxes: ofOrders,
  orders: ofEvents,
  sales_times: ofTypes,
  tax_times: ofTypes,
  former_prices: ofTypes,
  promo_code_ticket_types: `promo_code_id IN ${CODES}`,
  promo_codes: ofEvents,
  seats: ofEvents,
  event_halls: ofEvents,
  questions: ofEvents,
  guest_lists: ofHost,
  exports: ofHost,
  event_translations: ofEvents,
  headliners: ofEvents,
  gallery_images: ofEvents,
  event_verify_keys: ofEvents,
  preview_links: ofEvents,
  automatic_mails: ofEvents,
  left_carts: ofEvents,
  ticket_types: ofEvents,
  tax_rates: ofHost,
  pools: ofEvents,
  member_events: ofEvents,
  seating_plan_pictures: `plan_id IN ${PLANS}`,
  seating_plan_versions: `plan_id IN ${PLANS}`,
  seating_plans: ofHost,
  events: ofHost,
  search_words: ofHost,
  invitations: ofHost,
  support_visits: ofHost,
  public_key_uses: 'key_id IN (SELECT id FROM public_keys WHERE host_id = $1)',
  public_keys: ofHost,
  payment_accounts: ofHost,
  host_mails: ofHost,
  seller_facts: ofHost,
  audit_log: ofHost,
  members: ofHost,
  pictures: ofHost,
  hosts: 'id = $1',
};

/** The files that a host's events show, each with its event. */
export const SHOWN_FILES = `
  SELECT id AS "eventId", poster_file AS file FROM events WHERE ${ofHost} AND poster_file IS NOT NULL
   UNION SELECT event_id, image_file FROM headliners WHERE ${ofEvents} AND image_file IS NOT NULL
   UNION SELECT event_id, file FROM gallery_images WHERE ${ofEvents}
   UNION SELECT event_id, thumbnail_file FROM gallery_images WHERE ${ofEvents}`;

/** The others, and why they have nothing of a host: a person's account stays with the person, and with their other hosts. */
export const NOT_OF_HOSTS: Record<string, string> = {
  attempts: 'of addresses, accounts and devices; forgotten after a day',
  categories: 'of the platform',
  incident_notes: 'of the platform',
  incidents: 'of the platform',
  jobs: 'of the program; those about a host are dropped with it',
  joined_notices: 'of people; those about a host are dropped with it',
  last_backup: 'of the platform',
  mailed_tokens: 'of people',
  passkey_challenges: 'of people',
  passkeys: 'of people',
  people: 'of people',
  recovery_codes: 'of people',
  schema_functions: 'of the program',
  schema_migrations: 'of the program',
  secret_keys: 'of the program',
  sessions: 'of people',
  soundness: 'of the platform',
  stream_gaps: 'of the program',
};
