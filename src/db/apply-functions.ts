import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

const FUNCTIONS_FOLDER = path.join(import.meta.dirname, '../../functions');

/**
 * Creates every SQL function whose text has not been in this database before, all in one transaction: no call finds
 * some old ones and some new ones. A text that was there and has been replaced is not put back: then this is the older
 * program, in the middle of an upgrade. The caller has the migrations' lock.
 */
export async function applyFunctions(client: pg.Client, folder = FUNCTIONS_FOLDER): Promise<string[]> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_functions (
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (name, sha256)
    )`);
  const { rows } = await client.query<{ text: string }>(
    `SELECT name || ' ' || sha256 AS text FROM schema_functions`,
  );
  const seen = new Set(rows.map(({ text }) => text));
  const files = await readFunctions(folder);
  const changed = files.filter(({ name, sha256 }) => !seen.has(`${name} ${sha256}`));
  if (changed.length === 0) return [];
  await client.query('BEGIN');
  try {
    // Functions call each other: whatever the order, some would be created before those that they call.
    await client.query('SET LOCAL check_function_bodies = off');
    for (const { name, sql, sha256 } of changed) {
      await client.query(sql).catch((error: Error) => {
        throw new Error(`Function ${name} failed: ${error.message}`, { cause: error });
      });
      await client.query('INSERT INTO schema_functions (name, sha256) VALUES ($1, $2)', [name, sha256]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
  return changed.map(({ name }) => name);
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
