// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  export: {
    orders: string;
    guests: string;
    promo_uses: string;
    report: string;
    check_ins: string;
    newsletter: string;
    no_shows: string;
    invoices: string;
    invoice_files: string;
  };
  title: {
    orders: string;
    guests: string;
    promo_uses: string;
    report: string;
    check_ins: string;
    newsletter: string;
    no_shows: string;
    invoices: string;
    invoice_files: string;
  };
  about: {
    orders: string;
    report: string;
    guests: string;
    newsletter: string;
    check_ins: string;
    no_shows: string;
    promo_uses: string;
    invoices: string;
    invoice_files: string;
  };
  all: string;
  filtered: string;
  form: string;
  personal: string;
  separator: string;
  separators: {
    comma: {
      label: string;
      hint: string;
    };
    semicolon: {
      label: string;
      hint: string;
    };
  };
  withBom: string;
  withBomHint: string;
  submit: string;
  begun: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
