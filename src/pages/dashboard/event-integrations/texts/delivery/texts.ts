// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  back: string;
  titles: {
    TICKET_PURCHASED: (reference: Value) => string;
    WEBHOOK_TEST: (reference: Value) => string;
  };
  statuses: {
    pending: string;
    delivered: string;
    failed: string;
  };
  receiver: string;
  created: string;
  deliveryId: string;
  reference: string;
  order: string;
  sendAgain: string;
  sendAgainHint: string;
  receiverRemoved: string;
  receiverOff: string;
  wasSentAgain: string;
  attempts: string;
  noAttempts: string;
  attempt: (number: Value) => string;
  answered: (status: Value) => string;
  answeredAfter: (values: { status: Value; ms: Value }) => string;
  noAnswer: string;
  noAnswerAfter: (ms: Value) => string;
  answerBegins: string;
  emptyAnswer: string;
  sent: string;
  notMade: string;
  body: string;
  signature: string;
  checkIntro: string;
  curl: string;
  verify: string;
  others: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
