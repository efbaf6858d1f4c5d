import type { RequestCounter } from '../../../http/count-request.ts';
import type { Changes } from '../../../db/changes.ts';
import type { Catalog } from '../../../events/catalog.ts';
import type { ClientAddress } from '../../../http/client-address.ts';
import { sendError } from '../../../http/errors.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { HoldEngine } from '../../../inventory/hold-engine.ts';
import type { OfferTaker } from '../../../reservations/take-offer.ts';
import type { WaitingRooms } from '../../../waiting-room/waiting-rooms.ts';
import type { TicketReader } from '../../../inventory/list-tickets.ts';
import type { MakePage } from '../../serving/make-page.ts';
import type { SendPage } from '../../serving/send-page.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import { describeRefusal } from './server/describe-refusal.ts';
import { findAndCount } from './server/find-and-count.ts';
import { createEventFinder } from './server/find-event.ts';
import { createPreviewFinder } from './server/find-preview.ts';
import type { EmbedOrderDeps } from './server/create-embed-order.ts';
import { registerCart } from './cart-routes.ts';
import { registerCartMail } from './cart-mail-routes.ts';
import { registerCorrection } from './correction-routes.ts';
import { registerPage } from './page-routes.ts';
import { registerSeats } from './seats-routes.ts';
import { createSeatMaps } from '../../../inventory/seats/seat-maps.ts';
import { createSeatWatch } from '../../../inventory/seats/watch-seats.ts';
import { ROUTES } from '../../../routes.ts';
import { mustWait } from '../waiting-room/server/check-must-wait.ts';
import { registerWaitingList } from '../waiting-list/routes.ts';
import { registerRoom } from '../waiting-room/routes.ts';
import { createRoomPages } from '../waiting-room/server/room-pages.ts';
import type { StateLane } from '../waiting-room/server/state-lane.ts';
import { queryOf } from './server/page-query.ts';

export type EmbedDeps = EmbedOrderDeps & {
  changes: Changes;
  catalog: Catalog;
  readTickets: TicketReader;
  engine: HoldEngine;
  rooms: WaitingRooms;
  lists: OfferTaker;
  counter: RequestCounter;
  clientAddress: ClientAddress;
  mediaUrl: string;
  dashboardUrl: string;
  secretKeys: SecretKeys;
  makePage: MakePage;
  sendPage: SendPage;
  stateLane: StateLane;
};

// The page itself. Its requests are refused where they must be.
const PAGES = new Set<string | undefined>([ROUTES.embed.page.path, ROUTES.embed.pageWithSlash.path]);

/**
 * The checkout embed: a page that any site may frame, and what the page asks for. It has no key and no cookie: the
 * address names the event, and the event its host. Holds and orders go through the API's own actions.
 */
export async function registerEmbed(http: HttpServer, deps: EmbedDeps): Promise<void> {
  const finder = createEventFinder(deps);
  const findPreview = createPreviewFinder({ ...deps, nowMs: deps.changes.databaseNowMs });
  const maps = createSeatMaps(deps);
  const watch = createSeatWatch({ ...deps, maps });
  http.addHook('preClose', async () => watch.close());

  const pages = createRoomPages(deps);
  const tellRefusals = (scope: HttpServer): void =>
    void scope.setErrorHandler((error, request, reply) =>
      sendError(error, request, reply, { logger: deps.logger, describe: describeRefusal }),
    );

  await http.register(async (room: HttpServer) => {
    tellRefusals(room);
    findAndCount(room, { finder, findPreview, counter: deps.counter, waits: () => true });
    await registerRoom(room, { ...deps, pages });
  });
  await http.register(async (embed: HttpServer) => {
    tellRefusals(embed);
    findAndCount(embed, {
      finder,
      findPreview,
      counter: deps.counter,
      // The page of an event with a room is the room's, until the buyer is let in.
      waits: (request, event) =>
        PAGES.has(request.routeOptions.url) &&
        // People whom a waiting list offers tickets have waited already.
        deps.lists.readOffer(queryOf(request).get('offer') ?? '') === null &&
        mustWait(deps.rooms, event, queryOf(request)),
    });
    await registerPage(embed, { ...deps, sendRoom: pages.sendRoom });
    await registerWaitingList(embed, deps);
    registerCart(embed, { ...deps, watch });
    registerCorrection(embed, deps);
    registerCartMail(embed, deps);
    registerSeats(embed, { ...deps, maps, watch });
  });
}
