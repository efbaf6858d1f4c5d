import { ConfigError } from '../config/config-error.ts';
import type { Queryable } from '../db/database.ts';
import { recordSecretKeys, secretKeyMistake } from '../secrets/known-keys.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

/** Before anything is sealed or signed: what a wrong key seals, no other process can open. */
export async function checkSecretKeys(database: Queryable, secretKeys: SecretKeys): Promise<void> {
  const mistake = await secretKeyMistake(database, secretKeys);
  if (mistake) throw new ConfigError(mistake);
  await recordSecretKeys(database, secretKeys);
}
