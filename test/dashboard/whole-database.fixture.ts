import type { Queryable } from '../../src/db/database.ts';

// Written by looking, or by jobs at their own time: when a session or a key was last used, who tried, the mails of an
// earlier purchase.
const CHANGED_BY_LOOKING = new Set([
  'sessions',
  'jobs',
  'audit_log',
  'public_key_uses',
  'mails',
  'event_verify_keys',
]);

/** A digest of each table's rows, but for when somebody was last seen: what differs between two of them was changed in between. */
export async function digestTables(database: Queryable): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname = 'public' ORDER BY 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of rows) {
    if (CHANGED_BY_LOOKING.has(name)) continue;
    const found = await database.query<{ digest: string | null }>(
      `SELECT md5(string_agg(line, '|' ORDER BY line)) AS digest
         FROM (SELECT (to_jsonb(t) - 'last_seen_at')::text AS line FROM "${name}" AS t) AS lines`,
    );
    digests[name] = found.rows[0]?.digest ?? '';
  }
  return digests;
}
