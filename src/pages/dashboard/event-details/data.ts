import type { DatesFixedBy } from '../../../events/details/dates-fixed-by.ts';
import type { EventDetails } from '../../../events/details/read-details.ts';
import type { PictureSources } from '../../../media/picture-sources.ts';
import type { AddressLevels } from '../../../money/countries.ts';
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
  /** The words for the levels of an address there. */
  levels: AddressLevels;
  /** The host's country by ISO 3166, for its name. */
  region: string;
  /** The time zones of that country. */
  timezonesOfCountry: string[];
  /** The time to pay an order, unless the event sets another. */
  paymentMinutesByDefault: number;
  /** The base address of the checkout. */
  checkoutUrl: string;
};

/** A description as buyers see it. */
export type PreviewAnswer = { blocks: RichText };
