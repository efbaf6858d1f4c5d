import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { countRowsRead } from '../../bench/rows-read.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { connectDatabase } from '../db/database.ts';
import { askDatabase } from './ask-database.ts';

const ROWS = 5_000;
const TABLES = ['jobs', 'reservations', 'webhook_deliveries', 'orders', 'refunds'];

/** Much that is over: nobody who looks for what waits has a reason to read it. */
const FILL = [
  'SET session_replication_role = replica',
  `INSERT INTO jobs (id, kind, run_at) SELECT new_id(), 'of another release', now() - interval '1 day' FROM generate_series(1, ${ROWS})`,
  `INSERT INTO reservations (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at, ended_at, quote_reference, quote)
   SELECT new_id(), new_id(), new_id(), '', false, 1, now(), now() + interval '1 hour', now(), '', '{}' FROM generate_series(1, ${ROWS})`,
  `INSERT INTO webhook_deliveries (id, subscription_id, event_type, reference, status, ended_at)
   SELECT new_id(), new_id(), 'WEBHOOK_TEST', '', 'delivered', now() FROM generate_series(1, ${ROWS})`,
  `INSERT INTO refunds (id, order_id, payment_id, amount_minor, reason, request_key, status, created_at)
   SELECT new_id(), new_id(), new_id(), 1, 'host', '', 'succeeded', now() FROM generate_series(1, ${ROWS})`,
];
/** And a little that waits. */
const WAITING = [
  `INSERT INTO jobs (id, kind, run_at) SELECT new_id(), 'known', now() - nr * interval '1 minute' FROM generate_series(-1, 2) AS nr`,
  `INSERT INTO webhook_deliveries (id, subscription_id, event_type, reference, next_attempt_at)
   SELECT new_id(), subscription.id, 'WEBHOOK_TEST', '', now() - nr * interval '1 minute'
     FROM generate_series(1, 2) AS nr, (VALUES (new_id()), (new_id())) AS subscription (id)`,
];

test('finished rows are not read to tell what waits, with statistics and without', async (t) => {
  const testDatabase = await createTestDatabase();
  // Without the program's limit of time.
  const database = connectDatabase({
    url: testDatabase.url,
    poolSize: 2,
    statementTimeoutMs: 120_000,
    onIdleError: () => {},
  });
  t.after(async () => {
    await database.close();
    await testDatabase.drop();
  });
  for (const table of TABLES) await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  const own = new pg.Client({ connectionString: testDatabase.url });
  await own.connect();
  for (const sql of [...FILL, ...WAITING]) await own.query(sql);
  await own.end();

  for (const statistics of ['without', 'with']) {
    if (statistics === 'with') await database.query('ANALYZE');
    const { tx, take } = countRowsRead({ ...database, query: database.prepared.query }, TABLES);
    const figures = await askDatabase(tx, ['known', 'unknown']);
    const read = take();
    assert.ok(read > 0 && read < 100, `${read} rows were read, ${statistics} statistics`);
    const [known, unknown] = figures.jobs;
    assert.deepEqual([known?.due, known?.later, unknown?.due, unknown?.oldestDueSeconds], [3, 1, 0, 0]);
    assert.ok((known?.oldestDueSeconds ?? 0) >= 120);
    assert.equal(figures.liveHolds, 0);
    assert.equal(figures.deliveriesWaiting, 4);
    assert.ok(figures.oldestDeliverySeconds >= 120);
  }
});
