import { ConfigError } from '../config.ts';
import type { Queryable } from '../db/database.ts';
import { recordSecretKeys, secretKeyMistake } from '../secrets/known-keys.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

/** For whatever is about to seal or sign: with a wrong key it would do so for nobody. */
export async function checkSecretKeys(database: Queryable, secretKeys: SecretKeys): Promise<void> {
  const mistake = await secretKeyMistake(database, secretKeys);
  if (mistake) throw new ConfigError(mistake);
  await recordSecretKeys(database, secretKeys);
}
