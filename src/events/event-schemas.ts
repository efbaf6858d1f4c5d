import { Type, type Static } from 'typebox';
import { DateTime, Exactly, Id, MinorUnits, Nullable, OneOf } from '../http/schema.ts';
import { COUNTRY_NAMES } from '../money/countries.ts';

const EVENT_STATUSES = ['DRAFT', 'LIVE', 'ENDED', 'CANCELLED'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

const CategorySchema = Exactly(
  { name: Type.String({ examples: ['Music'] }), slug: Type.String({ examples: ['music'] }) },
  { title: 'Category' },
);

/** An event as integrators see it. Every field is always there; what the host left out, or hides, is null. */
const eventSummaryFields = {
  id: Id(),
  name: Type.String({ examples: ['Lagos Rooftop Sessions'] }),
  slug: Type.String({ description: 'Names the event in paths.', examples: ['lagos-rooftop-sessions'] }),
  posterImageURL: Nullable(Type.String({ format: 'uri' })),
  posterAspectRatio: Nullable(Type.Number({ description: 'Width divided by height.', examples: [0.75] })),
  category: CategorySchema,
  cheapestTicketPrice: Nullable(
    MinorUnits({
      description: 'The price of the cheapest ticket on sale now, in the smallest currency unit.',
      examples: [1500000],
    }),
  ),
  formattedCheapestPrice: Nullable(
    Type.String({ description: '`Free` if it is zero.', examples: ['₦15,000.00'] }),
  ),
  description: Type.String({
    description:
      'Plain text without markup: escape it like any text. Blank lines separate paragraphs, headings, lists and quotes. List items begin with `- ` or a number, quoted lines with `> `. A link is its text, then its address in brackets.',
  }),
  previewDescription: Type.String({ description: 'A sentence or two for a card.' }),
  date: DateTime({ description: 'When the event starts.' }),
  closingDate: DateTime({ description: 'When the event ends. Sales stop then.' }),
  timezone: Type.String({ description: 'IANA name.', examples: ['Africa/Lagos'] }),
  status: OneOf(EVENT_STATUSES, { title: 'EventStatus', examples: ['LIVE'] }),
  isComingSoon: Type.Boolean({ description: 'Announced, not yet on sale.' }),
  instagram: Nullable(
    Type.String({ description: 'The account’s name without the @, or its address on instagram.com.' }),
  ),
  website: Nullable(Type.String({ format: 'iri', description: 'An http or https address.' })),
  xAccount: Nullable(
    Type.String({ description: 'The account’s name without the @, or its address on x.com.' }),
  ),
  country: OneOf(COUNTRY_NAMES, { title: 'Country', examples: ['NIGERIA'] }),
  state: Type.String({
    description: 'Empty for an online event, and in countries whose addresses have no such level.',
    examples: ['Lagos'],
  }),
  lga: Type.String({ description: 'Empty if it is not given.', examples: ['Eti-Osa'] }),
  street: Nullable(Type.String({ description: 'The venue and the street. Null if `hideLocation` is set.' })),
  directions: Nullable(Type.String({ description: 'Null if `hideLocation` is set.' })),
  lng: Nullable(Type.Number({ description: 'Null if `hideLocation` is set.' })),
  lat: Nullable(Type.Number({ description: 'Null if `hideLocation` is set.' })),
  hideLocation: Type.Boolean({ description: 'Ticket holders get the exact place by e-mail.' }),
  hostMessage: Nullable(Type.String()),
  createdAt: DateTime(),
};

export const EventSummarySchema = Exactly(eventSummaryFields, { title: 'EventSummary' });
export type EventSummary = Static<typeof EventSummarySchema>;

export const HeadlinerSchema = Exactly(
  {
    id: Id(),
    name: Type.String(),
    role: Type.String({ examples: ['Live band'] }),
    imageURL: Nullable(Type.String({ format: 'uri' })),
  },
  { title: 'Headliner' },
);

export const EventSchema = Exactly(
  { ...eventSummaryFields, headliners: Type.Array(HeadlinerSchema) },
  { title: 'Event' },
);
export type Event = Static<typeof EventSchema>;

export const EventPageSchema = Exactly(
  {
    items: Type.Array(EventSummarySchema),
    nextCursor: Type.Optional(
      Type.String({ description: 'Absent on the last page. Pass it back unchanged.' }),
    ),
  },
  { title: 'EventPage' },
);
export type EventPage = Static<typeof EventPageSchema>;

export const GalleryImageSchema = Exactly(
  {
    id: Id(),
    url: Type.String({ format: 'uri' }),
    thumbnailURL: Type.String({ format: 'uri' }),
    width: Type.Integer({ minimum: 1, description: 'Pixels.' }),
    height: Type.Integer({ minimum: 1, description: 'Pixels.' }),
    alt: Type.String({ description: "A description of the picture, for people who can't see it." }),
    position: Type.Integer({ description: "The host's order, from 0." }),
  },
  { title: 'GalleryImage' },
);
export type GalleryImage = Static<typeof GalleryImageSchema>;
