// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  drop: string;
  dropMany: string;
  choose: string;
  chooseMany: string;
  takes: string;
  replace: string;
  remove: string;
  removeOf: (label: Value) => string;
  tooLarge: (name: Value) => string;
  unreadable: (name: Value) => string;
  noFile: string;
  waiting: (name: Value) => string;
  sending: (values: { name: Value; percent: Value }) => string;
  working: (name: Value) => string;
  cancelUpload: (name: Value) => string;
  failed: (name: Value) => string;
  again: string;
  dismiss: (name: Value) => string;
  crop: {
    title: string;
    shape: string;
    whole: string;
    frame: string;
    zoom: string;
    across: string;
    down: string;
    use: string;
    pixels: (values: { width: Value; height: Value }) => string;
    soft: string;
    hint: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
