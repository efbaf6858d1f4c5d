// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  live: string;
  liveIntro: string;
  title: string;
  close: string;
  link: string;
  whatsApp: string;
  more: string;
  copied: string;
  qr: string;
  download: string;
  embed: string;
  embedTitle: (name: Value) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
