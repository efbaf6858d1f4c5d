// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  seats: string;
  map: {
    stage: string;
    mapLabel: string;
    mapHint: string;
    zoomIn: string;
    zoomOut: string;
    wholeMap: string;
    tapToZoom: string;
  };
  loading: string;
  notLoaded: string;
  again: string;
  noSeats: string;
  notLive: string;
  join: {
    more: (values: { seats: Value; seat: Value }) => string;
    last: (values: { seats: Value; seat: Value }) => string;
  };
  taken: string;
  accessible: string;
  houseSeat: string;
  houseSeatBecause: (reason: Value) => string;
  restricted: string;
  alreadyTaken: (seat: Value) => string;
  lost: (seats: Value) => string;
  chosenSeats: string;
  nothingChosen: string;
  letGo: (seat: Value) => string;
  priceOf: (seat: Value) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
