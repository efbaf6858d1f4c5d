import { createHash } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { enqueueOwnerNotice } from '../../people/mails/enqueue-owner-notice.ts';
import { Refusal } from '../../refusal.ts';
import { openSealed, sealCurrent, type Sealed } from '../../secrets/sealed.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { makeKey } from './key-text.ts';

// Enough to tell two keys of one host apart, and nothing to guess 190 random bits by.
const FINGERPRINT_CHARACTERS = 8;

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

/** For the owner's eyes. That it was shown is on record, what it is is not. */
export async function revealPrivateKey(
  tx: Transaction,
  secretKeys: SecretKeys,
  { hostId, actor }: { hostId: string; actor: Actor },
): Promise<string> {
  await recordChange(tx, { hostId, actor, action: 'private_key.reveal' });
  return readPrivateKey(tx, secretKeys, hostId);
}

/** Names the key without showing it: a piece of its hash, the same on any machine. */
export async function readFingerprint(database: Queryable, hostId: string): Promise<string> {
  const { rows } = await database.query<{ sha256: Buffer }>(
    'SELECT private_key_sha256 AS sha256 FROM hosts WHERE id = $1',
    [hostId],
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no host ${hostId}`);
  return fingerprintOf(row.sha256);
}

const fingerprintOf = (sha256: Buffer): string => sha256.toString('hex').slice(0, FINGERPRINT_CHARACTERS);

/**
 * The old key is of no use from this moment on. `fingerprint` is that of the key to be replaced: of two who rotate at the same
 * time, the second would make the key worthless that the first has just handed out.
 */
export async function rotatePrivateKey(
  tx: Transaction,
  secretKeys: SecretKeys,
  { hostId, actor, fingerprint }: { hostId: string; actor: Actor; fingerprint?: string },
): Promise<string> {
  await tx.query('SELECT 1 FROM hosts WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
  const before = await readFingerprint(tx, hostId);
  if (fingerprint !== undefined && fingerprint !== before) {
    throw new Refusal('changed_meanwhile', 'The private key was rotated since you opened this page.');
  }
  const { privateKey, sealed } = makePrivateKey(secretKeys, hostId);
  await tx.query(
    'UPDATE hosts SET private_key_ciphertext = $2, private_key_sealed_by = $3, private_key_sha256 = $4 WHERE id = $1',
    [hostId, sealed.ciphertext, sealed.sealedBy, sealed.sha256],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'private_key.rotate',
    before: { fingerprint: before },
    after: { fingerprint: fingerprintOf(sealed.sha256) },
  });
  await enqueueOwnerNotice(tx, { hostId, what: 'private_key_rotated', actor });
  return privateKey;
}
