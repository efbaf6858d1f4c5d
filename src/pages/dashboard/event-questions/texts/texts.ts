// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  add: string;
  list: string;
  intro: string;
  emptyTitle: string;
  emptyText: string;
  kinds: {
    line: string;
    text: string;
    choice: string;
    tick: string;
  };
  pers: {
    order: string;
    ticket: string;
  };
  required: string;
  atDoor: string;
  onlyFor: (types: Value) => string;
  answers: (count: number) => string;
  edit: string;
  editOf: (label: Value) => string;
  remove: string;
  moveUp: string;
  moveDown: string;
  grip: (values: { label: Value; nr: Value; of: Value }) => string;
  gripHint: string;
  moved: (values: { label: Value; nr: Value; of: Value }) => string;
  previewOf: (label: Value) => string;
  optional: string;
  choose: string;
  addTitle: string;
  editTitle: string;
  addButton: string;
  added: string;
  saved: string;
  removed: string;
  removeTitle: (label: Value) => string;
  removeText: string;
  label: string;
  help: string;
  helpHint: string;
  kind: string;
  kindFixed: string;
  per: string;
  choices: string;
  choicesHint: string;
  isRequired: string;
  isRequiredHint: string;
  types: string;
  typesHint: string;
  isShownAtDoor: string;
  isShownAtDoorHint: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
