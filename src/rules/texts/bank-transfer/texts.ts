// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';
import type { Language } from '../../../values/language.ts';

export type Texts = {
  way: string;
  wayText: (values: { days: number; total: Value }) => string;
  online: string;
  chooseWay: string;
  order: string;
  title: (amount: Value) => string;
  text: (values: { deadline: Value; host: Value }) => string;
  amount: string;
  holder: string;
  bank: string;
  account: string;
  iban: string;
  branch: string;
  bic: string;
  reference: string;
  payBy: string;
  exactly: string;
  copy: (name: Value) => string;
  copied: string;
  qr: string;
  cancel: string;
  cancelText: string;
  receipt: string;
  more: string;
  mails: {
    dueTitle: (event: Value) => string;
    dueText: (values: { name: Value; event: Value; deadline: Value; amount: Value }) => string;
    reminderTitle: (values: { amount: Value; event: Value }) => string;
    reminderText: (values: { name: Value; amount: Value; event: Value; deadline: Value }) => string;
    lapsedTitle: (event: Value) => string;
    lapsedText: (values: { name: Value; event: Value }) => string;
    lapsedLate: (host: Value) => string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
