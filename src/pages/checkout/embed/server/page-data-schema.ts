import { Type, type Static } from 'typebox';
import { DateTime, Exactly, Nullable, OneOf } from '../../../../http/schema.ts';
import { TicketSchema } from '../../../../inventory/ticket-schema.ts';
import { QuestionSchema } from './question-schemas.ts';
import { LANGUAGES } from '../../../../values/language.ts';
import { PAYMENT_METHODS } from '../../../../rules/payment-methods.ts';

const EventStateSchema = OneOf(['on_sale', 'coming_soon', 'sold_out', 'sale_ended', 'ended', 'cancelled']);
export type EventState = Static<typeof EventStateSchema>;

/** All that the first paint needs. It is in the page as JSON. */
export const PageDataSchema = Exactly({
  slug: Type.String(),
  path: Type.String({ description: 'What all addresses of the embed begin with: `…/checkout/<slug>`.' }),
  language: OneOf(LANGUAGES),
  locale: Type.String({
    description: "For `Intl`: money and dates as the event's country writes them, in the buyer's language.",
  }),
  currency: Type.String(),
  event: Exactly({
    name: Type.String(),
    kind: OneOf(['general', 'seat_map']),
    state: EventStateSchema,
    startsAt: DateTime(),
    closesAt: DateTime(),
    doorsAt: Nullable(DateTime()),
    hours: Type.String({ description: 'Doors, start and end in words, on the clock of the place.' }),
    timezone: Type.String(),
    place: Type.Array(Type.String(), {
      description: 'Lines of the public address; what the host hides is not in it.',
    }),
    mapUrl: Nullable(
      Type.String({ description: 'Null where the place is hidden, or not known so exactly.' }),
    ),
    posterUrl: Nullable(Type.String()),
    posterSrcset: Nullable(Exactly({ webp: Type.String(), jpeg: Type.String() })),
    posterAspectRatio: Nullable(Type.Number()),
    address: Type.String({ description: "The event's own page, for those who share it." }),
    hostName: Type.String(),
    hostAddress: Type.String({ description: "The host's own page, with its other events." }),
    hasPromoCodes: Type.Boolean(),
    hasWaitingList: Type.Boolean({ description: 'Of what is sold out, at `…/waiting-list?ticket=`.' }),
    contactEmail: Nullable(Type.String({ description: 'Where buyers ask the host.' })),
    hasTerms: Type.Boolean({ description: 'There are terms to read, at GET terms.' }),
    hasRefundPolicy: Type.Boolean(),
    returns: Nullable(
      Type.String({ description: 'How tickets are returned, in words; null: the buyer asks the host.' }),
    ),
    hostMessage: Nullable(Type.String()),
    previewDescription: Type.String(),
    samplePhone: Type.String({ description: "How the event's country writes a phone number." }),
  }),
  tickets: Type.Array(TicketSchema, {
    description: 'Live at the time of the page; GET tickets brings them up to date.',
  }),
  questions: Type.Array(QuestionSchema, { description: 'What the host asks, in its order.' }),
  newsletter: Nullable(
    Type.String({
      description:
        'By which sentence the host asks whether it may write to the buyer; null: it does not ask.',
    }),
  ),
  cartMail: Nullable(
    Type.String({
      description: 'The words by which a buyer asks to be reminded of this cart once; null: nobody can.',
    }),
  ),
  invoices: Nullable(
    Exactly({
      countries: Type.String({ description: 'ISO 3166, with a space between any two.' }),
      country: Type.String({ description: 'The one of the event.' }),
    }),
  ),
  /** On whose page one pays, and with what. Null where the host can take no payment. */
  payment: Nullable(
    Exactly({
      page: Nullable(Type.String({ description: 'Whose page it is; null for the sandbox of development.' })),
      ways: Type.Array(OneOf(PAYMENT_METHODS)),
    }),
  ),
  /** For how many days tickets are kept for a bank transfer. Null where the event takes none, or none any more. */
  transfers: Nullable(Exactly({ keepDays: Type.Integer() })),
  reference: Nullable(
    Type.String({
      description:
        "Set when the buyer comes back from paying, or reloads the last step. What opens the order is behind the address's `#`.",
    }),
  ),
  emailNote: Nullable(
    Type.String({
      description:
        'What is said of an e-mail address that the event’s waiting room was not given; null: it asked for none.',
    }),
  ),
  mustWait: Type.Boolean({
    description: 'There is a waiting room, at `…/room`, and whoever gets this page has not been let in.',
  }),
  previewToken: Nullable(
    Type.String({
      description:
        'Opens this draft, and goes with every request for it. Nothing can be held or bought by it.',
    }),
  ),
});
export type PageData = Static<typeof PageDataSchema>;
