// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  use: string;
  onlyNow: string;
  qrOf: (name: Value) => string;
  print: string;
  done: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
