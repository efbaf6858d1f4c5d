import type { DatesFixedBy } from '../../../events/details/dates-fixed-by.ts';
import type { EventDetails } from '../../../events/details/read-details.ts';
import type { PictureSources } from '../../../media/picture-sources.ts';
import type { Country } from '../../../money/countries.ts';
import type { RichText } from '../../../rules/rich-text.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** What buyers read about the event, where and when it is, and what a member needs to know to change it. */
export type EventDetailsView = {
  event: ShownEvent;
  details: EventDetails;
  /** Of the headliners, by the names of their files. */
  pictures: Record<string, PictureSources>;
  /** Where browsers get the others, such as one that was uploaded a moment ago. */
  mediaUrl: string;
  categories: { slug: string; name: string }[];
  datesFixedBy: DatesFixedBy;
  isSlugFixed: boolean;
  /** It is the host's, which decides the currency. */
  country: Country;
  /** ISO 3166, for the country's name. */
  region: string;
  /** What clocks show in that country. */
  timezoneOfCountry: string;
  /** How long an order waits for its payment, where the event says nothing else. */
  paymentMinutesByDefault: number;
  /** What the checkout's address begins with. */
  checkoutUrl: string;
};

/** A description as buyers see it. */
export type PreviewAnswer = { blocks: RichText };
