// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  period: string;
  periods: {
    this_month: string;
    last_month: string;
    this_year: string;
    all: string;
    days: string;
  };
  from: string;
  to: string;
  by: string;
  groups: {
    event: string;
    ticket_type: string;
    gateway: string;
    day: string;
    month: string;
  };
  event: string;
  allEvents: string;
  between: (values: { from: Value; to: Value }) => string;
  since: (from: Value) => string;
  until: (to: Value) => string;
  always: string;
  comparedWith: (period: Value) => string;
  against: (change: Value) => string;
  clock: (zone: Value) => string;
  counting: string;
  list: (currency: Value) => string;
  orders: string;
  tickets: string;
  returned: (count: number) => string;
  gross: string;
  discounts: string;
  fees: string;
  refunds: string;
  net: string;
  disputed: (values: { count: number; amount: Value }) => string;
  lost: (values: { count: number; amount: Value }) => string;
  lostApart: string;
  chart: {
    day: string;
    month: string;
  };
  chartTotal: (values: { chart: Value; total: Value }) => string;
  of: (event: Value) => string;
  only: (name: Value) => string;
  sums: {
    gateway: string;
    bank_transfer: string;
    by_hand: string;
    none: string;
  };
  inAll: string;
  taxes: (currency: Value) => string;
  taxesIntro: string;
  taxRate: string;
  taxedSales: string;
  tax: string;
  taxedRefunds: string;
  taxRefunded: string;
  taxLeft: string;
  sandbox: string;
  rowsLeft: (count: number) => string;
  explained: string;
  explanations: {
    column: string;
    meaning: string;
  }[];
  emptyTitle: string;
  emptyText: string;
  firstTitle: string;
  firstText: string;
  toEvents: string;
  showAll: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
