import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import {
  endPaymentWindow,
  hold,
  order,
  pay,
  quantityLeft,
  storedOrder,
  untilStatus,
  type HeldCart,
} from '../harness/buy.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { assertRefusal } from './document.ts';

let on: TestApp;
let second: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  second = await startTestApp({ on });
  host = await makeHost(on);
});
after(async () => {
  await second.close();
  await on.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

async function held(priceMinor = 1_000_000, of = host): Promise<HeldCart & { skus: string[] }> {
  const { slug, skus } = await makeEvent(on, of, { ticketTypes: [{ priceMinor }] });
  return { ...(await hold(on, of, { slug, items: [{ sku: skus[0], quantity: 1 }] })), skus };
}

function send(
  cart: HeldCart,
  key: string,
  options: { body?: Record<string, unknown>; app?: TestApp; of?: TestHost } = {},
): Promise<Answer> {
  const { body = {}, app = on, of = host } = options;
  return order(app, of, cart, { body, headers: { 'idempotency-key': key } });
}

async function ordersWith(key: string): Promise<number> {
  const { rows } = await on.app.database.query<{ count: number }>(
    'SELECT count(*) FROM orders WHERE idempotency_key = $1',
    [key],
  );
  return rows[0]?.count ?? 0;
}

async function age(key: string, interval: string): Promise<void> {
  await on.app.database.query(
    'UPDATE orders SET created_at = created_at - $2::interval WHERE idempotency_key = $1',
    [key, interval],
  );
}

test('the same key and request get the first answer again, payment link included, from any process', async () => {
  const cart = await held();
  const key = randomUUID();
  const body = { phone: '08031234567', callbackUrl: 'https://shop.example/', metadata: { b: 1, a: 2 } };
  const first = await send(cart, key, { body });
  assert.equal(first.status, 201);
  for (const app of [on, second]) {
    const again = await send(cart, key, { body, app });
    assert.equal(again.status, 201);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get('cache-control'), 'no-store');
  }
  assert.equal(await ordersWith(key), 1);
});

test('a free order is confirmed once, however often it is sent', async () => {
  const cart = await held(0);
  const key = randomUUID();
  const first = await send(cart, key);
  assert.deepEqual((await send(cart, key)).body, first.body);
  assert.deepEqual(await quantityLeft(on, host, cart.slug), [99]);
});

test('the answer tells what has become of the order meanwhile', async () => {
  const cart = await held();
  const key = randomUUID();
  const { body: first } = await send(cart, key);
  await pay(first.data.checkoutUrl);
  await untilStatus(on, first.data.reference, 'confirmed');
  const { status, body } = await send(cart, key);
  assert.equal(status, 201);
  const { receipt_token: token } = await storedOrder(on, first.data.reference);
  const receiptUrl = `http://localhost:${new URL(on.publicUrl).port}/checkout/orders/${token}`;
  assert.deepEqual(
    [first.data.receiptUrl, body.data],
    [null, { ...first.data, status: 'confirmed', receiptUrl }],
  );
});

test('one that expired is still the answer to its key: a new try takes a new key', async () => {
  const cart = await held();
  const key = randomUUID();
  const { body: first } = await send(cart, key);
  await endPaymentWindow(on, first.data.reference);
  await untilStatus(on, first.data.reference, 'expired');
  const { body } = await send(cart, key);
  const { checkoutUrl: _, ...rest } = first.data;
  assert.deepEqual(body.data, { ...rest, status: 'expired' });
});

test('the key with any other request is refused, and the first order stays as it is', async () => {
  const cart = await held();
  const key = randomUUID();
  const body = { phone: '08031234567', callbackUrl: 'https://shop.example/', metadata: { a: 1 } };
  const { status } = await send(cart, key, { body });
  assert.equal(status, 201);
  const others: Record<string, unknown>[] = [
    { ...body, email: 'eve@example.com' },
    { ...body, firstName: 'Eve' },
    { ...body, lastName: 'Eze' },
    { ...body, phone: '08031234568' },
    { ...body, callbackUrl: 'https://shop.example/other' },
    { ...body, metadata: { a: 2 } },
    { ...body, quoteReference: 'q_other' },
    { phone: body.phone, callbackUrl: body.callbackUrl },
  ];
  for (const other of others) {
    const answer = await send(cart, key, { body: other });
    assertRefusal(answer, { status: 400, codes: ['validation_failed'] });
    assert.match(answer.body.message, /^Idempotency-Key /);
  }
  const another = await held();
  assertRefusal(await send(another, key, { body }), { status: 400, codes: ['validation_failed'] });
  assert.equal((await send(another, randomUUID(), { body })).status, 201);
});

test('another key does not get round the rule of one order per reservation', async () => {
  const cart = await held();
  assert.equal((await send(cart, randomUUID())).status, 201);
  assertRefusal(await send(cart, randomUUID()), { status: 409, codes: ['order_exists'] });
});

test('a key is good for 24 hours, then free for another request', async () => {
  const cart = await held();
  const key = randomUUID();
  const { body: first } = await send(cart, key);
  await age(key, '23 hours 59 minutes');
  assert.equal((await send(cart, key)).body.data.reference, first.data.reference);
  await age(key, '2 minutes');
  assertRefusal(await send(cart, key), { status: 409, codes: ['order_exists'] });
  const { status, body } = await send(await held(), key);
  assert.equal(status, 201);
  assert.notEqual(body.data.reference, first.data.reference);
  assert.equal(await ordersWith(key), 1);
});

test('while the first is being made, the second is told so', async () => {
  const cart = await held();
  const key = randomUUID();
  const { body } = await send(cart, key);
  const move = (status: string) =>
    on.app.database.query(
      `WITH moved AS (UPDATE orders SET status = $2 WHERE reference = $1 RETURNING id)
       INSERT INTO order_changes (order_id, at, status, cause) SELECT id, now(), $2, 'a test' FROM moved`,
      [body.data.reference, status],
    );
  await move('processing');
  assertRefusal(await send(cart, key), { status: 409, codes: ['order_in_progress'] });
  await move('pending_payment');
  assert.equal((await send(cart, key)).status, 201);
});

test('many at the same moment, in two processes, make one order', async () => {
  const cart = await held(0);
  const key = randomUUID();
  const apps = Array.from({ length: 20 }, (_, index) => (index % 2 ? on : second));
  const answers = await Promise.all(apps.map((app) => send(cart, key, { app })));
  const references = new Set(answers.map(({ body }) => body.data?.reference));
  assert.deepEqual(
    answers.map(({ status }) => status),
    apps.map(() => 201),
  );
  assert.equal(references.size, 1);
  assert.equal(await ordersWith(key), 1);
});

test('one key on two carts at the same moment makes one order', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const carts = [await held(0), await held(0)];
    const key = randomUUID();
    const answers = await Promise.all(
      carts.map((cart, index) => send(cart, key, { app: index ? on : second })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 400]));
    assert.equal(await ordersWith(key), 1);
  }
});

test('a key that another order takes while this one waits its turn makes no second order', async () => {
  const { database } = on.app;
  const [paid, free] = [await held(), await held(0)];
  const key = randomUUID();
  const email = 'waits@example.com';
  let waiting: Promise<Answer> | undefined;
  await database.transaction(async (tx) => {
    // Unpaid orders of one e-mail take turns behind this lock. By then the key was looked for and was free.
    await tx.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('unpaid ' || id || $2, 0)) FROM events WHERE slug = $1`,
      [paid.slug, email],
    );
    waiting = send(paid, key, { body: { email } });
    await until('the order to wait', async () => {
      const { rowCount } = await database.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return rowCount === 1;
    });
    assert.equal((await send(free, key, { app: second })).status, 201);
  });
  assertRefusal((await waiting) ?? assert.fail(), { status: 400, codes: ['validation_failed'] });
  assert.equal(await ordersWith(key), 1);
});

test('a host’s keys are its own', async () => {
  const other = await makeHost(on);
  const key = randomUUID();
  const mine = await send(await held(), key);
  const theirs = await send(await held(1_000_000, other), key, { of: other });
  assert.deepEqual([mine.status, theirs.status], [201, 201]);
  assert.notEqual(mine.body.data.reference, theirs.body.data.reference);
  assert.equal(await ordersWith(key), 2);
});

test('a failed order is nobody’s answer: the same key orders anew', async () => {
  const closed = await startTestApp({
    on,
    environment: { ENVIRONMENT: 'production', ALLOW_HTTP: 'on', SMTP_URL: 'smtp://127.0.0.1:9' },
  });
  try {
    const cart = await held();
    const key = randomUUID();
    assertRefusal(await send(cart, key, { app: closed }), { status: 502, codes: ['payment_gateway_error'] });
    assert.equal((await send(cart, key)).status, 201);
  } finally {
    await closed.close();
  }
});

test('a key is 1 to 255 visible characters, and sent empty it is none', async () => {
  const cart = await held();
  for (const key of ['a b', 'k'.repeat(256), 'é']) {
    const answer = await send(cart, key);
    assertRefusal(answer, { status: 400, codes: ['validation_failed'] });
    assert.match(answer.body.message, /^idempotency-key /i);
  }
  assert.equal((await send(await held(), '')).status, 201);
  assert.equal((await send(cart, `"{,}\\${'k'.repeat(250)}`)).status, 201);
});
