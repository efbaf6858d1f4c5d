import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';

type LockedKey = { name: string; servers: string[] };

/**
 * A key in use of the host, locked. `version` is the one that the change was made on; left out at the terminal, where it is
 * made on what is there.
 */
export async function lockPublicKey(
  tx: Transaction,
  { hostId, keyId, version }: { hostId: string; keyId: string; version?: number | undefined },
): Promise<LockedKey> {
  const { rows } = await tx.query<LockedKey & { version: number }>(
    `SELECT name, coalesce(server_addresses, '{}')::text[] AS servers, version FROM public_keys
      WHERE id = $1 AND host_id = $2 AND revoked_at IS NULL FOR NO KEY UPDATE`,
    [keyId, hostId],
  );
  const [row] = rows;
  if (!row) throw noSuchKey();
  if (version !== undefined && version !== row.version) {
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this key since you opened it.');
  }
  return row;
}

export const noSuchKey = (): Refusal => new Refusal('not_found', 'There is no such key in use.');
