import type { PlanNote } from '../../seating-plans/data.ts';
import { pageTexts } from '../../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);
const are = (count: number): string => (count === 1 ? 'is' : 'are');
const names = (count: number): string => (count === 1 ? '1 name was' : `${number(count)} names were`);

const en = {
  notesTitle: 'Not all of the plan can be taken over.',
  notes: {
    renamed_seats: (count) =>
      `${seats(count)} had the name of another in the same row, and got ${count === 1 ? 'a new one' : 'new ones'}:`,
    shortened_names: (count) => `${names(count)} too long, and cut:`,
    colors: (count) =>
      `${count === 1 ? '1 colour is' : `${number(count)} colours are`} not taken over: categories have colours of the map.`,
    ways_to_book: (count) => `The order in which seats are to be booked is not kept (${seats(count)}).`,
    names_in_words: (count) =>
      `Longer names for tickets are not taken over (${count === 1 ? '1 row' : `${number(count)} rows`}).`,
    unreadable_areas: (count) =>
      `${count === 1 ? '1 area' : `${number(count)} areas`} could not be read, and ${are(count)} left out.`,
  } satisfies Record<PlanNote['note'], (count: number) => string>,
};

export const usePlanNotesTexts = pageTexts({ en, fr: en });
