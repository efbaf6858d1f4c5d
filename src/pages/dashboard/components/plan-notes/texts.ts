import type { PlanNote } from '../../seating-plans/data.ts';
import { pageTexts } from '../../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);
const are = (count: number): string => (count === 1 ? 'is' : 'are');
const names = (count: number): string => (count === 1 ? '1 name was' : `${number(count)} names were`);

const en = {
  notesTitle: 'Some parts of the plan can’t be imported.',
  notes: {
    renamed_seats: (count) =>
      `${seats(count)} had the same name as another in the row. We renamed ${count === 1 ? 'it' : 'them'}:`,
    shortened_names: (count) => `${names(count)} too long. We shortened ${count === 1 ? 'it' : 'them'}:`,
    colors: (count) =>
      `${count === 1 ? '1 colour is' : `${number(count)} colours are`} not imported. Categories use the map’s colours.`,
    ways_to_book: (count) => `The booking order of seats is not imported (${seats(count)}).`,
    names_in_words: (count) =>
      `Longer names for tickets are not imported (${count === 1 ? '1 row' : `${number(count)} rows`}).`,
    unreadable_areas: (count) =>
      `${count === 1 ? '1 area' : `${number(count)} areas`} could not be read and ${are(count)} left out.`,
  } satisfies Record<PlanNote['note'], (count: number) => string>,
};

export const usePlanNotesTexts = pageTexts({ en, fr: en });
