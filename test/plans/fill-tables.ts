import type pg from 'pg';

/** The rows are of these: the event that is on sale, its ticket types and its receiver of webhooks. */
export type Filled = {
  hostId: string;
  eventId: string;
  /** Of the first there is plenty, of the last nothing is left: all of it is held. */
  types: { plenty: string; free: string; full: string };
  subscriptionId: string;
};

// Of every table more than a statement may read by a hundred times, and few enough to be written in seconds.
const RESERVATIONS = 50_000;
const ORDERS = 25_000;
const OTHERS = 10_000;

/**
 * A busy sale in its second week, and all of it at the event that is on sale: who goes the wrong way into a table goes through all
 * of these rows. Nothing is lapsed or due, so nobody has a reason to read them. The host has four hundred other events.
 */
export async function fillTables(client: pg.Client, filled: Filled): Promise<void> {
  const { hostId, eventId, types, subscriptionId } = filled;
  const statements: [string, unknown[]][] = [
    // Neither triggers nor foreign keys: they are not what is looked at, and take most of the time.
    [`SET session_replication_role = replica`, []],
    [`SET synchronous_commit = off`, []],
    [
      `INSERT INTO reservations (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at, ended_at,
                                 quote_reference, quote)
       SELECT new_id(), CASE WHEN nr % 10 = 0 THEN gen_random_uuid() ELSE $1 END, gen_random_uuid(),
              '100.' || nr % 200 || '.' || nr / 200 % 250 || '.' || nr % 7, nr % 50 = 0, 2, now(), now() + interval '1 hour',
              CASE WHEN nr % 3 = 0 THEN now() END, 'filling ' || nr, '{"items":[],"total":0}'
         FROM generate_series(1, ${RESERVATIONS}) AS nr
       ON CONFLICT DO NOTHING`,
      [eventId],
    ],
    [
      `INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at)
       SELECT r.id, type.id, 1, r.expires_at FROM reservations AS r CROSS JOIN unnest($1::uuid[]) AS type (id)
        WHERE r.ended_at IS NULL AND r.quote_reference LIKE 'filling %'`,
      [[types.plenty, types.full]],
    ],
    [
      `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                           first_name, last_name, idempotency_key, request_hash, client_address, quantity, counts_until,
                           created_at, confirmed_at, pay_by, next_look_up_at)
       SELECT new_id(), 'TSR-' || substr(hex, 1, 4) || '-' || substr(hex, 5, 4) || '-' || substr(hex, 9, 4) || '-' || substr(hex, 13),
              $1, $2, 'api', status, 'filling', '{"items":[]}', CASE WHEN nr % 7 = 0 THEN 0 ELSE 100 END, 'NGN',
              'buyer' || nr % 15000 || '@example.com', 'Ada', 'Obi', CASE WHEN nr % 2 = 0 THEN 'key ' || nr END, '\\x00',
              '100.' || nr % 200 || '.' || nr / 200 % 250 || '.1', 2,
              CASE WHEN nr % 7 = 0 OR status = 'expired' THEN now() + interval '2 hours' END, now() - nr * interval '1 second',
              CASE WHEN status = 'confirmed' THEN now() END, now() + interval '1 hour',
              CASE WHEN nr % 4 = 0 THEN now() + interval '1 hour' END
         FROM (SELECT nr, upper(lpad(to_hex(nr), 16, '0')) AS hex,
                      CASE nr % 4 WHEN 0 THEN 'pending_payment' WHEN 1 THEN 'expired' ELSE 'confirmed' END AS status
                 FROM generate_series(1, ${ORDERS}) AS nr) AS one`,
      [eventId, hostId],
    ],
    [
      `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
       SELECT new_id(), o.id, $1, $2, nr, gen_random_uuid(), o.email, 'Ada', 'Obi', now()
         FROM orders AS o CROSS JOIN generate_series(1, 3) AS nr WHERE o.status = 'confirmed' AND o.quote_reference = 'filling'`,
      [eventId, types.plenty],
    ],
    [
      `INSERT INTO seat_exchanges (id, event_id, host_id, order_id, ticket_id, from_seat_id, to_seat_id, from_type_id, to_type_id,
                                   difference_minor, how, created_at, done_at)
       SELECT gen_random_uuid(), event_id, $2, order_id, id, gen_random_uuid(), gen_random_uuid(), ticket_type_id, ticket_type_id, 0, 'same',
              now(), now() FROM tickets WHERE event_id = $1`,
      [eventId, hostId],
    ],
    [
      `INSERT INTO payment_pages (order_id, number, gateway, reference, created_at)
       SELECT id, 1, 'sandbox', reference, now() FROM orders WHERE quote_reference = 'filling'`,
      [],
    ],
    [
      `INSERT INTO scans (id, event_id, door_id, device_id, ticket_id, ticket_type_id, kind, how, at, received_at, outcome)
       SELECT gen_random_uuid(), event_id, md5((position % 3)::text)::uuid, md5((position % 3)::text)::uuid, id, ticket_type_id, 'entry', 'code',
              now() - interval '1 hour', now() - interval '1 hour', 'admitted'
         FROM tickets WHERE event_id = $1`,
      [eventId],
    ],
    [
      `INSERT INTO passed_on_codes (serial, event_id, ticket_id) SELECT gen_random_uuid(), event_id, id FROM tickets WHERE event_id = $1`,
      [eventId],
    ],
    [
      `INSERT INTO doors (id, event_id, name) SELECT gen_random_uuid(), gen_random_uuid(), 'Filling' FROM generate_series(1, ${OTHERS})`,
      [],
    ],
    [
      `INSERT INTO door_devices (id, door_id, event_id, name) SELECT gen_random_uuid(), id, event_id, 'Filling' FROM doors WHERE name = 'Filling'`,
      [],
    ],
    [
      `INSERT INTO order_changes (order_id, at, status, cause)
       SELECT o.id, now(), o.status, 'a test' FROM orders AS o CROSS JOIN generate_series(1, 2) WHERE o.quote_reference = 'filling'`,
      [],
    ],
    [
      `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
       SELECT new_id(), id, 'sandbox', id::text, 100, 'NGN', 'order', now(), now() FROM orders
        WHERE status = 'confirmed' AND quote_reference = 'filling'`,
      [],
    ],
    [
      `INSERT INTO order_taxes (order_id, item, is_fee, ticket_type_id, name, kind, basis_points, amount_minor, tax_minor)
       SELECT id, 1, false, $1, '', 'standard', 750, 100, 7 FROM orders WHERE total_minor > 0 AND quote_reference = 'filling'`,
      [types.plenty],
    ],
    [
      `INSERT INTO refunds (id, order_id, payment_id, amount_minor, reason, request_key, status, created_at)
       SELECT new_id(), order_id, id, 1, 'host', id::text, 'succeeded', now() FROM payments WHERE gateway_payment_id = order_id::text`,
      [],
    ],
    [
      `INSERT INTO mails (id, order_id, kind, recipient, sent_at, message_id)
       SELECT new_id(), id, 'tickets', email, now(), id::text FROM orders
        WHERE status = 'confirmed' AND quote_reference = 'filling'`,
      [],
    ],
    [
      `INSERT INTO sandbox_payments (id, reference, amount_minor, currency, email, name, description, return_url, callback_url, pay_by)
       SELECT gen_random_uuid(), reference, 1, 'NGN', email, 'Ada', 'x', 'x', 'x', pay_by FROM orders
        WHERE status <> 'expired' AND quote_reference = 'filling'`,
      [],
    ],
    // Kinds that are leased all the time, not yet due or set aside.
    [
      `INSERT INTO jobs (id, kind, payload, unique_key, run_at, set_aside_at)
       SELECT new_id(), kind, '{}', nr::text, now() + interval '1 day', CASE WHEN nr % 2 = 0 THEN now() END
         FROM unnest(ARRAY['send_mail', 'follow_payment']) AS kind, generate_series(1, ${OTHERS}) AS nr`,
      [],
    ],
    [
      `INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference, status, attempts, ended_at,
                                       next_attempt_at)
       SELECT new_id(), $1, 'TICKET_PURCHASED', id, reference, CASE WHEN status = 'expired' THEN 'pending' ELSE 'delivered' END, 1,
              CASE WHEN status <> 'expired' THEN now() END, now() + interval '1 hour' FROM orders WHERE quote_reference = 'filling'`,
      [subscriptionId],
    ],
    [
      `INSERT INTO webhook_bodies (delivery_id, body) SELECT id, 'body' FROM webhook_deliveries ON CONFLICT DO NOTHING`,
      [],
    ],
    [
      `INSERT INTO webhook_attempts (delivery_id, attempt, started_at) SELECT id, 1, now() FROM webhook_deliveries ON CONFLICT DO NOTHING`,
      [],
    ],
    [
      `INSERT INTO events (id, host_id, category_id, slug, name, status, starts_at, closes_at, timezone, country, state, lga, search,
                           created_at)
       SELECT new_id(), CASE WHEN nr % 25 = 0 THEN $1 ELSE md5((nr % 25)::text)::uuid END, category_id, 'filling-' || nr, 'Filling ' || nr, 'LIVE', starts_at, closes_at, timezone, country, state,
              lga, to_tsvector('simple', 'filling word' || nr), created_at - nr * interval '1 second'
         FROM events CROSS JOIN generate_series(1, ${OTHERS}) AS nr WHERE id = $2`,
      [hostId, eventId],
    ],
    [
      `INSERT INTO search_words (host_id, word)
       SELECT CASE WHEN nr % 25 = 0 THEN $1 ELSE md5((nr % 25)::text)::uuid END, 'word' || nr FROM generate_series(1, ${OTHERS}) AS nr`,
      [hostId],
    ],
    [
      `INSERT INTO ticket_types (id, event_id, name, price_minor, capacity)
       SELECT new_id(), id, 'Filling', 100, 100 FROM events WHERE slug LIKE 'filling-%'`,
      [],
    ],
    [
      `INSERT INTO pools (id, event_id, name, capacity) SELECT new_id(), id, 'Filling', 100 FROM events WHERE slug LIKE 'filling-%'`,
      [],
    ],
    [
      `INSERT INTO promo_codes (id, event_id, code, amount_minor, maximum_uses)
       SELECT new_id(), id, 'FILLING', 1, 10 FROM events WHERE slug LIKE 'filling-%'`,
      [],
    ],
    [
      `INSERT INTO seats (id, event_id, ticket_type_id, section, row_label, seat_label, x, y)
       SELECT new_id(), event_id, id, 'Stalls', 'A', '1', 0, 0 FROM ticket_types WHERE name = 'Filling'`,
      [],
    ],
    [
      `INSERT INTO public_keys (id, host_id, key) SELECT new_id(), $1, 'pk_' || md5(nr::text) FROM generate_series(1, ${OTHERS}) AS nr`,
      [hostId],
    ],
    [
      // By the minute for not quite three days, then by the quarter of an hour.
      `INSERT INTO sales_times (ticket_type_id, at, gateway, orders, tickets, gross_minor)
       SELECT type, at, 'sandbox', 1, 1, 100
         FROM unnest($1::uuid[]) AS type,
              (SELECT date_bin('1 minute', now(), 'epoch') - (60 + nr) * interval '1 minute' AS at FROM generate_series(1, 4000) AS nr
                UNION ALL
               SELECT date_bin('15 minutes', now(), 'epoch') - interval '3 days' - nr * interval '15 minutes'
                 FROM generate_series(1, 1000) AS nr) AS times`,
      [[types.plenty, types.free, types.full]],
    ],
    [
      `INSERT INTO sales_times (ticket_type_id, at, gateway, orders, tickets, gross_minor)
       SELECT id, date_bin('15 minutes', now(), 'epoch') - nr * interval '1 day', 'sandbox', 1, 1, 100
         FROM ticket_types, generate_series(5, 10) AS nr WHERE name = 'Filling'`,
      [],
    ],
    // The counters agree with the rows.
    [
      `UPDATE ticket_types AS t SET capacity = 10000000, held = (SELECT coalesce(sum(quantity), 0) FROM holds WHERE ticket_type_id = t.id),
              sold = (SELECT count(*) FROM tickets WHERE ticket_type_id = t.id) WHERE id = ANY ($1)`,
      [[types.plenty, types.full]],
    ],
    [`UPDATE ticket_types SET capacity = sold + held WHERE id = $1`, [types.full]],
    [`RESET session_replication_role`, []],
  ];
  for (const [text, values] of statements) await client.query(text, values);
}
