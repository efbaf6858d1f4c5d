import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createClientAddress } from '../http/client-address.ts';
import { createRequestCounter } from '../http/count-request.ts';
import { readAgain } from '../http/post-lane.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { createRequestIds } from '../http/request-id.ts';
import { createHttpServer } from '../http/server.ts';
import { createSharedCounts } from '../http/shared-counts.ts';
import { createLogger } from '../log/logger.ts';
import { Refusal } from '../refusal.ts';
import { ROUTES } from '../routes.ts';
import { EXAMPLE_RESERVATION } from './examples.ts';
import type { HoldForRequest } from './hold-for-request.ts';
import { createHoldLane } from './hold-lane.ts';

const LIMIT = 100;
const requestIds = createRequestIds('test');
const counts = createSharedCounts({ counters: null, onCacheError: () => {} });
const clientAddress = createClientAddress([], () => {});
const limiter = createRateLimiter({ counts, perKey: LIMIT * 100, perAddress: LIMIT });
const counter = createRequestCounter({ limiter, clientAddress });
const caller = { keyId: 'key', hostId: 'host', isServer: () => false };
let hold: HoldForRequest = () => Promise.resolve({ reservation: EXAMPLE_RESERVATION, isNew: true });
const lane = createHoldLane({
  requests: { of: () => () => {} },
  keys: { peek: (authorization) => (authorization === 'Bearer known' ? caller : null) },
  counter,
  hold: (...asked) => hold(...asked),
  headersFor: (request, { header }) => ['x-request-id', requestIds(request), 'ratelimit', header],
});
/** The bodies that the framework was given to read. */
const atRoute: unknown[] = [];
const http = createHttpServer({
  requestIds,
  logger: createLogger('silent'),
  takeFastLane: (framework) => (request, response) => {
    if (!lane.take({ request, response, framework })) framework(request, response);
  },
});
http.post(ROUTES.api.createReservation.path, { preParsing: readAgain }, async (request, reply) => {
  atRoute.push(request.body);
  counter.apply(counter.count(request.raw, 'key'), reply.raw);
  lane.throwFaultOf(request.raw);
  return 'from the route';
});
await http.listen({ port: 0, host: '127.0.0.1' });
after(async () => {
  await http.close();
  counts.close();
});
const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/api/v1/events/a-concert/reservations`;

const GOOD = '{"items":[{"sku":"a","quantity":1}]}';

async function post(body: string, headers: Record<string, string> = {}) {
  const before = atRoute.length;
  const usual = { authorization: 'Bearer known', 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers: { ...usual, ...headers }, body });
  const left = Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    left,
    wayOfRoute: atRoute.slice(before),
  };
}

test('requests of nearly every buyer never reach the framework, nor do refusals of them', async () => {
  const held = await post(GOOD);
  assert.deepEqual([held.status, held.wayOfRoute], [201, []]);
  assert.deepEqual(JSON.parse(held.text), { data: EXAMPLE_RESERVATION, status: true });
  hold = () => Promise.reject(new Refusal('tickets_unavailable', 'All gone.'));
  const refused = await post(GOOD);
  assert.deepEqual([refused.status, refused.wayOfRoute], [400, []]);
  assert.match(refused.text, /tickets_unavailable/);
  hold = () => Promise.resolve({ reservation: EXAMPLE_RESERVATION, isNew: false });
  assert.equal((await post(GOOD)).status, 200);
});

test('a waiting room’s refusal says when to come back and where to wait; others say neither', async () => {
  const roomUrl = 'https://tickets.example/checkout/a-concert/room?device=d.m';
  hold = () => Promise.reject(new Refusal('waiting_room', 'Not yet.', { retryAfterSeconds: 20, roomUrl }));
  const refused = await post(GOOD);
  assert.deepEqual([refused.status, refused.wayOfRoute], [429, []]);
  assert.deepEqual(JSON.parse(refused.text), {
    message: 'Not yet.',
    status: 429,
    error_code: 'waiting_room',
  });
  assert.equal(refused.headers.get('retry-after'), '20');
  assert.equal(refused.headers.get('link'), `<${roomUrl}>; rel="waiting-room"`);
  hold = () => Promise.reject(new Refusal('tickets_unavailable', 'All gone.'));
  const { headers } = await post(GOOD);
  assert.deepEqual([headers.get('retry-after'), headers.get('link')], [null, null]);
});

test('a body that the lane can’t judge is read by the framework, whole, and the request is counted once', async () => {
  hold = () => Promise.resolve({ reservation: EXAMPLE_RESERVATION, isNew: false });
  const { left } = await post(GOOD);
  const odd = await post('{"items":[{"sku":"\\u0061","quantity":1}]}');
  assert.deepEqual(odd.wayOfRoute, [JSON.parse(GOOD)]);
  assert.equal(odd.left, left - 1);
  assert.equal((await post(`${GOOD}x`)).status, 400);
  const other = await post(GOOD, { 'content-type': 'application/json; charset="utf-8"' });
  assert.deepEqual(other.wayOfRoute, [JSON.parse(GOOD)]);
});

test('a fault on our side is told by the route, which does not try again', async () => {
  let tries = 0;
  hold = () => {
    tries += 1;
    return Promise.reject(new Error('a bug'));
  };
  const failed = await post(GOOD);
  assert.deepEqual([failed.status, failed.wayOfRoute.length, tries], [500, 1, 1]);
  assert.equal(lane.underWay(), 0);
});

test('beyond its limit a request is left to the route untouched', async () => {
  hold = () => assert.fail('nobody may hold now');
  for (let left = Infinity; left > 0;) {
    // The lane can't judge it, so that nothing is held.
    ({ left } = await post('{"items":[]}'));
  }
  const refused = await post(GOOD);
  assert.deepEqual([refused.status, refused.wayOfRoute], [429, [JSON.parse(GOOD)]]);
});
