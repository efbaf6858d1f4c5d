// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  categories: string;
  seated: (values: { places: number; name: Value }) => string;
  standing: (values: { name: Value; places: number }) => string;
  newType: (name: Value) => string;
  details: string;
  changes: {
    added: (seats: Value) => string;
    changed: (seats: Value) => string;
    removed: (seats: Value) => string;
  };
  changesWithMore: {
    added: (values: { seats: Value; more: number }) => string;
    changed: (values: { seats: Value; more: number }) => string;
    removed: (values: { seats: Value; more: number }) => string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
