import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { countSessions } from '../../src/db/look-at-server.ts';
import { buy, pay, untilStatus } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import { besideOf, refusalOf, runCommand, saidBy } from '../program/run-command.ts';
import { makeFolder, runProgram } from './run-program.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const skip = await promisify(execFile)(PROGRAM, ['--version']).then(
  () => false,
  () => "Debian's pgbouncer is not installed",
);

suite('PgBouncer between the program and its database', { skip }, () => {
  let testDatabase: TestDatabase;
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
  let on: TestApp;

  expectNothingUnhandled();
  before(async () => {
    testDatabase = await createTestDatabase();
    bouncer = await startPgBouncer(testDatabase.url);
    on = await startTestApp({
      on: { testDatabase, secretKey: Buffer.alloc(32, 7) } as TestApp,
      databaseUrl: bouncer.url('session'),
    });
  });
  after(async () => {
    await on.close();
    await bouncer.stop();
    await testDatabase.drop();
  });

  test('with pool_mode = session and no other setting it sells, and hears of changes', async () => {
    assert.match(
      saidBy(await runCommand({ ...besideOf(on), DATABASE_URL: bouncer.url('session') }, ['migrate'])),
      /^\s*$/,
    );
    const host = await makeHost(on);
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 3 }] });
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await pay(order.checkoutUrl);
    await untilStatus(on, order.reference, 'confirmed');
    // Cached, and forgotten when it is notified that something has changed.
    const nameOf = async () => (await ask(on, `/events/${slug}`, { key: host })).body.data.name as unknown;
    assert.notEqual(await nameOf(), 'Another name');
    await onDatabase(testDatabase.url, `UPDATE events SET name = 'Another name' WHERE slug = '${slug}'`);
    await until('the new name', async () => (await nameOf()) === 'Another name');
  });

  test('the limits and settings of a connection are its own', async () => {
    const show = (setting: string) => `SELECT current_setting('${setting}') AS value`;
    const { rows: plain } = await on.app.database.query(show('enable_seqscan'));
    const { rows: prepared } = await on.app.database.prepared.query(show('enable_seqscan'));
    const { rows: jit } = await on.app.database.query(show('jit'));
    assert.deepEqual([plain, prepared, jit].flat(), [{ value: 'on' }, { value: 'off' }, { value: 'off' }]);
    const { rows: limit } = await on.app.database.query<{ value: string }>(show('lock_timeout'));
    assert.notEqual(limit[0]?.value, '0');
  });

  for (const mode of ['transaction', 'statement'])
    test(`with pool_mode = ${mode} nothing starts: one line says why`, async () => {
      const run = await runCommand({ ...besideOf(on), DATABASE_URL: bouncer.url(mode) }, ['migrate']);
      assert.match(
        refusalOf(run),
        /can't be used: the pooler hands connections on after each transaction: set its pool_mode to session, or connect to PostgreSQL itself\.$/,
      );
      const looked = await runCommand({ ...besideOf(on), DATABASE_URL: bouncer.url(mode) }, ['doctor']);
      assert.equal(looked.code, 2);
      assert.match(looked.stdout, /red {5}database .*the pooler hands connections on after each transaction/);
    });

  test('a pooler that gives fewer connections than a start may open is found out', async () => {
    const few = { connectionString: bouncer.url('few'), query_timeout: 1_000 };
    assert.equal(await countSessions(few, 5), 3);
    const enough = { connectionString: bouncer.url('session'), query_timeout: 30_000 };
    assert.equal(await countSessions(enough, 5), 5);
  });
});

/** As Debian has it, with a database for each mode. */
async function startPgBouncer(serverUrl: string) {
  const { hostname, port, username, password, pathname } = new URL(serverUrl);
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-pgbouncer-'));
  await chmod(folder, 0o711);
  const own = await makeFolder(folder, 'pgbouncer');
  const listenPort = await ownPort();
  const server = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username}${password && ` password=${password}`}`;
  const settings = `[databases]
session = ${server} pool_mode=session pool_size=60
few = ${server} pool_mode=session pool_size=3
transaction = ${server} pool_mode=transaction pool_size=60
statement = ${server} pool_mode=statement pool_size=60
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
`;
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, settings, { mode: 0o644 });
  const child = await runProgram(PROGRAM, [file], { folder: own });
  const url = (name: string): string => `postgres://tessera@127.0.0.1:${listenPort}/${name}`;
  await until('PgBouncer to answer', () =>
    onDatabase(url('session'), 'SELECT 1').then(
      () => true,
      () => false,
    ),
  );
  return {
    url,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => {});
  }
}
