import type { Language } from '../../values/language.ts';

/** A page's texts by language. The type is that of the English ones: every other language has to say all that they say. */
export const textsBy =
  <Texts>(catalogues: { en: Texts } & Partial<Record<Language, NoInfer<Texts>>>) =>
  (language: Language): Texts =>
    catalogues[language] ?? catalogues.en;
