import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { countRowsRead } from '../../bench/rows-read.ts';
import { listOrders } from '../../src/orders/list-orders.ts';
import { ALL_ORDERS, type OrderFilters } from '../../src/orders/order-filters.ts';
import { searchOrders } from '../../src/orders/search-orders.ts';
import { cursorKeysOf } from '../../src/secrets/cursor-keys.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { listGuests, type GuestFilters } from '../../src/tickets/list-guests.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

const ORDERS = 20_000;
const PAGE = 50;
// Rows that are read for each that is shown.
const MAX_READ = 10;

/** Twenty thousand orders with a ticket each. All names begin with the same letter; one ticket in a thousand is void, or of the second type. */
const FILL = `
  WITH made AS (
    INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email, first_name,
                        last_name, gateway, created_at, confirmed_at)
    SELECT new_id(), 'TSR-' || regexp_replace(upper(lpad(to_hex(n), 16, '0')), '(.{4})(.{4})(.{4})(.{4})', '\\1-\\2-\\3-\\4'), $2, $1, 'api',
           CASE WHEN n % 1000 = 1 THEN 'refunded' ELSE 'confirmed' END, 'q',
           json_build_object('items', json_build_array(json_build_object('sku', CASE WHEN n % 1000 = 2 THEN $4::uuid ELSE $3::uuid END,
                             'name', 'Stalls', 'quantity', 1))),
           100, 'NGN', 'okafor' || n || '@example.com', 'Ada', 'Okafor', CASE WHEN n % 1000 = 3 THEN 'stripe' ELSE 'paystack' END,
           now() - (${ORDERS} - n) * interval '1 minute', now()
      FROM generate_series(1, ${ORDERS}) AS n
    RETURNING id, event_id, email, first_name, last_name, status, quote, created_at)
  INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at, voided_at)
  SELECT new_id(), id, event_id, (quote -> 'items' -> 0 ->> 'sku')::uuid, 1, gen_random_uuid(), email, first_name, last_name || ' ' || email,
         created_at, CASE WHEN status = 'refunded' THEN now() END FROM made`;

const secretKeys = createSecretKeys(randomBytes(32));

suite('a page of a host’s list reads no more than ten rows for each that it shows', () => {
  let testDatabase: TestDatabase;
  let host: TestHost;
  let event: { eventId: string; skus: string[] };
  before(async () => {
    testDatabase = await createTestDatabase();
    const { database } = testDatabase;
    const on = { app: { database }, secretKeys } as TestApp;
    host = await makeHost(on);
    event = await makeEvent(on, host, { ticketTypes: [{ capacity: 100_000 }, { capacity: 100_000 }] });
    for (const table of ['orders', 'tickets'])
      await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    // Without the program's limit of time.
    const own = new pg.Client({ connectionString: testDatabase.url });
    await own.connect();
    await own.query(FILL, [host.hostId, event.eventId, ...event.skus]);
    await own.end();
    await database.query(
      'UPDATE ticket_types AS y SET sold = (SELECT count(*) FROM tickets WHERE ticket_type_id = y.id AND voided_at IS NULL) WHERE event_id = $1',
      [event.eventId],
    );
  });
  after(() => testDatabase.drop());

  const guestPages: [name: string, filters: Partial<GuestFilters>, shown: number][] = [
    ['all', {}, 50],
    ['void', { state: 'void' }, 20],
    ['a rare type', { ticketTypeId: 'rare' }, 20],
    ['a beginning that all names have', { search: 'oka' }, 50],
    ['the same, void', { search: 'oka', state: 'void' }, 20],
    ['the same, of a rare type', { search: 'oka', ticketTypeId: 'rare' }, 20],
    ['the beginning of e-mail addresses whose owners are found by name', { search: 'okafor1' }, 50],
  ];
  const orderPages: [name: string, asked: Partial<OrderFilters> & { typed?: string }, shown: number][] = [
    ['all', {}, 50],
    ['refunded', { status: 'refunded' }, 20],
    ['a rare ticket type, confirmed', { ticketTypeId: 'rare', status: 'confirmed' }, 20],
    ['a name that all have', { typed: 'okafor' }, 50],
    ['the same, refunded', { typed: 'okafor', status: 'refunded' }, 20],
    [
      'the same, of a rare ticket type, confirmed',
      { typed: 'oka', ticketTypeId: 'rare', status: 'confirmed' },
      20,
    ],
  ];
  for (const statistics of ['without', 'with']) {
    if (statistics === 'with')
      test('statistics are made', () => testDatabase.database.query('ANALYZE').then(() => {}));
    test(`guests, ${statistics} statistics`, async () => {
      const { database } = testDatabase;
      const { tx, take } = countRowsRead(database, ['tickets']);
      for (const [name, filters, shown] of guestPages) {
        const ticketTypeId = filters.ticketTypeId === 'rare' ? (event.skus[1] ?? '') : null;
        const { guests } = await listGuests(tx, {
          hostId: host.hostId,
          eventId: event.eventId,
          filters: { search: null, state: null, how: null, ...filters, ticketTypeId },
          limit: PAGE,
          cursor: null,
        });
        assert.equal(guests.length, shown, name);
        const read = take();
        assert.ok(read <= MAX_READ * shown, `${name}: ${read} rows for ${shown}`);
      }
    });

    test(`orders, ${statistics} statistics`, async () => {
      const { database } = testDatabase;
      const { tx, take } = countRowsRead(database, ['orders', 'tickets']);
      for (const [name, { typed, ...filters }, shown] of orderPages) {
        const list = {
          ...ALL_ORDERS,
          hostId: host.hostId,
          ...filters,
          ...(filters.ticketTypeId === 'rare' && { ticketTypeId: event.skus[1] ?? '' }),
          limit: PAGE,
          cursor: null,
          cursorKeys: cursorKeysOf(secretKeys),
        };
        const { items } = await (typed === undefined
          ? listOrders(tx, list)
          : searchOrders(tx, secretKeys, { ...list, typed }));
        assert.equal(items.length, shown, name);
        const read = take();
        assert.ok(read <= MAX_READ * shown, `${name}: ${read} rows for ${shown}`);
      }
    });
  }
});
