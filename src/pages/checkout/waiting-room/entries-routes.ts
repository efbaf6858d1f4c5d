import type { FastifyRequest } from 'fastify';
import { limitAddress, type ClientAddress } from '../../../http/client-address.ts';
import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { WaitingRooms } from '../../../waiting-room/waiting-rooms.ts';
import { EmbedParams } from '../embed/server/embed-request.ts';
import { embedEventOf } from '../embed/server/find-and-count.ts';
import { languageOf, queryOf, sanitiseQuery } from '../embed/server/page-query.ts';
import { joinLine } from './server/join-line.ts';
import { JoinRefused } from './server/join-refused.ts';
import { roomPath, withQuery } from './server/room-address.ts';
import { EntryParams, JoinBodySchema } from './server/room-schemas.ts';

type EntryDeps = { rooms: WaitingRooms; clientAddress: ClientAddress; checkoutUrl: string };

/** A buyer's own place: taken, asked for, given up. */
export function registerEntries(room: HttpServer, deps: EntryDeps): void {
  takeFormBodies(room);
  registerJoin(room, deps);

  room.get(ROUTES.room.entry.path, { schema: { params: EntryParams } }, async (request, reply) => {
    const { eventId } = embedEventOf(request);
    const own = await deps.rooms.entryOf(eventId, request.params.token);
    if (!own) throw noEntry();
    reply.header('cache-control', 'no-store');
    return { data: own, status: true };
  });

  room.delete(ROUTES.room.leave.path, { schema: { params: EntryParams } }, async (request, reply) => {
    const isOurs = await deps.rooms.leave(embedEventOf(request).eventId, request.params.token);
    if (!isOurs) throw noEntry();
    reply.header('cache-control', 'no-store');
    return { data: { left: true }, status: true };
  });
}

const noEntry = (): Refusal => new Refusal('not_found', 'There is no such place in this line.');

function registerJoin(room: HttpServer, deps: EntryDeps): void {
  room.post(
    ROUTES.room.join.path,
    { schema: { params: EmbedParams, body: JoinBodySchema } },
    async (request, reply) => {
      const { eventId, slug } = embedEventOf(request);
      const join = joinLine(deps.rooms, {
        eventId,
        address: limitAddress(deps.clientAddress(request.raw)),
        language: languageOf(request),
        body: request.body,
      });
      reply.header('cache-control', 'no-store');
      if (isForm(request)) {
        const more = await join.then(
          ({ answer }) => ({ entry: answer.token, refresh: '1' }),
          (error: unknown) => {
            if (error instanceof JoinRefused) return { problem: error.joinProblem };
            throw error;
          },
        );
        const look = sanitiseQuery(queryOf(request).toString());
        return reply.redirect(withQuery(`${roomPath(deps.checkoutUrl, slug)}${look}`, more), 303);
      }
      const { answer, isNew } = await join;
      reply.code(isNew ? 201 : 200);
      return { data: answer, status: true };
    },
  );
}

/** A browser that runs no script has sent it, and wants a page. */
const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
