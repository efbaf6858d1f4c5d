// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  text: string;
  ways: string;
  others: string;
  by: (gateway: Value) => string;
  onTestPage: string;
  payBy: (moment: Value) => string;
  back: string;
  names: {
    card: string;
    bank_transfer: string;
    ussd: string;
    mobile_money: string;
    eft: string;
    paypal: string;
  };
  notices: {
    stopped: string;
    failed: string;
    unreachable: string;
    gone: string;
    too_often: string;
    busy: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
