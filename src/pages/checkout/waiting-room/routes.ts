import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitAddress, type ClientAddress } from '../../../http/client-address.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { Logger } from '../../../log/logger.ts';
import { answerWithPages } from '../../serving/answer-with-pages.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { readDraw, readDrawnEntries } from '../../../waiting-room/read-draw.ts';
import { embedEventOf } from '../embed/server/find-and-count.ts';
import { hostToAsk } from '../embed/server/find-event.ts';
import { languageOf, queryOf, readPageQuery, sanitiseQuery } from '../embed/server/page-query.ts';
import { noRoom } from './server/join-line.ts';
import { registerConfirm } from './confirm-routes.ts';
import { registerEntries } from './entries-routes.ts';
import { checkoutPath } from './server/room-address.ts';
import type { WaitingRoomPageDeps, RoomPages } from './server/room-pages.ts';
import { createDrawSender } from './server/send-draw.ts';
import { writeState, type StateLane } from './server/state-lane.ts';

type WaitingRoomDeps = WaitingRoomPageDeps & {
  pages: RoomPages;
  stateLane: Pick<StateLane, 'remember' | 'forget'>;
  clientAddress: ClientAddress;
  logger: Logger;
};

/** The waiting room of an event: its page, how far its line is, a buyer's own place, and the proof of its draw. */
export async function registerRoom(room: HttpServer, deps: WaitingRoomDeps): Promise<void> {
  registerState(room, deps);
  registerEntries(room, deps);
  const sendDraw = createDrawSender({
    readDraw: (eventId) => readDraw(deps.database, eventId),
    readEntries: (eventId) => readDrawnEntries(deps.database, eventId),
  });
  // Without HEAD: it would make a list that nobody reads.
  room.get(ROUTES.room.draw.path, { exposeHeadRoute: false }, async (request, reply) =>
    sendDraw(embedEventOf(request).eventId, limitAddress(deps.clientAddress(request.raw)), reply),
  );
  await room.register(async (scope: HttpServer) => registerPages(scope, deps));
}

function registerState(room: HttpServer, { rooms, stateLane }: WaitingRoomDeps): void {
  room.get(ROUTES.room.state.path, async (request, reply) => {
    const { eventId, slug } = embedEventOf(request);
    const state = await rooms.stateOf(eventId);
    if (!state) {
      stateLane.forget(slug);
      throw noRoom();
    }
    const body = Buffer.from(JSON.stringify({ data: state, status: true }));
    stateLane.remember(slug, body);
    // Caches may keep it: how often one reader has asked is not in it.
    for (const name of ['ratelimit', 'ratelimit-policy']) reply.raw.removeHeader(name);
    reply.hijack();
    writeState(reply.raw, body);
  });
}

function registerPages(scope: HttpServer, deps: WaitingRoomDeps): void {
  const { pages, sendPage } = deps;
  answerWithPages(scope, {
    logger: deps.logger,
    answer: ({ kind, status }, request, reply) =>
      sendPage(reply, {
        page: 'notice',
        status,
        data: {
          about: kind === 'not_found' ? 'unknown_event' : kind,
          language: languageOf(request),
          theme: request.embedEvent?.theme ?? readPageQuery(queryOf(request)).theme,
          host: hostToAsk(request.embedEvent),
        },
        policy: { formAction: "'self'", frameAncestors: ['*'] },
      }),
  });

  registerConfirm(scope, deps);
  scope.get(ROUTES.room.page.path, async (request, reply) => {
    const found = embedEventOf(request);
    return pages.sendRoom(request, reply, found).catch((error: unknown) => {
      // A link to a room that is closed, or was never there, leads to the tickets.
      if (error instanceof Refusal && error.code === 'not_found') return toTickets(request, reply, deps);
      throw error;
    });
  });
  scope.get(ROUTES.room.fairness.path, async (request, reply) =>
    pages.sendFairness(request, reply, embedEventOf(request)),
  );
}

function toTickets(
  request: FastifyRequest,
  reply: FastifyReply,
  { checkoutUrl }: WaitingRoomDeps,
): FastifyReply {
  const look = sanitiseQuery(queryOf(request).toString());
  reply.header('cache-control', 'no-store');
  return reply.redirect(`${checkoutPath(checkoutUrl, embedEventOf(request).slug)}${look}`, 303);
}
