import type { Queryable } from '../db/database.ts';
import { openSealed, SecretKeyMissing, type Sealed } from './sealed.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';
import type { SecretKeys } from './secret-keys.ts';

export type KnownKey = {
  id: string;
  use: 'current' | 'accepted' | 'not configured';
  /** When a process first started with it; null: none has yet. */
  firstSeenAt: Date | null;
  distrustedAt: Date | null;
  /** Private keys, credentials and authenticator apps' secrets that only this key opens. */
  sealedCount: number;
  /** Events with ticket codes that were, or will be, signed with it. */
  eventCount: number;
};

export type KnownKeys = {
  keys: KnownKey[];
  /** Sealed before it was stored by which key. */ unnamedCount: number;
};

/** Puts the configured keys on record, at the start of a process. */
export async function recordSecretKeys(database: Queryable, { accepted }: SecretKeys): Promise<void> {
  await database.query('INSERT INTO secret_keys (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
    accepted.map(({ id }) => id),
  ]);
}

export async function listSecretKeys(
  database: Queryable,
  { current, accepted }: SecretKeys,
): Promise<KnownKeys> {
  const sealed = await countSealed(database);
  const { rows } = await database.query<Omit<KnownKey, 'use' | 'sealedCount'>>(
    `SELECT id, first_seen_at AS "firstSeenAt", distrusted_at AS "distrustedAt",
            (SELECT count(*) FROM event_verify_keys AS v WHERE v.secret_key_id = id) AS "eventCount"
       FROM (SELECT unnest($1::text[]) AS id UNION SELECT id FROM secret_keys) AS named LEFT JOIN secret_keys USING (id)
      ORDER BY first_seen_at DESC NULLS FIRST, id`,
    [accepted.map(({ id }) => id)],
  );
  const configured = new Set(accepted.map(({ id }) => id));
  const useOf = (id: string): KnownKey['use'] =>
    id === current.id ? 'current' : configured.has(id) ? 'accepted' : 'not configured';
  return {
    keys: rows.map((row) => ({ ...row, use: useOf(row.id), sealedCount: sealed.get(row.id) ?? 0 })),
    unnamedCount: sealed.get(null) ?? 0,
  };
}

/**
 * Why nothing may be sealed anew under the current key, in one line; null where it may. A key that no process has started with
 * may be a mistyped one that only this shell has: what it seals could never be opened.
 */
export async function resealMistake(database: Queryable, { current }: SecretKeys): Promise<string | null> {
  const { rowCount } = await database.query('SELECT 1 FROM secret_keys WHERE id = $1', [current.id]);
  if (rowCount) return null;
  return `No process has started with SECRET_KEY (key ${current.id}) yet: restart every process with it, then rotate.`;
}

/** How many boxes each key has sealed. */
async function countSealed(database: Queryable): Promise<Map<string | null, number>> {
  const columns = SEALED_COLUMNS.map(
    ({ table, box, sealedBy }) => `SELECT ${sealedBy} AS id FROM ${table} WHERE ${box} IS NOT NULL`,
  );
  const { rows } = await database.query<{ id: string | null; count: number }>(
    `SELECT id, count(*) AS count FROM (${columns.join(' UNION ALL ')}) AS sealed GROUP BY id`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * Finds the mistake in the configured keys, in one line; null if they open everything in the database. Asked before anything is served: a
 * wrong key must show at the start, not with the first webhook that can't be signed.
 */
export async function secretKeyMistake(database: Queryable, secretKeys: SecretKeys): Promise<string | null> {
  const { rowCount } = await database.query(
    'SELECT 1 FROM secret_keys WHERE id = $1 AND distrusted_at IS NOT NULL',
    [secretKeys.current.id],
  );
  if (rowCount) {
    return `SECRET_KEY is key ${secretKeys.current.id}, which was distrusted: set a new one (openssl rand -hex 32).`;
  }
  const configured = new Set(secretKeys.accepted.map(({ id }) => id));
  for (const [id, count] of await countSealed(database)) {
    if (id !== null && !configured.has(id)) {
      return `SECRET_KEY: ${count} of the database's secrets are sealed under key ${id}, which is not configured: add it to ACCEPTED_SECRET_KEYS.`;
    }
  }
  for (const column of SEALED_COLUMNS) {
    if (await isUnnamedSealedByAnother(database, secretKeys, column)) {
      return "SECRET_KEY does not open the database's secrets, which are sealed under another key: add that key to ACCEPTED_SECRET_KEYS.";
    }
  }
  return null;
}

/** One box stands for all that were sealed before there could be more than one key. */
async function isUnnamedSealedByAnother(
  database: Queryable,
  secretKeys: SecretKeys,
  { table, idColumn = 'id', box, sealedBy, purpose }: SealedColumn,
): Promise<boolean> {
  const { rows } = await database.query<Sealed & { id: string }>(
    `SELECT ${idColumn} AS id, ${box} AS box, ${sealedBy} AS "sealedBy" FROM ${table}
      WHERE ${box} IS NOT NULL AND ${sealedBy} IS NULL LIMIT 1`,
  );
  const [row] = rows;
  if (!row) return false;
  try {
    openSealed(secretKeys, row, { purpose, owner: row.id });
    return false;
  } catch (error) {
    if (!(error instanceof SecretKeyMissing)) throw error;
    return true;
  }
}
