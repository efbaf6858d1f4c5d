// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';
import type { Language } from '../../../values/language.ts';

export type Texts = {
  title: string;
  needsJavaScript: string;
  said: {
    admitted: {
      word: string;
      about: string;
    };
    re_entry: {
      word: string;
      about: string;
    };
    left: {
      word: string;
      about: string;
    };
    undone: {
      word: string;
      about: string;
    };
    nothing_to_undo: {
      word: string;
      about: string;
    };
    already_used: {
      word: string;
      about: string;
    };
    not_inside: {
      word: string;
      about: string;
    };
    no_reentry: {
      word: string;
      about: string;
    };
    void: {
      word: string;
      about: string;
    };
    wrong_door: {
      word: string;
      about: string;
    };
    disputed: {
      word: string;
      about: string;
    };
    resale: {
      word: string;
      about: string;
    };
    too_early: {
      word: string;
      about: string;
    };
    passed_on: {
      word: string;
      about: string;
    };
    other_event: {
      word: string;
      about: string;
    };
    unknown: {
      word: string;
      about: string;
    };
    refused: {
      word: string;
      about: string;
    };
    not_listed: {
      word: string;
      about: string;
    };
    unproven: {
      word: string;
      about: string;
    };
    wait: {
      word: string;
      about: string;
    };
    no_ticket: {
      word: string;
      about: string;
    };
  };
  conflicts: {
    double: string;
    void: string;
    wrong_door: string;
    disputed: string;
    resale: string;
    too_early: string;
    passed_on: string;
    unknown: string;
    refusal: string;
  };
  pair: {
    title: string;
    about: string;
    scan: string;
    pairing: string;
    failed: string;
    offline: string;
    full: string;
  };
  newLink: {
    title: string;
    about: (door: Value) => string;
    use: string;
    stay: string;
  };
  elsewhere: {
    title: string;
    about: string;
    take: string;
  };
  ended: {
    device_revoked: {
      title: string;
      about: string;
    };
    device_ended: {
      title: string;
      about: string;
    };
    unsent: (count: number) => string;
    sending: (count: number) => string;
    taken: (count: number) => string;
    held: (count: number) => string;
    letIn: string;
    turnedAway: string;
    forget: string;
    again: string;
  };
  status: {
    online: string;
    offline: (since: Value) => string;
    list: (asOf: Value) => string;
    noList: string;
    loading: string;
    waiting: (count: number) => string;
    allSent: string;
    conflicts: (count: number) => string;
    who: (values: { door: Value; device: Value }) => string;
    more: (others: Value) => string;
  };
  camera: {
    start: string;
    starting: string;
    aim: string;
    refused: string;
    missing: string;
    view: string;
    resting: string;
  };
  actions: {
    code: string;
    search: string;
    light: string;
    lightOff: string;
    recent: string;
    counts: string;
    settings: string;
    close: string;
    next: string;
    undo: string;
    letIn: string;
    turnAway: string;
    direction: {
      entry: string;
      exit: string;
    };
    in: string;
    out: string;
  };
  verdict: {
    offline: string;
    opensToday: (at: Value) => string;
    opensOn: (day: Value) => string;
    before: (at: Value) => string;
    seat: {
      row: (row: Value) => string;
      seat: (seat: Value) => string;
    };
    event: (name: Value) => string;
    unanswered: string;
    asked: (label: Value) => string;
    goesTo: (type: Value) => string;
    beforeAt: (values: { at: Value; door: Value }) => string;
  };
  code: {
    title: string;
    label: string;
    hint: string;
    check: string;
    wrong: string;
  };
  search: {
    title: string;
    label: string;
    hint: string;
    find: string;
    none: string;
    offline: string;
    limited: string;
    state: {
      good: string;
      in: string;
      out: string;
      void: string;
      dead: string;
    };
    letIn: (name: Value) => string;
  };
  recent: {
    title: string;
    none: string;
    nobody: string;
    waiting: string;
    undone: string;
    undo: (what: Value) => string;
    conflictAt: (at: Value) => string;
    conflictAtDoor: (values: { at: Value; door: Value }) => string;
  };
  counts: {
    title: string;
    own: string;
    whole: string;
    letIn: string;
    lastQuarter: string;
    left: string;
    turnedAway: string;
    cameIn: string;
    inside: string;
    of: (values: { count: Value; expected: Value }) => string;
    byType: string;
    byDoor: string;
    noDoor: string;
    asOf: (at: Value) => string;
    offline: string;
  };
  events: {
    title: string;
    now: string;
    scan: string;
    scanEvent: (event: Value) => string;
    remove: string;
    removeEvent: (event: Value) => string;
    needsLink: string;
    keep: string;
    add: string;
  };
  practice: {
    mark: string;
    start: string;
    about: string;
    end: string;
    over: string;
    overAbout: string;
    again: string;
    count: string;
  };
  settings: {
    title: string;
    sound: string;
    hand: string;
    left: string;
    right: string;
    types: string;
    allTypes: string;
    until: (when: Value) => string;
    install: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
