import type { FastifyRequest } from 'fastify';
import { writeLive } from '../../../http/send-cached.ts';
import type { Changes } from '../../../db/changes.ts';
import { noSuchEvent } from '../../../events/slug.ts';
import { limitAddress, type ClientAddress } from '../../../http/client-address.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { HoldEngine } from '../../../inventory/hold-engine.ts';
import { readPreviewTickets, type TicketReader } from '../../../inventory/list-tickets.ts';
import { holdCart, type HoldGuard } from '../../../reservations/hold-cart.ts';
import type { OfferTaker } from '../../../reservations/take-offer.ts';
import { releaseCart } from '../../../reservations/release-cart.ts';
import { createEmbedOrder, type EmbedOrderDeps } from './server/create-embed-order.ts';
import { translatedInto } from '../server/load-shown-event.ts';
import { DeviceHeader, EmbedParams, tokenOf } from './server/embed-request.ts';
import { embedEventOf } from './server/find-and-count.ts';
import { languageOf } from './server/page-query.ts';
import { HoldBodySchema } from './server/hold-schemas.ts';
import { EmbedOrderBodySchema, OrderHeaders } from './server/order-schemas.ts';
import type { SeatWatch } from '../../../inventory/seats/watch-seats.ts';
import { given } from '../../../values/given.ts';
import { ROUTES } from '../../../routes.ts';

type CartDeps = EmbedOrderDeps & {
  readTickets: TicketReader;
  engine: HoldEngine;
  rooms: HoldGuard;
  lists: OfferTaker;
  clientAddress: ClientAddress;
  changes: Pick<Changes, 'databaseNowMs'>;
  watch: SeatWatch;
};

/** The calls of the page from choosing to paying. */
export function registerCart(embed: HttpServer, deps: CartDeps): void {
  embed.get(ROUTES.embed.listTickets.path, { schema: { params: EmbedParams } }, async (request, reply) => {
    const found = embedEventOf(request);
    const { hostId, slug, isDraft } = found;
    const language = translatedInto(found, languageOf(request));
    if (isDraft) {
      reply.header('cache-control', 'no-store');
      return { data: await readPreviewTickets(deps.database, { hostId, slug, language }), status: true };
    }
    const body = await deps.readTickets({
      hostId,
      slug,
      device: request.headers['x-device-id'],
      language,
    });
    if (!body) throw noSuchEvent(slug);
    reply.hijack();
    writeLive(reply.raw, body, []);
    return undefined;
  });
  registerHold(embed, deps);
  registerRelease(embed, deps);
  registerOrder(embed, deps);
}

function registerHold(embed: HttpServer, deps: CartDeps): void {
  embed.post(
    ROUTES.embed.createReservation.path,
    { schema: { params: EmbedParams, headers: DeviceHeader, body: HoldBodySchema } },
    async (request, reply) => {
      const { eventId, hostId, slug } = embedEventOf(request);
      const { items = [], seatIds = [], seatTypes = {}, ...rest } = request.body;
      const { reservation, isNew } = await holdCart(deps, {
        ...rest,
        items,
        seatIds: seatIds.map((id) => id.toLowerCase()),
        seatTypes: new Map(
          Object.entries(seatTypes).map(([id, sku]) => [id.toLowerCase(), sku.toLowerCase()]),
        ),
        hostId,
        slug,
        token: tokenOf(request.headers),
        address: addressOf(deps, request),
        isExempt: false,
        byApi: false,
        isWanted: () => !request.raw.socket.destroyed,
      });
      deps.watch.lookSoon(eventId);
      reply.code(isNew ? 201 : 200).header('cache-control', 'no-store');
      // The page counts down from this: holds lapse by the database's time, whatever this machine's clock says.
      reply.header('date', new Date(deps.changes.databaseNowMs()).toUTCString());
      return { data: reservation, status: true };
    },
  );
}

function registerRelease(embed: HttpServer, deps: CartDeps): void {
  embed.delete(
    ROUTES.embed.releaseReservation.path,
    { schema: { params: EmbedParams, headers: DeviceHeader } },
    async (request, reply) => {
      const { eventId, hostId, slug } = embedEventOf(request);
      const token = tokenOf(request.headers);
      await releaseCart(deps, { hostId, slug, token, address: addressOf(deps, request) });
      deps.watch.lookSoon(eventId);
      reply.header('cache-control', 'no-store');
      return { data: { released: true }, status: true };
    },
  );
}

function registerOrder(embed: HttpServer, deps: CartDeps): void {
  embed.post(
    ROUTES.embed.createOrder.path,
    { schema: { params: EmbedParams, headers: OrderHeaders, body: EmbedOrderBodySchema } },
    async (request, reply) => {
      const order = await createEmbedOrder(deps, {
        event: embedEventOf(request),
        token: tokenOf(request.headers),
        idempotencyKey: given(request.headers['idempotency-key']) ?? null,
        body: request.body,
        acceptLanguage: request.headers['accept-language'],
        isWanted: () => !request.raw.socket.destroyed,
      });
      reply.code(201).header('cache-control', 'no-store');
      return { data: order, status: true };
    },
  );
}

const addressOf = ({ clientAddress }: CartDeps, request: FastifyRequest): string =>
  limitAddress(clientAddress(request.raw));
