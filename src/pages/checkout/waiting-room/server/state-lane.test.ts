import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { createClientAddress } from '../../../../http/client-address.ts';
import { createRequestCounter } from '../../../../http/count-request.ts';
import { createRateLimiter } from '../../../../http/rate-limit.ts';
import { createRequestIds } from '../../../../http/request-id.ts';
import { createHttpServer } from '../../../../http/server.ts';
import { createSharedCounts } from '../../../../http/shared-counts.ts';
import { createLogger } from '../../../../log/logger.ts';
import { ROUTES } from '../../../../routes.ts';
import { createStateLane, writeState } from './state-lane.ts';

const LIMIT = 50;
const requestIds = createRequestIds('test');
const counts = createSharedCounts({ counters: null, onCacheError: () => {} });
const limiter = createRateLimiter({ counts, perKey: 1_000_000, perAddress: LIMIT });
const counter = createRequestCounter({ limiter, clientAddress: createClientAddress([], () => {}) });
let nowMs = 0;
/** The lane's answers, as metrics hear of them. */
let seen = 0;
const lane = createStateLane({
  counter,
  requestIds,
  requests: { of: () => () => void (seen += 1) },
  sendsHsts: true,
  nowMs: () => nowMs,
});
/** How often the route was asked; it makes another answer each time. */
let made = 0;
let isAway = false;
const http = createHttpServer({
  requestIds,
  logger: createLogger('silent'),
  takeFastLane: lane.wrap,
});
http.get<{ Params: { slug: string } }>(ROUTES.room.state.path, async (request, reply) => {
  counter.apply(counter.countAddress(request.raw, 'room'), reply.raw);
  if (isAway) throw new Error('the database is away');
  made += 1;
  const body = Buffer.from(JSON.stringify({ made }));
  lane.remember(request.params.slug, body);
  reply.hijack();
  writeState(reply.raw, body);
});
await http.listen({ port: 0, host: '127.0.0.1' });
after(async () => {
  await http.close();
  counts.close();
});
const origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;

beforeEach(() => {
  lane.forget('concert');
  nowMs += 1_000_000;
  [made, seen, isAway] = [0, 0, false];
});

async function ask(path = '/checkout/concert/room/state') {
  const answer = await fetch(origin + path);
  const body = (await answer.json()) as { made?: number };
  return { status: answer.status, headers: answer.headers, made: body.made };
}

test('the route is asked once a second, and everybody else gets its bytes', async () => {
  assert.deepEqual(
    [await ask(), await ask(), await ask()].map((answer) => answer.made),
    [1, 1, 1],
  );
  assert.deepEqual([made, seen], [1, 2]);
  nowMs += 999;
  assert.equal((await ask()).made, 1);
  nowMs += 1;
  assert.equal((await ask()).made, 2, 'one request brings the next answer');
  assert.equal((await ask()).made, 2);
  assert.equal(made, 2);
});

test('the lane’s answer is the route’s, headers included', async () => {
  const [routed, laned] = [await ask(), await ask()];
  for (const { status, headers } of [routed, laned]) {
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'public, max-age=1');
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.match(headers.get('x-request-id') ?? '', /./);
  }
  assert.equal(laned.headers.get('strict-transport-security'), 'max-age=31536000');
  assert.equal(laned.headers.get('ratelimit'), null, 'caches may keep it');
});

test('while the route has no answer the last one is told for ten seconds, and one request a second tries', async () => {
  await ask();
  isAway = true;
  nowMs += 1_000;
  assert.equal((await ask()).status, 500);
  assert.equal((await ask()).made, 1);
  nowMs += 1_000;
  assert.equal((await ask()).status, 500);
  assert.equal((await ask()).made, 1);
  nowMs += 8_001;
  assert.equal((await ask()).status, 500);
  assert.equal((await ask()).status, 500, 'too old by now');
});

test('each event has its own answer, and other addresses are not the lane’s', async () => {
  await ask();
  assert.equal((await ask('/checkout/other/room/state')).made, 2);
  assert.equal((await ask()).made, 1);
  assert.equal((await ask('/checkout/concert/room/state?x=1')).made, 3);
  assert.equal((await ask('/checkout/concert/room/stated')).status, 404);
});

test('an address that asks too often is refused by the route, and counted once', async () => {
  let allowed = 0;
  let answer = await ask();
  for (; answer.status === 200; answer = await ask()) allowed += 1;
  assert.ok(allowed < LIMIT, 'with what the tests before have asked');
  assert.equal(answer.status, 429);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(answer.headers.get('ratelimit') ?? '', /^"address";r=0/);
});
