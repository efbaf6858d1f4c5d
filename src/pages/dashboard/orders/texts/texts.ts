// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  list: string;
  intro: string;
  buyer: string;
  reference: string;
  event: string;
  tickets: string;
  total: string;
  status: string;
  when: string;
  search: string;
  searchHint: string;
  type: string;
  source: string;
  sources: {
    api: string;
    embed: string;
    complimentary: string;
    host: string;
    exchange: string;
  };
  payment: string;
  payments: {
    sandbox: string;
    bank_transfer: string;
    by_hand: string;
    none: string;
  };
  promo: string;
  from: string;
  to: string;
  attention: string;
  needsAttention: string;
  shown: (count: number) => string;
  shownGood: (values: { tickets: number; count: number; amounts: Value }) => string;
  zone: (zone: Value) => string;
  firstTitle: string;
  firstText: string;
  toEvents: string;
  toEvent: string;
  nothingTitle: string;
  nothingText: string;
  fartherTitle: string;
  fartherText: string;
  farther: string;
  chooseOf: (values: { reference: Value; name: Value }) => string;
  chooseAll: string;
  chosen: (count: number) => string;
  chooseNone: string;
  resend: string;
  tooMany: (most: Value) => string;
  resent: (count: number) => string;
  resentTitle: (values: { sent: Value; refused: Value }) => string;
  refusedIntro: string;
  close: string;
  resendAll: string;
  resendMatching: string;
  resendAllTitle: string;
  counting: string;
  nothingToSend: string;
  countedOrders: (values: { orders: number; people: number }) => string;
  countedTyped: (count: number) => string;
  sendMails: (people: number) => string;
  beganResending: string;
  resending: {
    title: string;
    states: {
      sending: string;
      stopped: string;
      sent: string;
    };
    progress: (values: { orders: number; all: number; done: number }) => string;
    notReached: (count: number) => string;
    andOthers: string;
    stoppedWhy: {
      member: (by: Value) => string;
      somebody: string;
      suspended: string;
      sender_gone: string;
    };
    stop: string;
    stopped: string;
    resume: string;
    resumed: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
