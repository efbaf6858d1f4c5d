import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { makeKey } from './key-text.ts';

export async function createPublicKey(
  tx: Transaction,
  input: { hostId: string; name: string },
): Promise<{ keyId: string; publicKey: string }> {
  const keyId = randomUUIDv7();
  const publicKey = makeKey('public');
  await tx.query('INSERT INTO public_keys (id, host_id, key, name) VALUES ($1, $2, $3, $4)', [
    keyId,
    input.hostId,
    publicKey,
    input.name,
  ]);
  return { keyId, publicKey };
}

/** Every process forgets the key within a second (see find-key.ts). False where the host has no such live key. */
export async function revokePublicKey(
  tx: Transaction,
  input: { hostId: string; keyId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE public_keys SET revoked_at = now() WHERE id = $1 AND host_id = $2 AND revoked_at IS NULL',
    [input.keyId, input.hostId],
  );
  return rowCount === 1;
}
