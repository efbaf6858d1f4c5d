// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  live: string;
  notLive: string;
  selection: {
    title: string;
    none: string;
    count: (count: number) => string;
    stateCount: (values: { state: Value; count: number }) => string;
    clear: string;
    goTo: (count: number) => string;
    reason: string;
    reasonHint: string;
    color: string;
    block: (count: number) => string;
    change: (count: number) => string;
    blocked: (count: number) => string;
    release: (count: number) => string;
    released: (count: number) => string;
    sell: string;
    sellHint: string;
    sellTooMany: (most: number) => string;
    inTheWay: (count: number) => string;
    oneInTheWay: (values: { isSold: boolean; seat: Value }) => string;
    leaveOut: (count: number) => string;
  };
  companions: {
    title: (count: number) => string;
    rule: string;
    select: string;
    release: (count: number) => string;
    confirmTitle: (count: number) => string;
    confirm: (count: number) => string;
    released: (count: number) => string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
