import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import pg from 'pg';
import { connectDatabase } from './database.ts';
import { databaseUrl, onServer } from '../../test/harness/test-database.ts';
import { knownMigrations, migrate } from './migrate.ts';

// The real programs of before are in test/long/take-over.long.ts.

const BASELINE = path.join(import.meta.dirname, '../../migrations/0001_baseline.sql');

let dbName: string;
let url: string;
let client: pg.Client;
beforeEach(async () => {
  dbName = `test_${randomUUID().replaceAll('-', '')}`;
  url = databaseUrl(dbName);
  await onServer(`CREATE DATABASE ${dbName}`);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await onServer(`DROP DATABASE ${dbName} WITH (FORCE)`);
});

const ledger = async (): Promise<string[]> =>
  (await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY 1')).rows.map(
    ({ name }) => name,
  );

/** As a program from before the first release has left it: so many migrations, of which the last has this name. */
async function pretendEarlier(count = 143, last = '0153_check_in_hours_valid.sql'): Promise<void> {
  await client.query(await readFile(BASELINE, 'utf8'));
  await client.query(
    'CREATE TABLE schema_migrations (name text PRIMARY KEY, sha256 text, ran_at timestamptz DEFAULT now())',
  );
  await writeLedger(count, last);
}

async function writeLedger(count: number, last: string): Promise<void> {
  await client.query('DELETE FROM schema_migrations');
  await client.query(
    `INSERT INTO schema_migrations (name, sha256)
       SELECT $2, 'known to nobody' UNION ALL
       SELECT lpad(nr::text, 4, '0') || '_earlier.sql', 'known to nobody' FROM generate_series(1, $1 - 1) AS nr`,
    [count, last],
  );
}

async function takeOver(): Promise<string[]> {
  const told: string[] = [];
  await migrate(url, (line) => void told.push(line));
  return told;
}

test('a database that has run all migrations from before the first release is taken over, and one line says so', async () => {
  await pretendEarlier();
  await client.query(
    'CREATE FUNCTION hold_carts_capped(integer) RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
  );
  // The operator's own.
  await client.query('CREATE TABLE notes (id integer); CREATE INDEX hosts_by_country ON hosts (country)');
  assert.deepEqual(await takeOver(), [
    'taken over: its 143 migrations from before the first release are one now',
  ]);
  assert.deepEqual(await ledger(), await knownMigrations());
  const { rows } = await client.query('SELECT FROM pg_proc WHERE proname = $1', ['hold_carts_capped']);
  assert.equal(rows.length, 0);
  const { rows: functions } = await client.query(`SELECT FROM schema_functions WHERE name = 'hold_batch'`);
  assert.equal(functions.length, 1);
  assert.deepEqual(await takeOver(), [], 'once');
});

test('one that has run some of them is told in one line what to do, and stays as it is', async () => {
  await pretendEarlier();
  for (const [count, last] of [
    [128, '0134_words_of_all_events.sql'],
    [143, '0152_check_in_hours.sql'],
    [144, '0153_check_in_hours_valid.sql'],
  ] as const) {
    await writeLedger(count, last);
    const before = await ledger();
    await assert.rejects(migrate(url), {
      name: 'Error',
      message:
        `The database is from before the first release, and not up to date then (it has run ${count} of 143 migrations): ` +
        'run tessera migrate of commit bc6d507d0764 on it first.',
    });
    assert.deepEqual(await ledger(), before);
  }
});

test('not while an earlier program is connected', async () => {
  await pretendEarlier();
  const before = await ledger();
  const earlier = new pg.Client({ connectionString: url, application_name: 'tessera' });
  await earlier.connect();
  await assert.rejects(
    migrate(url),
    /^Error: An earlier program is connected to the database \(1 connections\): stop it first\.$/,
  );
  assert.deepEqual(await ledger(), before);
  await earlier.end();
  // One of ours is none of those.
  const ours = connectDatabase({ url, poolSize: 1, onIdleError: () => {} });
  await ours.query('SELECT 1');
  assert.equal((await takeOver()).length, 1);
  await ours.close();
});

for (const [what, change, named] of [
  ['a column more', 'ALTER TABLE holds ADD COLUMN extra integer', 'CREATE TABLE holds'],
  ['another default', 'ALTER TABLE events ALTER COLUMN hold_minutes SET DEFAULT 11', 'CREATE TABLE events'],
  ['no index', 'DROP INDEX holds_lapse', 'CREATE INDEX holds_lapse'],
  ['no trigger', 'DROP TRIGGER events_search ON events', 'CREATE TRIGGER events_search'],
] as const)
  test(`a database with ${what} is not taken over: it is named`, async () => {
    await pretendEarlier();
    await client.query(change);
    const before = await ledger();
    await assert.rejects(migrate(url), ({ message }: Error) => {
      assert.ok(message.startsWith('The database differs from what its migrations have made, first here: '));
      assert.ok(message.includes(named), message);
      return true;
    });
    assert.deepEqual(await ledger(), before);
    const { rows } = await client.query(`SELECT FROM pg_namespace WHERE nspname = 'tessera_baseline'`);
    assert.equal(rows.length, 0);
  });

test('values stored by earlier rules are converted, or counted and told', async () => {
  await pretendEarlier();
  const [partly, whole, mail] = [randomUUID(), randomUUID(), randomUUID()];
  await client.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency,
                         email, first_name, last_name, created_at)
       SELECT id, 'TSR-AAAA-AAAA-AAAA-' || name, id, id, 'exchange', 'refunded', '', '{}', 100, 'NGN', 'a@b', 'A', 'B', now()
         FROM (VALUES ($1::uuid, 'AAAA'), ($2, 'BBBB')) AS made (id, name)`,
    [partly, whole],
  );
  await client.query(
    `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, refunded_minor, paid_at, recorded_at)
       SELECT gen_random_uuid(), id, 'sandbox', id::text, 100, 'NGN', 'order', refunded, now(), now()
         FROM (VALUES ($1::uuid, 40), ($2, 100)) AS made (id, refunded)`,
    [partly, whole],
  );
  await client.query(
    `INSERT INTO jobs (id, kind, payload) VALUES ($1, 'send_holder_mail', '{"mail": "address_changed", "orderId": "x"}')`,
    [mail],
  );
  await client.query(
    `INSERT INTO people (id, email, password_hash)
       SELECT gen_random_uuid(), hash || '@test.example', hash FROM unnest(ARRAY['scrypt$32768', 'scrypt$1', 'argon2id$19456']) AS hash`,
  );
  assert.deepEqual(await takeOver(), [
    'taken over: its 143 migrations from before the first release are one now; ' +
      '2 people have to choose another password, by the link for forgotten ones',
  ]);
  const { rows: orders } = await client.query<{ id: string; status: string }>(
    'SELECT id, status FROM orders',
  );
  assert.deepEqual(Object.fromEntries(orders.map(({ id, status }) => [id, status])), {
    [partly]: 'partially_refunded',
    [whole]: 'refunded',
  });
  const { rows: changes } = await client.query('SELECT order_id, status FROM order_changes');
  assert.deepEqual(changes, [{ order_id: partly, status: 'partially_refunded' }]);
  const { rows: jobs } = await client.query('SELECT payload FROM jobs WHERE id = $1', [mail]);
  assert.deepEqual(jobs, [{ payload: { mail: 'address_changed', orderId: 'x', movedKey: '' } }]);
});
