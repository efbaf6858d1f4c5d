// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  placeholder: string;
  check: string;
  here: string;
  finding: string;
  clear: string;
  clearOf: (label: Value) => string;
  withinMetres: (metres: Value) => string;
  withinKilometres: (kilometres: Value) => string;
  refused: string;
  unavailable: string;
  problems: {
    short_link: string;
    short_code: string;
    out_of_range: string;
    unknown: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
