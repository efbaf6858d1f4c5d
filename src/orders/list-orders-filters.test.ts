import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Database } from '../db/database.ts';
import { openWorld, type TestEvent } from '../tickets/ticket-world.fixture.ts';
import { ORDER_SOURCES, ORDER_STATUSES, WAYS_OF_PAYMENT } from '../rules/orders.ts';
import { listOrders, type ListOrders, type OrderPage } from './list-orders.ts';
import { ALL_ORDERS } from './order-filters.ts';
import { searchOrders } from './search-orders.ts';

const key = randomBytes(32);
const cursorKeys = { current: key, accepted: [key] };
const ORDERS = 1_500;
const ROUNDS = 60;
const NAMES = ['Obi', 'Obiora', 'obi', 'O’Brien', 'de la Cruz', 'Eze'];
const FIRST_NAMES = ['Ada', 'Ben', 'Obinna', 'Zoë'];

/** The test's knowledge of an order, to choose without asking the database. */
type Known = {
  id: string;
  event_id: string;
  status: string;
  source: string;
  gateway: string | null;
  sku: string;
  code: string | null;
  needs: boolean;
  email: string;
  first_name: string;
  last_name: string;
  created_at: Date;
};

/** A generator that gives the same numbers for the same seed: a failure can be looked at again. */
function createDraw(seed: number): <T>(values: readonly T[]) => T {
  let state = seed;
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)] as never;
  };
}

/** Orders at random over events, states, sources, days and people; several in the same millisecond. */
async function fill(database: Database, hostId: string, events: TestEvent[]): Promise<void> {
  await database.query(
    `INSERT INTO promo_codes (id, event_id, code, amount_minor) SELECT new_id(), id, code, 100
       FROM unnest($1::uuid[]) AS id CROSS JOIN unnest(ARRAY['EARLY', 'FRIENDS']) AS code`,
    [events.map(({ eventId }) => eventId)],
  );
  await database.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, promo_code_id,
                         email, first_name, last_name, gateway, paid_by, created_at)
     SELECT new_id(), 'TSR-' || substr(hex, 1, 4) || '-' || substr(hex, 5, 4) || '-' || substr(hex, 9, 4) || '-' || substr(hex, 13, 4),
            event_id, $1, source, (ARRAY['confirmed', 'confirmed', 'expired', 'refunded', 'partially_refunded', 'pending_payment', 'failed', 'cancelled'])[1 + nr % 8],
            'q', json_build_object('items', json_build_array(json_build_object('sku', sku, 'quantity', 2))), 100, 'NGN',
            CASE WHEN nr % 3 = 0 THEN (SELECT id FROM promo_codes AS p WHERE p.event_id = one.event_id ORDER BY code LIMIT 1 OFFSET nr / 3 % 2) END,
            (ARRAY['Obi', 'ada', 'ben.', 'x'])[1 + nr % 4] || nr % 40 || '@mail.example', ($4::text[])[1 + nr % 4], ($5::text[])[1 + nr / 4 % 6],
            CASE source WHEN 'host' THEN 'by_hand' WHEN 'complimentary' THEN NULL
                        ELSE (ARRAY['paystack', 'stripe', NULL])[1 + nr / 7 % 3] END,
            CASE WHEN source = 'host' THEN 'cash' END, '2026-03-01T00:00:00Z'::timestamptz + nr / 4 * interval '47 minutes'
       FROM (SELECT nr, upper(md5(gen_random_uuid()::text)) AS hex, ($2::uuid[])[1 + at] AS event_id, ($3::uuid[])[1 + 2 * at + nr % 2] AS sku,
                    (ARRAY['api', 'embed', 'api', 'complimentary', 'host'])[1 + nr / 5 % 5] AS source
               FROM (SELECT nr, floor(random() * cardinality($2::uuid[]))::int AS at FROM generate_series(1, ${ORDERS}) AS nr OFFSET 0) AS drawn) AS one`,
    [hostId, events.map(({ eventId }) => eventId), events.flatMap(({ skus }) => skus), FIRST_NAMES, NAMES],
  );
  await database.query(
    `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
     SELECT new_id(), id, event_id, (quote -> 'items' -> 0 ->> 'sku')::uuid, 1, gen_random_uuid(), email, first_name, last_name, created_at
       FROM orders WHERE host_id = $1 AND status IN ('confirmed', 'refunded', 'partially_refunded')`,
    [hostId],
  );
  await database.transaction(async (tx) => {
    // Their payments are not what is asked about.
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `INSERT INTO refunds (id, host_id, order_id, payment_id, amount_minor, reason, request_key, status, created_at)
       SELECT new_id(), $1, id, new_id(), 1, 'host', 'a test', CASE WHEN nr % 2 = 0 THEN 'needs_attention' ELSE 'succeeded' END, now()
         FROM (SELECT id, row_number() OVER () AS nr FROM orders WHERE host_id = $1 AND status = 'partially_refunded' LIMIT 80) AS o`,
      [hostId],
    );
  });
}

/** More than are looked at, and older than all others. */
async function addOldTroubles(database: Database, hostId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `INSERT INTO refunds (id, host_id, order_id, payment_id, amount_minor, reason, request_key, status, created_at)
       SELECT new_id(), $1, id, new_id(), 1, 'host', nr::text, 'needs_attention', '2026-01-01T00:00:00Z'
         FROM (SELECT id FROM orders WHERE host_id = $1 LIMIT 1) AS o CROSS JOIN generate_series(1, 1100) AS nr`,
      [hostId],
    );
  });
}

const dayOf = (at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(at);

test('each filter, alone and with others, shows what an independent filter leaves, each order once', async (t) => {
  const world = await openWorld(t);
  const { hostId } = world.host;
  const types = { ticketTypes: [{ priceMinor: 0 }, { priceMinor: 0 }] };
  const events: TestEvent[] = [];
  for (let nr = 0; nr < 9; nr += 1) events.push(await world.makeEvent(types));
  const other = await world.makeHost();
  const theirs = await world.makeEvent(types, other);
  await fill(world.database, hostId, events);
  await fill(world.database, other.hostId, [theirs]);
  await addOldTroubles(world.database, other.hostId);
  const { rows: orders } = await world.database.query<Known>(
    `SELECT o.id, o.event_id, o.status, o.source, o.gateway, o.quote -> 'items' -> 0 ->> 'sku' AS sku,
            (SELECT code FROM promo_codes WHERE id = o.promo_code_id) AS code,
            EXISTS (SELECT FROM refunds WHERE order_id = o.id AND status = 'needs_attention') AS needs, o.email, o.first_name, o.last_name, o.created_at
       FROM orders AS o WHERE host_id = $1 ORDER BY o.created_at DESC, o.id DESC`,
    [hostId],
  );
  assert.equal(orders.length, ORDERS);
  const { rows: codes } = await world.database.query<{ id: string; code: string; event_id: string }>(
    'SELECT id, code, event_id FROM promo_codes',
  );
  const eventIds = events.map(({ eventId }) => eventId);
  const draw = createDraw(Number(process.env['SEED'] ?? 20_261_116));
  const maybe = <T>(values: readonly T[]): T | null => (draw([true, false, false]) ? draw(values) : null);

  for (let round = 0; round < ROUNDS; round += 1) {
    const code = maybe(['EARLY', 'FRIENDS']);
    const typed =
      round % 3 === 0
        ? draw(['obi', 'Obi', 'ada', 'ada obi', 'obi ada', 'de la', 'ben.1', 'obi1@mail.example', 'e'])
        : null;
    const filters = {
      ...ALL_ORDERS,
      hostId,
      eventIds: maybe([eventIds.slice(0, 1), eventIds.slice(2, 5), eventIds.slice(1), [theirs.eventId], []]),
      status: maybe(ORDER_STATUSES),
      source: maybe(ORDER_SOURCES),
      wayOfPayment: maybe(WAYS_OF_PAYMENT),
      ticketTypeId: maybe(events.flatMap(({ skus }) => skus).slice(0, 4)),
      from: maybe(['2026-03-01', '2026-03-05', '2026-03-09']),
      to: maybe(['2026-03-05', '2026-03-09', '2026-04-01']),
      timezone: 'Africa/Lagos',
      promoCodeIds: code === null ? null : codes.filter((one) => one.code === code).map(({ id }) => id),
      needsAttention: draw([true, false, false, false, false]),
    };
    const expected = orders.filter(
      (order) =>
        (filters.eventIds === null || filters.eventIds.includes(order.event_id)) &&
        (filters.status === null || order.status === filters.status) &&
        (filters.source === null || order.source === filters.source) &&
        (filters.wayOfPayment === null || (order.gateway ?? 'none') === filters.wayOfPayment) &&
        (filters.ticketTypeId === null || order.sku === filters.ticketTypeId) &&
        (filters.from === null || dayOf(order.created_at) >= filters.from) &&
        (filters.to === null || dayOf(order.created_at) <= filters.to) &&
        (code === null || order.code === code) &&
        (!filters.needsAttention || order.needs) &&
        (typed === null || isFoundBy(order, typed)),
    );
    const limit = draw([7, 50, 100]);
    const what = JSON.stringify({ round, typed, limit, ...filters });
    const shown = await readAll(expected.length + 1, (cursor) => {
      const list: ListOrders = { ...filters, limit, cursor, cursorKeys };
      return typed === null
        ? listOrders(world.database, list)
        : searchOrders(world.database, world.secretKeys, { ...list, typed });
    });
    assert.deepEqual(shown.toSorted(), expected.map(({ id }) => id).toSorted(), what);
    if (typed === null && code === null)
      assert.deepEqual(
        shown,
        expected.map(({ id }) => id),
        `the newest first: ${what}`,
      );
  }
  // More events than are merged, which are read window by window, and days.
  const days = { ...ALL_ORDERS, hostId, eventIds, from: '2026-03-01', to: '2026-04-01', timezone: 'UTC' };
  const { items } = await listOrders(world.database, { ...days, limit: 50, cursor: null, cursorKeys });
  assert.deepEqual(
    items.map(({ id }) => id),
    orders.slice(0, 50).map(({ id }) => id),
  );
});

/** The rule as it is said in the docs, without an index in mind. */
function isFoundBy({ email, first_name: first, last_name: last }: Known, typed: string): boolean {
  const text = typed.toLowerCase();
  const [one = '', two = ''] = [text.split(' ')[0], text.split(' ').at(-1)];
  const begins = (value: string, start: string): boolean => value.toLowerCase().startsWith(start);
  return (
    (!text.includes(' ') && begins(email, text)) ||
    (!text.includes('@') && begins(last, text)) ||
    (text.includes(' ') &&
      ((begins(last, two) && begins(first, one)) || (begins(last, one) && begins(first, two))))
  );
}

async function readAll(most: number, read: (cursor: string | null) => Promise<OrderPage>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: OrderPage = await read(cursor);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    assert.ok(ids.length <= most, 'an order comes twice');
  } while (cursor !== null);
  return ids;
}
