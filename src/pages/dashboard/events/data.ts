import type { PictureSources } from '../../../media/picture-sources.ts';
import type { ShownEvents } from '../../../orders/event-figures.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** The page of an event that a list leads to; empty: its overview. */
export type LeadsTo = '' | 'guests' | 'check-in';

export type EventCard = ShownEvent & { poster: PictureSources | null };

/** The data of a host's events. */
export type EventsView = {
  shown: ShownEvents;
  leadsTo: LeadsTo;
  /** The host has no event yet, not even a draft. */
  isFirst: boolean;
  events: EventCard[];
  nextCursor: string | null;
};
