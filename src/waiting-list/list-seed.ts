import type { Queryable } from '../db/database.ts';
import { openSealed, sealCurrent } from '../secrets/sealed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { hashOf, makeSeed } from '../waiting-room/draw.ts';

const PURPOSE = 'waiting-list-seeds';

/** A new seed, sealed: nobody reads it before the draw. */
export function sealListSeed(secretKeys: SecretKeys, eventId: string) {
  const seed = makeSeed();
  const { box, sealedBy } = sealCurrent(secretKeys, {
    purpose: PURPOSE,
    owner: eventId,
    secret: seed.toString('hex'),
  });
  return { box, sealedBy, seedHash: hashOf(seed) };
}

/** The seed of a list that is still to be drawn; null: nothing is drawn, or it was. A caller knows it before the draw. */
export async function openListSeed(
  database: Queryable,
  secretKeys: SecretKeys,
  eventId: string,
): Promise<{ seed: Buffer; seedHash: Buffer } | null> {
  const { rows } = await database.query<{ box: Buffer; sealedBy: string | null; seedHash: Buffer }>(
    `SELECT seed_ciphertext AS box, seed_sealed_by AS "sealedBy", seed_hash AS "seedHash"
       FROM waiting_lists WHERE event_id = $1 AND draws_at IS NOT NULL AND drawn_at IS NULL`,
    [eventId],
  );
  const [row] = rows;
  if (!row) return null;
  const { box, sealedBy, seedHash } = row;
  const secret = openSealed(secretKeys, { box, sealedBy }, { purpose: PURPOSE, owner: eventId });
  return { seed: Buffer.from(secret, 'hex'), seedHash };
}
