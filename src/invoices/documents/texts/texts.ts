// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';
import type { Language } from '../../../values/language.ts';

export type Texts = {
  invoice: string;
  creditNote: string;
  title: (values: { document: Value; number: Value }) => string;
  buyer: string;
  issued: string;
  supplied: string;
  order: string;
  reference: string;
  taxNumber: (number: Value) => string;
  corrects: (values: { number: Value; date: Value }) => string;
  columns: {
    name: string;
    quantity: string;
    rate: string;
    net: string;
    tax: string;
    gross: string;
  };
  each: (price: Value) => string;
  vat: (rate: Value) => string;
  tax: (values: { name: Value; rate: Value }) => string;
  exempt: (name: Value) => string;
  isExempt: string;
  allRates: string;
  total: string;
  amountsIn: (currency: Value) => string;
  paid: string;
  page: (values: { number: Value; count: Value }) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
