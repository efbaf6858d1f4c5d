import type { FastifyRequest } from 'fastify';
import type { RequestCounter } from '../../api/count-request.ts';
import { Refusal } from '../../http/refusal.ts';
import type { HttpServer } from '../../http/server.ts';
import type { EmbedEvent, EventFinder } from './find-event.ts';

declare module 'fastify' {
  interface FastifyRequest {
    embedEvent: EmbedEvent | null;
  }
}

/** Finds out whose event is asked for, and counts the request with the limits of the API, as if the host had one more key. */
export function findAndCount(
  embed: HttpServer,
  parts: { finder: EventFinder; counter: RequestCounter },
): void {
  const { finder, counter } = parts;
  embed.decorateRequest('embedEvent', null);
  embed.addHook('onRequest', async (request, reply) => {
    const count = (name: string): void => {
      const verdict = counter.count(request.raw, `embed ${name}`);
      reply.raw.setHeader('ratelimit', verdict.header);
      reply.raw.setHeader('ratelimit-policy', counter.policy);
      if (verdict.isAllowed) return;
      throw new Refusal('rate_limited', `Too many requests: try again in ${verdict.secondsLeft} s.`, {
        retryAfterSeconds: verdict.secondsLeft,
      });
    };
    const { slug } = request.params as { slug: string };
    const event = await finder.find(slug).catch((error: unknown) => {
      // Guessing at addresses is limited too.
      if (error instanceof Refusal) count('none');
      throw error;
    });
    count(event.hostId);
    request.embedEvent = event;
  });
}

export function embedEventOf(request: FastifyRequest): EmbedEvent {
  if (!request.embedEvent) throw new Error('the route was reached without an event');
  return request.embedEvent;
}
