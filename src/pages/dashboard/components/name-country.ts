import type { Language } from '../../../values/language.ts';

/** A country's name in the reader's language, by its two letters. */
export const nameCountry = (region: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region;
