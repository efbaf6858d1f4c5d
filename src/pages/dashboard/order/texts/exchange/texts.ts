// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  title: (position: Value) => string;
  intro: (values: { seat: Value; type: Value }) => string;
  newSeat: string;
  chooseFirst: string;
  loading: string;
  notLoaded: string;
  again: string;
  cheaper: (sum: Value) => string;
  giveBack: string;
  giveBackHint: string;
  keep: string;
  keepHint: string;
  counter: string;
  counterHint: string;
  paidBy: string;
  paidByWays: {
    cash: string;
    transfer: string;
    card: string;
    other: string;
  };
  changePaid: (sum: Value) => string;
  changeAndRefund: (sum: Value) => string;
  more: (sum: Value) => string;
  askFor: string;
  askHint: (email: Value) => string;
  waive: string;
  waiveHint: string;
  willAsk: string;
  willChange: (email: Value) => string;
  house: string;
  houseHint: string;
  change: string;
  ask: (sum: Value) => string;
  changed: string;
  asked: (email: Value) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
