// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  checklist: string;
  checklistReady: string;
  intro: string;
  progress: (values: { done: Value; all: Value }) => string;
  done: string;
  toDo: string;
  recommended: string;
  steps: {
    date: {
      title: string;
      todo: string;
      go: string;
    };
    place: {
      title: string;
      todo: string;
      go: string;
    };
    join: {
      title: string;
      todo: string;
      go: string;
    };
    ticket_type: {
      title: string;
      todo: string;
      go: string;
    };
    seats: {
      title: string;
      todo: string;
      go: string;
    };
    payment_account: {
      title: string;
      todo: string;
      go: string;
    };
    prices: {
      title: string;
      todo: string;
      go: string;
    };
    host_confirmed: {
      title: string;
      todo: string;
      go: string;
    };
    contact: {
      title: string;
      todo: string;
      go: string;
    };
    description: {
      title: string;
      todo: string;
      go: string;
    };
    poster: {
      title: string;
      todo: string;
      go: string;
    };
  };
  sandbox: string;
  askOwner: string;
  goOn: string;
  choices: string;
  comingSoon: string;
  comingSoonHint: string;
  unlisted: string;
  unlistedHint: string;
  publish: string;
  notYet: string;
  published: (name: Value) => string;
  share: string;
  unpublished: (name: Value) => string;
  switched: {
    isComingSoon: (isOn: boolean) => string;
    isUnlisted: (isOn: boolean) => string;
  };
  deleted: (name: Value) => string;
  sales: {
    title: string;
    ways: string;
    period: string;
    tickets: string;
    money: string;
    table: string;
    others: string;
    when: string;
    orders: string;
    refunds: string;
    periods: {
      all: string;
      hour: string;
      day: string;
      week: string;
      month: string;
      year: string;
    };
    shortPeriods: {
      all: string;
      hour: string;
      day: string;
      week: string;
      month: string;
      year: string;
    };
    weekOf: (day: Value) => string;
    nothingYet: string;
    nothing: (period: Value) => string;
    counting: string;
    ticketSummary: (values: { period: Value; tickets: Value }) => string;
    moneySummary: (values: { period: Value; amount: Value }) => string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
