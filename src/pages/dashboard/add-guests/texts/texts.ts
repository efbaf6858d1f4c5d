// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  ways: string;
  way: {
    give: string;
    list: string;
    counter: string;
  };
  closed: {
    draft: string;
    cancelled: string;
    ended: string;
  };
  give: {
    title: string;
    intro: string;
    firstName: string;
    lastName: string;
    email: string;
    language: string;
    languages: {
      en: string;
      fr: string;
      pt: string;
      es: string;
      de: string;
      it: string;
      sw: string;
      ar: string;
    };
    tickets: string;
    left: (count: number) => string;
    howMany: (name: Value) => string;
    chooseSome: string;
    sendsMail: string;
    sendsMailHint: string;
    guestNote: string;
    guestNoteHint: string;
    submit: string;
    given: string;
    see: string;
    noTypes: string;
  };
  list: {
    title: string;
    intro: string;
    guestNote: string;
    guestNoteHint: string;
    take: (lines: number) => string;
    working: (count: number) => string;
    taken: (values: { given: number; count: number }) => string;
    refused: (reason: Value) => string;
    earlier: string;
    when: string;
    who: string;
    size: string;
    outcome: string;
    states: {
      waiting: string;
      taken: string;
      refused: string;
    };
    problems: {
      required: string;
      not_a_quantity: (most: Value) => string;
      not_a_language: (values: { languages: Value; value: Value }) => string;
      not_a_note: (most: Value) => string;
      too_many_tickets: (most: number) => string;
      double: (values: { value: Value; line: Value }) => string;
      ofValue: {
        not_a_name: (value: Value) => string;
        not_an_email: (value: Value) => string;
        unknown_ticket_type: (value: Value) => string;
        two_ticket_types: (value: Value) => string;
        has_seats: (value: Value) => string;
        too_few_left: (value: Value) => string;
      };
    };
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
