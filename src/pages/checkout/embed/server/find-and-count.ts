import type { FastifyRequest } from 'fastify';
import type { RequestCounter } from '../../../../http/count-request.ts';
import { Refusal } from '../../../../refusal.ts';
import type { HttpServer } from '../../../../http/server.ts';
import type { EmbedEvent, EventFinder } from './find-event.ts';
import type { PreviewFinder } from './find-preview.ts';

declare module 'fastify' {
  interface FastifyRequest {
    embedEvent: EmbedEvent | null;
    /** In front of the sale, in the event's waiting room. */
    isWaiting: boolean;
  }
}

/**
 * Finds out whose event is asked for, and counts the request with the limits of the API, as if the host had one more key. A buyer who `waits` in
 * front of the sale is counted on the address alone: however many they are, the host's limit is for those who buy.
 */
export function findAndCount(
  embed: HttpServer,
  deps: {
    finder: EventFinder;
    findPreview: PreviewFinder;
    counter: RequestCounter;
    waits: (request: FastifyRequest, event: EmbedEvent) => boolean | Promise<boolean>;
  },
): void {
  const { finder, findPreview, counter, waits } = deps;
  embed.decorateRequest('embedEvent', null);
  embed.decorateRequest('isWaiting', false);
  embed.addHook('onRequest', async (request, reply) => {
    const stranger = counter.stranger(request.raw, reply.raw, 'embed');
    const { slug } = request.params as { slug: string };
    const find = async (): Promise<EmbedEvent> =>
      (await findPreview(request, slug, stranger.count)) ?? finder.find(slug, stranger.count);
    // Guessing at addresses is limited, and a guess too many costs no look-up.
    const event = await find().catch((error: unknown) => {
      if (error instanceof Refusal) stranger.count();
      // The database is down: nothing says that the address is wrong.
      else stranger.giveBack();
      throw error;
    });
    stranger.giveBack();
    // Also who is turned away is told whom to ask.
    request.embedEvent = event;
    request.isWaiting = await waits(request, event);
    const verdict = request.isWaiting
      ? counter.countAddress(request.raw, 'room')
      : counter.count(request.raw, `embed ${event.hostId}`);
    counter.apply(verdict, reply.raw);
  });
}

export function embedEventOf(request: FastifyRequest): EmbedEvent {
  if (!request.embedEvent) throw new Error('the route was reached without an event');
  return request.embedEvent;
}
