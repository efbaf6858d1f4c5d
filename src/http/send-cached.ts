import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { JSON_TYPE, type CachedAnswer, type Sendable } from './cached-answer.ts';

/** Answers at once where the answer is cached, else when it is made. */
export function answerCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer | Promise<CachedAnswer>,
): void {
  const send = (sendable: Sendable): void => {
    reply.hijack();
    writeCached(reply.raw, sendable, []);
  };
  const choose = (cached: CachedAnswer): Sendable | Promise<Sendable> =>
    cached.forClient(request.raw.headers);
  const sendable = answer instanceof Promise ? answer.then(choose) : choose(answer);
  if (!(sendable instanceof Promise)) return send(sendable);
  sendable.then(send).catch((error: unknown) => reply.send(error));
}

/** Writes the bytes, or 304 to a client that has them already. */
export function writeCached(
  response: ServerResponse,
  { status, headers, body }: Sendable,
  moreHeaders: readonly string[],
): void {
  response.writeHead(status, [...moreHeaders, ...headers]).end(body);
}

/** Writes an answer that is true only at this moment. */
export const writeLive = (response: ServerResponse, body: Buffer, headers: readonly string[]): void =>
  writeJson(response, { status: 200, body, headers });

/** Writes JSON that nobody may keep. */
export function writeJson(
  response: ServerResponse,
  { status, body, headers }: { status: number; body: Buffer | string; headers: readonly string[] },
): void {
  const length = String(Buffer.byteLength(body));
  const content = ['cache-control', 'no-store', 'content-type', JSON_TYPE, 'content-length', length];
  response.writeHead(status, [...headers, ...content]).end(body);
}
