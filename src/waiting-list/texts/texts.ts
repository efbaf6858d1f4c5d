// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../languages/load-texts.ts';
import type { Language } from '../../values/language.ts';

export type Texts = {
  free: string;
  confirm: {
    title: (event: Value) => string;
    ask: (values: { event: Value; ticket: Value }) => string;
    then: string;
    button: string;
    link: (url: Value) => string;
    notYou: string;
  };
  offer: {
    title: (event: Value) => string;
    text: (values: { count: number; ticket: Value; price: Value; until: Value }) => string;
    then: string;
    button: string;
    link: (url: Value) => string;
    why: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
