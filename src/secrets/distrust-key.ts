import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { Refusal } from '../refusal.ts';
import type { Transaction } from '../db/database.ts';
import { listSecretKeys } from './known-keys.ts';
import type { SecretKeys } from './secret-keys.ts';

/** After a leak: what was signed with this key is no longer accepted. Resolves to the number of events whose codes it signed. */
export async function distrustKey(
  tx: Transaction,
  secretKeys: SecretKeys,
  { id, actor }: { id: string; actor: Actor },
): Promise<number> {
  const { keys, unnamedCount } = await listSecretKeys(tx, secretKeys);
  const key = keys.find((one) => one.id === id);
  if (!key) throw new Refusal('not_found', `There is no secret key ${JSON.stringify(id.slice(0, 40))}.`);
  if (key.use === 'current') {
    throw new Refusal('validation_failed', `Key ${id} is the current key: switch to another first.`);
  }
  if (key.sealedCount + unnamedCount > 0) {
    throw new Refusal(
      'validation_failed',
      `Secrets are still sealed under key ${id}: run tessera secrets rotate first.`,
    );
  }
  await tx.query('UPDATE secret_keys SET distrusted_at = coalesce(distrusted_at, now()) WHERE id = $1', [id]);
  const subject = { id, name: '' };
  await recordChange(tx, { hostId: null, actor, action: 'secret_key.distrust', subject });
  return key.eventCount;
}
