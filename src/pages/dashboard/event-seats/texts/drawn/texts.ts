// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  takenSeat: string;
  blockedSeat: string;
  blockedSeatBecause: (reason: Value) => string;
  accessible: string;
  restricted: string;
  map: {
    stage: string;
    mapLabel: string;
    mapHint: string;
    zoomIn: string;
    zoomOut: string;
    wholeMap: string;
    tapToZoom: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
