import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';

const SMALL_EVENTS = 1_000;
const SMALL_ORDERS = 20;
const SAMPLES = 100;

export type FilledHost = {
  hostId: string;
  hotEventId: string;
  smallEventIds: string[];
  commonTypeId: string;
  rareTypeId: string;
  promoCodeId: string;
  /** A moment at which half of the orders had been made, and its day in Lagos. */
  middle: Date;
  day: string;
  samples: { id: string; reference: string; email: string; eventId: string; serial: string }[];
};

const FIRST_NAMES = ['Ada', 'Chi', 'Emeka', 'Zainab', 'Tunde', 'Ngozi', 'Kwame', 'Amina', 'Segun', 'Ife'];
const LAST_NAMES = ['Obi', 'Eze', 'Okafor', 'Bello', 'Adeyemi', 'Mensah', 'Danjuma', 'Balogun', 'Nwosu'];

/** A host's orders of a year: most of one event, ten of them refunded, and a few of each of a thousand. */
export async function fillOrders(
  client: pg.Client,
  orders: number,
  onProgress: (line: string) => void,
): Promise<FilledHost> {
  const ask = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> =>
    (await client.query<T>(sql, values)).rows;
  await client.query('ALTER TABLE orders SET (autovacuum_enabled = off)');
  // Neither triggers nor foreign keys: they are not what is measured, and take most of the time.
  await client.query('SET session_replication_role = replica');
  await client.query('SET synchronous_commit = off');
  const [host] = await ask<{ id: string }>('SELECT id FROM hosts ORDER BY created_at, id LIMIT 1');
  const hostId = host?.id ?? '';
  const events = await ask<{ id: string }>(
    `INSERT INTO events (id, host_id, category_id, slug, name, status, starts_at, closes_at, timezone, country, state, lga)
     SELECT new_id(), $1, (SELECT id FROM categories LIMIT 1), 'fill-' || nr, 'Night ' || nr, 'LIVE', now() + interval '30 days',
            now() + interval '31 days', 'Africa/Lagos', 'NIGERIA', 'Lagos', 'Ikeja'
       FROM generate_series(0, ${SMALL_EVENTS}) AS nr RETURNING id`,
    [hostId],
  );
  const [hotEventId = '', ...smallEventIds] = events.map(({ id }) => id);
  const [commonTypeId, rareTypeId, promoCodeId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  const insert = (of: string, total: number): Promise<unknown> =>
    client.query(insertSql(of, total), [
      hostId,
      commonTypeId,
      rareTypeId,
      promoCodeId,
      FIRST_NAMES,
      LAST_NAMES,
    ]);
  await insert(`'${hotEventId}'::uuid`, orders);
  onProgress(`${orders} orders of one event`);
  await insert(
    `(ARRAY['${smallEventIds.join("','")}'])[1 + nr % ${SMALL_EVENTS}]::uuid`,
    SMALL_EVENTS * SMALL_ORDERS,
  );
  onProgress(`${SMALL_ORDERS} orders of each of ${SMALL_EVENTS} events`);
  const samples = await ask<FilledHost['samples'][number]>(
    `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
     SELECT new_id(), id, event_id, $1, 1, gen_random_uuid(), email, first_name, last_name, now()
       FROM (SELECT * FROM orders WHERE event_id = $2 AND status = 'confirmed' ORDER BY reference LIMIT ${SAMPLES}) AS o
     RETURNING order_id AS id, '' AS reference, email, event_id AS "eventId", serial`,
    [commonTypeId, hotEventId],
  );
  const references = await ask<{ id: string; reference: string }>(
    'SELECT id, reference FROM orders WHERE id = ANY ($1)',
    [samples.map(({ id }) => id)],
  );
  const byId = new Map(references.map(({ id, reference }) => [id, reference]));
  await fillRefunds(client, hotEventId);
  const [middle] = await ask<{ at: Date; day: string }>(
    `SELECT now() - interval '180 days' AS at, to_char((now() - interval '180 days') AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day`,
  );
  return {
    hostId,
    hotEventId,
    smallEventIds,
    commonTypeId,
    rareTypeId,
    promoCodeId,
    middle: middle?.at ?? new Date(),
    day: middle?.day ?? '',
    samples: samples.map((sample) => ({ ...sample, reference: byId.get(sample.id) ?? '' })),
  };
}

/** In the order of time, as they would have come. Nine last names have one order in a hundred each, four thousand have the others. */
const insertSql = (eventId: string, total: number): string => `
  INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, promo_code_id,
                      email, first_name, last_name, gateway, paid_by, created_at, confirmed_at, quantity)
  SELECT encode(overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
                'hex')::uuid,
         'TSR-' || substr(hex, 1, 4) || '-' || substr(hex, 5, 4) || '-' || substr(hex, 9, 4) || '-' || substr(hex, 13, 4), ${eventId}, $1,
         source, status, 'filled ' || nr,
         json_build_object('items', json_build_array(json_build_object('sku', CASE WHEN nr % 20000 = 7 THEN $3::uuid ELSE $2::uuid END,
           'name', 'Stalls', 'quantity', 1 + nr % 3, 'price', 500000, 'fee', 0, 'discount', 0, 'total', 500000 * (1 + nr % 3))),
           'total', 500000 * (1 + nr % 3), 'totalFees', 0, 'discount', 0, 'currency', 'NGN'),
         500000 * (1 + nr % 3), 'NGN', CASE WHEN nr % 500 = 3 THEN $4::uuid END, 'buyer' || (nr::bigint * 7919) % ${total} || '@mail.example',
         ($5::text[])[1 + nr % 10], CASE WHEN nr % 10 = 0 THEN ($6::text[])[1 + nr / 10 % 9] ELSE initcap(left(md5(nr::text), 3)) || 'eze' END,
         CASE WHEN source = 'complimentary' THEN NULL WHEN source = 'host' THEN 'by_hand' WHEN pay < 0.7 THEN 'paystack' WHEN pay < 0.85 THEN 'flutterwave' ELSE 'stripe' END,
         CASE WHEN source = 'host' THEN 'cash' END, at, CASE WHEN status IN ('confirmed', 'refunded', 'partially_refunded') THEN at END, 1 + nr % 3
    FROM (SELECT nr, at, hex, pay,
                 CASE WHEN nr % (${total} / 10) = 7 THEN 'refunded' WHEN chance < 0.72 THEN 'confirmed' WHEN chance < 0.95 THEN 'expired'
                      WHEN chance < 0.97 THEN 'failed' WHEN chance < 0.99 THEN 'cancelled' WHEN chance < 0.9999 THEN 'confirmed'
                      WHEN chance < 0.99995 THEN 'partially_refunded' ELSE 'pending_payment' END AS status,
                 CASE WHEN way < 0.6 THEN 'api' WHEN way < 0.999 THEN 'embed' WHEN way < 0.9999 THEN 'complimentary' ELSE 'host' END AS source
            FROM (SELECT nr, now() - (${total} - nr) * (interval '360 days' / ${total}) AS at, upper(md5(gen_random_uuid()::text)) AS hex,
                         random() AS chance, random() AS way, random() AS pay FROM generate_series(1, ${total}) AS nr OFFSET 0) AS drawn
           OFFSET 0) AS one`;

/** Thirty refunds wait for a person; twenty thousand are paid back. */
async function fillRefunds(client: pg.Client, eventId: string): Promise<void> {
  await client.query(
    `INSERT INTO refunds (id, order_id, payment_id, amount_minor, reason, request_key, status, created_at)
     SELECT new_id(), id, new_id(), 100, 'host', 'filled', CASE WHEN nr <= 30 THEN 'needs_attention' ELSE 'succeeded' END, created_at
       FROM (SELECT id, created_at, row_number() OVER () AS nr FROM orders WHERE event_id = $1 AND status = 'confirmed' LIMIT 20030) AS o`,
    [eventId],
  );
}
