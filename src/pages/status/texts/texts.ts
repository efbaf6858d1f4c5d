// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';
import type { Language } from '../../../values/language.ts';

export type Texts = {
  title: string;
  states: {
    sound: {
      headline: string;
      text: string;
    };
    late: {
      headline: string;
      text: string;
    };
    incident: {
      headline: string;
      text: string;
    };
    down: {
      headline: string;
      text: string;
    };
  };
  since: (moment: Value) => string;
  current: string;
  planned: string;
  past: string;
  noPast: string;
  reload: string;
  home: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
