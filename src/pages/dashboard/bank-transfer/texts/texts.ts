// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  account: string;
  accountIntro: string;
  limits: string;
  limitsIntro: string;
  events: string;
  eventsIntro: string;
  isOn: string;
  currency: string;
  accountHolder: string;
  bankName: string;
  accountNumber: string;
  branchCode: string;
  bic: string;
  keepDays: string;
  endsBeforeDays: string;
  mostPerEmail: string;
  mostPerAddress: string;
  mostSharePercent: string;
  save: string;
  off: string;
  toTransfers: string;
  transfers: string;
  transfersIntro: string;
  noTransfers: string;
  reference: string;
  buyer: string;
  event: string;
  amount: string;
  payBy: string;
  statement: string;
  statementIntro: string;
  file: string;
  columns: {
    amount: string;
    purpose: string;
    date: string;
    currency: string;
    payer: string;
  };
  noColumn: string;
  look: string;
  line: string;
  found: string;
  problems: {
    no_columns: string;
    unreadable: string;
    empty: string;
    too_long: string;
  };
  matches: {
    fits: string;
    late: string;
    over: string;
    under: string;
    other_currency: string;
    unknown_reference: string;
    already_paid: string;
    taken_before: string;
    unreadable_amount: string;
    ambiguous: string;
  };
  others: (count: number) => string;
  nothing: string;
  choose: (line: Value) => string;
  confirm: (count: number) => string;
  told: (count: number) => string;
  leftOut: (count: number) => string;
  eventsOff: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
