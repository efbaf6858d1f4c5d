// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../languages/load-texts.ts';
import type { Language } from '../../values/language.ts';

export type Texts = {
  fields: {
    event: string;
    date: string;
    times: string;
    place: string;
    ticket: string;
    seat: string;
    holder: string;
    order: string;
    directions: string;
    ask: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
