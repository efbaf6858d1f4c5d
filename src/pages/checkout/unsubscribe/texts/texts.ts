// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  ask: {
    title: string;
    text: (values: { mails: Value; host: Value }) => string;
    button: string;
  };
  done: {
    title: string;
    text: (values: { mails: Value; host: Value }) => string;
    button: string;
  };
  gone: {
    title: string;
    text: string;
  };
  mails: {
    message: string;
    reminder: string;
    thanks: string;
    cart: string;
  };
  tickets: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
