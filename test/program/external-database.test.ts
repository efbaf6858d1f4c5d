import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { ask } from '../harness/client.ts';
import { launch, makeDataDir, START_PATIENCE_MS, untilHealthy } from '../harness/program.ts';
import { databaseUrl, onServer } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';

const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '../../migrations');
// As in src/demo/seed-demo.ts.
const SEED_LOCK = 7_235_912;

test('three programs that start at once on one empty database share it: migrated once, one demo', async (t) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const folders = await Promise.all([makeDataDir(), makeDataDir(), makeDataDir()]);

  const SECRET_KEY = randomBytes(32).toString('hex');
  const programs = await Promise.all(
    folders.map(({ dataDir }) =>
      launch({
        ENVIRONMENT: 'development',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl(name),
        SECRET_KEY,
        DEMO: 'on',
      }),
    ),
  );
  t.after(async () => {
    for (const { child } of programs) child.kill('SIGKILL');
    await Promise.all(programs.map(({ exited }) => exited));
    await Promise.all(folders.map(({ remove }) => remove()));
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  await Promise.all(programs.map(untilHealthy));

  const client = new pg.Client({ connectionString: databaseUrl(name) });
  await client.connect();
  const rows = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map((row) => row.name);
  const migrations = await rows('SELECT name FROM schema_migrations ORDER BY name');
  const hosts = await rows('SELECT name FROM hosts ORDER BY name');
  const people = await rows('SELECT email AS name FROM people');
  const keys = await rows('SELECT key AS name FROM public_keys ORDER BY key');
  await client.end();
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  assert.deepEqual(migrations, files);
  assert.equal(hosts.length, 3, hosts.join());
  assert.equal(people.length, 7, people.join());

  const answers = await Promise.all(
    programs.flatMap((program) => keys.map((key) => ask(program, '/events?limit=3', { key }))),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  // All sign their cursors alike, and give the same pages.
  const [first, second] = programs;
  assert.ok(first && second);
  const key = keys[0] ?? '';
  const page = await ask(first, '/events?limit=3', { key });
  const next = await ask(second, `/events?limit=3&cursor=${page.body.data.nextCursor as string}`, { key });
  assert.equal(next.status, 200);

  // The program that made the keys is the one that knows them in plain text.
  const withFacts = folders.map(({ dataDir }) =>
    access(path.join(dataDir, 'demo.json')).then(
      () => true,
      () => false,
    ),
  );
  assert.equal((await Promise.all(withFacts)).filter(Boolean).length, 1);

  for (const { child } of programs) child.kill('SIGINT');
  assert.deepEqual(await Promise.all(programs.map(({ exited }) => exited)), [0, 0, 0]);
});

test('a program that waits for another one to seed the demo is as patient as that takes', async (t) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE tessera_template`);
  const { dataDir, remove } = await makeDataDir();
  const slowSeeder = new pg.Client({ connectionString: databaseUrl(name) });
  await slowSeeder.connect();
  await slowSeeder.query('SELECT pg_advisory_lock($1)', [SEED_LOCK]);

  const SECRET_KEY = randomBytes(32).toString('hex');
  const program = await launch({
    DATA_DIR: dataDir,
    ENVIRONMENT: 'development',
    DATABASE_URL: databaseUrl(name),
    SECRET_KEY,
    DEMO: 'on',
  });
  t.after(async () => {
    program.child.kill('SIGKILL');
    await program.exited;
    await slowSeeder.end();
    await remove();
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  // Longer than a request may wait for a lock (2 s).
  await until(
    'the program to have waited for three seconds',
    async () => {
      assert.equal(program.child.exitCode, null, program.output());
      const { rowCount } = await slowSeeder.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%advisory%'
          AND pid <> pg_backend_pid() AND clock_timestamp() - xact_start > interval '3 seconds'`,
      );
      return rowCount;
    },
    START_PATIENCE_MS,
  );
  await slowSeeder.query('SELECT pg_advisory_unlock($1)', [SEED_LOCK]);
  await untilHealthy(program);
  assert.equal((await program.demo()).hosts.length, 3);
  program.child.kill('SIGINT');
  assert.equal(await program.exited, 0);
});
