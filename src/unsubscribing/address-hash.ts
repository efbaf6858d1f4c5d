import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import { openSealed, sealCurrent } from '../secrets/sealed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

const KEY_BYTES = 32;
const HASH_BYTES = 16;
const PURPOSE = 'unsubscribing-keys';

/** Hashes an address: nothing else of it is remembered. At another host it is another hash. */
export async function hashAddress(
  database: Queryable,
  secretKeys: SecretKeys,
  { hostId, email }: { hostId: string; email: string },
): Promise<Buffer> {
  const key = (await findKey(database, secretKeys, hostId)) ?? (await makeKey(database, secretKeys, hostId));
  return createHmac('sha256', key).update(email.toLowerCase()).digest().subarray(0, HASH_BYTES);
}

async function findKey(database: Queryable, secretKeys: SecretKeys, hostId: string): Promise<Buffer | null> {
  const { rows } = await database.query<{ box: Buffer; sealedBy: string }>(
    'SELECT key_ciphertext AS box, key_sealed_by AS "sealedBy" FROM unsubscribing_keys WHERE host_id = $1',
    [hostId],
  );
  const [sealed] = rows;
  return sealed
    ? Buffer.from(openSealed(secretKeys, sealed, { purpose: PURPOSE, owner: hostId }), 'base64')
    : null;
}

/** Of two at once, one is kept. */
async function makeKey(database: Queryable, secretKeys: SecretKeys, hostId: string): Promise<Buffer> {
  const secret = randomBytes(KEY_BYTES).toString('base64');
  const { box, sealedBy } = sealCurrent(secretKeys, { purpose: PURPOSE, owner: hostId, secret });
  await database.query(
    `INSERT INTO unsubscribing_keys (host_id, key_ciphertext, key_sealed_by) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [hostId, box, sealedBy],
  );
  const key = await findKey(database, secretKeys, hostId);
  assert(key, 'the key was just made');
  return key;
}
