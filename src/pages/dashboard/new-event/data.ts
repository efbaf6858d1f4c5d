import type { PictureSources } from '../../../media/picture-sources.ts';
import type { WallTime } from '../../../values/wall-time.ts';
import type { Country } from '../../../money/countries.ts';

/** What somebody who makes an event chooses from, and what is there already. */
export type NewEventView = {
  /** The id that the event will have: whoever presses twice names the same one. */
  eventId: string;
  categories: { slug: string; name: string }[];
  country: Country;
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
  /** Nobody has said when it is: the date is the one that every draft begins with. */
  hasSuggestedDate: boolean;
  state: string;
  lga: string;
  street: string | null;
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
