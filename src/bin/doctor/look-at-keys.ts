import { listSecretKeys, secretKeyMistake } from '../../secrets/known-keys.ts';
import { green, plural, red, yellow, type Patient, type Seen } from './finding.ts';
import { withoutDatabase } from './look-at-database.ts';

/** The secret keys: whether they open everything, and whether a change of them was left unfinished. */
export async function lookAtKeys({ open }: Patient): Promise<Seen[]> {
  if (!open) return withoutDatabase();
  const { database, secretKeys } = open;
  const mistake = await secretKeyMistake(database, secretKeys);
  if (mistake) return [red(mistake, 'See "A new secret key" in docs/configuration.md.')];
  const { keys, unnamedCount } = await listSecretKeys(database, secretKeys);
  const old = keys.filter(({ use }) => use === 'accepted');
  const stillSealed = old.reduce((sum, { sealedCount }) => sum + sealedCount, unnamedCount);
  if (stillSealed > 0 && old.length > 0)
    return [
      yellow(
        `${plural(stillSealed, 'secret is', 'secrets are')} still sealed under an earlier key.`,
        'Finish the change: tessera secrets rotate',
      ),
    ];
  if (old.length > 0)
    return [
      yellow(
        `${plural(old.length, 'earlier key')} in ACCEPTED_SECRET_KEYS ${old.length === 1 ? 'seals' : 'seal'} nothing.`,
        'If the change is done on every process, remove it there: tessera secrets list',
      ),
    ];
  return [green(`Key ${secretKeys.current.id} opens everything.`)];
}
