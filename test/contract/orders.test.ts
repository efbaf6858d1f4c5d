import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import type { OpenApiDocument, Operation } from '../../src/values/openapi-document.ts';
import {
  buy,
  historyOf,
  hold,
  lapse,
  order,
  quantityLeft,
  storedOrder,
  type HeldCart,
} from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { assertDocumented, assertRefusal, fetchDocument, operationsOf } from './document.ts';

const REFERENCE = /^TSR(-[0-9A-HJKMNP-TV-Z]{4}){4}$/;

let on: TestApp;
let second: TestApp;
let host: TestHost;
let document: OpenApiDocument;
let operation: Operation;

before(async () => {
  on = await startTestApp();
  second = await startTestApp({ on });
  host = await makeHost(on);
  document = await fetchDocument(on);
  const found = operationsOf(document).find((one) => one.operation.operationId === 'createOrder');
  assert.ok(found);
  ({ operation } = found);
});
after(async () => {
  await second.close();
  await on.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

/** Holds one ticket of a new event, unless told which. */
async function held(
  event: Parameters<typeof makeEvent>[2] & { quantity?: number; of?: TestHost } = {},
): Promise<HeldCart & { skus: string[] }> {
  const { quantity = 1, of = host, ...rest } = event;
  const { slug, skus } = await makeEvent(on, of, rest);
  return { ...(await hold(on, of, { slug, items: [{ sku: skus[0], quantity }] })), skus };
}

async function post(...[app, key, cart, options]: Parameters<typeof order>): Promise<Answer> {
  const answer = await order(app, key, cart, options);
  assertDocumented(document, operation, answer);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('etag'), null);
  return answer;
}

async function refused(answer: Answer | Promise<Answer>, code: string, status = 400): Promise<string> {
  const got = await answer;
  assertRefusal(got, { status, codes: [code] });
  return got.body.message as string;
}

async function ordersOf(slug: string): Promise<number> {
  const { rows } = await on.app.database.query<{ count: number }>(
    'SELECT count(*) FROM orders AS o JOIN events AS e ON e.id = o.event_id WHERE e.slug = $1',
    [slug],
  );
  return rows[0]?.count ?? 0;
}

describe('the answer of an order', () => {
  test('a paid one waits for its payment, and says where', async () => {
    const cart = await held({ quantity: 2 });
    const { status, body } = await post(on, host, cart);
    assert.equal(status, 201);
    const { checkoutUrl, reference, ...rest } = body.data;
    assert.match(reference, REFERENCE);
    assert.match(checkoutUrl, /^http:\/\/localhost:\d+\/checkout\/pay\//);
    assert.deepEqual(rest, {
      status: 'pending_payment',
      total: cart.total,
      currency: 'NGN',
      formattedTotal: '₦21,200.00',
      receiptUrl: null,
    });
    assert.equal((await fetch(checkoutUrl)).status, 200);
    assert.deepEqual(await quantityLeft(on, host, cart.slug), [98]);
  });

  test('a free one is confirmed at once: tickets are issued, and the stock is sold', async () => {
    const cart = await held({ quantity: 3, ticketTypes: [{ priceMinor: 0, capacity: 10 }] });
    const { status, body } = await post(on, host, cart);
    assert.equal(status, 201);
    const { reference, receiptUrl, ...rest } = body.data;
    assert.deepEqual(rest, { status: 'confirmed', total: 0, currency: 'NGN', formattedTotal: '₦0.00' });
    assert.match(reference, REFERENCE);
    const receipt = await fetch(receiptUrl);
    assert.equal(receipt.status, 200);
    assert.ok((await receipt.text()).includes(reference));
    const { rows: tickets } = await on.app.database.query(
      `SELECT t.position, t.ticket_type_id, t.email, t.first_name, t.last_name, t.phone, t.used_at, t.voided_at
         FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE o.reference = $1 ORDER BY t.position`,
      [body.data.reference],
    );
    const ticket = {
      ticket_type_id: cart.skus[0],
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Obi',
      phone: null,
      used_at: null,
      voided_at: null,
    };
    assert.deepEqual(
      tickets,
      [1, 2, 3].map((position) => ({ position, ...ticket })),
    );
    assert.deepEqual(await quantityLeft(on, host, cart.slug), [7]);
    const { rows: types } = await on.app.database.query('SELECT sold, held FROM ticket_types WHERE id = $1', [
      cart.skus[0],
    ]);
    assert.deepEqual(types, [{ sold: 3, held: 0 }]);
    assert.deepEqual(await historyOf(on, body.data.reference), [
      { status: 'processing', cause: 'the buyer ordered' },
      { status: 'confirmed', cause: 'nothing to pay' },
    ]);
  });

  test('a cart that a promo code made free is confirmed at once, and the code’s use is kept', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host);
    const { rows: codes } = await on.app.database.query<{ id: string }>(
      `INSERT INTO promo_codes (id, event_id, code, percent_basis_points, maximum_uses)
       VALUES (new_id(), $1, 'ALLFREE', 10000, 1) RETURNING id`,
      [eventId],
    );
    const bought = await buy(on, host, {
      slug,
      items: [{ sku: skus[0], quantity: 1 }],
      promoCode: 'allfree',
    });
    assert.equal(bought.status, 'confirmed');
    const { rows } = await on.app.database.query('SELECT uses FROM promo_codes WHERE id = $1', [
      codes[0]?.id,
    ]);
    assert.deepEqual(rows, [{ uses: 1 }]);
  });

  test('tickets are issued in the order of the cart, and every serial is another', async () => {
    const { slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ priceMinor: 0 }, { priceMinor: 0 }],
    });
    const items = [
      { sku: skus[1], quantity: 2 },
      { sku: skus[0], quantity: 1 },
    ];
    const { reference } = await buy(on, host, { slug, items });
    const { rows } = await on.app.database.query<{ ticket_type_id: string; serial: string }>(
      `SELECT t.ticket_type_id, t.serial FROM tickets AS t JOIN orders AS o ON o.id = t.order_id
        WHERE o.reference = $1 ORDER BY t.position`,
      [reference],
    );
    assert.deepEqual(
      rows.map((row) => row.ticket_type_id),
      [skus[1], skus[1], skus[0]],
    );
    assert.equal(new Set(rows.map(({ serial }) => serial)).size, 3);
  });
});

describe('the cart that is ordered', () => {
  test('without X-Device-ID there is none', async () => {
    const { slug, quoteReference } = await held();
    const { email, firstName, lastName } = { email: 'a@b.example', firstName: 'A', lastName: 'B' };
    for (const headers of [{}, { 'x-device-id': '' }]) {
      const answer = await ask(on, `/events/${slug}/orders`, {
        method: 'POST',
        key: host,
        headers,
        body: { quoteReference, email, firstName, lastName },
      });
      assertDocumented(document, operation, answer);
      await refused(answer, 'missing_reservation_token');
    }
  });

  test('one that is no UUID is named as wrong', async () => {
    const cart = await held();
    for (const token of [
      'x',
      `urn:uuid:${cart.token}`,
      `${cart.token}0`,
      `{${cart.token}}`,
      `${cart.token}, ${cart.token}`,
      "' OR 1=1",
    ]) {
      assert.match(await refused(post(on, host, { ...cart, token }), 'validation_failed'), /^x-device-id/i);
    }
  });

  test('the token’s letters may be large', async () => {
    const cart = await held();
    const { status } = await post(on, host, { ...cart, token: cart.token.toUpperCase() });
    assert.equal(status, 201);
  });

  test('a token that never held anything, or something of another event, holds nothing here', async () => {
    const cart = await held();
    const other = await held();
    await refused(post(on, host, { ...cart, token: randomUUID() }), 'reservation_expired');
    await refused(post(on, host, { ...cart, token: other.token }), 'reservation_expired');
    await refused(post(on, host, { ...other, slug: cart.slug }), 'reservation_expired');
    assert.equal(await ordersOf(cart.slug), 0);
  });

  test('another host can’t order it, and is told that there is no such event', async () => {
    const cart = await held();
    const otherHost = await makeHost(on);
    await refused(post(on, otherHost, cart), 'not_found', 404);
    const own = await makeEvent(on, otherHost);
    await refused(post(on, otherHost, { ...cart, slug: own.slug }), 'reservation_expired');
    assert.equal((await post(on, host, cart)).status, 201);
  });

  test('an unlisted event is bought by whoever knows its slug', async () => {
    const cart = await held({ isUnlisted: true, ticketTypes: [{ priceMinor: 0 }] });
    const { status, body } = await post(on, host, cart);
    assert.deepEqual([status, body.data.status], [201, 'confirmed']);
  });

  test('a draft and an unknown event are not there', async () => {
    const cart = await held();
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    for (const slug of [draft.slug, 'no-such-event', 'NO such%20event']) {
      await refused(post(on, host, { ...cart, slug: encodeURI(slug) }), 'not_found', 404);
    }
  });

  test('a seat map event is sold by the embed only, whatever is sent', async () => {
    const { slug } = await makeEvent(on, host, { kind: 'seat_map' });
    const cart = { slug, token: randomUUID(), quoteReference: 'q_any' };
    await refused(post(on, host, cart), 'seat_map_event');
  });

  test('one that has lapsed is gone, to the instant', async () => {
    const cart = await held();
    await lapse(on, cart.token);
    await refused(post(on, host, cart), 'reservation_expired');
    assert.equal(await ordersOf(cart.slug), 0);
  });

  test('one that was released is gone', async () => {
    const cart = await held();
    const { status } = await ask(on, `/events/${cart.slug}/reservations`, {
      method: 'DELETE',
      key: host,
      headers: { 'x-device-id': cart.token },
    });
    assert.equal(status, 200);
    await refused(post(on, host, cart), 'reservation_expired');
  });

  test('only its newest quote is good', async () => {
    const cart = await held();
    const newer = await hold(on, host, { ...cart, items: [{ sku: cart.skus[0], quantity: 2 }] });
    assert.notEqual(newer.quoteReference, cart.quoteReference);
    await refused(post(on, host, cart), 'quote_mismatch');
    await refused(post(on, host, { ...cart, quoteReference: 'q_another' }), 'quote_mismatch');
    const { status, body } = await post(on, host, newer);
    assert.equal(status, 201);
    assert.equal(body.data.total, newer.total);
  });
});

describe('one reservation, one order', () => {
  test('a second order is refused while the first waits for its payment', async () => {
    const cart = await held();
    const { body } = await post(on, host, cart);
    await refused(post(on, host, cart), 'order_exists', 409);
    await refused(post(second, host, cart), 'order_exists', 409);
    assert.equal((await storedOrder(on, body.data.reference)).status, 'pending_payment');
    assert.equal(await ordersOf(cart.slug), 1);
  });

  test('and when the first is confirmed', async () => {
    const cart = await held({ ticketTypes: [{ priceMinor: 0 }] });
    await post(on, host, cart);
    await refused(post(on, host, cart), 'order_exists', 409);
    assert.deepEqual(await quantityLeft(on, host, cart.slug), [99]);
  });

  test('while a gateway is being asked, it is in progress', async () => {
    const cart = await held();
    const { body } = await post(on, host, cart);
    await on.app.database.query(
      `WITH back AS (UPDATE orders SET status = 'processing' WHERE reference = $1 RETURNING id)
       INSERT INTO order_changes (order_id, at, status, cause) SELECT id, now(), 'processing', 'a test' FROM back`,
      [body.data.reference],
    );
    await refused(post(on, host, cart), 'order_in_progress', 409);
  });

  test('one whose process died while it asked stands in nobody’s way', async () => {
    const cart = await held();
    const { body } = await post(on, host, cart);
    await on.app.database.query(
      `WITH back AS (
         UPDATE orders SET status = 'processing', start_by = now() - interval '1 s' WHERE reference = $1 RETURNING id)
       INSERT INTO order_changes (order_id, at, status, cause) SELECT id, now(), 'processing', 'a test' FROM back`,
      [body.data.reference],
    );
    const again = await post(on, host, cart);
    assert.equal(again.status, 201);
    assert.notEqual(again.body.data.reference, body.data.reference);
    assert.equal((await storedOrder(on, body.data.reference)).status, 'failed');
    assert.equal(
      (await historyOf(on, body.data.reference)).at(-1)?.cause,
      'the gateway gave no answer in time',
    );
  });

  for (const [where, apps] of [
    ['in one process', () => [on, on]],
    ['in two processes', () => [on, second]],
  ] as const) {
    for (const priceMinor of [0, 1_000_000]) {
      test(`of two at the same moment ${where} one is made, at ${priceMinor}`, async () => {
        for (let turn = 0; turn < 5; turn += 1) {
          const cart = await held({ ticketTypes: [{ priceMinor }] });
          const answers = await Promise.all(apps().map((app) => post(app, host, cart)));
          assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 409]));
          const loser = answers.find(({ status }) => status === 409);
          assert.ok(['order_exists', 'order_in_progress'].includes(loser?.body.error_code));
          assert.equal(await ordersOf(cart.slug), 1);
          assert.deepEqual(await quantityLeft(on, host, cart.slug), [99]);
        }
      });
    }
  }

  test('the same token buys again once it holds another cart', async () => {
    const cart = await held({ ticketTypes: [{ priceMinor: 0 }] });
    await post(on, host, cart);
    const next = await hold(on, host, { ...cart, items: [{ sku: cart.skus[0], quantity: 2 }] });
    assert.equal((await post(on, host, next)).status, 201);
    assert.equal(await ordersOf(cart.slug), 2);
    assert.deepEqual(await quantityLeft(on, host, cart.slug), [97]);
  });
});

describe('a gateway that gives no payment link', () => {
  let closed: TestApp;
  before(async () => {
    // Nobody takes payments here: the sandbox is never open in production.
    closed = await startTestApp({
      on,
      environment: { ENVIRONMENT: 'production', ALLOW_HTTP: 'on', SMTP_URL: 'smtp://127.0.0.1:9' },
    });
  });
  after(() => closed.close());

  test('the order fails, the cart stays held, and may be ordered again', async () => {
    const cart = await held();
    const { rows: earlier } = await on.app.database.query<{ expires_at: Date }>(
      'SELECT expires_at FROM reservations WHERE token = $1',
      [cart.token],
    );
    await refused(post(closed, host, cart), 'payment_gateway_error', 502);
    const { rows } = await on.app.database.query<{ expires_at: Date; order_id: string | null }>(
      'SELECT expires_at, order_id FROM reservations WHERE token = $1',
      [cart.token],
    );
    assert.equal(rows[0]?.order_id, null);
    assert.ok((rows[0]?.expires_at ?? 0) >= (earlier[0]?.expires_at ?? 0));
    assert.deepEqual(await quantityLeft(on, host, cart.slug), [99]);
    const { status, body } = await post(on, host, cart);
    assert.equal(status, 201);
    const { rows: orders } = await on.app.database.query(
      'SELECT o.status FROM orders AS o JOIN events AS e ON e.id = o.event_id WHERE e.slug = $1 ORDER BY o.id',
      [cart.slug],
    );
    assert.deepEqual(orders, [{ status: 'failed' }, { status: 'pending_payment' }]);
    assert.equal(body.data.total, cart.total);
  });

  test('a free order needs no gateway', async () => {
    const cart = await held({ ticketTypes: [{ priceMinor: 0 }] });
    assert.equal((await post(closed, host, cart)).status, 201);
  });
});

test('an event that was cancelled, or has closed, is not ordered any more, even where its tickets are held', async () => {
  for (const change of [
    `status = 'CANCELLED'`,
    `starts_at = now() - interval '2 h', closes_at = now() - interval '1 h'`,
  ]) {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await on.app.database.query(`UPDATE events SET ${change} WHERE id = $1`, [eventId]);
    const { status, body } = await order(on, host, cart);
    assert.deepEqual([status, body.error_code], [400, 'tickets_unavailable']);
  }
});
