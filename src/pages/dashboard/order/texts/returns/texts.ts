// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  waiting: (values: { count: number; tickets: Value }) => string;
  sum: (sum: Value) => string;
  free: string;
  approve: string;
  decline: string;
  askFinance: string;
  approveTitle: string;
  approveText: (sum: Value) => string;
  approveByHand: (sum: Value) => string;
  approved: string;
  declineTitle: string;
  reason: string;
  reasonHint: string;
  declined: string;
  listed: (values: { count: number; tickets: Value }) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
