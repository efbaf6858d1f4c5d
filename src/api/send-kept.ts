import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/conditional.ts';
import type { KeptAnswer } from '../http/kept-answers.ts';

const CACHE_CONTROL = 'private, max-age=60, stale-while-revalidate=120';

/** Answers at once where the answer is kept, else when it is made. */
export function answerKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer | Promise<KeptAnswer>,
): void {
  if (!(answer instanceof Promise)) return sendKept(request, reply, answer);
  answer.then((made) => sendKept(request, reply, made)).catch((error: unknown) => reply.send(error));
}

/** Sends the bytes, or 304 to a client that has them already. */
function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): void {
  const { raw } = reply;
  raw.setHeader('etag', answer.etag);
  raw.setHeader('cache-control', CACHE_CONTROL);
  // A cache must not give one host's answer to the holder of another host's key.
  raw.setHeader('vary', 'Authorization');
  if (matchesEtag(request.headers['if-none-match'], answer.etag)) {
    reply.code(304).send();
    return;
  }
  raw.setHeader('content-type', 'application/json; charset=utf-8');
  reply.send(answer.body);
}
