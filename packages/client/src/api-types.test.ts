import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type * as server from '../../../src/events/event-schemas.ts';
import type { TicketSchema } from '../../../src/inventory/ticket-schema.ts';
import type { COUNTRIES } from '../../../src/money/countries.ts';
import type { OrderBodySchema, OrderSchema } from '../../../src/orders/order-schema.ts';
import type { REFUSALS } from '../../../src/refusal.ts';
import type {
  ReservationBodySchema,
  ReservationSchema,
} from '../../../src/reservations/reservation-schema.ts';
import type {
  Country,
  Event,
  EventPage,
  EventStatus,
  EventSummary,
  GalleryImage,
  Headliner,
  Order,
  OrderBody,
  Reservation,
  ReservationBody,
  Ticket,
} from './api-types.ts';
import type { ApiErrors } from './errors.ts';

// The compiler is the test: where the server's schemas and the client's types drift apart, `npm run check` fails here.

/** Without question marks: a field that only one of two types may have would escape the comparison. */
type Whole<Type> = Type extends object ? { [Field in keyof Type]-?: Whole<Type[Field]> } : Type;
type FitBothWays<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type IsSame<One, Other> = FitBothWays<One, Other> & FitBothWays<Whole<One>, Whole<Other>>;
type StatusOf<Code> = Code extends keyof typeof REFUSALS ? (typeof REFUSALS)[Code]['status'] : never;

const AGREEMENT: {
  event: IsSame<Event, Static<typeof server.EventSchema>>;
  eventSummary: IsSame<EventSummary, Static<typeof server.EventSummarySchema>>;
  eventStatus: IsSame<EventStatus, server.EventStatus>;
  headliner: IsSame<Headliner, Static<typeof server.HeadlinerSchema>>;
  eventPage: IsSame<EventPage, Static<typeof server.EventPageSchema>>;
  galleryImage: IsSame<GalleryImage, Static<typeof server.GalleryImageSchema>>;
  country: IsSame<Country, keyof typeof COUNTRIES>;
  ticket: IsSame<Ticket, Static<typeof TicketSchema>>;
  reservationBody: IsSame<ReservationBody, Static<typeof ReservationBodySchema>>;
  reservation: IsSame<Reservation, Static<typeof ReservationSchema>>;
  orderBody: IsSame<OrderBody, Static<typeof OrderBodySchema>>;
  order: IsSame<Order, Static<typeof OrderSchema>>;
  errors: IsSame<ApiErrors, { [Code in keyof ApiErrors]: StatusOf<Code> }>;
} = {
  event: true,
  eventSummary: true,
  eventStatus: true,
  headliner: true,
  eventPage: true,
  galleryImage: true,
  country: true,
  ticket: true,
  reservationBody: true,
  reservation: true,
  orderBody: true,
  order: true,
  errors: true,
};

test('the types say what the server’s schemas say', () => {
  assert.ok(Object.values(AGREEMENT).every(Boolean));
});
