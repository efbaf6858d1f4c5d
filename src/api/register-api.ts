import type { Cache } from '../cache/cache.ts';
import type { OpenApiDocument } from '../values/openapi-document.ts';
import type { Catalog } from '../events/catalog.ts';
import type { KeyFinder } from '../hosts/keys/find-key.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { answerFixed } from '../http/answer-fixed.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import { noSuchEndpoint } from '../refusal.ts';
import type { HttpServer } from '../http/server.ts';
import type { HoldEngine } from '../inventory/hold-engine.ts';
import type { TicketReader } from '../inventory/list-tickets.ts';
import type { OrderDeps } from '../orders/create-order.ts';
import type { OfferTaker } from '../reservations/take-offer.ts';
import type { WaitingRooms } from '../waiting-room/waiting-rooms.ts';
import { requireKey } from './authenticate.ts';
import type { RequestCounter } from '../http/count-request.ts';
import { registerCreateOrder } from './create-order.ts';
import { registerCreateReservation } from './create-reservation.ts';
import type { FastLane } from './fast-lane.ts';
import { registerGetEvent } from './get-event.ts';
import { registerHealth, type HealthDeps } from './health.ts';
import { registerListEvents } from './list-events.ts';
import { registerListGallery } from './list-gallery.ts';
import { registerListTickets } from './list-tickets.ts';
import { registerReleaseReservation } from './release-reservation.ts';
import { API_PREFIX, describeApi, type DocumentedRoute } from './openapi.ts';
import { ROUTES } from '../routes.ts';

export type ApiDeps = OrderDeps & {
  optional: HealthDeps['optional'];
  cache: Cache;
  keys: KeyFinder;
  counter: RequestCounter;
  catalog: Catalog;
  readTickets: TicketReader;
  fastLane: FastLane;
  engine: HoldEngine;
  rooms: WaitingRooms;
  lists: OfferTaker;
  clientAddress: ClientAddress;
  baseUrl: string;
  version: string;
};

/** The public REST API. Resolves to its own description. */
export async function registerApi(app: HttpServer, deps: ApiDeps): Promise<OpenApiDocument> {
  const documented: DocumentedRoute[] = [];
  let description: OpenApiDocument | null = null;
  await app.register(async (api: HttpServer) => {
    api.addHook('onRoute', ({ method, config }) => {
      const operation = config?.operation;
      if (!operation || !config.route || method === 'HEAD') return;
      documented.push({ route: config.route, operation });
    });
    allowAnyOrigin(api);
    requireKey(api, deps);
    await api.register(async (rest: HttpServer) => refuseUnknown(rest), { prefix: API_PREFIX });

    registerHealth(api, deps);
    registerListEvents(api, deps.catalog, deps.fastLane);
    registerGetEvent(api, deps.catalog);
    registerListGallery(api, deps.catalog);
    registerListTickets(api, deps.readTickets);
    registerCreateReservation(api, deps);
    registerReleaseReservation(api, deps);
    registerCreateOrder(api, deps);

    const document = describeApi(documented, deps);
    description = document;
    api.get(
      ROUTES.api.document.path,
      answerFixed(() => JSON.stringify(document), 'application/json; charset=utf-8'),
    );
  });
  if (!description) throw new Error('the API was not registered');
  return description;
}

/** Unknown addresses below the API's are answered by the API: with its headers, for a key, and in its words. */
function refuseUnknown(rest: HttpServer): void {
  rest.setNotFoundHandler((request) => {
    throw noSuchEndpoint(request);
  });
}
