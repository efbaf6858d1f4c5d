import type { Language } from '../values/language.ts';

export const MAX_TITLE_CHARACTERS = 120;
export const MAX_NOTE_CHARACTERS = 1_000;

/** English is what everybody may read; another language may be left out. */
export type Words = { en: string } & Partial<Record<Exclude<Language, 'en'>, string>>;

export type Incident = {
  id: number;
  title: Words;
  beganAt: Date;
  /** Null: it goes on. */
  endedAt: Date | null;
  /** In their order. */
  notes: { text: Words; writtenAt: Date }[];
};
