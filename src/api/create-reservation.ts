import { readAgain } from '../http/post-lane.ts';
import type { HttpServer } from '../http/server.ts';
import { ReservationBodySchema, ReservationSchema } from '../reservations/reservation-schema.ts';
import { callerOf } from './authenticate.ts';
import { DeviceHeaders } from './device-headers.ts';
import type { FastLane } from './fast-lane.ts';
import { createHoldForRequest, type HoldDeps } from './hold-for-request.ts';
import { EXAMPLE_RESERVATION, EXAMPLE_RESERVATION_BODY } from './examples.ts';
import { answerOf, COMMON_REFUSALS, type Operation } from './operation.ts';
import { SlugParams } from '../events/slug-params.ts';
import { ROUTES } from '../routes.ts';

const schema = { params: SlugParams, headers: DeviceHeaders, body: ReservationBodySchema };

const operation: Operation = {
  operationId: 'createReservation',
  tag: 'Checkout',
  summary: 'Hold tickets',
  description:
    'Prices the cart and holds its tickets for the checkout window. If you send the same token again, the new cart replaces the old one and the hold is extended, in one step; if the new cart can’t be held, the old one stays. Either all ticket types of a cart are held, or none. If the event has a waiting room, visitors who have not been let in get 429 `waiting_room`, and their `X-Device-ID` is in line from then on: send the same request again after `Retry-After` seconds, and show the visitor the page in `Link`, which shows their place. If the tickets are sold out and the event has a waiting list, `Link` with `rel="waiting-list"` is the page where the visitor joins it; the code of an offer from that list goes into `promoCode`, with the ticket type that is offered.',
  schema,
  bodyExample: EXAMPLE_RESERVATION_BODY,
  answer: answerOf('ReservationAnswer', ReservationSchema),
  answerDescription: 'The hold was refreshed.',
  createdDescription: 'The tickets are held.',
  example: { data: EXAMPLE_RESERVATION, status: true },
  refusals: [
    'malformed_body',
    'validation_failed',
    'unknown_ticket',
    'tickets_unavailable',
    'quantity_limit',
    'too_many_held',
    'invalid_promo_code',
    'seat_map_event',
    'not_found',
    'body_too_large',
    'unsupported_media_type',
    'waiting_room',
    ...COMMON_REFUSALS,
  ],
  reasons: [
    'sold_out',
    'not_enough_left',
    'not_yet_on_sale',
    'sale_ended',
    'event_ended',
    'event_cancelled',
    'network_limit',
    'network_unpaid',
    'unknown_code',
    'code_for_other_tickets',
    'code_not_valid_now',
  ],
};

export function registerCreateReservation(api: HttpServer, deps: HoldDeps & { fastLane: FastLane }): void {
  const hold = createHoldForRequest(deps);
  const options = { schema, config: { operation }, preParsing: readAgain };
  api.post(ROUTES.api.createReservation.path, options, async (request, reply) => {
    const { raw, params, headers, body } = request;
    deps.fastLane.throwFaultOf(raw);
    const input = { raw, slug: params.slug, device: headers['x-device-id'], body };
    const { reservation, isNew } = await hold(callerOf(request), input);
    reply.code(isNew ? 201 : 200).header('cache-control', 'no-store');
    return { data: reservation, status: true };
  });
}
