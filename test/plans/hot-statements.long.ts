import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import pg from 'pg';
import { OPERATOR } from '../../src/audit/actor.ts';
import { takeTransfers } from '../../src/orders/bank-transfer/bank-transfer.fixture.ts';
import { addPrice, makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { shareStock } from '../../src/inventory/pools/share-stock.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { createTestDatabase, onServer, type TestDatabase } from '../harness/test-database.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { fillTables } from './fill-tables.ts';
import { ADDRESS_LIMIT, takeTour, type World } from './tour.ts';
import { rate, setTaxes } from '../../src/orders/taxes.fixture.ts';
import { findWrongWays, TELL_NOTHING, TELL_PLANS, watchPlans } from './watch-plans.ts';

// Called by nobody who means well, or when hosts change what they sell, made a part of the
// statement, off unless there is a RabbitMQ, of halls whose hosts refuse single seats, or of waiting rooms, which waiting-room.long.ts looks at.
const NOT_ON_THE_WAY =
  /^(refund_parts|split_refund|stamp_refund|tax_included|refresh_.*|note_changed_pass|set_event_search|keep_.*|notify_.*|new_id|new_short_code|seat_owner|fail_orders|refuse_to_edit_history|end_event_sales|set_host_slug|stream_.*|switch_stream|take_late_scans|wider_network|.*_waiting_.*|bind_admission|count_inside|entry_is_over|place_in_line|take_invoice_numbers|find_single_seats|fits_elsewhere|seats_in_blocks|mail_hour|sell_listings|end_listings)$/;
const LARGE_FROM = 1_000;

const plans = watchPlans();

describe('no statement on a buyer’s way goes through a table that grows', () => {
  let testDatabase: TestDatabase;
  let own: pg.Client;
  let on: TestApp;
  let world: World;
  let receiverAddress: string;
  const large = new Set<string>();
  const cleanUp: (() => unknown)[] = [];

  const start = async (): Promise<TestApp> =>
    startTestApp({
      on: { ...on, testDatabase },
      environment: {
        TRUST_PROXY: 'loopback',
        HOLD_LIMIT_PER_ADDRESS: String(ADDRESS_LIMIT),
        WEBHOOK_ALLOW: receiverAddress,
      },
    });
  const plansFor = (mode: string) =>
    onServer(`ALTER DATABASE ${new URL(testDatabase.url).pathname.slice(1)} SET plan_cache_mode = ${mode}`);

  /** The whole way once: what was read on it. */
  const judge = async (app: TestApp, t: TestContext, isJudged = (_text: string) => true): Promise<void> => {
    plans.take();
    await takeTour(app, world, own).finally(() => app.close());
    const ran = plans.take();
    assert.ok(ran.length > 200, `${ran.length} plans were told`);
    t.diagnostic(`${ran.length} statements, ${new Set(ran.map(({ text }) => text)).size} of them different`);
    assert.deepEqual(
      [
        ...new Set(
          ran.filter(({ text }) => isJudged(text)).flatMap((statement) => findWrongWays(statement, large)),
        ),
      ],
      [],
    );
  };

  before(async () => {
    testDatabase = await createTestDatabase();
    const name = new URL(testDatabase.url).pathname.slice(1);
    for (const [setting, value] of Object.entries({ ...TELL_PLANS, track_functions: 'all' }))
      await onServer(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
    own = new pg.Client({ connectionString: testDatabase.url, options: TELL_NOTHING });
    await own.connect();
    // The server makes statistics by itself, whenever it comes to it.
    const { rows } = await own.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    for (const { name: table } of rows)
      await own.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    const receiver = await startReceiver({ after: (work: () => unknown) => void cleanUp.push(work) });
    receiverAddress = receiver.address;
    on = await startTestApp({ on: { testDatabase, secretKey: Buffer.alloc(32, 7) } as TestApp });
    const host = await makeHost(on);
    await setTaxes(on, host, { vatBasisPoints: 750, taxRates: [rate('Reduced', 'reduced', 500)] });
    const show = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 1_000_000 }, { capacity: 1_000_000, priceMinor: 0 }, { capacity: 1_000_000 }],
    });
    // Two of them share one stock.
    await on.app.database.transaction((tx) =>
      shareStock(tx, {
        hostId: host.hostId,
        eventId: show.eventId,
        actor: OPERATOR,
        name: 'Floor',
        capacity: 2_000_000,
        ticketTypeIds: show.skus.slice(0, 2),
      }),
    );
    const small = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
    const hall = await makeHall(on, host, {
      seatsPerType: 100,
      event: {
        ticketTypes: [
          { kind: 'SEATED', capacity: 100 },
          { kind: 'SEATED', capacity: 100, priceMinor: 3_000_000 },
        ],
      },
    });
    const child = await addPrice(on, host, hall);
    await own.query(
      `INSERT INTO promo_codes (id, event_id, code, amount_minor, maximum_uses) VALUES (new_id(), $1, 'FEW', 100, 1000)`,
      [show.eventId],
    );
    await own.query('INSERT INTO webhook_subscriptions (id, event_id, url) VALUES ($1, $1, $2)', [
      show.eventId,
      receiver.url,
    ]);
    await takeTransfers(on, host);
    world = { host, show, small, hall: { ...hall, child }, received: receiver.received };
    await on.close();
  });
  after(async () => {
    await own.end();
    await testDatabase.drop();
    for (const work of cleanUp) await work();
  });

  test('planned when the tables were empty, run when they are full', async (t) => {
    const app = await start();
    t.after(() => app.close());
    await takeTour(app, world, own);
    const [plenty = '', free = '', full = ''] = world.show.skus;
    const { host, show } = world;
    const { hostId } = host;
    await fillTables(own, {
      hostId,
      eventId: show.eventId,
      types: { plenty, free, full },
      subscriptionId: show.eventId,
    });
    const { rows } = await own.query<{ name: string }>(
      `SELECT relid::regclass::text AS name FROM pg_stat_user_tables WHERE pg_relation_size(relid) > 0`,
    );
    for (const { name } of rows) {
      const { rows: found } = await own.query(`SELECT 1 FROM ${name} LIMIT ${LARGE_FROM}`);
      if (found.length === LARGE_FROM) large.add(name);
    }
    assert.ok(large.has('holds') && large.has('orders') && large.size > 15, [...large].join());
    await judge(app, t);
  });

  for (const isAnalyzed of [false, true]) {
    const name = `full, ${isAnalyzed ? 'with' : 'without'} statistics`;
    test(name, async (t) => {
      if (isAnalyzed) await own.query('ANALYZE');
      await plansFor('auto');
      await judge(await start(), t);
    });

    // Statements of the program are planned for their values each time; those of a function, some calls later, for any.
    test(`${name}: functions whose plans are for any values`, async (t) => {
      await plansFor('force_generic_plan');
      await judge(await start(), t, (text) => !/\$\d/.test(text));
    });
  }

  test('all functions of a sale were on the way', async () => {
    const { rows } = await own.query<{ name: string }>(
      'SELECT funcname AS name FROM pg_stat_user_functions WHERE calls > 0',
    );
    const called = new Set(rows.map(({ name }) => name));
    const files = await readdir(path.join(import.meta.dirname, '../../functions'));
    const functions = files
      .filter((file) => file.endsWith('.sql'))
      .map((file) => path.basename(file, '.sql'));
    assert.deepEqual(
      functions.filter((name) => !called.has(name) && !NOT_ON_THE_WAY.test(name)),
      [],
    );
  });
});
