// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  titles: {
    waiting: (place: Value) => string;
    turn: string;
  };
  inLine: (values: { count: number; written: Value }) => string;
  ahead: (values: { count: number; written: Value }) => string;
  drawn: (values: { place: Value; count: Value }) => string;
  late: string;
  days: (days: number) => string;
  estimate: {
    unknown: string;
    soon: string;
    minutes: (minutes: Value) => string;
    hours: (hours: Value) => string;
    paused: string;
  };
  untilTurnEnds: (time: Value) => string;
  sentTo: (email: Value) => string;
  sent: string;
  meant: (email: Value) => string;
  aloud: {
    linedUp: (when: Value) => string;
    place: (values: { place: Value; estimate: Value }) => string;
    turn: string;
    paused: string;
    goesOn: string;
    back: string;
  };
  trouble: {
    offline: string;
    slow: string;
  };
  problems: {
    email_wrong: string;
    full: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
