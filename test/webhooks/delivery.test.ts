import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { rotatePrivateKey } from '../../src/hosts/keys/private-key.ts';
import { issueComplimentary } from '../../src/orders/issue-complimentary.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { listDeliveries } from '../../src/webhooks/delivery/list-deliveries.ts';
import { sendTest } from '../../src/webhooks/delivery/send-test.ts';
import { disableSubscription } from '../../src/webhooks/subscriptions/switch-subscription.ts';
import { verifyWebhook } from '../../packages/client/src/webhooks.ts';
import { ownPort } from '../harness/own-port.ts';
import { until } from '../harness/until.ts';
import { referenceOf, startReceiver, type Received } from './receiver.ts';
import { BUYER, deliveryRows, FAST, makeWorld, untilEnded } from './world.ts';

const bodyOf = ({ raw }: Received) => JSON.parse(raw.toString());

test('a purchase is delivered once, signed over its raw bytes, with exactly the fields of the protocol', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const event = await world.sell(1_000_000);
  await world.subscribe(event, receiver);
  await world.startDeliverer({ allow: [receiver.address] });
  const metadata = '{"b":1.0, "a":[12345678901234567890],"t":"\\u00e9"}';
  const paidAt = new Date('2026-03-01T10:00:00.123Z');
  const items = event.skus.map((sku) => ({ sku, quantity: 2 }));
  const order = await world.buy({ ...event, items }, { metadata, paidAt });

  const [row] = await untilEnded(world.database);
  assert.equal(row?.status, 'delivered');
  const [got, ...more] = receiver.received;
  assert.ok(got);
  assert.deepEqual(more, []);
  assert.equal(got.path, '/hook');
  const signature = createHmac('sha512', event.host.privateKey).update(got.raw).digest('hex');
  assert.equal(got.headers['x-service-signature'], signature);
  assert.ok(await verifyWebhook(got.raw, signature, event.host.privateKey));
  assert.equal(got.headers['content-type'], 'application/json');
  assert.equal(got.headers['user-agent'], 'Tessera-Webhooks/1');
  assert.equal(got.headers['x-service-delivery'], row.id);
  assert.equal(got.headers['x-service-attempt'], '1');
  assert.ok(got.rawHeaders.includes('X-Service-Signature'));

  const { sentAt } = bodyOf(got).data;
  assert.match(sentAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(
    got.raw.toString(),
    `{"eventType":"TICKET_PURCHASED","data":{"eventId":"${event.eventId}","reference":"${order.reference}",` +
      `"amount":2120000,"formattedAmount":"₦21,200.00","paidAt":"2026-03-01T10:00:00.123Z","sentAt":"${sentAt}",` +
      `"orders":[{"sku":"${event.skus[0]}","amount":2120000,"formattedAmount":"₦21,200.00","quantity":2,` +
      `"customer":${JSON.stringify(BUYER)}}],"metadata":${metadata}}}`,
  );
});

test('a free order from the embed is delivered with the zero time', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  await world.startDeliverer({ allow: [receiver.address] });
  await world.buy(event, { source: 'embed', buyer: { ...BUYER, phone: null } });
  await untilEnded(world.database);
  const [got] = receiver.received.map(bodyOf);
  assert.equal(got.data.amount, 0);
  assert.equal(got.data.paidAt, '0001-01-01T00:00:00Z');
  assert.equal(got.data.sentAt, '0001-01-01T00:00:00Z');
  assert.deepEqual(got.data.metadata, {});
  assert.equal(got.data.orders[0].customer.phone, '');
});

test('a cart for several people, with a promo code, comes ticket by ticket and adds up', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const event = await world.sell(1_000_001, {
    ticketTypes: [{ priceMinor: 1_000_001 }, { priceMinor: 333 }],
  });
  await world.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId: event.eventId,
      code: 'ODD',
      discount: { amountMinor: 100_001 },
      maximumUses: null,
      ticketTypeIds: [],
    }),
  );
  await world.subscribe(event, receiver);
  await world.startDeliverer({ allow: [receiver.address] });
  const friend = { email: 'ben@friend.example', firstName: 'Ben', lastName: 'Eze', phone: null };
  const [first = '', second = ''] = event.skus;
  const items = [
    { sku: first, quantity: 2 },
    { sku: second, quantity: 1 },
  ];
  const recipients = [BUYER, friend, friend];
  const order = await world.buy({ ...event, items }, { promoCode: 'odd', recipients });
  await untilEnded(world.database);
  const { data } = bodyOf(receiver.received[0] as Received);
  assert.equal(data.amount, order.totalMinor);
  assert.deepEqual(
    data.orders.map((entry: { sku: string; quantity: number; customer: { email: string } }) => [
      entry.sku,
      entry.quantity,
      entry.customer.email,
    ]),
    [
      [first, 1, BUYER.email],
      [first, 1, friend.email],
      [second, 1, friend.email],
    ],
  );
  const sum = data.orders.reduce((total: number, entry: { amount: number }) => total + entry.amount, 0);
  assert.equal(sum, order.totalMinor);
});

test('every enabled subscription of the event hears of a purchase; disabled ones, other events and gifts do not', async (t) => {
  const world = await makeWorld(t);
  const [one, two, off, other] = [
    await startReceiver(t),
    await startReceiver(t),
    await startReceiver(t),
    await startReceiver(t),
  ];
  const event = await world.sell(0);
  await world.subscribe(event, one);
  await world.subscribe(event, two);
  const disabled = await world.subscribe(event, off);
  await world.database.transaction((tx) =>
    disableSubscription(tx, { hostId: event.host.hostId, actor: OPERATOR, subscriptionId: disabled }),
  );
  await world.subscribe(await world.sell(0), other);
  await world.startDeliverer({ allow: [one, two, off, other].map(({ address }) => address) });
  await world.database.transaction((tx) =>
    issueComplimentary(tx, {
      ticketTypeId: event.skus[0] ?? '',
      quantity: 1,
      email: 'guest@list.example',
      firstName: 'Guest',
      lastName: 'List',
      cause: 'a gift',
    }),
  );
  const { reference } = await world.buy(event);
  const rows = await untilEnded(world.database);
  assert.deepEqual(
    rows.map((row) => [row.status, row.reference]),
    [
      ['delivered', reference],
      ['delivered', reference],
    ],
  );
  assert.deepEqual(
    [one, two, off, other].map(({ received }) => received.length),
    [1, 1, 0, 0],
  );
});

test('attempts that fail are repeated with the same bytes and signature, five at most, and all are in the log', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end('out of order'));
  const event = await world.sell(500_000);
  await world.subscribe(event, receiver);
  const deliverer = await world.startDeliverer({ allow: [receiver.address] });
  await world.buy(event, { metadata: '{"n":1.00}' });
  const [row] = await untilEnded(world.database);
  assert.partialDeepStrictEqual(row, {
    status: 'failed',
    attempts: 5,
    failure: 'Given up after 5 attempts. The receiver answered 500.',
  });
  assert.equal(receiver.received.length, 5);
  const [first] = receiver.received;
  for (const [index, got] of receiver.received.entries()) {
    assert.deepEqual(got.raw, first?.raw);
    assert.equal(got.headers['x-service-signature'], first?.headers['x-service-signature']);
    assert.equal(got.headers['x-service-delivery'], first?.headers['x-service-delivery']);
    assert.equal(got.headers['x-service-attempt'], String(index + 1));
  }
  const [logged] = await listDeliveries(world.database, {
    hostId: event.host.hostId,
    slug: event.slug,
    limit: 10,
  });
  assert.equal(logged?.attempts.length, 5);
  for (const [index, attempt] of (logged?.attempts ?? []).entries()) {
    assert.partialDeepStrictEqual(attempt, {
      attempt: index + 1,
      statusCode: 500,
      error: null,
      answer: 'out of order',
    });
    assert.match(attempt.startedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(attempt.durationMs !== null && attempt.durationMs >= 0);
  }
  assert.ok(deliverer.log.some(({ message }) => message === 'webhook given up'));
});

test('200 to 399 is delivered and redirects are not followed; everything else is tried again', async (t) => {
  const world = await makeWorld(t);
  const trap = await startReceiver(t);
  const receiver = await startReceiver(t, (response, got) => {
    response.writeHead(Number(got.path.slice(1)), { location: trap.url }).end();
  });
  const event = await world.sell(0);
  await world.startDeliverer({
    allow: [receiver.address, trap.address],
    schedule: { ...FAST, retryDelaysMs: [1] },
  });
  const expected = new Map<number, [status: string, attempts: number]>();
  for (const status of [200, 204, 299, 301, 302, 307, 308, 399]) expected.set(status, ['delivered', 1]);
  for (const status of [400, 404, 429, 503]) expected.set(status, ['failed', 2]);
  for (const status of expected.keys()) {
    const url = `http://${receiver.address}/${status}`;
    const subscriptionId = await world.subscribe(event, { url, address: receiver.address });
    await world.buy(event);
    await untilEnded(world.database);
    await world.database.transaction((tx) =>
      disableSubscription(tx, { hostId: event.host.hostId, actor: OPERATOR, subscriptionId }),
    );
  }
  const rows = await deliveryRows(world.database);
  assert.deepEqual(
    rows.map(({ status, attempts }) => [status, attempts]),
    [...expected.values()],
  );
  assert.equal(trap.connections(), 0);
});

test('a receiver that does not answer in time has failed', async (t) => {
  const world = await makeWorld(t);
  const silent = await startReceiver(t, () => {});
  const event = await world.sell(0);
  await world.subscribe(event, silent);
  await world.startDeliverer({
    allow: [silent.address],
    schedule: { retryDelaysMs: [1], attemptLimitMs: 100, budgetMs: 60_000 },
  });
  await world.buy(event);
  const [row] = await untilEnded(world.database);
  assert.equal(row?.failure, 'Given up after 2 attempts. No answer arrived within 0.1 s.');
});

test('a receiver that closes the connection or is not there has failed', async (t) => {
  const world = await makeWorld(t);
  const rude = await startReceiver(t, (response) => response.destroy());
  const address = `127.0.0.1:${await ownPort()}`;
  const gone = { url: `http://${address}/`, address };
  const event = await world.sell(0);
  for (const receiver of [rude, gone]) await world.subscribe(event, receiver);
  await world.startDeliverer({
    allow: [rude, gone].map((receiver) => receiver.address),
    schedule: { ...FAST, retryDelaysMs: [1] },
  });
  await world.buy(event);
  await untilEnded(world.database);
  const logged = await listDeliveries(world.database, {
    hostId: event.host.hostId,
    slug: event.slug,
    limit: 10,
  });
  assert.deepEqual(
    new Map(logged.map(({ url, status, failure }) => [url, `${status}: ${failure}`])),
    new Map([
      [rude.url, 'failed: Given up after 2 attempts. The connection was closed before an answer arrived.'],
      [gone.url, 'failed: Given up after 2 attempts. The connection was refused.'],
    ]),
  );
});

test('the overall budget ends a delivery before its attempts are used up', async (t) => {
  const world = await makeWorld(t);
  const silent = await startReceiver(t, () => {});
  const event = await world.sell(0);
  await world.subscribe(event, silent);
  await world.startDeliverer({
    allow: [silent.address],
    schedule: { retryDelaysMs: [10, 10, 10, 10], attemptLimitMs: 200, budgetMs: 500 },
  });
  await world.buy(event);
  const [row] = await untilEnded(world.database);
  assert.equal(row?.status, 'failed');
  assert.ok((row?.attempts ?? 0) < 5, `${row?.attempts} attempts`);
});

test('the budget is kept by the clock of the process: used up there, no further attempt is made', async (t) => {
  const world = await makeWorld(t);
  let aheadMs = 0;
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end());
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  await world.startDeliverer({
    allow: [receiver.address],
    // Time enough to see that the first attempt is on record.
    schedule: { ...FAST, retryDelaysMs: [8_000] },
    now: () => performance.now() + aheadMs,
  });
  await world.buy(event);
  await until('the first attempt to be on record', async () => {
    const { rowCount } = await world.database.query('SELECT 1 FROM webhook_attempts');
    return rowCount === 1;
  });
  aheadMs = FAST.budgetMs;
  assert.partialDeepStrictEqual(await untilEnded(world.database), [
    { status: 'failed', attempts: 1, failure: 'Given up after 1 attempt. Its time was up.' },
  ]);
  assert.equal(receiver.received.length, 1);
});

test('an answer without end is read for a few kilobytes, then its connection is dropped', async (t) => {
  const world = await makeWorld(t);
  let written = 0;
  let isClosed = false;
  const receiver = await startReceiver(t, (response) => {
    response.once('close', () => (isClosed = true));
    const write = (): void => {
      if (response.destroyed) return;
      written += 65_536;
      if (response.write(Buffer.alloc(65_536, 'x'))) setImmediate(write);
      else response.once('drain', write);
    };
    write();
  });
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  await world.startDeliverer({ allow: [receiver.address] });
  await world.buy(event);
  const [row] = await untilEnded(world.database);
  assert.equal(row?.status, 'delivered');
  await until('the connection to be dropped', () => isClosed);
  const [logged] = await listDeliveries(world.database, {
    hostId: event.host.hostId,
    slug: event.slug,
    limit: 1,
  });
  assert.equal(logged?.attempts[0]?.answer, 'x'.repeat(1024));
  // The buffers on the way may hold some more than was read.
  assert.ok(written < 16 * 1024 * 1024, `${written} bytes were taken`);
});

test('an answer of NUL and broken text is kept as text', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t, (response) =>
    response.end(Buffer.from([0, 0x6f, 0x6b, 0xff, 0x22, 0x5c, 0x7b, 0x2c])),
  );
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  await world.startDeliverer({ allow: [receiver.address] });
  await world.buy(event);
  await untilEnded(world.database);
  const [logged] = await listDeliveries(world.database, {
    hostId: event.host.hostId,
    slug: event.slug,
    limit: 1,
  });
  assert.equal(logged?.attempts[0]?.answer, 'ok\ufffd"\\{,');
});

test('a test is sent once, retried never, and has no more than its three fields', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end());
  const event = await world.sell(0);
  const subscriptionId = await world.subscribe(event, receiver);
  const { hostId, privateKey } = event.host;
  await world.startDeliverer({ allow: [receiver.address] });
  const sent = await world.database.transaction((tx) =>
    sendTest(tx, { hostId, actor: OPERATOR, subscriptionId }),
  );
  const [row] = await untilEnded(world.database);
  assert.partialDeepStrictEqual(row, { id: sent.deliveryId, status: 'failed', attempts: 1 });
  const [got, ...more] = receiver.received;
  assert.ok(got);
  assert.deepEqual(more, []);
  assert.ok(await verifyWebhook(got.raw, String(got.headers['x-service-signature']), privateKey));
  const body = bodyOf(got);
  assert.equal(body.eventType, 'WEBHOOK_TEST');
  assert.deepEqual(Object.keys(body.data), ['message', 'reference', 'sentAt']);
  assert.equal(body.data.reference, sent.reference);
});

test('a rotated private key signs new deliveries at once; those under way keep their signature', async (t) => {
  const world = await makeWorld(t);
  let isUp = false;
  const receiver = await startReceiver(t, (response) => response.writeHead(isUp ? 200 : 503).end());
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  const many = {
    retryDelaysMs: Array.from({ length: 500 }, () => 10),
    attemptLimitMs: 30_000,
    budgetMs: 60_000,
  };
  await world.startDeliverer({ allow: [receiver.address], schedule: many });
  const before = await world.buy(event);
  await until('a first attempt', () => receiver.received.length > 0);
  const newKey = await world.database.transaction((tx) =>
    rotatePrivateKey(tx, world.secretKeys, { hostId: event.host.hostId, actor: OPERATOR }),
  );
  const after = await world.buy(event);
  await until('a first attempt of the second', () =>
    receiver.received.some((got) => referenceOf(got) === after.reference),
  );
  isUp = true;
  await untilEnded(world.database);
  for (const got of receiver.received) {
    const key = referenceOf(got) === before.reference ? event.host.privateKey : newKey;
    assert.ok(await verifyWebhook(got.raw, String(got.headers['x-service-signature']), key));
  }
});
