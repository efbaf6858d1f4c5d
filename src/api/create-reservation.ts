import { limitAddress, type ClientAddress } from '../http/client-address.ts';
import type { HttpServer } from '../http/server.ts';
import type { HoldEngine } from '../inventory/hold-engine.ts';
import { holdCart } from '../reservations/hold-cart.ts';
import type { Offers } from '../reservations/offers.ts';
import { ReservationBodySchema, ReservationSchema } from '../reservations/reservation-schema.ts';
import { callerOf } from './authenticate.ts';
import { DeviceHeaders } from './device-headers.ts';
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
    'Prices the cart and holds its tickets for the checkout window. The same token again replaces the cart and extends the hold, in one step: where the new cart can’t be held, the old one stays as it was. Several ticket types are held all or none.',
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
    ...COMMON_REFUSALS,
  ],
};

export function registerCreateReservation(
  api: HttpServer,
  parts: { offers: Offers; engine: HoldEngine; clientAddress: ClientAddress },
): void {
  api.post(ROUTES.api.createReservation.path, { schema, config: { operation } }, async (request, reply) => {
    const { hostId, isServer } = callerOf(request);
    const address = parts.clientAddress(request.raw);
    const { reservation, isNew } = await holdCart(parts, {
      ...request.body,
      hostId,
      slug: request.params.slug,
      token: request.headers['x-device-id']?.toLowerCase() ?? null,
      address: limitAddress(address),
      isExempt: isServer(address),
      isWanted: () => !request.raw.socket.destroyed,
    });
    reply.code(isNew ? 201 : 200).header('cache-control', 'no-store');
    return { data: reservation, status: true };
  });
}
