import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { databaseUrl, onServer } from '../../test/harness/test-database.ts';
import { VERSION } from '../version.ts';
import { migrate } from './migrate.ts';
import { LAST_OF_EARLIER_RELEASE, refuseBesideFarOlder } from './schema-age.ts';

async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  return { url: databaseUrl(name), drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

test('ten processes that start together run each migration once', async () => {
  const { url, drop } = await emptyDatabase();
  const runs = await Promise.all(Array.from({ length: 10 }, () => migrate(url)));
  const ran = runs.flat();
  assert.equal(new Set(ran).size, ran.length);
  assert.equal(runs.filter((names) => names.length > 0).length, 1);
  await drop();
});

test('migrations are numbered from one, without a gap and none twice', () => {
  const files = globSync('*.sql', { cwd: path.join(import.meta.dirname, '../../migrations') }).toSorted();
  assert.deepEqual(
    files.map((file) => file.slice(0, 5)),
    files.map((_, at) => `${String(at + 1).padStart(4, '0')}_`),
  );
});

test('a migration that was changed after it ran is refused by name', async () => {
  const { url, drop } = await emptyDatabase();
  const [first] = await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('UPDATE schema_migrations SET sha256 = $1 WHERE name = $2', ['other', first]);
  await client.end();
  await assert.rejects(migrate(url), new RegExp(`Migration ${first} was changed`));
  await drop();
});

test('a program that does not know all migrations of the database is the older one: it puts in no function', async () => {
  const { url, drop } = await emptyDatabase();
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // A database that only a newer release has been on: no text of ours was ever in force.
  await client.query(`
    TRUNCATE schema_functions;
    CREATE OR REPLACE FUNCTION new_id() RETURNS uuid LANGUAGE sql AS $$ SELECT NULL::uuid /* newer */ $$;
    INSERT INTO schema_migrations (name, sha256) VALUES ('9999_of_the_future.sql', 'unknown')`);
  const lines: string[] = [];
  await migrate(url, (line) => lines.push(line));
  assert.deepEqual(lines, [
    'the database is of the next release already, and this program may run beside that',
  ]);
  const { rows } = await client.query<{ prosrc: string }>(
    `SELECT prosrc FROM pg_proc WHERE proname = 'new_id'`,
  );
  await client.end();
  assert.match(rows[0]?.prosrc ?? '', /newer/);
  await drop();
});

test('a program more than one release behind the database is refused in one line, and changes nothing', async () => {
  const { url, drop } = await emptyDatabase();
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ledger = async () => (await client.query('SELECT * FROM schema_migrations ORDER BY name')).rows;
  // As two releases ahead: the next one brought 9998, and the one after that requires it.
  await client.query(`INSERT INTO schema_migrations (name, sha256, is_required)
    VALUES ('9998_of_the_next.sql', 'unknown', true), ('9999_of_the_one_after.sql', 'unknown', false)`);
  const before = await ledger();
  await assert.rejects(migrate(url), {
    name: 'Error',
    message: `The database is more than one release ahead of this program, Tessera ${VERSION}, which lacks 9998_of_the_next.sql: start a newer release.`,
  });
  assert.deepEqual(await ledger(), before);
  await client.end();
  await drop();
});

test('after a start the ledger requires the last migration of the release before, and nothing newer', async () => {
  const { url, drop } = await emptyDatabase();
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT name FROM schema_migrations WHERE is_required');
  await client.end();
  assert.deepEqual(rows, [{ name: LAST_OF_EARLIER_RELEASE }]);
  await drop();
});

test('beside running programs more than one release behind nothing is migrated', async () => {
  const { url, drop } = await emptyDatabase();
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const migrating = () => refuseBesideFarOlder(client, { lastOfEarlier: '9998_of_the_next.sql' });
  await migrating();
  const own = new pg.Client({ connectionString: url, application_name: `tessera ${VERSION}` });
  await own.connect();
  await migrating();
  const older = new pg.Client({ connectionString: url, application_name: 'tessera 0.9.0' });
  await older.connect();
  await assert.rejects(
    migrating,
    /^Error: Programs more than one release behind .* \(tessera 0\.9\.0\): stop them first/,
  );
  // One release behind is fine.
  await refuseBesideFarOlder(client);
  await Promise.all([client.end(), own.end(), older.end()]);
  await drop();
});
