import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { after, before, suite, test, type TestContext } from 'node:test';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { connectDatabase, isDatabaseUnavailable, type Database } from '../../src/db/database.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { makeDataDir } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { letBuyersCome, type Sale, type Told } from '../long/buyers.ts';
import { findLost, NOTHING_LOST } from '../long/find-lost.ts';
import { BrokenOff, openFleet, type Fleet } from '../long/fleet.ts';
import { letFewMailsGo, openSale } from '../long/open-sale.ts';
import { startCluster, whyNoCluster, type Cluster } from './start-patroni.ts';

const SEED = Number(process.env['FAILOVER_SEED'] ?? randomInt(2 ** 31));
const BUYERS = 8;
// Enough to be in the middle of many things when it happens.
const BEFORE = 20;
const AFTERWARDS = 15;
const PATIENCE_MS = 180_000;

const skip = (await whyNoCluster()) ?? false;

suite(`a primary is lost in mid-sale, with Patroni, etcd and HAProxy (seed ${SEED})`, { skip }, () => {
  let cluster: Cluster;
  let fleet: Fleet;
  let database: Database;
  let sale: Sale;
  const remove: (() => Promise<void>)[] = [];
  /** The answers to buyers in all of the rounds. */
  const all: Pick<Told, 'held' | 'released' | 'orders'> = {
    held: new Set(),
    released: new Set(),
    orders: [],
  };

  before(async () => {
    cluster = await startCluster();
    remove.push(() => cluster.stop());
    await once(cluster.url(cluster.superuser, 'postgres'), [
      `CREATE ROLE tessera LOGIN PASSWORD 'secret'`,
      'CREATE DATABASE tessera OWNER tessera',
    ]);
    fleet = await openFleet();
    remove.push(() => fleet.close());
    const secretKey = randomBytes(32);
    for (const name of ['one', 'two']) {
      const { dataDir, remove: removeData } = await makeDataDir();
      remove.push(removeData);
      await fleet.add(name, {
        ENVIRONMENT: 'development',
        DATA_DIR: dataDir,
        DATABASE_URL: cluster.url('tessera:secret', 'tessera'),
        SECRET_KEY: secretKey.toString('hex'),
        RATE_LIMIT_PER_ADDRESS: '1000000',
        RATE_LIMIT_PER_KEY: '1000000',
        HOLD_LIMIT_PER_ADDRESS: '1000000',
        TRUST_PROXY: 'loopback',
      });
    }
    database = connectDatabase({
      url: cluster.url(cluster.superuser, 'tessera'),
      poolSize: 4,
      statementTimeoutMs: 60_000,
      onIdleError: () => {},
    });
    remove.push(() => database.close());
    sale = await openSale({ makeHost, makeEvent, makeHall }, { database, secretKey, receiverUrl: null });
    await letFewMailsGo(database);
  });
  after(async () => {
    for (const work of remove.toReversed()) await work();
  });

  /** Sells while it happens, until the sale goes on by another server; then whatever was answered yes must be there. */
  async function sellThrough(t: TestContext, happen: (primary: string) => Promise<void>): Promise<void> {
    await cluster.untilInStep();
    const primary = await cluster.primaryName();
    const over = new AbortController();
    const countsBefore = countAll(fleet);
    const { told, gone } = letBuyersCome(
      { fleet, sale, database: breakingOff(database) },
      { count: BUYERS, seed: SEED + all.orders.length, signal: over.signal },
    );
    try {
      const sellOn = async (what: string, count: number): Promise<void> => {
        const from = told.bought();
        await until(
          `${count} purchases ${what}`,
          () => {
            assert.deepEqual(fleet.faults, [], what);
            return told.bought() >= from + count;
          },
          PATIENCE_MS,
        );
      };
      await sellOn('before', BEFORE);
      fleet.measureGap();
      await happen(primary);
      await until('another primary', () => isAnother(cluster, primary), PATIENCE_MS);
      await sellOn('afterwards', AFTERWARDS);
    } catch (error) {
      t.diagnostic(await cluster.logs());
      throw error;
    } finally {
      over.abort();
      await gone;
    }
    const gapMs = Math.round(fleet.longestGapMs());
    t.diagnostic(`${gapMs} ms without a write; ${JSON.stringify(difference(countAll(fleet), countsBefore))}`);
    assert.deepEqual(fleet.faults, []);
    for (const token of told.held) all.held.add(token);
    for (const token of told.released) all.released.add(token);
    all.orders.push(...told.orders);
    assert.deepEqual(await findLost(database, all), NOTHING_LOST);
    assert.deepEqual(await checkInvariants(database), []);
  }

  test('the primary is killed: the standby takes over, and nothing that was answered yes is lost', async (t) => {
    await sellThrough(t, (primary) => cluster.killServer(primary));
  });

  test('the agent is killed with its primary: the standby takes over when the time of its lock is up', async (t) => {
    let lost = '';
    await sellThrough(t, async (primary) => {
      lost = primary;
      cluster.killAgent(primary);
      await cluster.killServer(primary);
    });
    await cluster.startAgent(lost);
  });

  test('the primary is switched over to the standby by hand', async (t) => {
    await sellThrough(t, (primary) => cluster.switchOver(primary, primary === 'db1' ? 'db2' : 'db1'));
  });

  test('a primary that is cut off from the others says yes to nothing more, though buyers still reach it', async (t) => {
    let lost = '';
    let ended = '';
    await sellThrough(t, async (primary) => {
      lost = primary;
      const url = cluster.urlOf(primary, 'tessera');
      cluster.cutOff(primary);
      // Straight to it, past HAProxy.
      void once(url, ['CREATE TABLE written_while_cut_off ()']).then(
        () => (ended = 'written'),
        () => (ended = 'refused'),
      );
    });
    await until('the cut off server to end what it was asked', () => ended, PATIENCE_MS);
    assert.equal(ended, 'refused');
    cluster.reconnect(lost);
    await cluster.untilInStep();
    const { rows } = await database.query(`SELECT to_regclass('written_while_cut_off') AS found`);
    assert.deepEqual(rows, [{ found: null }]);
  });

  test('the negative control: an order and a cart that are taken away are found missing', async () => {
    const reference = all.orders[0]?.reference;
    const [token] = all.held;
    assert.ok(reference && token, 'nothing was sold');
    const undone = new Error('as it was');
    let lost: unknown;
    await assert.rejects(
      database.transaction(async (tx) => {
        await tx.query('SET LOCAL session_replication_role = replica');
        await tx.query('DELETE FROM orders WHERE reference = $1', [reference]);
        await tx.query('DELETE FROM reservations WHERE token = $1', [token]);
        lost = await findLost(tx, all);
        throw undone;
      }),
      undone,
    );
    assert.deepEqual(lost, { ...NOTHING_LOST, orders: [reference], carts: [token] });
  });
});

async function once(url: string, statements: string[]): Promise<void> {
  const own = connectDatabase({ url, poolSize: 1, statementTimeoutMs: PATIENCE_MS, onIdleError: () => {} });
  try {
    for (const sql of statements) await own.query(sql);
  } finally {
    await own.close();
  }
}

const isAnother = (cluster: Cluster, than: string): Promise<boolean> =>
  cluster.primaryName().then(
    (name) => name !== than,
    () => false,
  );

/** The parts of a buyer's story that need the database break off while it is away. */
const breakingOff = (database: Database): Database => ({
  ...database,
  query: (text, values) =>
    database.query(text, values).catch((error: unknown) => {
      throw isDatabaseUnavailable(error) ? new BrokenOff('by the database') : error;
    }) as never,
});

/** How often each answer was given, by whichever process. */
function countAll(fleet: Fleet): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const figures of Object.values(fleet.figures))
    for (const [told, count] of Object.entries(figures)) counts[told] = (counts[told] ?? 0) + count;
  return counts;
}

function difference(now: Record<string, number>, earlier: Record<string, number>): Record<string, number> {
  const more = Object.entries(now).map(([told, count]) => [told, count - (earlier[told] ?? 0)] as const);
  return Object.fromEntries(more.filter(([, count]) => count > 0));
}
