// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  ordered: string;
  linked: string;
  notLinked: (why: Value) => string;
  checked: string;
  checkedAfterCall: string;
  checkedOnReturn: string;
  noAnswer: string;
  nothingToPay: string;
  notInTime: string;
  tooLate: string;
  lapsed: string;
  otherCart: string;
  hostCancelled: string;
  given: string;
  givenAway: string;
  asked: string;
  askedBecause: (reason: Value) => string;
  paidBack: string;
  needsAttention: (why: Value) => string;
  byHand: string;
  byHandBecause: (reason: Value) => string;
  ticketsCancelled: string;
  disputed: string;
  disputeWon: string;
  disputeLost: string;
  disputeAsked: string;
  disputeReopened: string;
  ticketsBlocked: string;
  ticketsUnblocked: string;
  erased: string;
  passedOn: (position: Value) => string;
  emailCorrected: string;
  boughtAlready: string;
  priceChanged: string;
  codeUsed: string;
  transferWaits: string;
  transferSeen: string;
  buyerCancelled: string;
  transferInStatement: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
