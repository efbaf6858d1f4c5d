// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';
import type { Language } from '../../../values/language.ts';

export type Texts = {
  about: {
    unknown_address: {
      title: string;
      text: string;
    };
    no_pass: {
      title: string;
      text: string;
    };
    checkout: {
      title: string;
      text: string;
      note: (example: Value) => string;
      example: string;
    };
    unknown_event: {
      title: string;
      text: string;
    };
    preview_over: {
      title: string;
      text: string;
    };
    unknown_host: {
      title: string;
      text: string;
    };
    too_often: {
      title: string;
      text: string;
    };
    trouble: {
      title: string;
      text: string;
    };
  };
  meanwhile: string;
  ways: {
    status: string;
    home: string;
    dashboard: string;
    reference: string;
    embed: string;
    again: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
