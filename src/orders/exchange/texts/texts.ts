// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';

export type Texts = {
  seatChange: (values: { from: Value; to: Value }) => string;
};

export const textsIn = loadTexts<Texts>(import.meta.dirname);
