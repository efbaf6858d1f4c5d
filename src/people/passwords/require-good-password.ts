import { Refusal } from '../../refusal.ts';
import {
  countPasswordCharacters,
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
} from '../../rules/password-length.ts';
import { weaknessOf, type Weakness } from './weak-password.ts';

export type PasswordProblem = 'too_short' | 'too_long' | Weakness;

const WHY: Record<PasswordProblem, string> = {
  too_short: `needs at least ${MIN_PASSWORD_CHARACTERS} characters.`,
  too_long: `has more than ${MAX_PASSWORD_CHARACTERS} characters.`,
  few_characters: 'has too few different characters.',
  repeated: 'repeats a short text: choose another.',
  keyboard_walk: 'is a row of keys or numbers, which is easy to guess.',
  well_known:
    'uses well-known words or your names, which are easy to guess. Use four unrelated words instead.',
};

/** Finds the problem of a password for somebody with this e-mail and these names; null: none. */
export function passwordProblem(password: string, about: readonly string[]): PasswordProblem | null {
  const characters = countPasswordCharacters(password);
  if (characters < MIN_PASSWORD_CHARACTERS) return 'too_short';
  if (characters > MAX_PASSWORD_CHARACTERS) return 'too_long';
  return weaknessOf(password, about);
}

/** Refuses a password that is short, or among the first that anybody would try. */
export function requireGoodPassword(
  password: string,
  { field = 'password', about }: { field?: string; about: readonly string[] },
): void {
  const problem = passwordProblem(password, about);
  if (problem) throw new Refusal('validation_failed', `The password ${WHY[problem]}`, { field });
}
