// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../languages/load-texts.ts';

export type Texts = {
  close: string;
};

export const textsIn = loadTexts<Texts>(import.meta.dirname);
