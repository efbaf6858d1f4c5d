import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { databaseUrl, onServer } from '../../test/harness/test-database.ts';
import { migrate } from './migrate.ts';

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
  await migrate(url);
  const { rows } = await client.query<{ prosrc: string }>(
    `SELECT prosrc FROM pg_proc WHERE proname = 'new_id'`,
  );
  await client.end();
  assert.match(rows[0]?.prosrc ?? '', /newer/);
  await drop();
});
