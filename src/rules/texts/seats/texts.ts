// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';

export type Texts = {
  row: (row: Value) => string;
  seat: (seat: Value) => string;
  seats: (seats: Value) => string;
};

export const textsIn = loadTexts<Texts>(import.meta.dirname);
