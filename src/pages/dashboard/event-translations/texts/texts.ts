// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  firstTitle: string;
  firstIntro: string;
  language: string;
  saveFirst: string;
  firstSaved: string;
  listTitle: string;
  listIntro: string;
  noneYet: string;
  progress: (values: { translated: number; total: number }) => string;
  translate: string;
  translateInto: (language: Value) => string;
  add: string;
  addLabel: string;
  added: (language: Value) => string;
  allAdded: string;
  textsTitle: (language: Value) => string;
  missing: (values: { count: number; names: Value }) => string;
  missingAndMore: (values: { count: number; names: Value; more: number }) => string;
  complete: string;
  emptyHint: string;
  save: string;
  saved: string;
  remove: string;
  removeOf: (language: Value) => string;
  removeTitle: (language: Value) => string;
  removeText: string;
  removed: string;
  kept: string;
  original: (language: Value) => string;
  fields: {
    event: {
      name: string;
      previewDescription: string;
      description: string;
      directions: string;
      hostMessage: string;
    };
    ticketTypes: {
      name: string;
      description: string;
    };
    questions: {
      label: string;
      help: string;
      choices: string;
    };
  };
  named: (values: { field: Value; original: Value }) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
