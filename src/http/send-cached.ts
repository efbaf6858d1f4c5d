import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag } from './conditional.ts';
import type { CachedAnswer } from './cached-answers.ts';

const CACHE_CONTROL = 'private, max-age=60, stale-while-revalidate=120';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers at once where the answer is cached, else when it is made. */
export function answerCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer | Promise<CachedAnswer>,
): void {
  const send = (cached: CachedAnswer): void => {
    reply.hijack();
    writeCached(request.raw, reply.raw, cached, []);
  };
  if (!(answer instanceof Promise)) return send(answer);
  answer.then(send).catch((error: unknown) => reply.send(error));
}

/** Writes the bytes, or 304 to a client that has them already. */
export function writeCached(
  request: IncomingMessage,
  response: ServerResponse,
  { body, etag }: CachedAnswer,
  headers: readonly string[],
): void {
  // A cache must not give one host's answer to the holder of another host's key: hence Vary.
  const conditional = ['etag', etag, 'cache-control', CACHE_CONTROL, 'vary', 'Authorization'];
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...headers, ...conditional]).end();
    return;
  }
  const content = ['content-type', JSON_TYPE, 'content-length', String(body.length)];
  response.writeHead(200, [...headers, ...conditional, ...content]).end(body);
}

/** Writes an answer that is true only at this moment. */
export function writeLive(response: ServerResponse, body: Buffer, headers: readonly string[]): void {
  const content = [
    'cache-control',
    'no-store',
    'content-type',
    JSON_TYPE,
    'content-length',
    String(body.length),
  ];
  response.writeHead(200, [...headers, ...content]).end(body);
}
