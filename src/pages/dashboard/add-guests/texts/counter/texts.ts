// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  sellTitle: string;
  sellIntro: string;
  giveTitle: string;
  giveIntro: string;
  tickets: string;
  left: (number: number) => string;
  seatCount: (number: number) => string;
  quantity: (name: Value) => string;
  less: (name: Value) => string;
  more: (name: Value) => string;
  price: (name: Value) => string;
  priceShort: string;
  noTickets: string;
  buyer: string;
  guest: string;
  firstName: string;
  lastName: string;
  email: string;
  emailHint: string;
  language: string;
  languages: {
    en: string;
    fr: string;
    pt: string;
    es: string;
    de: string;
    it: string;
    sw: string;
    ar: string;
  };
  payment: string;
  paidBy: string;
  paidWays: {
    cash: string;
    transfer: string;
    card: string;
    other: string;
  };
  note: string;
  noteHint: string;
  guestNote: string;
  guestNoteHint: string;
  total: string;
  totalOf: (tickets: number) => string;
  sell: string;
  sellFor: (sum: Value) => string;
  give: string;
  sold: (values: { tickets: number; sum: Value; email: Value }) => string;
  given: (values: { tickets: number; email: Value }) => string;
  seeOrder: string;
  noTypes: string;
  noTypesText: string;
  addTypes: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
