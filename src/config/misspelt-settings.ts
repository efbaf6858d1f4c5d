import { isSmallTypo } from '../values/typo.ts';
import { SETTINGS } from './settings.ts';

export type MisspeltSetting = { name: string; setting: string };

// Shorter names differ by a letter from what systems and shells set.
const SHORTEST = 6;

/** Names in the environment that differ by a slip of the keys from a setting that is not there. */
export function misspeltSettings(environment: Record<string, string | undefined>): MisspeltSetting[] {
  const missing = Object.keys(SETTINGS).filter((setting) => environment[setting] === undefined);
  return Object.keys(environment)
    .filter((name) => name.length >= SHORTEST && !Object.hasOwn(SETTINGS, name))
    .flatMap((name) => {
      const setting = missing.find((wanted) => isSmallTypo(name.toUpperCase(), wanted));
      return setting === undefined ? [] : [{ name, setting }];
    });
}
