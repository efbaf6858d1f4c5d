// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  working: string;
  right: (values: { count: number; written: Value }) => string;
  ownPlace: (values: { place: Value; count: Value }) => string;
  noPlace: string;
  wrong: {
    unreadable: string;
    other_hash: string;
    other_seed: string;
    order: string;
  };
  failed: string;
  insecure: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
