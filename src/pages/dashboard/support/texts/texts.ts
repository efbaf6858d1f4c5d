// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  asked: string;
  who: string;
  reason: string;
  askedAt: string;
  answerBy: string;
  hours: string;
  hoursLong: (count: number) => string;
  allow: string;
  allowed: (email: Value) => string;
  refuse: string;
  refused: string;
  underWay: string;
  ended: string;
  until: string;
  allowedBy: string;
  past: string;
  when: string;
  outcome: string;
  outcomes: {
    refused: (by: Value) => string;
    owner: (by: Value) => string;
    support: string;
    operator: string;
    time: string;
  };
  withdrawn: string;
  lapsed: string;
  somebody: string;
  pagesSeen: string;
  emptyTitle: string;
  emptyText: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
