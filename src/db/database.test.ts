import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { startRestartablePostgres } from '../../test/harness/restartable-postgres.ts';
import { createTestDatabase, onServer } from '../../test/harness/test-database.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { connectDatabase, inTransaction, isDatabaseUnavailable, type Database } from './database.ts';

expectNothingUnhandled();

const WRITE = 'CREATE TABLE written_by_a_test ()';

/** A database whose new sessions take no writes until it says otherwise: what a session began with, it keeps. */
async function openReadOnly(t: TestContext) {
  const own = await createTestDatabase();
  const name = new URL(own.url).pathname.slice(1);
  await onServer(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const database = connectDatabase({ url: own.url, poolSize: 1, onIdleError: () => {} });
  t.after(async () => {
    await database.close();
    await own.drop();
  });
  return {
    database,
    allowWrites: () => onServer(`ALTER DATABASE ${name} RESET default_transaction_read_only`),
  };
}

function open(t: TestContext, url: string, refusesStandby: boolean): Database {
  const database = connectDatabase({ url, poolSize: 1, refusesStandby, onIdleError: () => {} });
  t.after(() => database.close());
  return database;
}

test('a connection that takes no writes is handed to nobody once it has said so', async (t) => {
  const { database, allowWrites } = await openReadOnly(t);
  const dedicated = database.dedicatedPool({ size: 1, settings: {} });
  t.after(() => dedicated.end());
  const ways: ((sql: string) => Promise<unknown>)[] = [
    (sql) => database.transaction((tx) => tx.query(sql)),
    (sql) => database.query(sql),
    (sql) => database.prepared.query(sql),
    (sql) => dedicated.query(sql),
    (sql) => inTransaction(dedicated, (client) => client.query(sql)),
  ];
  // Each of these connections is made now.
  for (const way of ways) await way('SELECT 1');
  await assert.rejects(
    database.transaction((tx) => tx.query(WRITE)),
    isDatabaseUnavailable,
  );
  await assert.rejects(database.prepared.query(WRITE), isDatabaseUnavailable);
  await assert.rejects(
    inTransaction(dedicated, (client) => client.query(WRITE)),
    isDatabaseUnavailable,
  );
  await allowWrites();
  for (const way of ways) {
    await way(WRITE);
    await way('DROP TABLE written_by_a_test');
  }
});

test('a full disk is told of by every pool, is trouble of the database, and leaves the connection as it was', async (t) => {
  const own = await createTestDatabase();
  const told: string[] = [];
  const database = connectDatabase({
    url: own.url,
    poolSize: 1,
    onIdleError: () => {},
    onDiskFull: (error) => void told.push(error.message),
  });
  t.after(async () => {
    await database.close();
    await own.drop();
  });
  const dedicated = database.dedicatedPool({ size: 1, settings: {} });
  t.after(() => dedicated.end());
  const full = `DO $$ BEGIN RAISE disk_full USING MESSAGE = 'could not extend file'; END $$`;
  // As PostgreSQL says it where its user may use no more of the disk.
  const ofQuota = 'could not extend file "base/5/16384": Disk quota exceeded';
  const beyondQuota = `DO $$ BEGIN RAISE internal_error USING MESSAGE = '${ofQuota}'; END $$`;
  const bug = `DO $$ BEGIN RAISE internal_error USING MESSAGE = 'unexpected chunk'; END $$`;
  const ways: ((sql: string) => Promise<unknown>)[] = [
    (sql) => database.query(sql),
    (sql) => database.prepared.query(sql),
    (sql) => dedicated.query(sql),
    (sql) => database.transaction((tx) => tx.query(sql)),
  ];
  for (const way of ways) {
    await assert.rejects(way(full), isDatabaseUnavailable);
    await assert.rejects(way(beyondQuota), isDatabaseUnavailable);
    for (const wrong of ['SELECT 1 / 0', bug])
      await assert.rejects(way(wrong), (error) => !isDatabaseUnavailable(error));
    await way('SELECT 1');
  }
  assert.deepEqual(
    told,
    ways.flatMap(() => ['could not extend file', ofQuota]),
  );
});

test('a query that takes no standby is answered when it no longer is one, and nobody else minds', async (t) => {
  const server = await startRestartablePostgres();
  t.after(() => server.remove());
  await sendTo(server.url, `COPY (SELECT WHERE false) TO '/proc/self/cwd/standby.signal'`);
  await server.end('SIGINT');
  await server.start();
  const particular = open(t, server.url, true);
  const other = open(t, server.url, false);
  const { rows } = await other.query('SELECT pg_is_in_recovery() AS recovering');
  assert.deepEqual(rows, [{ recovering: true }], 'the control');
  await assert.rejects(particular.query('SELECT 1'), (error) => {
    assert.ok(isDatabaseUnavailable(error));
    assert.match(String(error), /the server is a standby/);
    return true;
  });
  await sendTo(server.url, 'SELECT pg_promote(true)');
  await particular.query(WRITE);
});

async function sendTo(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
