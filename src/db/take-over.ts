import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { describeTables } from './dump-schema.ts';

/** The first migration: all that ran before the first release, in one. */
export const BASELINE = '0001_baseline.sql';

// The migrations before the baseline, and a commit whose program runs all of them.
const BEFORE = { count: 143, last: '0153_check_in_hours_valid.sql', commit: 'bc6d507d0764' };
const CONVERT = path.join(import.meta.dirname, '../../migrations/before-1.0/convert.sql');

// The connection name of every earlier program.
const EARLIER_PROGRAM = 'tessera';
// The baseline is run here to be compared with, and undone.
const SCRATCH = 'tessera_baseline';

/** Whether a database with this ledger is from before the first release; `lag` says how far it is behind, `commit` what helps. */
export function readLedger(names: string[]): { isBefore: boolean; lag: string | null; commit: string } {
  const { count, last, commit } = BEFORE;
  const isBefore = names.length > 0 && !names.includes(BASELINE);
  const isComplete = names.length === count && names.includes(last);
  const lag = `from before the first release, and not up to date then (it has run ${names.length} of ${count} migrations)`;
  return { isBefore, lag: isBefore && !isComplete ? lag : null, commit };
}

/**
 * A database that has run all migrations from before the first release becomes one that has run the baseline. Answers what the operator
 * is told. An earlier program that starts later finds that its first migration has not run, fails on it and ends.
 */
export async function takeOver(
  client: pg.Client,
  baseline: { sql: string; sha256: string },
): Promise<string> {
  const notes: string[] = [];
  const onNotice = ({ message = '' }: { message?: string | undefined }): void => void notes.push(message);
  await client.query('BEGIN');
  try {
    await refuseBesideEarlierProgram(client);
    await refuseOtherSchema(client, baseline.sql);
    client.on('notice', onNotice);
    await client.query(await readFile(CONVERT, 'utf8'));
    client.off('notice', onNotice);
    // All functions are put in anew.
    await client.query('DELETE FROM schema_migrations; DROP TABLE IF EXISTS schema_functions');
    await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [
      BASELINE,
      baseline.sha256,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
  return [
    `taken over: its ${BEFORE.count} migrations from before the first release are one now`,
    ...notes,
  ].join('; ');
}

async function refuseBesideEarlierProgram(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [EARLIER_PROGRAM],
  );
  const { count } = rows[0] ?? { count: 0 };
  if (count > 0)
    throw new Error(`An earlier program is connected to the database (${count} connections): stop it first.`);
}

/** Every table, index and trigger of the baseline has to be there as it is. What else there is is the operator's own. */
async function refuseOtherSchema(client: pg.Client, baseline: string): Promise<void> {
  const actual = new Set((await describeTables(client)).flat());
  await client.query('SAVEPOINT before_baseline');
  await client.query(`CREATE SCHEMA ${SCRATCH}; SET LOCAL search_path = ${SCRATCH}, public; ${baseline}`);
  const expected = (await describeTables(client, SCRATCH)).flat();
  await client.query('ROLLBACK TO SAVEPOINT before_baseline');
  const missing = expected.filter((statement) => !actual.has(statement));
  if (missing.length === 0) return;
  const [first = ''] = missing[0]?.split('\n') ?? [];
  throw new Error(
    `The database differs from what its migrations have made, first here: ${first.replace(/ \($/, '')}. Compare it with schema.sql.`,
  );
}
