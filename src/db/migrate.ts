import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { applyFunctions } from './apply-functions.ts';
import { readSchemaAge, refuseBesideFarOlder, requireEarlierRelease } from './schema-age.ts';
import { BASELINE, readLedger, takeOver } from './take-over.ts';

const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '../../migrations');
// Any number will do, as long as every version of the program uses the same one.
const MIGRATION_LOCK = 7_235_911;

const DEADLOCK = '40P01';
const MAX_TRIES = 10;

type LedgerRow = { name: string; sha256: string };
type Migration = LedgerRow & { sql: string };

export class MigrationError extends Error {}

const asMigrationError = (error: Error): never => {
  throw new MigrationError(error.message, { cause: error });
};

/**
 * Brings the schema up to date: every file not yet run, in order, each in a transaction of its own; then the functions whose
 * text has changed. Processes that start together wait for each other at the advisory lock, and all but the first find
 * nothing left to do. On a database with a migration that is unknown here, this is the older program: it leaves the
 * functions alone, and more than one release behind it is refused. `tell` gets a line for the operator, if there is one.
 */
export async function migrate(
  databaseUrl: string,
  tell: (line: string) => void = () => {},
): Promise<string[]> {
  // No time limits here: a migration may have to wait for another process's.
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 15_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { added, known, isOlder } = await runMissing(client, tell);
    if (isOlder) {
      tell('the database is of the next release already, and this program may run beside that');
      return added;
    }
    await applyFunctions(client, { migrations: known }).catch(asMigrationError);
    return added;
  } finally {
    await client.end();
  }
}

async function runMissing(
  client: pg.Client,
  tell: (line: string) => void,
): Promise<{ added: string[]; known: number; isOlder: boolean }> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY,
      sha256 text NOT NULL,
      ran_at timestamptz NOT NULL DEFAULT now()
    );
    ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS is_required boolean NOT NULL DEFAULT false`);
  const migrations = await readMigrations();
  await leaveEarlierLedger(client, migrations, tell);
  const names = migrations.map(({ name }) => name);
  const isOlder = await readSchemaAge(client, names).catch(asMigrationError);
  await refuseBesideFarOlder(client).catch(asMigrationError);
  const { rows } = await client.query<LedgerRow>('SELECT name, sha256 FROM schema_migrations');
  const done = new Map(rows.map((row) => [row.name, row.sha256]));
  const added: string[] = [];
  for (const { name, sql, sha256 } of migrations) {
    if (done.has(name)) {
      if (done.get(name) !== sha256) {
        throw new MigrationError(
          `Migration ${name} was changed after it ran on this database. Add a new one instead.`,
        );
      }
      continue;
    }
    await runMigration(client, { name, sql, sha256 });
    added.push(name);
  }
  await requireEarlierRelease(client);
  return { added, known: names.length, isOlder };
}

/** A database from before the first release is taken over, or its operator is told what to do first. */
async function leaveEarlierLedger(
  client: pg.Client,
  migrations: Migration[],
  tell: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<LedgerRow>('SELECT name FROM schema_migrations');
  const { isBefore, lag, commit } = readLedger(rows.map(({ name }) => name));
  if (!isBefore) return;
  if (lag !== null)
    throw new MigrationError(`The database is ${lag}: run tessera migrate of commit ${commit} on it first.`);
  const baseline = migrations.find(({ name }) => name === BASELINE);
  if (!baseline) throw new MigrationError(`${BASELINE} is missing.`);
  tell(await takeOver(client, baseline).catch(asMigrationError));
}

/** In a transaction of its own. One that loses to a sale in a deadlock has changed nothing, and is run again. */
async function runMigration(client: pg.Client, migration: Migration, tries = MAX_TRIES): Promise<void> {
  const { name, sql, sha256 } = migration;
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [name, sha256]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    if (tries > 1 && (error as { code?: unknown }).code === DEADLOCK)
      return runMigration(client, migration, tries - 1);
    throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** The migrations of this release, in their order. */
export const knownMigrations = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort();

export async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await knownMigrations()).map(async (name) => {
      const sql = await readFile(path.join(MIGRATIONS_FOLDER, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
