// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  notesTitle: string;
  notes: {
    renamed_seats: (count: number) => string;
    shortened_names: (count: number) => string;
    colors: (count: number) => string;
    ways_to_book: (count: number) => string;
    names_in_words: (count: number) => string;
    unreadable_areas: (count: number) => string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
