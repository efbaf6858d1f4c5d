import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { makeKey } from './key-text.ts';
import { lockPublicKey, noSuchKey } from './lock-public-key.ts';

export type PublicKey = {
  keyId: string;
  key: string;
  name: string;
  createdAt: Date;
  revokedAt: Date | null;
  /** To the minute. Null: never. */
  lastUsedAt: Date | null;
  /** By the database's clock. */
  lastUsedMinutesAgo: number | null;
  /** Of the integrator, as networks: `203.0.113.7/32`. */
  servers: string[];
  version: number;
};

// One for each site, and some to try things out with.
const MAX_IN_USE = 20;
// Enough to find a key that was just revoked; the rest is in the audit log.
const REVOKED_SHOWN = 20;

/** Those in use, newest first, then the newest of the revoked ones. */
export async function listPublicKeys(database: Queryable, hostId: string): Promise<PublicKey[]> {
  const { rows } = await database.query<PublicKey>(
    `SELECT k.id AS "keyId", k.key, k.name, k.created_at AS "createdAt", k.revoked_at AS "revokedAt",
            used.last_used_at AS "lastUsedAt",
            trunc(extract(epoch FROM now() - used.last_used_at) / 60)::integer AS "lastUsedMinutesAgo",
            coalesce(k.server_addresses, '{}')::text[] AS servers, k.version
       FROM public_keys AS k LEFT JOIN public_key_uses AS used ON used.key_id = k.id
      WHERE k.host_id = $1
      ORDER BY k.revoked_at DESC NULLS FIRST, k.created_at DESC, k.id DESC
      LIMIT ${MAX_IN_USE + REVOKED_SHOWN}`,
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
  // Two who make a key at the same time do so one after the other, and count each other's.
  await tx.query('SELECT 1 FROM hosts WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
  const { rowCount } = await tx.query(
    `INSERT INTO public_keys (id, host_id, key, name)
     SELECT $1, $2, $3, $4
      WHERE (SELECT count(*) FROM public_keys WHERE host_id = $2 AND revoked_at IS NULL) < ${MAX_IN_USE}`,
    [keyId, hostId, publicKey, name],
  );
  if (rowCount === 0) {
    throw new Refusal(
      'validation_failed',
      `A host can have at most ${MAX_IN_USE} keys: revoke one that you no longer need.`,
    );
  }
  await recordChange(tx, { hostId, actor, action: 'public_key.create', subject: { id: keyId, name } });
  return { keyId, publicKey };
}

export async function renamePublicKey(
  tx: Transaction,
  input: { hostId: string; actor: Actor; keyId: string; version: number; name: string },
): Promise<void> {
  const { hostId, actor, keyId, name } = input;
  const before = await lockPublicKey(tx, input);
  await tx.query('UPDATE public_keys SET name = $2, version = version + 1 WHERE id = $1', [keyId, name]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'public_key.rename',
    subject: { id: keyId, name },
    before: { name: before.name },
    after: { name },
  });
}

/** Every process forgets the key within a second (see find-key.ts). */
export async function revokePublicKey(
  tx: Transaction,
  { hostId, actor, keyId }: { hostId: string; actor: Actor; keyId: string },
): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `UPDATE public_keys SET revoked_at = now(), version = version + 1
      WHERE id = $1 AND host_id = $2 AND revoked_at IS NULL
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
