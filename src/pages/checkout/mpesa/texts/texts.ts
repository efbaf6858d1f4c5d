// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  toPay: string;
  payee: string;
  phone: string;
  phoneHint: string;
  send: string;
  sendAgain: string;
  howItWorks: string;
  waiting: (phone: Value) => string;
  progress: string;
  stay: string;
  look: string;
  cancel: string;
  back: string;
  waitFor: (minutes: number) => string;
  unknown: {
    title: string;
    text: string;
  };
  closed: {
    title: string;
    text: string;
  };
  troubles: {
    phone: string;
    wrong_pin: string;
    cancelled: string;
    no_money: string;
    limit: string;
    timeout: string;
    in_process: string;
    too_often: string;
    failed: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
