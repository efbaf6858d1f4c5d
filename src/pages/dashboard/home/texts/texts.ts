// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  sums: string;
  upcoming: string;
  allEvents: string;
  event: string;
  state: string;
  empty: {
    first: {
      title: string;
      text: string;
    };
    upcoming: {
      title: string;
      text: string;
    };
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
