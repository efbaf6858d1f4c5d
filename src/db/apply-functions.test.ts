import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { untilWaiting } from '../../test/harness/waiting-for-locks.ts';
import { applyFunctions } from './apply-functions.ts';

const FUNCTIONS_FOLDER = path.join(import.meta.dirname, '../../functions');

let db: TestDatabase;
let client: pg.Client;
let folder: string;
before(async () => {
  db = await createTestDatabase();
  client = new pg.Client({ connectionString: db.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await db.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tessera-functions-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const greeting = (word: string): string =>
  `CREATE OR REPLACE FUNCTION greeting() RETURNS text LANGUAGE sql AS $$ SELECT '${word}' $$;`;
const write = (name: string, sql: string): Promise<void> => writeFile(path.join(folder, `${name}.sql`), sql);
const apply = (migrations = 1): Promise<string[]> => applyFunctions(client, { migrations, folder });
const greet = async (): Promise<string> =>
  (await client.query<{ greeting: string }>('SELECT greeting()')).rows[0]?.greeting ?? '';

test('a function is put in again when its text has changed, and only then', async () => {
  await write('greeting', greeting('hello'));
  assert.deepEqual(await apply(), ['greeting']);
  assert.deepEqual(await apply(), []);
  await write('greeting', greeting('good evening'));
  assert.deepEqual(await apply(), ['greeting']);
  assert.equal(await greet(), 'good evening');
});

test('an older program that starts after a newer one puts nothing back', async () => {
  await write('greeting', greeting('of the first release'));
  await apply();
  await write('greeting', greeting('of the second release'));
  await apply();
  await write('greeting', greeting('of the first release'));
  assert.deepEqual(await apply(), []);
  assert.equal(await greet(), 'of the second release');
});

test('a program that knows more migrations puts its own text in again after an older one', async () => {
  await write('greeting', greeting('of the newer release'));
  await apply(2);
  // As programs did that look at texts alone.
  const older = greeting('of an older release');
  await client.query(older);
  await client.query('INSERT INTO schema_functions (name, sha256) VALUES ($1, $2)', [
    'greeting',
    createHash('sha256').update(older).digest('hex'),
  ]);
  assert.deepEqual(await apply(2), ['greeting']);
  assert.equal(await greet(), 'of the newer release');
  assert.deepEqual(await apply(2), []);
});

test('a text that is in force unchanged after a migration is not replaced by one from before', async () => {
  await write('greeting', greeting('first'));
  await apply(3);
  await write('greeting', greeting('second'));
  await apply(3);
  assert.deepEqual(await apply(4), []);
  await write('greeting', greeting('first'));
  assert.deepEqual(await apply(4), []);
  assert.equal(await greet(), 'second');
});

test('a function that can’t be put in is named, and none of its companions is in force', async () => {
  await write('greeting', greeting('never seen'));
  await write('zz_broken', 'CREATE OR REPLACE FUNCTION zz_broken() RETURNS nonsense AS $$ $$;');
  await assert.rejects(apply(), /^Error: Function zz_broken failed: /);
  assert.notEqual(await greet(), 'never seen');
});

test('every function of the database has its file, and no file is without its function', async () => {
  const fresh = await createTestDatabase();
  const { rows } = await fresh.database.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  );
  await fresh.drop();
  const files = (await readdir(FUNCTIONS_FOLDER)).filter((file) => file.endsWith('.sql'));
  assert.deepEqual(rows.map(({ name }) => `${name}.sql`).toSorted(), files.toSorted());
});

test('no function is tied to the tables it names: a column with a default can be added to any of them', async () => {
  const tied = await client.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosqlbody IS NOT NULL`,
  );
  assert.deepEqual(tied.rows, []);
  const tables = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  await client.query('BEGIN');
  for (const { name } of tables.rows) {
    await client.query(`ALTER TABLE ${name} ADD COLUMN added_later uuid NOT NULL DEFAULT gen_random_uuid()`);
  }
  await client.query('ROLLBACK');
});

test('the functions as they are can be put in once more', async () => {
  for (const file of await readdir(FUNCTIONS_FOLDER)) {
    if (file.endsWith('.sql')) await copyFile(path.join(FUNCTIONS_FOLDER, file), path.join(folder, file));
  }
  await client.query('TRUNCATE schema_functions');
  assert.ok((await apply()).length > 20);
});

test('a trigger whose table a sale has locked gives up, lets the sale go on, and comes again', async () => {
  await client.query('CREATE TABLE first_table (); CREATE TABLE second_table ()');
  const trigger = (name: string, table: string): string =>
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
     CREATE OR REPLACE TRIGGER ${name} AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`;
  await write('first_trigger', trigger('first_trigger', 'first_table'));
  await write('second_trigger', trigger('second_trigger', 'second_table'));
  const sale = new pg.Client({ connectionString: db.url });
  await sale.connect();
  try {
    await sale.query('BEGIN; LOCK TABLE second_table IN ROW EXCLUSIVE MODE');
    const applied = apply();
    await untilWaiting(sale, { text: 'second_trigger' });
    // The first table is the other's until then.
    await sale.query('LOCK TABLE first_table IN ROW EXCLUSIVE MODE; COMMIT');
    assert.deepEqual(await applied, ['first_trigger', 'second_trigger']);
  } finally {
    await sale.end();
  }
});
