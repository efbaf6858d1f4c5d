// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  sentTo: string;
  resend: string;
  resent: string;
  whatsApp: string;
  share: string;
  copied: string;
  pdf: string;
  receipt: string;
  ticket: (values: { count: number; number: Value }) => string;
  partlyRefunded: string;
  rest: (count: number) => string;
  seat: string;
  holder: string;
  shortCode: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
