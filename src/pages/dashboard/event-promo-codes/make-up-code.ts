import { CODE_LETTERS } from '../../../rules/promo-code.ts';

const LETTERS = 8;

/** A code that nobody can guess. Bytes beyond the last whole round are drawn again, so that all letters are equally likely. */
export function makeUpCode(): string {
  const { length } = CODE_LETTERS;
  let code = '';
  while (code.length < LETTERS) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 256 - (256 % length)) code += CODE_LETTERS[byte % length];
  }
  return code;
}
