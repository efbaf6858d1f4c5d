// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  arrivals: string;
  arrivalsIntro: string;
  nobodyCame: string;
  ways: string;
  table: string;
  quarter: string;
  all: string;
  others: string;
  arrivalsSummary: (count: Value) => string;
  noShows: string;
  noShowsIntro: string;
  noShowsOf: (percent: Value) => string;
  share: string;
  type: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
