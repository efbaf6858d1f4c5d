import type { FastifyRequest } from 'fastify';
import { limitAddress, type ClientAddress } from '../../../http/client-address.ts';
import { matchesEtag } from '../../../http/conditional.ts';
import { Refusal } from '../../../refusal.ts';
import type { HttpServer } from '../../../http/server.ts';
import { openEventStream } from '../../../http/event-stream.ts';
import { acceptedEncoding, nameEncoding } from '../../../http/content-encoding.ts';
import { embedEventOf } from './server/find-and-count.ts';
import type { SeatMaps } from '../../../inventory/seats/seat-maps.ts';
import type { SeatWatch } from '../../../inventory/seats/watch-seats.ts';
import { ROUTES } from '../../../routes.ts';

/** The seats' positions, and which of them are taken. */
export function registerSeats(
  embed: HttpServer,
  deps: { maps: SeatMaps; watch: SeatWatch; clientAddress: ClientAddress },
): void {
  embed.get(ROUTES.embed.seats.path, async (request, reply) => {
    const map = await deps.maps.find(seatedEventOf(request));
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    // Weak: the same seats, however they are compressed.
    nameEncoding(reply, null).header('etag', `W/${map.etag}`).header('cache-control', 'no-cache');
    if (matchesEtag(request.headers['if-none-match'], map.etag)) return reply.code(304).send();
    return nameEncoding(reply, encoding)
      .type('application/json; charset=utf-8')
      .send(map[encoding ?? 'identity']);
  });

  // Without HEAD: it would open a stream that nobody reads.
  embed.get(ROUTES.embed.watchSeats.path, { exposeHeadRoute: false }, async (request, reply) => {
    const address = limitAddress(deps.clientAddress(request.raw));
    await deps.watch.join(seatedEventOf(request), address, () => openEventStream(reply));
  });
}

function seatedEventOf(request: FastifyRequest): string {
  const { eventId, kind } = embedEventOf(request);
  if (kind !== 'seat_map') throw new Refusal('not_found', 'This event has no seats to choose from.');
  return eventId;
}
