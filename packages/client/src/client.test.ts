import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { quantityLeft } from '../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { openTestRoom } from '../../../test/harness/open-test-room.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import {
  createClient,
  TesseraError,
  type ApiErrors,
  type ClientOptions,
  type EventQuery,
  type WaitingRoomError,
} from './client.ts';
import { waitBeforeRetry } from './retry.ts';

const BUYER = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' };
// A request that fails twice waits for less than a second in all.
const PATIENCE = { timeoutMs: 60_000 };

type Seen = { method: string; path: string; headers: IncomingMessage['headers']; status: number };
/** The proxy's deed instead of passing a request on; `lose` passes it on and breaks the connection at the answer. */
type Mischief = 'break' | 'lose' | 'hang' | ((response: ServerResponse) => void);

let on: TestApp;
let host: TestHost;
let url: string;
let seen: Seen[];
let plan: Mischief[];

/** Between the client and the product. */
const proxy = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const mischief = plan.shift();
  const { method = '', url: path = '', headers } = request;
  const entry: Seen = { method, path, headers, status: 0 };
  seen.push(entry);
  if (mischief === 'hang') return;
  if (mischief === 'break') return void request.socket.destroy();
  if (typeof mischief === 'function') return mischief(response);
  const { host: _host, connection: _connection, ...passed } = headers as Record<string, string>;
  const answer = await fetch(on.publicUrl + path, {
    method,
    headers: passed,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  entry.status = answer.status;
  const text = await answer.text();
  if (mischief === 'lose') return void request.socket.destroy();
  for (const name of [
    'etag',
    'error-reason',
    'link',
    'retry-after',
    'x-request-id',
    'cache-control',
    'date',
    'content-type',
  ]) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.writeHead(answer.status).end(text);
});

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v1/`;
});
beforeEach(() => {
  seen = [];
  plan = [];
});
after(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await on.close();
});

const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient({ url, key: host.publicKey, token: randomUUID(), ...PATIENCE, ...options });
const statuses = () => seen.map(({ status }) => status);
const codeOf = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(
    () => null,
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof TesseraError, String(error));
  return error.error_code;
};

async function heldCart(client = clientOf(), priceMinor = 0) {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor }] });
  const cart = await client.createReservation(slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] });
  seen = [];
  return { client, slug, cart, body: { ...BUYER, quoteReference: cart.quoteReference } };
}

test('every operation of the API is a call of that name, and every error code and parameter is in the types', async () => {
  const document = (await (await fetch(`${on.baseUrl}/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { operationId?: string; parameters?: { name: string; in: string }[] }>
    >;
    components: { schemas: { ErrorCode: { enum: string[] } } };
  };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const client = clientOf();
  const missing = operations.filter(({ operationId = 'none' }) => !(operationId in client));
  assert.deepEqual(missing, []);

  const ours: ApiErrors = {
    bad_request: 400,
    malformed_body: 400,
    validation_failed: 400,
    invalid_cursor: 400,
    unknown_ticket: 400,
    tickets_unavailable: 400,
    quantity_limit: 400,
    too_many_held: 400,
    invalid_promo_code: 400,
    seat_map_event: 400,
    missing_reservation_token: 400,
    reservation_expired: 400,
    quote_mismatch: 400,
    nothing_to_release: 400,
    unauthorized: 401,
    wrong_key_type: 403,
    not_found: 404,
    request_timeout: 408,
    order_exists: 409,
    order_in_progress: 409,
    body_too_large: 413,
    unsupported_media_type: 415,
    expectation_failed: 417,
    rate_limited: 429,
    waiting_room: 429,
    headers_too_large: 431,
    internal_error: 500,
    payment_gateway_error: 502,
    unavailable: 503,
  };
  assert.deepEqual(document.components.schemas.ErrorCode.enum.toSorted(), Object.keys(ours).sort());

  const query: Record<keyof EventQuery, true> = {
    category: true,
    q: true,
    limit: true,
    cursor: true,
    language: true,
  };
  const list = operations.find(({ operationId }) => operationId === 'listEvents');
  const parameters = list?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  assert.deepEqual(parameters.map(({ name }) => name).sort(), Object.keys(query).sort());
});

test('a refusal says why, where its code alone would not', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1 }] });
  const items = [{ sku: skus[0] ?? '', quantity: 1 }];
  await clientOf().createReservation(slug, { items, promoCode: undefined });
  const error: unknown = await clientOf()
    .createReservation(slug, { items })
    .catch((thrown: unknown) => thrown);
  assert.ok(error instanceof TesseraError && error.error_code === 'tickets_unavailable', String(error));
  assert.equal(error.reason, 'sold_out');
  const unknown: unknown = await clientOf()
    .getEvent('none')
    .catch((thrown: unknown) => thrown);
  assert.ok(unknown instanceof TesseraError);
  assert.equal(unknown.reason, null);
});

test('a purchase from the list to the order, with the visitor’s token in every step', async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: async (name: string) => kept.get(name) ?? null,
    setItem: async (name: string, value: string) => void kept.set(name, value),
  };
  const client = clientOf({ token: undefined, storage });
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 500_000 }] });
  const health = await client.getHealth();
  assert.deepEqual([health.status, health.data.postgres], [true, true]);
  assert.equal((await client.getEvent(slug)).slug, slug);
  assert.equal((await client.getEvent(slug, { language: 'fr' })).slug, slug);
  assert.equal((await client.listTickets(slug, { language: 'fr' })).length, 1);
  await assert.rejects(client.getEvent(slug, { language: 'xx' }), { error_code: 'validation_failed' });
  assert.deepEqual(await client.listGallery(slug), []);
  const [ticket] = await client.listTickets(slug);
  assert.equal(ticket?.id, skus[0]);
  const cart = await client.createReservation(slug, { items: [{ sku: ticket?.id ?? '', quantity: 2 }] });
  const [token] = kept.values();
  assert.equal(cart.reservationToken, token);
  const leftBy = async (options?: { token: string }) =>
    (await clientOf({ token: undefined, storage }).listTickets(slug, options))[0]?.quantityLeft;
  assert.equal(await leftBy(), ticket?.quantityLeft);
  assert.equal(await leftBy({ token: randomUUID() }), (ticket?.quantityLeft ?? 0) - 2);
  const again = clientOf({ token: undefined, storage });
  const order = await again.createOrder(
    slug,
    { ...BUYER, quoteReference: cart.quoteReference },
    { language: 'fr' },
  );
  assert.equal(order.status, 'pending_payment');
  assert.ok(order.checkoutUrl);
  assert.deepEqual(
    seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['x-device-id']),
    [token, token],
  );
  assert.equal(seen.at(-1)?.headers['accept-language'], 'fr');
});

test('a program outside of a page that does not say whose cart it is gets none', async () => {
  const { slug, skus } = await makeEvent(on, host);
  const client = clientOf({ token: undefined });
  const items = [{ sku: skus[0] ?? '', quantity: 1 }];
  await assert.rejects(client.createReservation(slug, { items }), /Pass `token`/);
  const token = randomUUID();
  assert.equal((await client.createReservation(slug, { items }, { token })).reservationToken, token);
});

test('the connection breaks after the order was made: it is the same order again, and one', async () => {
  const { client, slug, body } = await heldCart();
  plan = ['lose', 'break'];
  const order = await client.createOrder(slug, body);
  assert.equal(order.status, 'confirmed');
  const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']));
  assert.deepEqual([seen.length, keys.size, [...keys][0]?.length], [3, 1, 36]);
  const { rows } = await on.app.database.query<{ reference: string }>(
    'SELECT reference FROM orders WHERE idempotency_key = $1',
    [[...keys][0]],
  );
  assert.deepEqual(rows, [{ reference: order.reference }]);
});

test('the same order again has the same key, a changed one another, and a given key is used', async () => {
  const { client, slug, body } = await heldCart(clientOf(), 500_000);
  const first = await client.createOrder(slug, body);
  assert.deepEqual(await client.createOrder(slug, { ...body }), first);
  assert.equal(await codeOf(client.createOrder(slug, { ...body, firstName: 'Bisi' })), 'order_exists');
  const idempotencyKey = randomUUID();
  assert.equal(await codeOf(client.createOrder(slug, body, { idempotencyKey })), 'order_exists');
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  assert.deepEqual(
    [keys[0] === keys[1], keys[1] === keys[2], keys[3] === idempotencyKey],
    [true, false, true],
  );
});

test('a hold whose answer got lost is held once, and one that was given back twice is given back', async () => {
  const { client, slug, cart } = await heldCart();
  plan = ['lose'];
  const [item] = cart.items;
  await client.createReservation(slug, { items: [{ sku: item?.sku ?? '', quantity: 3 }] });
  assert.deepEqual([statuses(), await quantityLeft(on, host, slug)], [[200, 200], [97]]);
  seen = [];
  plan = ['lose'];
  assert.deepEqual(await client.releaseReservation(slug), { released: true });
  assert.deepEqual([statuses(), await quantityLeft(on, host, slug)], [[200, 400], [100]]);
  assert.equal(await codeOf(client.releaseReservation(slug)), 'nothing_to_release');
});

const say =
  (status: number, error_code: string, headers: Record<string, string> = {}): Mischief =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ message: 'No.', status, error_code }));
const asProxy =
  (status: number): Mischief =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');

test('"later" is tried again, up to four times; every other answer is final', async () => {
  const { client, slug, body } = await heldCart();
  plan = [say(429, 'rate_limited'), asProxy(502), say(409, 'order_in_progress')];
  assert.equal((await client.createOrder(slug, body)).status, 'confirmed');
  assert.equal(seen.length, 4);

  seen = [];
  plan = [say(408, 'request_timeout')];
  assert.equal((await client.listTickets(slug)).length, 1);
  assert.equal(seen.length, 2);

  seen = [];
  plan = Array.from({ length: 5 }, () => say(503, 'unavailable', { 'x-request-id': 'abc' }));
  const error: unknown = await client.listTickets(slug).catch((failure: unknown) => failure);
  assert.ok(error instanceof TesseraError && error.error_code === 'unavailable');
  assert.deepEqual([seen.length, error.status, error.requestId], [4, 503, 'abc']);

  for (const [mischief, code] of [
    [say(502, 'payment_gateway_error'), 'payment_gateway_error'],
    [say(500, 'internal_error'), 'internal_error'],
    [asProxy(200), 'unexpected_answer'],
    [asProxy(500), 'unexpected_answer'],
    [say(429, 'rate_limited', { 'retry-after': '3600' }), 'rate_limited'],
  ] as const) {
    seen = [];
    plan = [mischief];
    assert.deepEqual([await codeOf(client.createOrder(slug, body)), seen.length], [code, 1]);
  }
  seen = [];
  assert.equal(await codeOf(client.getEvent('no/such event')), 'not_found');
  assert.equal(seen[0]?.path, '/api/v1/events/no%2Fsuch%20event');
  assert.equal(await codeOf(clientOf({ key: 'pk_wrong' }).listEvents()), 'unauthorized');
  assert.equal(await codeOf(client.listEvents({ cursor: 'nonsense' })), 'invalid_cursor');
  assert.equal(seen.length, 3);
});

test('waits are random and grow; Retry-After is waited in full', () => {
  const failure = (retryAfterSeconds: number | null) =>
    new TesseraError({ error_code: 'unavailable', status: 503, message: '', retryAfterSeconds });
  const at = (tried: number, seconds: number | null, random: number) =>
    waitBeforeRetry(failure(seconds), { tried, tries: 9, maxRetryAfterMs: 30_000 }, () => random);
  assert.deepEqual(
    [1, 2, 3, 8].map((tried) => at(tried, null, 1)),
    [300, 600, 1_200, 5_000],
  );
  assert.deepEqual([at(3, null, 0), at(1, 7, 0), at(1, 7, 0.5), at(1, 31, 0)], [0, 7_000, 7_150, null]);
  assert.equal(at(9, null, 0), null);
});

const ROOM = 'https://tickets.example/checkout/a-concert/room?device=d.m';
const waitOneSecond = say(429, 'waiting_room', { 'retry-after': '1', link: `<${ROOM}>; rel="waiting-room"` });

test('a waiting room is told with its page, and thrown where nobody wants to hear of it', async () => {
  const { slug, skus } = await makeEvent(on, host);
  plan = [waitOneSecond];
  const body = { items: [{ sku: skus[0] ?? '', quantity: 1 }] };
  const error: unknown = await clientOf()
    .createReservation(slug, body)
    .catch((failure: unknown) => failure);
  assert.ok(error instanceof TesseraError && error.error_code === 'waiting_room');
  assert.deepEqual([error.status, error.roomUrl, error.retryAfterSeconds, seen.length], [429, ROOM, 1, 1]);
  plan = [say(429, 'rate_limited', { 'retry-after': '3600' })];
  const other: unknown = await clientOf()
    .createReservation(slug, body, { onWaitingRoom: () => assert.fail('that is no room') })
    .catch((failure: unknown) => failure);
  assert.ok(other instanceof TesseraError && other.error_code === 'rate_limited');
  assert.equal(other.roomUrl, null);
});

test('in line it asks as often as it is told to, through a lost network too, and holds when it is let in', async () => {
  const client = clientOf({ tries: 1 });
  const { slug, skus } = await makeEvent(on, host);
  plan = [waitOneSecond, 'break', say(503, 'unavailable'), waitOneSecond];
  const told: WaitingRoomError[] = [];
  const cart = await client.createReservation(
    slug,
    { items: [{ sku: skus[0] ?? '', quantity: 2 }] },
    { onWaitingRoom: (refusal) => told.push(refusal) },
  );
  assert.equal(cart.items[0]?.quantity, 2);
  assert.deepEqual(
    told.map(({ roomUrl, retryAfterSeconds }) => [roomUrl, retryAfterSeconds]),
    [
      [ROOM, 1],
      [ROOM, 1],
    ],
  );
  assert.equal(seen.length, 5);
  assert.equal(new Set(seen.map(({ headers }) => headers['x-device-id'])).size, 1, 'one place in line');
});

test('a buyer who was never in line is told of a lost network, and a final answer ends the wait; so does a signal', async () => {
  const client = clientOf({ tries: 1 });
  const { slug, skus } = await makeEvent(on, host);
  const hold = (signal?: AbortSignal) =>
    client.createReservation(
      slug,
      { items: [{ sku: skus[0] ?? '', quantity: 1 }] },
      { signal, onWaitingRoom: () => {} },
    );
  plan = ['break'];
  assert.equal(await codeOf(hold()), 'network_error');
  plan = [waitOneSecond, say(400, 'tickets_unavailable')];
  assert.equal(await codeOf(hold()), 'tickets_unavailable');
  seen = [];
  plan = [say(429, 'waiting_room', { 'retry-after': '86400' })];
  const leaving = new AbortController();
  const call = hold(leaving.signal);
  await until('the room to have answered', () => seen.length === 1);
  leaving.abort(new Error('had enough'));
  assert.match(await reasonOf(call), /had enough/);
});

test('a real waiting room: one call lines up, waits for its turn and holds; the order is as any other', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  await openTestRoom({ ...on, database: on.app.database }, slug);
  const client = clientOf();
  const told: WaitingRoomError[] = [];
  const cart = await client.createReservation(
    slug,
    { items: [{ sku: skus[0] ?? '', quantity: 1 }] },
    { onWaitingRoom: (refusal) => told.push(refusal) },
  );
  const room = await fetch(told[0]?.roomUrl ?? '');
  assert.deepEqual([room.status, new URL(room.url).pathname], [200, `/checkout/${slug}/room`]);
  const order = await client.createOrder(slug, { ...BUYER, quoteReference: cart.quoteReference });
  assert.equal(order.status, 'confirmed');
});

test('the countdown goes by the server’s clock, of which every answer tells, a refusal too', async () => {
  const serverNow = Date.now() + 3_600_000;
  const headers = { date: new Date(serverNow).toUTCString(), 'cache-control': 'no-store' };
  const client = clientOf();
  plan = [say(404, 'not_found', headers)];
  assert.equal(await codeOf(client.getEvent('none')), 'not_found');
  const ticks: number[] = [];
  const clientExpiresAt = new Date(serverNow + 600_000).toISOString();
  client.countdown({ clientExpiresAt }, (secondsLeft) => ticks.push(secondsLeft))();
  // By the device's own clock it would be an hour more.
  assert.ok(ticks[0] !== undefined && ticks[0] <= 602, ticks.join());
});

const A_DAY_MS = 86_400_000;

/** Why a call failed that would else go on for a day. */
async function reasonOf(call: Promise<unknown>): Promise<string> {
  let reason: unknown;
  call.catch((error: unknown) => (reason = error));
  await until('the call to have ended', () => reason !== undefined);
  return String(reason);
}

test('a try that hangs is given up and made again; a signal ends a call at once, in a wait too', async () => {
  plan = ['hang'];
  assert.ok(await clientOf({ timeoutMs: 5_000 }).getHealth());
  plan = ['hang', 'hang'];
  assert.equal(await codeOf(clientOf({ timeoutMs: 50, tries: 2 }).getHealth()), 'timeout');
  assert.equal(
    await codeOf(createClient({ url: 'http://127.0.0.1:1', key: 'pk', tries: 2 }).getHealth()),
    'network_error',
  );

  const ending = new AbortController();
  plan = ['hang'];
  seen = [];
  const hanging = clientOf({ timeoutMs: A_DAY_MS }).getHealth({ signal: ending.signal });
  await until('the request to be there', () => seen.length === 1);
  ending.abort(new Error('left the page'));
  assert.match(await reasonOf(hanging), /left the page/);

  const waiting = new AbortController();
  plan = [say(503, 'unavailable', { 'retry-after': '86400' })];
  const call = clientOf({ maxRetryAfterMs: A_DAY_MS }).getHealth({ signal: waiting.signal });
  await until('the answer to be there', () => seen.length === 2);
  waiting.abort(new Error('left again'));
  assert.match(await reasonOf(call), /left again/);
  await assert.rejects(clientOf().getHealth({ signal: AbortSignal.abort(new Error('never')) }), /never/);
  assert.equal(seen.length, 2);
});

test('unchanged answers come from memory, which is bounded, and which nobody can spoil', async () => {
  const client = clientOf({ maxRemembered: 2 });
  const slugs = await Promise.all(['a', 'b', 'c'].map(async () => (await makeEvent(on, host)).slug));
  const [a = '', b = '', c = ''] = slugs;
  const first = await client.getEvent(a);
  first.name = 'spoiled';
  assert.notEqual((await client.getEvent(a)).name, 'spoiled');
  assert.deepEqual(statuses(), [200, 304]);
  await client.getEvent(b);
  await client.getEvent(a);
  await client.getEvent(c);
  seen = [];
  await client.getEvent(a);
  await client.getEvent(b);
  assert.deepEqual(statuses(), [304, 200], 'b was asked for the longest ago');

  await on.app.database.query("UPDATE events SET name = 'Anew' WHERE slug = $1", [a]);
  await until('the new name', async () => (await client.getEvent(a)).name === 'Anew');
});

test('the events come page by page, each once, and no page more than is wanted', async () => {
  const other = await makeHost(on);
  const made = [];
  for (let index = 0; index < 5; index += 1) made.push((await makeEvent(on, other)).slug);
  const client = clientOf({ key: other.publicKey });
  seen = [];
  const all = [];
  for await (const { slug } of client.allEvents({ limit: 2 })) all.push(slug);
  assert.deepEqual([all.toSorted(), seen.length], [made.toSorted(), 3]);
  seen = [];
  for await (const { slug } of client.allEvents({ limit: 2 })) if (slug === all[1]) break;
  assert.equal(seen.length, 1);
});
