// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../languages/load-texts.ts';
import type { Language } from '../../values/language.ts';

export type Texts = {
  title: (event: Value) => string;
  ask: (event: Value) => string;
  soon: string;
  button: string;
  link: (url: Value) => string;
  notYou: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
