import type { DatesFixedBy } from '../../../events/details/dates-fixed-by.ts';
import type { EventDetails } from '../../../events/details/read-details.ts';
import type { PictureSources } from '../../../media/picture-sources.ts';
import type { Country } from '../../../money/countries.ts';
import type { RichText } from '../../../rules/rich-text.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** The event's details as buyers see them, and the facts that a member needs to change them. */
export type EventDetailsView = {
  event: ShownEvent;
  details: EventDetails;
  /** Headliners' pictures, by the names of their files. */
  pictures: Record<string, PictureSources>;
  /** The base address of other pictures, such as a fresh upload. */
  mediaUrl: string;
  categories: { slug: string; name: string }[];
  datesFixedBy: DatesFixedBy;
  isSlugFixed: boolean;
  /** The host's country, which sets the currency. */
  country: Country;
  /** ISO 3166, for the country's name. */
  region: string;
  /** The time zones of that country. */
  timezoneOfCountry: string;
  /** The time to pay an order, unless the event sets another. */
  paymentMinutesByDefault: number;
  /** The base address of the checkout. */
  checkoutUrl: string;
};

/** A description as buyers see it. */
export type PreviewAnswer = { blocks: RichText };
