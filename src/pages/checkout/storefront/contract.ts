import type { Accent } from '../../shared/accent.ts';
import type { PageData } from '../embed/server/page-data-schema.ts';
import type { Event, GalleryImage } from '../../../events/event-schemas.ts';
import type { PictureSources } from '../../../media/picture-sources.ts';
import type { SharedPicture } from '../../../media/shared-picture.ts';
import type { Language } from '../../../values/language.ts';
import type { RichText } from '../../../rules/rich-text.ts';
import type { Theme } from '../../../rules/theme.ts';

/** The page of an event: what the API tells of it, and what its checkout is made from. */
export type StorefrontEvent = {
  checkout: PageData;
  event: Event;
  isOnline: boolean;
  about: RichText;
  poster: Poster | null;
  /** By headliner. */
  portraits: Record<string, PictureSources>;
  gallery: (GalleryImage & { shown: PictureSources })[];
  /** When it was to be before it was moved. */
  movedFrom: string | null;
  /** The page's address, for sharing. */
  address: string;
  hostAddress: string;
  theme: Theme | null;
  accents: Record<Theme, Accent>;
};

/** `ratio` is its width by its height. */
type Poster = { shown: PictureSources; shared: SharedPicture; ratio: number };

export type EventCard = {
  name: string;
  address: string;
  poster: Poster | null;
  startsAt: string;
  timezone: string;
  /** The town; the street is on the event's own page. */
  place: string;
  isComingSoon: boolean;
  /** In the smallest unit of the currency; null where nothing is sold yet. */
  cheapestPrice: number | null;
  currency: string;
  locale: string;
};

/** The page of a host: what it has on. */
export type StorefrontHost = {
  language: Language;
  name: string;
  contactEmail: string | null;
  address: string;
  isFirstPage: boolean;
  upcoming: EventCard[];
  past: EventCard[];
  /** The cursor of the next page, for `?after=`. */
  nextAfter: string | null;
};
