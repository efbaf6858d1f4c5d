// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  want: string;
  about: string;
  optional: string;
  choose: string;
  fields: {
    company: string;
    line1: string;
    line2: string;
    postalCode: string;
    city: string;
    region: string;
    countryCode: string;
    taxNumber: string;
    purchaseReference: string;
  };
  required: string;
  wrong: {
    postalCode: string;
    taxNumber: string;
    other: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
