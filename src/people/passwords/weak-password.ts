import { WELL_KNOWN_WORDS } from './well-known-words.ts';

// The product's own name is the first thing that somebody thinks of here.
const PRODUCT_WORDS = ['tessera', 'tesserae', 'ticketing'];
const MIN_WORD_CHARACTERS = 3;
const MIN_DIFFERENT_CHARACTERS = 5;
// Three words of the list, each in some ten spellings, with a date behind them, are guessed; four and more are a passphrase.
const MAX_GUESSED_WORDS = 3;
const MAX_GUESSED_SIGNS = 8;
const MAX_GUESSED_LETTERS = 2;
// Of 1qaz2wsx3edc a quarter of the steps goes back to the top row.
const WALKING_SHARE = 0.7;
const ROWS = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'];
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

export type Weakness = 'few_characters' | 'repeated' | 'keyboard_walk' | 'well_known';

/**
 * Finds the reason why a long password is easy to guess; null: none. `about` has the known facts of the person: the e-mail, the names of
 * person and host.
 */
export function weaknessOf(password: string, about: readonly string[]): Weakness | null {
  const folded = password.normalize('NFKC').toLowerCase();
  const characters = Array.from(folded);
  if (new Set(characters).size < MIN_DIFFERENT_CHARACTERS) return 'few_characters';
  if (isRepeated(characters)) return 'repeated';
  if (isKeyboardWalk(characters)) return 'keyboard_walk';
  const known = knownWords(about);
  const plain = characters.map((character) => LEET[character] ?? character).join('');
  const isWellKnown = [folded, plain].some(
    (text) => isMadeOf(text, known) || known(text.replace(NO_LETTER_NOR_DIGIT, '')),
  );
  return isWellKnown ? 'well_known' : null;
}

const NO_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu;

/** Also what is known of the person, word by word and as a whole. */
function knownWords(about: readonly string[]): (word: string) => boolean {
  const texts = about.map((text) => text.normalize('NFKC').toLowerCase());
  const own = new Set([
    ...texts.flatMap((text) => text.split(NO_LETTER_NOR_DIGIT)),
    ...texts.map((text) => text.replace(NO_LETTER_NOR_DIGIT, '')),
    ...PRODUCT_WORDS,
  ]);
  return (word) => word.length >= MIN_WORD_CHARACTERS && (own.has(word) || WELL_KNOWN_WORDS.has(word));
}

/** One short text again and again: as hard to guess as the text is once. */
function isRepeated(characters: readonly string[]): boolean {
  for (let period = 1; period <= characters.length / 2; period++) {
    if (characters.every((character, index) => character === characters[index % period])) return true;
  }
  return false;
}

/** Neighbours in the alphabet, among the digits or on the keyboard; also two walks that take turns, as in 1q2w3e4r. */
function isKeyboardWalk(characters: readonly string[]): boolean {
  const every = (from: number) => characters.filter((_, index) => index % 2 === from);
  return isWalk(characters) || (isWalk(every(0)) && isWalk(every(1)));
}

function isWalk(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, index) => isStep(characters[index] ?? '', character));
  return steps.filter(Boolean).length >= steps.length * WALKING_SHARE;
}

function isStep(from: string, to: string): boolean {
  const [one, other] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  if (Math.abs(one - other) <= 1) return true;
  const [here, there] = [placeOf(from), placeOf(to)];
  return here !== null && there !== null && Math.hypot(here.x - there.x, here.y - there.y) < 1.5;
}

function placeOf(key: string): { x: number; y: number } | null {
  const y = ROWS.findIndex((row) => row.includes(key));
  // Each row of keys begins a little further to the right.
  return y < 0 ? null : { x: (ROWS[y]?.indexOf(key) ?? 0) + y / 2 - (y > 0 ? 0.5 : 0), y };
}

/** Whether the text is some known words, with a date's worth of digits and signs and hardly another letter. */
function isMadeOf(text: string, isKnown: (word: string) => boolean): boolean {
  const signs = Array.from(text).filter((character) => !/\p{L}/u.test(character)).length;
  if (signs > MAX_GUESSED_SIGNS) return false;
  // best[n]: of the first n characters, the fewest letters outside known words, and how many words that takes.
  const best: { letters: number; words: number }[] = [{ letters: 0, words: 0 }];
  for (let end = 1; end <= text.length; end++) {
    const before = best[end - 1] ?? { letters: 0, words: 0 };
    let found = {
      letters: before.letters + (/\p{L}/u.test(text.charAt(end - 1)) ? 1 : 0),
      words: before.words,
    };
    for (let start = Math.max(0, end - MAX_WORD_CHARACTERS); start <= end - MIN_WORD_CHARACTERS; start++) {
      const at = best[start];
      if (at && isKnown(text.slice(start, end)))
        found = better(found, { letters: at.letters, words: at.words + 1 });
    }
    best.push(found);
  }
  const { letters, words } = best.at(-1) ?? { letters: 0, words: 0 };
  return words > 0 && words <= MAX_GUESSED_WORDS && letters <= MAX_GUESSED_LETTERS;
}

const MAX_WORD_CHARACTERS = 40;

type Cover = { letters: number; words: number };
const better = (one: Cover, other: Cover): Cover =>
  other.letters < one.letters || (other.letters === one.letters && other.words < one.words) ? other : one;
