import { Refusal } from '../refusal.ts';
import {
  countPasswordCharacters,
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
} from '../values/password-length.ts';
import { weaknessOf, type Weakness } from './weak-password.ts';

const WHY: Record<Weakness, string> = {
  few_characters: 'has too few different characters.',
  repeated: 'is a short text that repeats: choose one that does not.',
  keyboard_walk: 'is a row of neighbouring keys or numbers: it is one of the first to be tried.',
  well_known:
    'is made of well-known words, or of your names: it is one of the first to be tried. Four words that have nothing to do with each other are better.',
};

/** Refuses a password that is short, or among the first that anybody would try. `about`: e-mail and names of whose it is to be. */
export function requireGoodPassword(
  password: string,
  { field = 'password', about }: { field?: string; about: readonly string[] },
): void {
  const characters = countPasswordCharacters(password);
  const refuse = (rule: string): never => {
    throw new Refusal('validation_failed', `The password ${rule}`, { field });
  };
  if (characters < MIN_PASSWORD_CHARACTERS) refuse(`needs at least ${MIN_PASSWORD_CHARACTERS} characters.`);
  if (characters > MAX_PASSWORD_CHARACTERS) refuse(`has more than ${MAX_PASSWORD_CHARACTERS} characters.`);
  const weakness = weaknessOf(password, about);
  if (weakness) refuse(WHY[weakness]);
}
