// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  email: string;
  emailHint: string;
  find: string;
  back: string;
  nobodyTitle: string;
  nobodyText: string;
  found: (values: { count: number; email: Value }) => string;
  more: string;
  list: string;
  order: string;
  event: string;
  part: string;
  parts: {
    buyer: string;
    holder: string;
    mailed: string;
  };
  has: string;
  hasWhat: (values: { tickets: number; mails: number }) => string;
  answered: (values: { question: Value; answer: Value }) => string;
  agreedTo: (sentence: Value) => string;
  tookBack: (sentence: Value) => string;
  state: string;
  yes: string;
  ahead: string;
  obstacles: {
    unpaid: string;
    refund_open: string;
    dispute_open: string;
    payment_open: string;
    invoice_due: string;
  };
  giveTitle: string;
  giveText: string;
  give: string;
  given: string;
  eraseTitle: string;
  eraseText: string;
  notErased: string;
  blocked: string;
  aheadText: string;
  alsoAhead: string;
  erase: string;
  confirmTitle: string;
  confirmText: (values: { hasMore: boolean; email: Value; count: number }) => string;
  erasedSoFar: (count: number) => string;
  confirm: string;
  erased: (count: number) => string;
  erasedTitle: string;
  erasedText: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
