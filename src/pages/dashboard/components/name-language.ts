import type { Language } from '../../../values/language.ts';

/** The name of a language, as the reader's own language has it. */
export const languageName = (language: Language, inLanguage: string): string =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(language) ?? language;
