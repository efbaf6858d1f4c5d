// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  page: string;
  checkout: string;
  forOthers: string;
  noLink: string;
  link: string;
  worksUntil: (moment: Value) => string;
  worksFor: string;
  days: (count: number) => string;
  make: string;
  made: string;
  replace: string;
  replaced: string;
  revoke: string;
  revoked: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
