// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../languages/load-texts.ts';
import type { Language } from '../../values/language.ts';

export type Texts = {
  ringside: string;
  middle: string;
  upper: string;
  frontTables: string;
  backTables: string;
  barStools: string;
  tables: string;
  bar: string;
  frontPews: string;
  backPews: string;
  sideAisles: string;
  choir: string;
  choirLeft: string;
  choirRight: string;
  nave: string;
  leftAisle: string;
  rightAisle: string;
  altar: string;
  lowerTier: string;
  upperTier: string;
  pitch: string;
  stage: string;
  premium: string;
  stalls: string;
  balcony: string;
  block: (nr: Value) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
