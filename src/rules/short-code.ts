// The scanner's page and the dashboard run this too: nothing here may need Node.

// Crockford's: no I, L, O or U, so that nobody reads one for another.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTER_COUNT = 8;
// Room for a space or hyphen after every letter; anything longer is not worth looking at.
const MAX_TYPED_CHARACTERS = 40;

/** The short code of a ticket as people read it: `K7QM-2XRD`. 40 bits, five in each letter. */
export function toShortCode(number: number): string {
  let text = '';
  let rest = number;
  for (let nr = 0; nr < LETTER_COUNT; nr++) {
    text = LETTERS.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** As it is read out and typed: in any case, with or without the hyphen, with the letters that look like digits. Null: it is none. */
export function readShortCode(typed: string): number | null {
  if (typed.length > MAX_TYPED_CHARACTERS) return null;
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (text.length !== LETTER_COUNT) return null;
  let number = 0;
  for (const letter of text) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) return null;
    number = number * 32 + value;
  }
  return number;
}
