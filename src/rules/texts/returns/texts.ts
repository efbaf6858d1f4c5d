// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';
import type { Language } from '../../../values/language.ts';

export type Texts = {
  until: (when: Value) => string;
  resoldUntil: (when: Value) => string;
  allBack: string;
  priceBack: string;
  partOfAll: (percent: Value) => string;
  partOfPrice: (percent: Value) => string;
  approval: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
