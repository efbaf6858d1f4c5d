// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  titles: {
    all: string;
    guests: string;
    'check-in': string;
  };
  search: string;
  which: string;
  shown: {
    upcoming: string;
    drafts: string;
    past: string;
  };
  list: string;
  sold: (values: { sold: Value; capacity: Value }) => string;
  none: {
    title: string;
    text: string;
  };
  first: {
    title: string;
    text: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
