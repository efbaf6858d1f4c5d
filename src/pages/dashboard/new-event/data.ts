import type { PictureSources } from '../../../media/picture-sources.ts';
import type { WallTime } from '../../../values/wall-time.ts';
import type { AddressLevels } from '../../../money/countries.ts';

/** The choices of the form, and the draft so far. */
export type NewEventView = {
  /** The id of the new event, so that two presses make one event. */
  eventId: string;
  categories: { slug: string; name: string }[];
  /** The words for the levels of an address in the host's country. */
  levels: AddressLevels;
  currency: string;
  /** For `Intl`. */
  locale: string;
  timezone: string;
  /** Null until the name is given. */
  draft: DraftView | null;
};

export type DraftView = {
  eventId: string;
  version: number;
  slug: string;
  name: string;
  kind: 'general' | 'seat_map';
  categorySlug: string;
  startsAt: WallTime;
  closesAt: WallTime;
  doorsMinutes: number | null;
  /** Whether the date is still the default of every draft. */
  hasSuggestedDate: boolean;
  state: string;
  /** Null if it is not given. */
  lga: string | null;
  venue: string | null;
  street: string | null;
  isOnline: boolean;
  poster: { shown: PictureSources; ratio: number } | null;
  ticketType: {
    ticketTypeId: string;
    version: number;
    name: string;
    priceMinor: number;
    capacity: number;
  } | null;
  ticketTypeCount: number;
};
