// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  organisation: string;
  name: string;
  nameHint: string;
  country: string;
  chooseCountry: string;
  countryHint: string;
  create: string;
  made: (name: Value) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
