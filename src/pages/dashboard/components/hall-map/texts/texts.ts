// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  states: {
    free: string;
    held: string;
    sold: string;
    house: string;
  };
  statesHint: {
    free: string;
    held: string;
    sold: string;
    house: string;
  };
  houseBecause: (reason: Value) => string;
  accessible: string;
  restricted: string;
  companion: string;
  types: string;
  legend: string;
  press: string;
  presses: {
    seat: string;
    row: string;
    section: string;
  };
  drag: string;
  drags: {
    select: string;
    move: string;
  };
  list: string;
  find: string;
  findHint: string;
  allSections: string;
  sections: string;
  allRows: string;
  rows: string;
  allStates: string;
  state: string;
  seat: string;
  type: string;
  marks: string;
  chooseOne: (name: Value) => string;
  choosePage: string;
  matching: (count: number) => string;
  chooseMatching: (count: number) => string;
  dropMatching: string;
  none: string;
  before: string;
  next: string;
  page: (values: { now: number; all: number }) => string;
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
