// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  returns: string;
  ways: {
    off: {
      label: string;
      hint: string;
    };
    at_once: {
      label: string;
      hint: string;
    };
    approved: {
      label: string;
      hint: string;
    };
    resold: {
      label: string;
      hint: string;
    };
  };
  hours: string;
  hoursHint: string;
  percent: string;
  percentHint: string;
  keepsFees: string;
  keepsFeesHint: string;
  preview: string;
  noReturns: string;
  noPreview: string;
  passOn: string;
  buyersPassOn: string;
  buyersPassOnHint: string;
  ownersOnly: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
