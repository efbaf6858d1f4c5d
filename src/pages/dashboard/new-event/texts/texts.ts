// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  back: string;
  intro: string;
  states: {
    'nothing yet': string;
    saving: string;
    saved: string;
    failed: string;
  };
  fix: (fields: Value) => string;
  namePlaceholder: string;
  slug: (slug: Value) => string;
  kind: string;
  kinds: {
    general: {
      label: string;
      hint: string;
    };
    seat_map: {
      label: string;
      hint: string;
    };
  };
  categoryEmpty: string;
  whenSuggested: string;
  tickets: string;
  ticketsIntro: string;
  ticketsThere: (count: number) => string;
  toTickets: string;
  ticketName: string;
  ticketNameDefault: string;
  price: string;
  priceHint: string;
  capacity: string;
  seatsNext: string;
  poster: string;
  posterText: string;
  posterOfEvent: string;
  posterOf: (name: Value) => string;
  posterWaits: string;
  posterRemoved: string;
  later: string;
  go: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
