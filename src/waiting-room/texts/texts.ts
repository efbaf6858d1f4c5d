// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../languages/load-texts.ts';

export type Texts = {
  title: (event: Value) => string;
  ask: (event: Value) => string;
  soon: string;
  button: string;
  link: (url: Value) => string;
  notYou: string;
};

export const textsIn = loadTexts<Texts>(import.meta.dirname);
