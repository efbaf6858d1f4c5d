import type { IncomingMessage } from 'node:http';
import type { Caller } from '../hosts/keys/read-key.ts';
import { limitAddress, type ClientAddress } from '../http/client-address.ts';
import { readAgain } from '../http/post-lane.ts';
import type { HttpServer } from '../http/server.ts';
import type { HoldEngine } from '../inventory/hold-engine.ts';
import { holdCart, type HoldDoor } from '../reservations/hold-cart.ts';
import type { Offers } from '../reservations/offers.ts';
import {
  ReservationBodySchema,
  ReservationSchema,
  type ReservationBody,
} from '../reservations/reservation-schema.ts';
import { callerOf } from './authenticate.ts';
import { DeviceHeaders } from './device-headers.ts';
import type { FastLane } from './fast-lane.ts';
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
    'Prices the cart and holds its tickets for the checkout window. If you send the same token again, the new cart replaces the old one and the hold is extended, in one step; if the new cart can’t be held, the old one stays. Either all ticket types of a cart are held, or none. If the event has a waiting room, visitors who have not been let in get 429 `waiting_room`, and their `X-Device-ID` is in line from then on: send the same request again after `Retry-After` seconds, and show the visitor the page in `Link`, which shows their place.',
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
};

type Parts = { offers: Offers; engine: HoldEngine; rooms: HoldDoor; clientAddress: ClientAddress };

/** Holds the cart of this request, for the route and the lane alike. */
export function holdForRequest(
  parts: Parts,
  { hostId, isServer }: Caller,
  request: { raw: IncomingMessage; slug: string; device: string | undefined; body: ReservationBody },
): ReturnType<typeof holdCart> {
  const { raw } = request;
  const address = parts.clientAddress(raw);
  return holdCart(parts, {
    ...request.body,
    hostId,
    slug: request.slug,
    token: request.device?.toLowerCase() ?? null,
    address: limitAddress(address),
    isExempt: isServer(address),
    byApi: true,
    isWanted: () => !raw.socket.destroyed,
  });
}

export function registerCreateReservation(api: HttpServer, parts: Parts & { fastLane: FastLane }): void {
  const options = { schema, config: { operation }, preParsing: readAgain };
  api.post(ROUTES.api.createReservation.path, options, async (request, reply) => {
    const { raw, params, headers, body } = request;
    parts.fastLane.throwFaultOf(raw);
    const input = { raw, slug: params.slug, device: headers['x-device-id'], body };
    const { reservation, isNew } = await holdForRequest(parts, callerOf(request), input);
    reply.code(isNew ? 201 : 200).header('cache-control', 'no-store');
    return { data: reservation, status: true };
  });
}
