// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  noScansTitle: string;
  noScansText: string;
  nothingTitle: string;
  nothingText: string;
  door: string;
  outcome: string;
  time: string;
  guest: string;
  how: string;
  conflict: string;
  offline: string;
  wasUndone: string;
  byMember: (name: Value) => string;
  noDevice: string;
  filters: {
    conflict: string;
    any_refusal: string;
  };
  outcomes: {
    admitted: string;
    re_entry: string;
    left: string;
    already_used: string;
    not_inside: string;
    no_reentry: string;
    void: string;
    wrong_door: string;
    disputed: string;
    resale: string;
    too_early: string;
    passed_on: string;
    other_event: string;
    unknown: string;
    refused: string;
    undone: string;
    nothing_to_undo: string;
  };
  hows: {
    code: string;
    short_code: string;
    name: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
