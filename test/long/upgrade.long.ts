import assert from 'node:assert/strict';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { LAST_OF_EARLIER_RELEASE } from '../../src/db/schema-age.ts';
import { verifyWebhook } from '../../packages/client/src/webhooks.ts';
import { ask } from '../harness/client.ts';
import { makeDataDir } from '../harness/program.ts';
import { databaseUrl, onServer } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { assertEverythingAccountedFor, hasEnded } from '../history/end-of-sale.ts';
import { referenceOf, startReceiver, type Received } from '../webhooks/receiver.ts';
import { letBuyersCome, type Sale, type Told } from './buyers.ts';
import { checkOut, findEarlierRelease, whyNotRunnable, type EarlierRelease } from './earlier-release.ts';
import { findLost, NOTHING_LOST } from './find-lost.ts';
import { openFleet, type Fleet } from './fleet.ts';
import { letFewMailsGo, openSale } from './open-sale.ts';

const SEED = Number(process.env['UPGRADE_SEED'] ?? randomInt(2 ** 31));
const BUYERS = 12;
// Purchases of each part of the story: enough to be in the middle of many things when the next begins.
const PURCHASES = 50;
// A machine with more to do than it has cores takes minutes for what takes seconds elsewhere.
const PATIENCE_MS = 300_000;

const earlierCommit = await findEarlierRelease();
const skip = (await whyNotRunnable(earlierCommit)) ?? false;

test(
  `the earlier release is replaced in mid-sale: nobody is failed, nothing is lost (seed ${SEED})`,
  { skip },
  async (t) => {
    const over = new AbortController();
    t.after(() => over.abort());
    const { database, url } = await makeDatabase(t);
    assert.ok(earlierCommit);
    const earlier = await checkOut(earlierCommit);
    t.after(() => earlier.remove());
    assert.equal(
      (await readdir(path.join(earlier.folder, 'migrations')))
        .filter((file) => file.endsWith('.sql'))
        .sort()
        .at(-1),
      LAST_OF_EARLIER_RELEASE,
      'the ledger requires the last migration of the earlier release',
    );
    const fleet = await openFleet();
    t.after(() => fleet.close());
    const receiver = await startReceiver(t);
    const secretKey = randomBytes(32);
    const settings = async () => {
      const { dataDir, remove } = await makeDataDir();
      t.after(remove);
      return {
        ENVIRONMENT: 'development',
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        SECRET_KEY: secretKey.toString('hex'),
        RATE_LIMIT_PER_ADDRESS: '1000000',
        RATE_LIMIT_PER_KEY: '1000000',
        TRUST_PROXY: 'loopback',
        WEBHOOK_ALLOW: receiver.address,
      };
    };

    const earlierSettings = await settings();
    const old = await fleet.add('earlier', earlierSettings, earlier.folder);
    const sale = await openSaleBy(earlier, { database, secretKey, receiverUrl: receiver.url });
    await letFewMailsGo(database);
    const { told, gone } = letBuyersCome(
      { fleet, sale, database },
      { count: BUYERS, seed: SEED, signal: over.signal },
    );
    const sellOn = async (what: string): Promise<void> => {
      const before = told.bought();
      const fromMs = performance.now();
      await until(
        `${PURCHASES} purchases ${what}`,
        () => {
          assert.deepEqual([...fleet.faults, ...fleet.errorLines()], [], what);
          return told.bought() >= before + PURCHASES;
        },
        PATIENCE_MS,
      );
      t.diagnostic(`${PURCHASES} purchases ${what}: ${Math.round(performance.now() - fromMs)} ms`);
    };

    await sellOn('through the earlier release');
    const before = await schemaOf(database);
    fleet.measureGap();
    const newSettings = await settings();
    const current = await fleet.add('new', newSettings);
    const gapMs = Math.round(fleet.longestGapMs());
    const after = await schemaOf(database);
    await sellOn('through both');
    // The earlier release's own functions can deadlock; theirs are counted by now.
    const deadlocksBefore = await countDeadlocks(database);
    t.diagnostic(`${deadlocksBefore} deadlocks until then`);
    await fleet.stop(old);
    const again = await fleet.add('earlier, restarted', earlierSettings, earlier.folder);
    assert.deepEqual(await schemaOf(database), after, 'the earlier release puts nothing back');
    await sellOn('through both, after the earlier one was restarted');
    await fleet.stop(current);
    await sellOn('one step back: through the earlier release alone, on the newer schema');
    const forth = await fleet.add('new, once more', newSettings);
    await fleet.stop(again);
    await sellOn('through the new release');
    over.abort();
    await gone;
    tell(t, { fleet, told, before, after, gapMs });
    assert.deepEqual([...fleet.faults, ...fleet.errorLines()], []);

    await letEverythingEnd(database);
    await assertEverythingAccountedFor(database, told.orders);
    assert.deepEqual(await findLost(database, told), NOTHING_LOST);
    await assertStockIsExact(database, { sale, baseUrl: forth.baseUrl });
    await assertHeardOfAll(database, { received: receiver.received, sale });
    assert.deepEqual(await checkInvariants(database), []);
    // The sandbox calls the process that started the payment, which may be gone: such a payment is found by asking.
    const { rows: setAside } = await database.query(
      `SELECT kind, attempts, last_error FROM jobs WHERE set_aside_at IS NOT NULL AND kind <> 'sandbox_callback'`,
    );
    assert.deepEqual(setAside, [], 'jobs that were given up');
    assert.equal(await countDeadlocks(database), deadlocksBefore, 'deadlocks');
  },
);

async function countDeadlocks(database: Database): Promise<number> {
  const { rows } = await database.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? Number.NaN;
}

async function makeDatabase(t: TestContext): Promise<{ database: Database; url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = databaseUrl(name);
  const database = connectDatabase({ url, poolSize: 4, statementTimeoutMs: 60_000, onIdleError: () => {} });
  t.after(async () => {
    await database.close();
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { database, url };
}

/** The catalog is written by the earlier release's own code: the tables are still its own. */
async function openSaleBy(
  earlier: EarlierRelease,
  deps: { database: Database; secretKey: Buffer; receiverUrl: string },
): Promise<Sale> {
  const { makeHost, makeEvent } = await earlier.load<typeof import('../harness/make-catalog.ts')>(
    'test/harness/make-catalog.ts',
  );
  const { makeHall } = await earlier.load<typeof import('../../src/pages/checkout/embed/embed.fixture.ts')>(
    'src/pages/checkout/embed/embed.fixture.ts',
  );
  return openSale({ makeHost, makeEvent, makeHall }, deps);
}

type Schema = { functions: string[]; migrations: string[] };

/** The functions in force, by their texts, and the migrations that have run. */
async function schemaOf(database: Database): Promise<Schema> {
  const listOf = async (sql: string): Promise<string[]> =>
    (await database.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  return {
    functions: await listOf(
      `SELECT p.oid::regprocedure || ' ' || md5(p.prosrc) AS name FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang
        WHERE p.pronamespace = 'public'::regnamespace AND l.lanname IN ('sql', 'plpgsql') ORDER BY 1`,
    ),
    migrations: await listOf('SELECT name FROM schema_migrations ORDER BY 1'),
  };
}

function tell(
  t: TestContext,
  run: { fleet: Fleet; told: Told; before: Schema; after: Schema; gapMs: number },
): void {
  const { fleet, told, before, after, gapMs } = run;
  const added = (list: string[], old: string[]) => list.filter((name) => !old.includes(name));
  for (const [release, figures] of Object.entries(fleet.figures))
    t.diagnostic(`${release}: ${JSON.stringify(figures)}`);
  t.diagnostic(`stories: ${JSON.stringify(Object.fromEntries(told.ends))}`);
  t.diagnostic(
    `${added(after.migrations, before.migrations).length} migrations and ` +
      `${added(after.functions, before.functions).length} functions came with the new release; ` +
      `the longest time without a success while it started was ${gapMs} ms`,
  );
}

/** Time passes: carts lapse, windows to pay are over, transfers arrive, and whatever is due is done by the new release. */
async function letEverythingEnd(database: Database): Promise<void> {
  await until(
    'every order, payment, refund, delivery and hold to come to its end',
    async () => {
      const { rows: carts } = await database.query<{ id: string }>(
        `SELECT id FROM reservations AS r
          WHERE r.ended_at IS NULL AND r.expires_at > now() AND NOT EXISTS (
            SELECT 1 FROM orders AS o WHERE o.id = r.order_id AND o.status IN ('processing', 'pending_payment'))`,
      );
      // One at a time: many, in whatever order, deadlock with the sweeper.
      for (const { id } of carts)
        await database.query(
          `WITH cart AS (UPDATE reservations SET expires_at = now() WHERE id = $1 RETURNING id, expires_at),
                moved AS (UPDATE holds SET expires_at = cart.expires_at FROM cart WHERE reservation_id = cart.id)
           UPDATE seats SET held_until = cart.expires_at FROM cart WHERE held_by = cart.id`,
          [id],
        );
      await database.query(`SELECT pg_notify('jobs_due', 'give_back_lapsed')`);
      if (!(await hasEnded(database))) return false;
      const left = await countOf(
        database,
        `SELECT 1 FROM holds UNION ALL SELECT 1 FROM webhook_deliveries WHERE status = 'pending'
         UNION ALL SELECT 1 FROM jobs WHERE kind = 'send_mail' AND run_at <= now() AND set_aside_at IS NULL`,
      );
      return left === 0;
    },
    PATIENCE_MS,
  );
}

async function countOf(database: Database, sql: string, values: unknown[] = []): Promise<number> {
  return (await database.query(sql, values)).rowCount ?? 0;
}

/** Everything left was never sold: nothing is held any more. */
async function assertStockIsExact(
  database: Database,
  { sale, baseUrl }: { sale: Sale; baseUrl: string },
): Promise<void> {
  for (const { slug } of [sale.show, sale.hall]) {
    const { rows } = await database.query<{ id: string; left: number }>(
      `SELECT t.id, t.capacity - (SELECT count(*) FROM tickets AS k WHERE k.ticket_type_id = t.id AND NOT k.is_returned) AS left
         FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id WHERE e.slug = $1 ORDER BY t.position`,
      [slug],
    );
    const { body } = await ask({ baseUrl }, `/events/${slug}/tickets`, { key: sale.host });
    assert.deepEqual(
      (body.data as { id: string; quantityLeft: number }[]).map(({ id, quantityLeft }) => ({
        id,
        left: quantityLeft,
      })),
      rows,
    );
  }
}

/** Every purchase was heard of, signed with the host's key. */
async function assertHeardOfAll(
  database: Database,
  { received, sale }: { received: Received[]; sale: Sale },
): Promise<void> {
  const heard = new Set<string>();
  for (const one of received) {
    const signature = one.headers['x-service-signature'];
    assert.ok(await verifyWebhook(one.raw, String(signature), sale.host.privateKey), one.raw.toString());
    heard.add(referenceOf(one));
  }
  const { rows } = await database.query<{ reference: string }>(
    'SELECT reference FROM orders WHERE confirmed_at IS NOT NULL',
  );
  assert.deepEqual(
    rows.filter(({ reference }) => !heard.has(reference)),
    [],
  );
}
