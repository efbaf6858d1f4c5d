import assert from 'node:assert/strict';
import type { FastifyReply } from 'fastify';
import { test } from 'node:test';
import { createLogger } from '../../log/logger.ts';
import { createRequestIds } from '../../http/request-id.ts';
import { createHttpServer, type HttpServer } from '../../http/server.ts';
import { Refusal } from '../../refusal.ts';
import { answerWithPages } from './answer-with-pages.ts';

const sendText = async (reply: FastifyReply, text: string): Promise<FastifyReply> =>
  reply.type('text/html').send(text);

/** Every address below `/pages` fails with the error. */
async function fail(error: Error, options: { hasNoPageFor?: string; headers?: Record<string, string> } = {}) {
  const logged: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void logged.push(line) });
  const http = createHttpServer({ requestIds: createRequestIds('test'), logger });
  await http.register(
    async (pages: HttpServer) => {
      answerWithPages(pages, {
        logger,
        answer: ({ kind, status }, _request, reply) =>
          kind === options.hasNoPageFor ? null : sendText(reply.code(status), `a page about ${kind}`),
      });
      pages.get('/', async () => {
        throw error;
      });
    },
    { prefix: '/pages' },
  );
  const answer = await http.inject({ method: 'GET', url: '/pages/', headers: options.headers ?? {} });
  return {
    status: answer.statusCode,
    body: answer.body,
    retryAfter: answer.headers['retry-after'],
    failures: logged.filter((line) => line.includes('request failed')).length,
  };
}

const MISSING = new Refusal('not_found', 'There is no such thing.');

test('people read a page, and are told when to come back', async () => {
  assert.deepEqual(await fail(MISSING), {
    status: 404,
    body: 'a page about not_found',
    retryAfter: undefined,
    failures: 0,
  });
  const often = new Refusal('rate_limited', 'Too many requests.', { retryAfterSeconds: 17 });
  assert.deepEqual(await fail(often), {
    status: 429,
    body: 'a page about too_often',
    retryAfter: '17',
    failures: 0,
  });
  const busy = new Refusal('unavailable', 'Later.', { retryAfterSeconds: 5 });
  assert.deepEqual(await fail(busy), {
    status: 503,
    body: 'a page about trouble',
    retryAfter: '5',
    failures: 0,
  });
});

test('an unexpected error is logged, and the reader is told nothing of it', async () => {
  const failed = await fail(new Error('a bug'));
  assert.deepEqual(failed, { status: 500, body: 'a page about trouble', retryAfter: undefined, failures: 1 });
});

test('a database that is away is trouble for a moment', async () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const { status, retryAfter } = await fail(refused);
  assert.deepEqual([status, retryAfter], [503, '2']);
});

test('a client that asks for JSON gets it', async () => {
  const { status, body } = await fail(MISSING, { headers: { accept: 'application/json' } });
  assert.deepEqual([status, JSON.parse(body).error_code], [404, 'not_found']);
});

test('a request that no page of ours sends, and a trouble without a page, are answered by the rules of the API', async () => {
  const wrong = await fail(new Refusal('validation_failed', 'No.'));
  assert.deepEqual(JSON.parse(wrong.body).error_code, 'validation_failed');
  const missing = await fail(MISSING, { hasNoPageFor: 'not_found' });
  assert.deepEqual([missing.status, JSON.parse(missing.body).error_code], [404, 'not_found']);
});
