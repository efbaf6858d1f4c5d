import type { Value } from '../../../languages/load-texts.ts';
import { LANGUAGE_FACTS, type Language } from '../../../values/language.ts';

// Lists, numbers and times that have passed are written by `Intl`: a message can't say them.

const localeOf = (language: Language): string => LANGUAGE_FACTS[language].locale;

/** A number as the reader writes it, where it stands alone: within a message it is `{count, number}`. */
export const writeNumber = (language: Language, value: number): string =>
  value.toLocaleString(localeOf(language));

/** Ada, Obi and Ifeoma. */
export const joinWords = (
  language: Language,
  words: readonly string[],
  type: Intl.ListFormatType = 'conjunction',
): string => new Intl.ListFormat(localeOf(language), { type }).format(words);

/** 5 minutes ago. */
export const sayAgo = (language: Language, count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'always' }).format(-count, unit);

export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One of several messages, of which some say a value and others don't. */
export const sayWith = (message: string | ((value: Value) => string), value: Value): string =>
  typeof message === 'string' ? message : message(value);
