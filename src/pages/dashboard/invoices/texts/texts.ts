// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  list: string;
  number: string;
  issuedOn: string;
  order: string;
  buyer: string;
  amount: string;
  tax: string;
  kinds: {
    invoice: string;
    credit_note: string;
  };
  from: string;
  to: string;
  sums: (values: { invoices: Value; notes: Value }) => string;
  emptyTitle: string;
  emptyText: string;
  offText: string;
  noneTitle: string;
  noneText: string;
  settings: string;
  settingsIntro: (values: { name: Value; country: Value }) => string;
  taxNumberMissing: string;
  forOrders: string;
  forOrdersHint: string;
  orders: {
    none: string;
    asked: string;
    all: string;
  };
  addressLines: string;
  addressLinesHint: string;
  postalCode: string;
  city: string;
  region: string;
  timezone: string;
  timezoneHint: string;
  prefix: string;
  prefixHint: string;
  footer: string;
  footerHint: string;
  keptYears: string;
  keptYearsHint: string;
  hasFacturX: string;
  hasFacturXHint: string;
  save: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
