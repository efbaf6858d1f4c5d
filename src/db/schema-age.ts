import { VERSION } from '../version.ts';
import type { Queryable } from './database.ts';

/**
 * The last migration of the release before this one. A program that doesn't know it is more than one release behind, and the ledger says so
 * from the first start of this release on.
 */
export const LAST_OF_EARLIER_RELEASE = '0001_baseline.sql';

type LedgerRow = { name: string; is_required: boolean };

/**
 * Whether the database is of a newer release than this program, which knows the migrations `known`. One release newer is fine: a release only
 * adds, and the next one drops what is no longer needed. Throws where it is further ahead.
 */
export async function readSchemaAge(db: Queryable, known: readonly string[]): Promise<boolean> {
  // A ledger that no program has written the column into yet is as good as one that requires nothing.
  const { rows } = await db.query<LedgerRow>(
    `SELECT name, coalesce((to_jsonb(ledger) ->> 'is_required')::boolean, false) AS is_required
       FROM schema_migrations AS ledger ORDER BY name`,
  );
  const names = new Set(known);
  const unknown = rows.filter(({ name }) => !names.has(name));
  const required = unknown.find((row) => row.is_required);
  if (required) {
    throw new Error(
      `The database is more than one release ahead of this program, Tessera ${VERSION}, which lacks ${required.name}: start a newer release.`,
    );
  }
  return unknown.length > 0;
}

/** Programs that run now and are more than one release behind would fail their buyers from the first migration on. */
export async function refuseBesideFarOlder(
  db: Queryable,
  { lastOfEarlier = LAST_OF_EARLIER_RELEASE }: { lastOfEarlier?: string } = {},
): Promise<void> {
  const { rows } = await db.query<{ programs: string[] | null }>(
    `SELECT array_agg(DISTINCT application_name ORDER BY application_name) AS programs FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'tessera %' AND application_name <> $1
        AND EXISTS (SELECT 1 FROM schema_migrations)
        AND NOT EXISTS (SELECT 1 FROM schema_migrations WHERE name = $2)`,
    [`tessera ${VERSION}`, lastOfEarlier],
  );
  const programs = rows[0]?.programs;
  if (!programs) return;
  throw new Error(
    `Programs more than one release behind this one are connected to the database (${programs.join(', ')}): stop them first, or install the releases between one after the other.`,
  );
}

export async function requireEarlierRelease(db: Queryable): Promise<void> {
  await db.query('UPDATE schema_migrations SET is_required = true WHERE name = $1 AND NOT is_required', [
    LAST_OF_EARLIER_RELEASE,
  ]);
}
