// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  ask: string;
  about: string;
  send: string;
  cancel: string;
  done: (address: Value) => string;
  problems: {
    used: string;
    too_late: string;
    too_often: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
