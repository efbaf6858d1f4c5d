import { randomInt } from 'node:crypto';
import { invalidField } from '../../refusal.ts';
import { CODE_LETTERS, lettersNeeded } from '../../rules/promo-code.ts';

/** Codes that nobody can guess: a prefix to recognise them by, and random letters. No two are the same. */
export function makeCodes({
  prefix,
  letters,
  number,
}: {
  prefix: string;
  letters: number;
  number: number;
}): string[] {
  const needed = lettersNeeded(number);
  if (letters < needed)
    throw invalidField(
      'letters',
      `must be at least ${needed}, or people could guess one of ${number} codes.`,
    );
  const codes = new Set<string>();
  while (codes.size < number) codes.add(prefix + randomLetters(letters));
  return [...codes];
}

const randomLetters = (length: number): string =>
  Array.from({ length }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
