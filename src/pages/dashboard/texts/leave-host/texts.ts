// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  leave: string;
  leaveTitle: (host: Value) => string;
  leaveText: string;
  leaveButton: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
