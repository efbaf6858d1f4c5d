// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  list: string;
  hostedBy: (host: Value) => string;
  ticket: (name: Value) => string;
  join: {
    title: string;
    text: string;
    arrival: string;
    draw: (when: Value) => string;
    email: string;
    emailWrong: string;
    quantity: string;
    quantityHint: string;
    send: string;
  };
  asked: {
    title: string;
    text: string;
  };
  not_sold_out: {
    title: string;
    text: string;
  };
  closed: {
    title: string;
    text: string;
  };
  full: {
    title: string;
    text: string;
  };
  confirm: {
    title: string;
    text: (count: number) => string;
    button: string;
  };
  waiting: {
    title: string;
    place: (place: Value) => string;
    beforeDraw: (when: Value) => string;
    text: (count: number) => string;
    leave: string;
  };
  offered: {
    title: string;
    text: (values: { count: number; price: Value }) => string;
    until: (when: Value) => string;
    take: string;
    leave: string;
  };
  taken: {
    title: string;
    text: string;
  };
  lapsed: {
    title: string;
    text: string;
  };
  left: {
    title: string;
    text: string;
  };
  skipped: {
    title: string;
    text: string;
  };
  released: {
    title: string;
    text: string;
  };
  gone: {
    title: string;
    text: string;
  };
  toTickets: string;
  again: string;
  fair: {
    title: string;
    hash: string;
    draw: string;
    skips: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
