// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../languages/load-texts.ts';
import type { Language } from '../../values/language.ts';

export type Texts = {
  reminder: {
    title: (event: Value) => string;
    news: (values: { name: Value; event: Value; date: Value }) => string;
    toBuyer: string;
    toGuest: string;
  };
  thanks: {
    title: (event: Value) => string;
    news: (values: { name: Value; event: Value }) => string;
  };
  cart: {
    title: (event: Value) => string;
    news: (event: Value) => string;
    free: string;
    button: string;
    link: (url: Value) => string;
    footer: (values: { event: Value; host: Value }) => string;
  };
  tickets: string;
  footer: (values: { event: Value; host: Value }) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
