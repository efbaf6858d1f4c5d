import type { OwnText } from '../../../rules/event-texts.ts';
import type { Language } from '../../../values/language.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** A text of the event, in the first language and in the one that is shown. */
export type ShownText = OwnText & { text: string };

/** The languages of an event's texts, and one of them in full. */
export type EventTranslationsView = {
  event: ShownEvent;
  /** Of the event: who saves says which one they saw. */
  version: number;
  /** The language of the event's own texts. */
  first: Language;
  /** How many texts there are to translate. */
  total: number;
  languages: { language: Language; translated: number }[];
  /** The languages that can be added. */
  others: Language[];
  /** Null: none is chosen. */
  shown: { language: Language; texts: ShownText[] } | null;
};
