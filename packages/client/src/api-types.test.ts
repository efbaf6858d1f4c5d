import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type * as server from '../../../src/events/event-schemas.ts';
import type { TicketSchema } from '../../../src/inventory/ticket-schema.ts';
import type { COUNTRIES } from '../../../src/money/countries.ts';
import type { OrderBodySchema, OrderSchema } from '../../../src/orders/order-schema.ts';
import type { REASONS, REFUSALS } from '../../../src/refusal.ts';
import type {
  ReservationBodySchema,
  ReservationSchema,
} from '../../../src/reservations/reservation-schema.ts';
import type {
  Country,
  Event,
  EventPage,
  EventQuery,
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
import type { ApiErrors, ApiReasons } from './errors.ts';

// The compiler is the test: where the server's schemas and the client's types drift apart, `npm run check` fails here.

/** Without question marks: a field that only one of two types may have would escape the comparison. */
type Whole<Type> = Type extends object ? { [Field in keyof Type]-?: Whole<Type[Field]> } : Type;
type FitBothWays<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type IsSame<One, Other> = FitBothWays<One, Other> & FitBothWays<Whole<One>, Whole<Other>>;
/** As it is sent: the client takes `undefined` too, for what is left out. */
type Sent<Body> = { [Field in keyof Body]: Exclude<Body[Field], undefined> };
type ReasonOf<Code> = {
  [Reason in keyof typeof REASONS]: (typeof REASONS)[Reason]['of'] extends Code ? Reason : never;
}[keyof typeof REASONS];
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
  reservationBody: IsSame<Sent<ReservationBody>, Static<typeof ReservationBodySchema>>;
  reservation: IsSame<Reservation, Static<typeof ReservationSchema>>;
  orderBody: IsSame<Sent<OrderBody>, Static<typeof OrderBodySchema>>;
  orderKinds: [Order] extends [Static<typeof OrderSchema>] ? true : false;
  orderStatus: IsSame<Order['status'], Static<typeof OrderSchema>['status']>;
  orderFields: IsSame<keyof Order, keyof Static<typeof OrderSchema>>;
  reasons: IsSame<ApiReasons, { [Code in (typeof REASONS)[keyof typeof REASONS]['of']]: ReasonOf<Code> }>;
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
  orderKinds: true,
  orderStatus: true,
  orderFields: true,
  reasons: true,
  errors: true,
};

// As strict as it gets, `undefined` may stand for what is left out.
const LEFT_OUT: [OrderBody, ReservationBody, EventQuery] = [
  {
    quoteReference: '',
    email: '',
    firstName: '',
    lastName: '',
    phone: undefined,
    callbackUrl: undefined,
    metadata: undefined,
  },
  { items: [], promoCode: undefined },
  { category: undefined, q: undefined, limit: undefined, cursor: undefined },
];

/** `status` tells what there is, without a question left. */
const addressOf = (order: Order): string | null =>
  order.status === 'pending_payment' ? order.checkoutUrl : order.receiptUrl;

test('the types say what the server’s schemas say', () => {
  assert.ok(Object.values(AGREEMENT).every(Boolean));
  assert.equal(LEFT_OUT.length, 3);
  assert.equal(typeof addressOf, 'function');
});
