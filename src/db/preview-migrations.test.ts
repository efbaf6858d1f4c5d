import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { databaseUrl, onServer } from '../../test/harness/test-database.ts';
import { migrate } from './migrate.ts';
import { previewMigrations } from './preview-migrations.ts';

async function emptyDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  return { url: databaseUrl(name), close: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

test('a preview tells the migrations that would run, with their locks, and the functions; it changes nothing', async (t) => {
  const { url, close } = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.after(async () => {
    await client.end();
    await close();
  });
  const names = await migrate(url);
  assert.deepEqual(await previewMigrations(url, emptyDatabase), { migrations: [], functions: [] });

  const ledger = async (): Promise<unknown[]> =>
    (await client.query('SELECT * FROM schema_migrations ORDER BY name')).rows;
  await client.query(`
    DELETE FROM schema_migrations WHERE name >= '0012';
    ALTER TABLE event_halls DROP COLUMN refuses_single;
    DELETE FROM schema_functions WHERE name = 'new_id'`);
  const before = await ledger();
  const { migrations, functions } = await previewMigrations(url, emptyDatabase);
  assert.deepEqual(
    migrations.map(({ name }) => name),
    names.filter((name) => name >= '0012'),
  );
  const [first] = migrations;
  const stopped = migrations.find(({ name }) => name.endsWith('_stopped_sales.sql'));
  assert.match(first?.sql ?? '', /ADD COLUMN refuses_single/);
  assert.partialDeepStrictEqual(first?.locks, [
    { table: 'event_halls', lock: 'AccessExclusiveLock', stops: 'reads and writes', isRewritten: false },
  ]);
  assert.partialDeepStrictEqual(stopped?.locks, [{ table: 'events', stops: 'reads and writes' }]);
  assert.ok((stopped?.locks[0]?.bytes ?? 0) > 0, 'as large as it is on the database in question');
  assert.deepEqual(functions, ['new_id']);
  assert.deepEqual(await ledger(), before);
});

test('a database of a newer release has nothing to preview', async (t) => {
  const { url, close } = await emptyDatabase();
  t.after(close);
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO schema_migrations (name, sha256) VALUES ('9999_of_the_future.sql', 'unknown')`,
  );
  await client.end();
  await assert.rejects(previewMigrations(url, emptyDatabase), /of a newer release than this program/);
});
