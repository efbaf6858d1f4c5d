import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { changedFunctions } from './apply-functions.ts';
import { startEmbeddedPostgres } from './embedded/start-postgres.ts';
import { MigrationError, readMigrations } from './migrate.ts';
import { readLedger } from './take-over.ts';

/** A table that was there before, and how a migration locks it until it is committed. */
export type LockedTable = {
  table: string;
  /** The strongest lock: `AccessExclusiveLock` keeps readers out too, `ShareRowExclusiveLock` and `ShareLock` writers. */
  lock: string;
  stops: 'reads and writes' | 'writes' | 'nothing';
  /** The table is written anew, which takes as long as it is large. */
  isRewritten: boolean;
  /** As it is on the database now. */
  rows: number;
  bytes: number;
};

export type MigrationPreview = { name: string; sql: string; locks: LockedTable[] };

export type Preview = { migrations: MigrationPreview[]; functions: string[] };

/**
 * Tells what `migrate` would do: the migrations that have not run, each with the locks that it takes, and the functions that it would replace.
 * The database is only read. The migrations are tried on an empty database, in a server of their own that is gone afterwards.
 */
export async function previewMigrations(databaseUrl: string, openScratch = startScratch): Promise<Preview> {
  const all = await readMigrations();
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 15_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const done = await readDone(client);
    const { isBefore, lag } = readLedger([...done]);
    if (isBefore)
      throw new MigrationError(
        `The database is ${lag ?? 'from before the first release'}: there is no preview of how it is taken over.`,
      );
    const known = new Set(all.map(({ name }) => name));
    if (![...done].every((name) => known.has(name)))
      throw new MigrationError(
        'The database is of a newer release than this program: there is nothing to preview.',
      );
    const pending = all.filter(({ name }) => !done.has(name));
    const functions = await changedFunctions(client, all.length);
    if (pending.length === 0) return { migrations: [], functions };
    const scratch = await openScratch();
    const tried = await tryMigrations(scratch.url, all, new Set(pending.map(({ name }) => name))).finally(
      () => scratch.close(),
    );
    const sizes = await readSizes(client);
    const migrations = tried.map(({ name, sql, locks }) => ({
      name,
      sql,
      locks: locks.map((lock) => ({ ...lock, ...(sizes.get(lock.table) ?? { rows: 0, bytes: 0 }) })),
    }));
    return { migrations, functions };
  } finally {
    await client.end();
  }
}

async function readDone(client: pg.Client): Promise<Set<string>> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS is_there`,
  );
  if (!found[0]?.is_there) return new Set();
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
  return new Set(rows.map(({ name }) => name));
}

async function readSizes(client: pg.Client): Promise<Map<string, { rows: number; bytes: number }>> {
  const { rows } = await client.query<{ name: string; rows: number; bytes: string }>(
    `SELECT relname AS name, greatest(reltuples, 0)::float8 AS rows, pg_total_relation_size(oid) AS bytes
       FROM pg_class WHERE relkind = 'r' AND pg_table_is_visible(oid)`,
  );
  return new Map(rows.map(({ name, rows: count, bytes }) => [name, { rows: count, bytes: Number(bytes) }]));
}

type Tried = {
  name: string;
  sql: string;
  locks: Pick<LockedTable, 'table' | 'lock' | 'stops' | 'isRewritten'>[];
};

/** An empty database to try migrations on. */
type Scratch = { url: string; close(): Promise<void> };

async function startScratch(): Promise<Scratch> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-preview-'));
  const forget = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: () => {} });
    return {
      url: server.url,
      async close() {
        await server.stop();
        await forget();
      },
    };
  } catch (error) {
    await forget();
    throw error;
  }
}

async function tryMigrations(
  url: string,
  all: { name: string; sql: string }[],
  pending: ReadonlySet<string>,
): Promise<Tried[]> {
  const scratch = new pg.Client({ connectionString: url });
  scratch.on('error', () => {});
  await scratch.connect();
  try {
    await scratch.query(
      'CREATE TABLE schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())',
    );
    const tried: Tried[] = [];
    for (const { name, sql } of all) {
      const locks = await runLooking(scratch, { name, sql });
      if (pending.has(name)) tried.push({ name, sql, locks });
    }
    return tried;
  } finally {
    await scratch.end();
  }
}

// Locks that a plain SELECT, or a write, has to wait for.
const STOPS: Record<string, LockedTable['stops']> = {
  AccessExclusiveLock: 'reads and writes',
  ExclusiveLock: 'writes',
  ShareRowExclusiveLock: 'writes',
  ShareLock: 'writes',
};
const STRENGTH = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];

/** Runs a migration, and looks at what it has locked just before it is committed. */
async function runLooking(
  client: pg.Client,
  { name, sql }: { name: string; sql: string },
): Promise<Tried['locks']> {
  const { rows: before } = await client.query<{ oid: number; filenode: number }>(
    `SELECT oid::int, relfilenode::int AS filenode FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const files = new Map(before.map(({ oid, filenode }) => [oid, filenode]));
  await client.query('BEGIN');
  await client.query(sql).catch((error: Error) => {
    throw new MigrationError(`Migration ${name} fails on an empty database: ${error.message}`, {
      cause: error,
    });
  });
  const { rows } = await client.query<{ oid: number; table: string; mode: string; filenode: number }>(
    `SELECT c.oid::int, c.relname AS table, l.mode, c.relfilenode::int AS filenode
       FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
      WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  );
  await client.query('COMMIT');
  const strongest = new Map<string, Tried['locks'][number]>();
  for (const { oid, table, mode, filenode } of rows) {
    const known = files.get(oid);
    // A new table keeps nobody waiting, and the ledger is our own.
    if (known === undefined || table === 'schema_migrations') continue;
    const earlier = strongest.get(table);
    if (earlier && STRENGTH.indexOf(earlier.lock) >= STRENGTH.indexOf(mode)) continue;
    strongest.set(table, {
      table,
      lock: mode,
      stops: STOPS[mode] ?? 'nothing',
      isRewritten: known !== filenode,
    });
  }
  return [...strongest.values()].sort((a, b) => STRENGTH.indexOf(b.lock) - STRENGTH.indexOf(a.lock));
}
