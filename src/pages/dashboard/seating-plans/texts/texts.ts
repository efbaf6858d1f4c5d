// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  list: string;
  emptyTitle: string;
  emptyText: string;
  startTitle: string;
  startIntro: string;
  create: string;
  newName: string;
  upload: string;
  uploadHint: string;
  uploading: string;
  tooLarge: string;
  madeFrom: (name: Value) => string;
  openPlan: string;
  name: string;
  seats: string;
  state: string;
  neverPublished: string;
  published: (version: Value) => string;
  hasChanges: string;
  usedBy: string;
  unused: string;
  moreEvents: (count: number) => string;
  changed: string;
  rename: string;
  renameTitle: string;
  renamed: (name: Value) => string;
  duplicate: string;
  copyOf: (name: Value) => string;
  duplicated: (name: Value) => string;
  archive: string;
  archived: (name: Value) => string;
  downloads: {
    json: string;
    pretix: string;
    csv: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
