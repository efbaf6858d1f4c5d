import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { makeKey } from './key-text.ts';

export type PublicKey = { keyId: string; key: string; name: string; createdAt: Date; revokedAt: Date | null };

/** Newest first; the revoked ones are among them. */
export async function listPublicKeys(database: Queryable, hostId: string): Promise<PublicKey[]> {
  const { rows } = await database.query<PublicKey>(
    `SELECT id AS "keyId", key, name, created_at AS "createdAt", revoked_at AS "revokedAt"
       FROM public_keys WHERE host_id = $1 ORDER BY created_at DESC, id DESC`,
    [hostId],
  );
  return rows;
}

export async function createPublicKey(
  tx: Transaction,
  { hostId, actor, name }: { hostId: string; actor: Actor; name: string },
): Promise<{ keyId: string; publicKey: string }> {
  const keyId = randomUUIDv7();
  const publicKey = makeKey('public');
  await tx.query('INSERT INTO public_keys (id, host_id, key, name) VALUES ($1, $2, $3, $4)', [
    keyId,
    hostId,
    publicKey,
    name,
  ]);
  await recordChange(tx, { hostId, actor, action: 'public_key.create', subject: { id: keyId, name } });
  return { keyId, publicKey };
}

export async function renamePublicKey(
  tx: Transaction,
  { hostId, actor, keyId, name }: { hostId: string; actor: Actor; keyId: string; name: string },
): Promise<void> {
  const { rows } = await tx.query<{ before: string }>(
    `UPDATE public_keys AS k SET name = $3 FROM public_keys AS was
      WHERE k.id = $1 AND k.host_id = $2 AND k.revoked_at IS NULL AND was.id = k.id
      RETURNING was.name AS before`,
    [keyId, hostId, name],
  );
  const [row] = rows;
  if (!row) throw noSuchKey();
  await recordChange(tx, {
    hostId,
    actor,
    action: 'public_key.rename',
    subject: { id: keyId, name },
    before: { name: row.before },
    after: { name },
  });
}

/** Every process forgets the key within a second (see find-key.ts). */
export async function revokePublicKey(
  tx: Transaction,
  { hostId, actor, keyId }: { hostId: string; actor: Actor; keyId: string },
): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `UPDATE public_keys SET revoked_at = now() WHERE id = $1 AND host_id = $2 AND revoked_at IS NULL
     RETURNING name`,
    [keyId, hostId],
  );
  const [row] = rows;
  if (!row) throw noSuchKey();
  await recordChange(tx, {
    hostId,
    actor,
    action: 'public_key.revoke',
    subject: { id: keyId, name: row.name },
  });
}

const noSuchKey = (): Refusal => new Refusal('not_found', 'There is no such key in use.');
