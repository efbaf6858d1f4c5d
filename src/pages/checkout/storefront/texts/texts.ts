// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  by: (host: Value) => string;
  toTickets: string;
  getTickets: string;
  getFree: string;
  seeTickets: string;
  free: string;
  from: (price: Value) => string;
  until: (when: Value) => string;
  doors: (time: Value) => string;
  movedFrom: (when: Value) => string;
  room: {
    title: string;
    text: string;
    go: string;
  };
  tickets: string;
  about: string;
  lineUp: string;
  gallery: string;
  picture: (number: Value) => string;
  where: string;
  hidden: string;
  howToJoin: string;
  map: string;
  host: string;
  allEvents: (host: Value) => string;
  ask: string;
  terms: {
    both: string;
    terms: string;
    refundPolicy: string;
  };
  website: string;
  whatsApp: string;
  share: string;
  copy: string;
  copied: string;
  calendar: string;
  badges: {
    on_sale: string;
    coming_soon: string;
    sold_out: string;
    sale_ended: string;
    ended: string;
    cancelled: string;
  };
  powered: string;
  events: string;
  upcoming: string;
  past: string;
  more: string;
  first: string;
  hostDescription: (host: Value) => string;
  emptyTitle: string;
  empty: (host: Value) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
