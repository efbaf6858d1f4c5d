// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  pay: {
    left: (clock: Value) => string;
    over: string;
    now: (total: Value) => string;
    leaving: string;
    stuck: string;
    newTab: string;
    open: (total: Value) => string;
    openAgain: string;
    inPlace: string;
    frameTitle: string;
    notHere: string;
    hereAgain: string;
    lookingUp: string;
    waiting: string;
    underWayTitle: string;
    underWay: string;
    unfinishedTitle: string;
    unfinished: string;
    stoppedTitle: string;
    stopped: string;
    change: string;
    expiredTitle: string;
    expired: string;
    cancelledTitle: string;
    cancelled: string;
    failedTitle: string;
    failed: string;
    refundedTitle: string;
    refunded: string;
    voidTitle: string;
    void: string;
    receipt: string;
    startAgain: string;
    reference: (reference: Value) => string;
  };
  done: {
    heading: (count: number) => string;
    loading: string;
    more: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
