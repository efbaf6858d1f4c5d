import { LANGUAGE_FACTS, type Language } from './language.ts';

const [RIGHT_TO_LEFT_MARK, FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u200f', '\u2068', '\u2069'];

/** Among words that are read from right to left, a name is ordered by itself, and does not turn its line round. */
export const isolate = (name: string, language: Language): string =>
  LANGUAGE_FACTS[language].dir === 'rtl'
    ? `${RIGHT_TO_LEFT_MARK}${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}`
    : name;
