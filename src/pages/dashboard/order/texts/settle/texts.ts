// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  title: string;
  text: (email: Value) => string;
  mayBeMade: string;
  evenIfUnderWay: string;
  unsure: string;
  reason: string;
  reasonHint: string;
  save: string;
  saved: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
