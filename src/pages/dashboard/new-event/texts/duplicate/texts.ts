// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  copy: string;
  name: string;
  startsAt: string;
  startsAtHint: string;
  make: string;
  made: (name: Value) => string;
  copied: string;
  always: string;
  counts: {
    ticketTypes: (count: number) => string;
    seats: (count: number) => string;
    promoCodes: (count: number) => string;
    questions: (count: number) => string;
    headliners: (count: number) => string;
    pictures: (count: number) => string;
    doors: (count: number) => string;
  };
  webhooks: string;
  webhooksText: string;
  webhookExample: string;
  webhooksNone: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
