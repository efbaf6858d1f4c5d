// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  seats: (count: number) => string;
  templates: {
    theatre: {
      name: string;
      about: string;
    };
    arena: {
      name: string;
      about: string;
    };
    stadium: {
      name: string;
      about: string;
    };
    cabaret: {
      name: string;
      about: string;
    };
    church: {
      name: string;
      about: string;
    };
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
