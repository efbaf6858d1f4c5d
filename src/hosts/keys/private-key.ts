import { createHash } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { openSealed, sealCurrent, type Sealed } from '../../secrets/sealed.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { makeKey } from './key-text.ts';

export type SealedPrivateKey = { ciphertext: Buffer; sealedBy: string; sha256: Buffer };

/** A new private key, and what the database stores of it. */
export function makePrivateKey(
  secretKeys: SecretKeys,
  hostId: string,
): { privateKey: string; sealed: SealedPrivateKey } {
  const privateKey = makeKey('private');
  const { box, sealedBy } = sealCurrent(secretKeys, {
    purpose: 'private-keys',
    owner: hostId,
    secret: privateKey,
  });
  return { privateKey, sealed: { ciphertext: box, sealedBy, sha256: hashPrivateKey(privateKey) } };
}

export function hashPrivateKey(privateKey: string): Buffer {
  return createHash('sha256').update(privateKey).digest();
}

export async function readPrivateKey(
  tx: Transaction,
  secretKeys: SecretKeys,
  hostId: string,
): Promise<string> {
  const { rows } = await tx.query<Sealed>(
    'SELECT private_key_ciphertext AS box, private_key_sealed_by AS "sealedBy" FROM hosts WHERE id = $1',
    [hostId],
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no host ${hostId}`);
  return openSealed(secretKeys, row, { purpose: 'private-keys', owner: hostId });
}

/** The old key is of no use from this moment on. */
export async function rotatePrivateKey(
  tx: Transaction,
  secretKeys: SecretKeys,
  hostId: string,
): Promise<string> {
  const { privateKey, sealed } = makePrivateKey(secretKeys, hostId);
  const { rowCount } = await tx.query(
    'UPDATE hosts SET private_key_ciphertext = $2, private_key_sealed_by = $3, private_key_sha256 = $4 WHERE id = $1',
    [hostId, sealed.ciphertext, sealed.sealedBy, sealed.sha256],
  );
  if (rowCount !== 1) throw new Error(`there is no host ${hostId}`);
  return privateKey;
}
