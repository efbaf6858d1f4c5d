import type { Language } from '../../../values/language.ts';
import { textsWith } from '../texts/page-texts.ts';
import { asSentence, sayAgo } from '../texts/words-in.ts';
import { textsIn, type Texts } from './texts/texts.ts';

const MINUTES_A_DAY = 24 * 60;

function sayUsed(texts: Texts, language: Language, minutes: number | null): string {
  if (minutes === null) return texts.neverUsed;
  // The time is stored once a minute, so a key in constant use may look a minute old.
  if (minutes < 2) return texts.usedJustNow;
  if (minutes < 60) return asSentence(sayAgo(language, minutes, 'minute'));
  if (minutes < MINUTES_A_DAY) return asSentence(sayAgo(language, Math.floor(minutes / 60), 'hour'));
  return asSentence(sayAgo(language, Math.floor(minutes / MINUTES_A_DAY), 'day'));
}

export const useKeysTexts = textsWith((language) => {
  const texts = textsIn(language);
  const usedAgo = (minutes: number | null): string => sayUsed(texts, language, minutes);
  return { keys: { ...texts, usedAgo } };
});
export type KeysTexts = ReturnType<typeof useKeysTexts>;
