import { Type } from 'typebox';
import { limitAddress, type ClientAddress } from '../http/client-address.ts';
import { Exactly } from '../http/schema.ts';
import type { HttpServer } from '../http/server.ts';
import type { HoldEngine } from '../inventory/hold-engine.ts';
import type { Offers } from '../reservations/offers.ts';
import { releaseCart } from '../reservations/release-cart.ts';
import { callerOf } from './authenticate.ts';
import { DeviceHeaders } from './device-headers.ts';
import { answerOf, COMMON_REFUSALS, type Operation } from './operation.ts';
import { SlugParams } from '../events/slug-params.ts';
import { ROUTES } from '../routes.ts';

const schema = { params: SlugParams, headers: DeviceHeaders };

const operation: Operation = {
  operationId: 'releaseReservation',
  tag: 'Checkout',
  summary: 'Release held tickets',
  description: 'Releases the tickets at once, before the hold expires.',
  schema,
  answer: answerOf(
    'ReleaseAnswer',
    Exactly({ released: Type.Boolean({ description: 'Always true.' }) }, { title: 'Release' }),
  ),
  answerDescription: 'The tickets are available again.',
  example: { data: { released: true }, status: true },
  refusals: ['validation_failed', 'nothing_to_release', 'not_found', ...COMMON_REFUSALS],
};

export function registerReleaseReservation(
  api: HttpServer,
  deps: { offers: Offers; engine: HoldEngine; clientAddress: ClientAddress },
): void {
  api.delete(
    ROUTES.api.releaseReservation.path,
    { schema, config: { operation } },
    async (request, reply) => {
      await releaseCart(deps, {
        hostId: callerOf(request).hostId,
        slug: request.params.slug,
        token: request.headers['x-device-id']?.toLowerCase() ?? null,
        address: limitAddress(deps.clientAddress(request.raw)),
      });
      reply.header('cache-control', 'no-store');
      return { data: { released: true }, status: true };
    },
  );
}
