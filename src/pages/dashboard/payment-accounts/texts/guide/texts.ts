// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  at: {
    paystack: {
      address: string[];
      keys: string[];
      testCardNote: string;
      missing: string[];
      wrongSignature: string;
    };
    flutterwave: {
      address: string[];
      keys: string[];
      testCardNote: string;
      missing: string[];
      wrongSignature: string;
    };
    stripe: {
      address: string[];
      keys: string[];
      testCardNote: string;
      missing: string[];
      wrongSignature: string;
    };
    mpesa: {
      address: string[];
      keys: string[];
      testCardNote: string;
      missing: string[];
      wrongSignature: string;
    };
    mollie: {
      address: string[];
      keys: string[];
      testCardNote: string;
      missing: string[];
      wrongSignature: string;
    };
    paypal: {
      address: string[];
      keys: string[];
      testCardNote: string;
      missing: string[];
      wrongSignature: string;
    };
  };
  title: (gateway: Value) => string;
  intro: (values: { currency: Value; gateway: Value }) => string;
  currencies: string;
  progress: (values: { done: Value; of: Value }) => string;
  before: string;
  needs: {
    account: (gateway: Value) => string;
    approval: (gateway: Value) => string;
    change: (gateway: Value) => string;
  };
  testMode: (gateway: Value) => string;
  liveMode: (gateway: Value) => string;
  toDo: string;
  waiting: string;
  missed: string;
  done: string;
  giveAddress: (gateway: Value) => string;
  why: (gateway: Value) => string;
  addressOf: (gateway: Value) => string;
  unreachable: (gateway: Value) => string;
  makeHash: string;
  hash: string;
  hashFilled: string;
  giveKeys: string;
  connected: (values: { isTest: boolean; currency: Value }) => string;
  connectedBy: (values: { isTest: boolean; end: Value; currency: Value }) => string;
  checkedAt: string;
  unreadable: string;
  replaceKeys: string;
  firstCallback: string;
  pay: (currency: Value) => string;
  events: string;
  payTest: string;
  testCardOf: (gateway: Value) => string;
  payLive: (gateway: Value) => string;
  afterKeys: string;
  waitingFor: (gateway: Value) => string;
  seen: string;
  seenAt: string;
  seenText: (gateway: Value) => string;
  missing: (gateway: Value) => string;
  missedAt: string;
  check: string;
  refused: string;
  refusedAt: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
