import type { Database } from '../../db/database.ts';
import { keyTypeOf } from './key-text.ts';
import { hashPrivateKey } from './private-key.ts';
import { matchServers } from './server-addresses.ts';

/** The caller: the host that the key belongs to. */
export type Caller = {
  keyId: string;
  hostId: string;
  /** Whether an address is one of the integrator's own servers, which calls for many buyers. */
  isServer: (address: string) => boolean;
};

export type Finding = Caller | 'unknown' | 'wrong_type' | 'suspended';

/** Reads the host of a key. */
export async function readKey(database: Database, key: string): Promise<Finding> {
  if (keyTypeOf(key) === 'private') {
    const { rowCount } = await database.query('SELECT 1 FROM hosts WHERE private_key_sha256 = $1', [
      hashPrivateKey(key),
    ]);
    return rowCount ? 'wrong_type' : 'unknown';
  }
  return (await readPublicKeys(database, [key])).get(key) ?? 'unknown';
}

/** Those of the keys that are good, or their host's fault. */
export async function readPublicKeys(database: Database, keys: string[]): Promise<Map<string, Finding>> {
  const { rows } = await database.query<{
    key: string;
    id: string;
    host_id: string;
    servers: string[] | null;
    is_suspended: boolean;
  }>(
    `SELECT k.key, k.id, k.host_id, k.server_addresses::text[] AS servers, h.suspended_at IS NOT NULL AS is_suspended
       FROM public_keys AS k JOIN hosts AS h ON h.id = k.host_id WHERE k.key = ANY($1::text[]) AND k.revoked_at IS NULL`,
    [keys],
  );
  return new Map(
    rows.map((row) => [
      row.key,
      row.is_suspended
        ? 'suspended'
        : { keyId: row.id, hostId: row.host_id, isServer: matchServers(row.servers ?? []) },
    ]),
  );
}
