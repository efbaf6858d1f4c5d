import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

const FUNCTIONS_FOLDER = path.join(import.meta.dirname, '../../functions');

// A trigger's file locks its table, and the one before it has locked another: a sale may hold them in the other order. This gives up and
// comes again before PostgreSQL, after a second, would have one of the two fail.
const PATIENCE_MS = 500;
const PAUSE_MS = 200;
const MAX_TRIES = 60;
const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';

type Known = { name: string; sha256: string; migrations: number; is_in_force: boolean };

/**
 * Creates the SQL functions that are not in force as this program has them, all in one transaction: no call finds some old
 * ones and some new ones. The caller has the migrations' lock, and knows every migration of the database: `migrations` is
 * how many.
 *
 * A text that was in force once and has been replaced is not put back: then this is the older program, in the middle of an
 * upgrade. Unless a program that knew fewer migrations has replaced it: that one was older still.
 */
export async function applyFunctions(
  client: pg.Client,
  options: { migrations: number; folder?: string },
): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await applyAll(client, options);
    } catch (error) {
      const code = ((error as Error).cause as { code?: string } | undefined)?.code;
      if ((code !== LOCK_TIMEOUT && code !== DEADLOCK) || tries === MAX_TRIES) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

async function applyAll(
  client: pg.Client,
  { migrations, folder = FUNCTIONS_FOLDER }: { migrations: number; folder?: string },
): Promise<string[]> {
  // Programs that don't write how many migrations they know are older than all that do.
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_functions (
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (name, sha256)
    );
    ALTER TABLE schema_functions ADD COLUMN IF NOT EXISTS migrations integer NOT NULL DEFAULT 0`);
  const { rows: known } = await client.query<Known>(KNOWN_SQL);
  const files = await readFunctions(folder);
  const changed = files.filter((file) => isChanged(file, known, migrations));
  const isSigned = files.every((file) =>
    known.some((row) => row.name === file.name && row.is_in_force && row.migrations >= migrations),
  );
  if (changed.length === 0 && isSigned) return [];
  await client.query('BEGIN');
  try {
    // Functions call each other: whatever the order, some would be created before those that they call.
    await client.query('SET LOCAL check_function_bodies = off');
    await client.query(`SET LOCAL lock_timeout = ${PATIENCE_MS}`);
    for (const { name, sql, sha256 } of changed) {
      await client.query(sql).catch((error: Error) => {
        throw new Error(`Function ${name} failed: ${error.message}`, { cause: error });
      });
      await client.query(
        `INSERT INTO schema_functions (name, sha256) VALUES ($1, $2)
         ON CONFLICT (name, sha256) DO UPDATE SET applied_at = excluded.applied_at`,
        [name, sha256],
      );
    }
    // Also what is in force unchanged: it is the text of a program that knows so many.
    await client.query(
      `UPDATE schema_functions SET migrations = $1
        WHERE migrations < $1 AND (name, sha256) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
      [migrations, files.map(({ name }) => name), files.map(({ sha256 }) => sha256)],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
  return changed.map(({ name }) => name);
}

const KNOWN_SQL = `
  SELECT name, sha256, migrations, applied_at = max(applied_at) OVER (PARTITION BY name) AS is_in_force FROM schema_functions`;

function isChanged(file: { name: string; sha256: string }, known: Known[], migrations: number): boolean {
  const own = known.find(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
  const inForce = known.find(({ name, is_in_force: isInForce }) => name === file.name && isInForce);
  return !own || !inForce || (own !== inForce && inForce.migrations < migrations);
}

/** The functions that would be put in force, by name, on a database that may not have any yet. Changes nothing. */
export async function changedFunctions(client: pg.Client, migrations: number): Promise<string[]> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('schema_functions') IS NOT NULL AS is_there`,
  );
  const known = rows[0]?.is_there ? (await client.query<Known>(KNOWN_SQL)).rows : [];
  const files = await readFunctions(FUNCTIONS_FOLDER);
  return files.filter((file) => isChanged(file, known, migrations)).map(({ name }) => name);
}

async function readFunctions(folder: string): Promise<{ name: string; sql: string; sha256: string }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(path.join(folder, file), 'utf8');
      return {
        name: path.basename(file, '.sql'),
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}
