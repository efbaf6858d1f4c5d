// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  poster: string;
  posterIntro: string;
  posterSaved: string;
  posterRemoved: string;
  posterOf: (name: Value) => string;
  gallery: string;
  galleryIntro: (most: number) => string;
  galleryLabel: string;
  added: string;
  removed: string;
  replaced: string;
  full: (most: number) => string;
  tooMany: (most: number) => string;
  list: string;
  picture: (at: Value) => string;
  alt: string;
  altHint: string;
  altMissing: string;
  earlier: (at: Value) => string;
  later: (at: Value) => string;
  replace: string;
  replaceOne: (at: Value) => string;
  remove: string;
  removeOne: (at: Value) => string;
  moved: (values: { at: Value; of: Value }) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
