// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  room: string;
  hostedBy: (host: Value) => string;
  finding: {
    title: string;
    text: string;
  };
  email: {
    title: string;
    text: string;
    label: string;
    send: string;
  };
  confirm: {
    title: string;
    text: string;
    keep: string;
    again: string;
    change: string;
  };
  confirmed: {
    button: string;
    toRoom: string;
    ask: {
      title: string;
      text: string;
    };
    in_line: {
      title: string;
      text: string;
    };
    in_line_late: {
      title: string;
      text: string;
    };
    email_known: {
      title: string;
      text: string;
    };
    replaced: {
      title: string;
      text: string;
    };
    gone: {
      title: string;
      text: string;
    };
    closed: {
      title: string;
      text: string;
    };
  };
  lineUp: {
    title: string;
    until: string;
    text: (when: Value) => string;
  };
  waiting: {
    title: string;
  };
  turn: {
    title: string;
    text: string;
    go: string;
    used: string;
    elsewhere: string;
  };
  expired: {
    title: string;
    text: string;
  };
  left: {
    title: string;
    text: string;
  };
  full: {
    title: string;
    text: string;
  };
  again: string;
  retry: string;
  paused: string;
  leave: {
    ask: string;
    sure: string;
    yes: string;
    no: string;
  };
  next: {
    title: string;
    draw: string;
    enter: string;
    turn: string;
    keep: string;
  };
  fair: string;
  howFair: string;
  noScript: {
    join: string;
    wait: string;
  };
  fairness: {
    title: string;
    back: string;
    intro: string;
    steps: {
      title: string;
      seal: string;
      rank: string;
      open: string;
    };
    hash: string;
    seed: string;
    seedLater: (when: Value) => string;
    list: (values: { count: number; written: Value }) => string;
    late: string;
    check: {
      title: string;
      text: string;
      start: string;
      later: string;
      needsScript: string;
    };
    program: string;
  };
  emailNote: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
