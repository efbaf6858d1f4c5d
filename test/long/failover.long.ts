import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { connectDatabase } from '../../src/db/database.ts';
import { findServerUser } from '../../src/db/embedded/unprivileged-user.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { order } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { debianBinaries } from '../harness/debian-postgres.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { processesIn, signalAll } from '../harness/processes.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import type { TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { forwardConnections } from './forward-connections.ts';

const binaries = await debianBinaries();
const BUYERS = 8;
// Enough to be in the middle of many things when it happens.
const BEFORE_THE_FALL = 40;
const AFTER_THE_FALL = 20;

type Cluster = { url: string; folder: string; kill(): Promise<void> };

/** Two servers of which the second follows the first: what the first has said yes to is on the disk of both, if it is to wait. */
async function startPair(
  folder: string,
  { isSynchronous }: { isSynchronous: boolean },
): Promise<{ primary: Cluster; standby: Cluster }> {
  assert(binaries);
  const user = await findServerUser();
  await chmod(folder, 0o711);
  const run = async (program: string, words: string[], cwd: string): Promise<void> => {
    const child = spawn(path.join(binaries, program), words, { cwd, ...user, stdio: 'ignore' });
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.equal(code, 0, `${program} ended with code ${String(code)}`);
  };
  const makeFolder = async (name: string): Promise<string> => {
    const made = path.join(folder, name);
    await mkdir(made, { mode: 0o700 });
    if (user) await chown(made, user.uid, user.gid);
    return made;
  };
  const start = async (cluster: string): Promise<Cluster> => {
    const port = await ownPort();
    const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
    spawn(path.join(binaries, 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
      cwd: cluster,
      ...user,
      stdio: 'ignore',
    });
    const url = `postgres://tessera@127.0.0.1:${port}/postgres`;
    await until('the server to answer', () => answers(url));
    return { url, folder: cluster, kill: async () => signalAll(await processesIn(cluster), 'SIGKILL') };
  };

  const first = await makeFolder('primary');
  await run('initdb', ['-D', first, '-U', 'tessera', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust'], first);
  const primary = await start(first);
  const second = await makeFolder('standby');
  await run('pg_basebackup', ['-d', primary.url, '-D', second, '-R', '-X', 'stream', '-c', 'fast'], second);
  const standby = await start(second);
  if (!isSynchronous) return { primary, standby };
  // Only now: before there is a second, the first would wait for it.
  await once(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await once(primary.url, 'SELECT pg_reload_conf()');
  await until('the second to keep up with the first', async () => {
    const rows = await once(primary.url, `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`);
    return rows.length > 0;
  });
  return { primary, standby };
}

async function once(url: string, sql: string): Promise<unknown[]> {
  const database = connectDatabase({ url, poolSize: 1, onIdleError: () => {} });
  try {
    return (await database.query(sql)).rows;
  } finally {
    await database.close();
  }
}

const answers = (url: string): Promise<boolean> =>
  once(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

/** One address for whichever server is the first. */
async function openSwitch(target: string) {
  let port = Number(new URL(target).port);
  const forwarder = await forwardConnections(() => port);
  const url = new URL(target);
  url.port = String(forwarder.port);
  return {
    url: url.href,
    turnTo(other: string): void {
      port = Number(new URL(other).port);
      forwarder.cut();
    },
    close: () => forwarder.close(),
  };
}

/** Sells while the first server is killed and the second takes its place. Answers what buyers were told, and what is left. */
async function sellThroughTheFall(t: TestContext, { isSynchronous }: { isSynchronous: boolean }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-failover-'));
  const { dataDir, remove } = await makeDataDir();
  const { primary, standby } = await startPair(folder, { isSynchronous });
  const way = await openSwitch(primary.url);
  const database = connectDatabase({ url: way.url, poolSize: 4, onIdleError: () => {} });
  let program: Program | null = null;
  t.after(async () => {
    program?.child.kill('SIGKILL');
    await program?.exited;
    await database.close();
    way.close();
    await primary.kill();
    await standby.kill();
    await until('both servers to be gone', async () => (await processesIn(folder)).length === 0);
    await rm(folder, { recursive: true, force: true });
    await remove();
  });
  await migrate(way.url);
  const secretKey = randomBytes(32);
  program = await launch({
    ENVIRONMENT: 'development',
    DATA_DIR: dataDir,
    DATABASE_URL: way.url,
    SECRET_KEY: secretKey.toString('hex'),
    RATE_LIMIT_PER_ADDRESS: '1000000',
    HOLD_LIMIT_PER_ADDRESS: '1000000',
    TRUST_PROXY: 'loopback',
  });
  await untilHealthy(program);
  const { baseUrl } = program;
  const on = { app: { database }, baseUrl, secretKeys: createSecretKeys(secretKey) } as unknown as TestApp;
  const host = await makeHost(on);
  const { slug, skus } = await makeEvent(on, host, {
    ticketTypes: [{ priceMinor: 0, capacity: 1_000_000 }],
  });

  const held = new Set<string>();
  const bought = new Set<string>();
  const over = new AbortController();
  const statuses = new Map<number, number>();
  const buyers = Array.from({ length: BUYERS }, (_, number) =>
    keepBuying(
      { on, host, slug, sku: skus[0] ?? '', number },
      { held, bought, statuses, signal: over.signal },
    ),
  );
  if (!isSynchronous) {
    // It hears nothing any more, and nobody waits for it.
    await until(
      'the second to have the event',
      async () => (await once(standby.url, 'SELECT 1 FROM events')).length > 0,
    );
    await once(standby.url, `ALTER SYSTEM SET primary_conninfo = ''`);
    await once(standby.url, 'SELECT pg_reload_conf()');
  }
  await until('a sale in full swing', () => bought.size >= BEFORE_THE_FALL);
  const before = bought.size;
  await primary.kill();
  await until('the first server to be gone', async () => (await processesIn(primary.folder)).length === 0);
  // It is asked before it is the first: until then it takes no writes.
  way.turnTo(standby.url);
  const refused = (): number =>
    [...statuses].reduce((sum, [status, count]) => (status >= 500 ? sum + count : sum), 0);
  const refusedBefore = refused();
  await until('buyers to be told to come back', () => refused() > refusedBefore + BUYERS);
  await once(standby.url, 'SELECT pg_promote(true)');
  const atFall = bought.size;
  await until('the sale to go on', () => bought.size >= atFall + AFTER_THE_FALL);
  over.abort();
  await Promise.all(buyers);
  t.diagnostic(
    `${before} bought before, ${bought.size} in all; ${JSON.stringify(Object.fromEntries(statuses))}`,
  );
  const { rows: orders } = await database.query<{ reference: string; tickets: number }>(
    `SELECT o.reference, count(t.id)::integer AS tickets FROM orders AS o LEFT JOIN tickets AS t ON t.order_id = o.id
      WHERE o.status = 'confirmed' GROUP BY o.id`,
  );
  const whole = new Set(orders.filter(({ tickets }) => tickets === 1).map(({ reference }) => reference));
  const { rows: carts } = await database.query<{ token: string }>('SELECT token FROM reservations');
  const tokens = new Set(carts.map(({ token }) => token));
  return {
    statuses: [...statuses.keys()],
    lostOrders: [...bought.difference(whole)],
    lostCarts: [...held.difference(tokens)],
    violations: await checkInvariants(database),
  };
}

const options = { skip: binaries ? false : 'Debian’s PostgreSQL is not installed' };

test(
  'the database dies in mid-sale and its standby takes over: whatever was answered yes is there, and the sale goes on',
  options,
  async (t) => {
    const { statuses, ...rest } = await sellThroughTheFall(t, { isSynchronous: true });
    for (const status of statuses) assert.ok([200, 201, 503].includes(status), `${status}`);
    assert.deepEqual(rest, { lostOrders: [], lostCarts: [], violations: [] });
  },
);

test(
  'the negative control: with a standby that nobody waits for, what was answered yes is gone',
  options,
  async (t) => {
    const { lostOrders, violations } = await sellThroughTheFall(t, { isSynchronous: false });
    assert.ok(lostOrders.length > 0);
    assert.deepEqual(violations, []);
  },
);

/** One buyer after the other, each with a token and an address of their own, until told to stop. */
async function keepBuying(
  sale: { on: TestApp; host: TestHost; slug: string; sku: string; number: number },
  told: { held: Set<string>; bought: Set<string>; statuses: Map<number, number>; signal: AbortSignal },
): Promise<void> {
  const { on, host, slug, sku, number } = sale;
  const count = (status: number): void =>
    void told.statuses.set(status, (told.statuses.get(status) ?? 0) + 1);
  for (let turn = 0; !told.signal.aborted; turn++) {
    const token = randomUUID();
    const headers = { 'x-forwarded-for': `10.${number}.${(turn >> 8) & 255}.${turn & 255}` };
    const cart = await ask(on, `/events/${slug}/reservations`, {
      method: 'POST',
      key: host,
      headers: { 'x-device-id': token, ...headers },
      body: { items: [{ sku, quantity: 1 }] },
    });
    count(cart.status);
    if (cart.status !== 201) continue;
    told.held.add(token);
    const { quoteReference } = cart.body.data;
    const answer = await order(on, host, { slug, token, quoteReference }, { headers });
    count(answer.status);
    if (answer.status === 201) told.bought.add(answer.body.data.reference);
  }
}
