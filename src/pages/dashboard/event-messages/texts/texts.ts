// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  list: string;
  write: string;
  emptyTitle: string;
  emptyText: string;
  noTickets: string;
  subject: string;
  to: string;
  sentBy: string;
  when: string;
  state: string;
  reached: string;
  reachedOf: (values: { sent: number; people: number }) => string;
  refusedNote: (count: number) => string;
  somebody: string;
  states: {
    gathering: string;
    sending: string;
    stopped: string;
    sent: string;
  };
  whom: (values: { audience: string; attendance: string }) => string;
  whomOfTypes: (values: { audience: string; attendance: string; types: Value }) => string;
  allowance: (values: { limit: string; left: Value; most: Value }) => string;
  noneLeft: (values: { limit: string; most: Value }) => string;
  words: string;
  subjectHint: string;
  text: string;
  textHint: string;
  recipients: string;
  audience: string;
  audiences: {
    holders: {
      label: string;
      hint: string;
    };
    buyers: {
      label: string;
      hint: string;
    };
  };
  attendance: string;
  attendances: {
    all: string;
    not_yet: string;
    came: string;
  };
  types: string;
  typesHint: string;
  counting: (soFar: number) => string;
  count: (count: number) => string;
  countTyped: (count: number) => string;
  replyTo: (address: Value) => string;
  noReplyTo: string;
  service: string;
  preview: string;
  previewIntro: string;
  previewTitle: string;
  language: string;
  languages: {
    en: string;
    fr: string;
    pt: string;
    es: string;
    de: string;
    it: string;
    sw: string;
    ar: string;
  };
  part: string;
  parts: {
    html: string;
    text: string;
  };
  test: string;
  tested: (address: Value) => string;
  send: string;
  confirmTitle: string;
  confirmText: (count: number) => string;
  confirm: (count: number) => string;
  beganSending: string;
  back: string;
  progress: (values: { done: number; all: number }) => string;
  sending: string;
  gathering: (soFar: number) => string;
  finished: string;
  finishedBut: string;
  stoppedWhy: {
    member: (by: Value) => string;
    former_member: string;
    suspended: string;
    sender_gone: string;
    mails_a_day: string;
  };
  stop: string;
  stopTitle: string;
  stopText: (left: number) => string;
  stopped: string;
  resume: string;
  resumeTitle: string;
  resumeText: (left: number) => string;
  resumed: string;
  again: string;
  about: string;
  sent: string;
  refused: string;
  left: string;
  leftStopped: string;
  waitingNote: (count: number) => string;
  log: string;
  logIntro: string;
  address: string;
  order: string;
  what: string;
  why: {
    refused: (answer: Value) => string;
    later: (answer: Value) => string;
    void: string;
    unsubscribed: string;
  };
  refusedForGood: string;
  triedAgain: string;
  automatic: {
    title: string;
    intro: string;
    names: {
      reminder: string;
      thanks: string;
      cart: string;
    };
    off: string;
    on: string;
    goes: (when: Value) => string;
    went: (values: { when: Value; orders: number }) => string;
    late: string;
    about: {
      reminder: string;
      thanks: string;
      cart: string;
    };
    rules: string;
    isOn: string;
    hours: string;
    lead: (values: { kind: string; unit: string; count: number }) => string;
    note: string;
    noteHint: {
      reminder: string;
      thanks: string;
      cart: string;
    };
    save: string;
    rulesOfCart: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
