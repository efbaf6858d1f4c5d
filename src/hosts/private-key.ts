import { createHash } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { deriveKey } from '../secrets/derive-key.ts';
import { seal, unseal } from '../secrets/secret-box.ts';
import { makeKey } from './key-text.ts';

export type SealedPrivateKey = { ciphertext: Buffer; sha256: Buffer };

/** A new private key, and what of it the database may see. */
export function makePrivateKey(
  secretKey: Buffer,
  hostId: string,
): { privateKey: string; sealed: SealedPrivateKey } {
  const privateKey = makeKey('private');
  const ciphertext = seal(deriveKey(secretKey, 'private-keys'), privateKey, hostId);
  return { privateKey, sealed: { ciphertext, sha256: hashPrivateKey(privateKey) } };
}

export function hashPrivateKey(privateKey: string): Buffer {
  return createHash('sha256').update(privateKey).digest();
}

export async function readPrivateKey(tx: Transaction, secretKey: Buffer, hostId: string): Promise<string> {
  const { rows } = await tx.query<{ private_key_ciphertext: Buffer }>(
    'SELECT private_key_ciphertext FROM hosts WHERE id = $1',
    [hostId],
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no host ${hostId}`);
  return unseal(deriveKey(secretKey, 'private-keys'), row.private_key_ciphertext, hostId);
}

/** The old key is of no use from this moment on. */
export async function rotatePrivateKey(tx: Transaction, secretKey: Buffer, hostId: string): Promise<string> {
  const { privateKey, sealed } = makePrivateKey(secretKey, hostId);
  const { rowCount } = await tx.query(
    'UPDATE hosts SET private_key_ciphertext = $2, private_key_sha256 = $3 WHERE id = $1',
    [hostId, sealed.ciphertext, sealed.sha256],
  );
  if (rowCount !== 1) throw new Error(`there is no host ${hostId}`);
  return privateKey;
}
