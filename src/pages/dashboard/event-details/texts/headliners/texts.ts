// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  headliner: {
    name: string;
    role: string;
  };
  roleSample: string;
  aHeadliner: string;
  fieldsOf: {
    name: (nr: Value) => string;
    role: (nr: Value) => string;
    picture: (nr: Value) => string;
  };
  addHeadliner: string;
  headlinerCount: (values: { count: number; limit: number }) => string;
  headlinersFull: (limit: number) => string;
  grip: (values: { name: Value; nr: Value; of: Value }) => string;
  gripHint: string;
  up: string;
  down: string;
  moveUp: (name: Value) => string;
  moveDown: (name: Value) => string;
  moved: (values: { name: Value; nr: Value; of: Value }) => string;
  remove: (name: Value) => string;
  removeTitle: string;
  removed: (name: Value) => string;
  picture: string;
  addPicture: (name: Value) => string;
  replacePicture: (name: Value) => string;
  removePicture: (name: Value) => string;
  pictureRemoved: (name: Value) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
