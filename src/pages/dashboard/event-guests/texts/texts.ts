// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  list: string;
  add: string;
  emptyTitle: string;
  emptyText: string;
  nothingTitle: string;
  nothingText: string;
  guests: string;
  cameIn: string;
  void: string;
  search: string;
  name: string;
  type: string;
  seat: string;
  state: string;
  how: string;
  order: string;
  noSeat: string;
  seatOf: (values: { section: Value; row: Value; seat: Value }) => string;
  states: {
    good: string;
    came_in: string;
    void: string;
  };
  hows: {
    bought: string;
    complimentary: string;
    counter: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
