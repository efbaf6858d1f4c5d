import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { historyOf, hold, order, quantityLeft, type HeldCart } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { assertRefusal } from './document.ts';

type Asked = { request: IncomingMessage; response: ServerResponse };

/** A gateway that answers when the test says so. */
const gateway = createServer((request, response) => {
  request.resume();
  arrived({ request, response });
});
let arrived: (asked: Asked) => void = () => {};
const nextAsked = (): Promise<Asked> => new Promise((resolve) => (arrived = resolve));

let on: TestApp;
let host: TestHost;

before(async () => {
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  on = await startTestApp({ environment: { PAYSTACK_URL: `http://127.0.0.1:${port}` } });
  host = await makeHost(on);
  await on.app.database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      {
        hostId: host.hostId,
        currency: 'NGN',
        gateway: 'paystack',
        credentials: { secretKey: 'sk_test_slow' },
      },
    ),
  );
});
after(async () => {
  await on.close();
  gateway.closeAllConnections();
  gateway.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

async function held(): Promise<HeldCart & { skus: string[] }> {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 3 }] });
  return { ...(await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] })), skus };
}

const answer = ({ response }: Asked, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const LINK = { status: true, message: 'ok', data: { authorization_url: 'https://pay.example/1' } };

async function referenceOf(slug: string): Promise<string> {
  const { rows } = await on.app.database.query<{ reference: string }>(
    'SELECT o.reference FROM orders AS o JOIN events AS e ON e.id = o.event_id WHERE e.slug = $1 ORDER BY o.id',
    [slug],
  );
  return rows[0]?.reference ?? '';
}

test('while the gateway thinks, a second order is told that one is in progress', async () => {
  const cart = await held();
  const asked = nextAsked();
  const first = order(on, host, cart);
  const waiting = await asked;
  assertRefusal(await order(on, host, cart), { status: 409, codes: ['order_in_progress'] });
  answer(waiting, 200, LINK);
  const { status, body } = await first;
  assert.equal(status, 201);
  assert.equal(body.data.checkoutUrl, 'https://pay.example/1');
  assertRefusal(await order(on, host, cart), { status: 409, codes: ['order_exists'] });
});

test('a buyer who takes another cart meanwhile is told to order that one, and nothing stays held for the first', async () => {
  const cart = await held();
  const asked = nextAsked();
  const first = order(on, host, cart);
  const waiting = await asked;
  const next = await hold(on, host, { ...cart, items: [{ sku: cart.skus[0], quantity: 1 }] });
  answer(waiting, 200, LINK);
  assertRefusal(await first, { status: 400, codes: ['reservation_expired'] });
  const reference = await referenceOf(cart.slug);
  assert.deepEqual(
    (await historyOf(on, reference)).map(({ status }) => status),
    ['processing', 'cancelled'],
  );
  assert.deepEqual(await quantityLeft(on, host, cart.slug), [2]);
  const askedAgain = nextAsked();
  const second = order(on, host, next);
  answer(await askedAgain, 200, LINK);
  assert.equal((await second).status, 201);
});

test('a neighbour at the same address has a cart of their own meanwhile; where the order fails, the cart is the address’s again', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
  const holdByAddress = async () => {
    const body = { items: [{ sku: skus[0], quantity: 1 }] };
    return ask(on, `/events/${slug}/reservations`, { method: 'POST', key: host, body });
  };
  for (const hasNeighbour of [false, true]) {
    const shared = (await holdByAddress()).body.data;
    const asked = nextAsked();
    const first = order(on, host, { slug, token: shared.reservationToken, ...shared });
    const waiting = await asked;
    const neighbour = hasNeighbour ? await holdByAddress() : null;
    if (neighbour) {
      assert.equal(neighbour.status, 201);
      assert.notEqual(neighbour.body.data.reservationToken, shared.reservationToken);
    }
    answer(waiting, 400, { status: false, message: 'Invalid key' });
    assertRefusal(await first, { status: 502, codes: ['payment_gateway_error'] });
    const next = await holdByAddress();
    assert.equal(next.status, 200);
    assert.equal(next.body.data.reservationToken, (neighbour?.body.data ?? shared).reservationToken);
  }
});

test('a gateway that says no fails the order for good: it is not asked about later', async () => {
  const cart = await held();
  const asked = nextAsked();
  const first = order(on, host, cart);
  answer(await asked, 400, { status: false, message: 'Invalid key' });
  assertRefusal(await first, { status: 502, codes: ['payment_gateway_error'] });
  const reference = await referenceOf(cart.slug);
  const { status, cause } = (await historyOf(on, reference)).at(-1) ?? {};
  assert.equal(status, 'failed');
  assert.match(cause ?? '', /^the gateway gave no payment link: /);
  const { rows } = await on.app.database.query('SELECT next_look_up_at FROM orders WHERE reference = $1', [
    reference,
  ]);
  assert.deepEqual(rows, [{ next_look_up_at: null }]);
  assert.deepEqual(await quantityLeft(on, host, cart.slug), [1]);
});

test('one that cuts the connection may have made the payment: the order fails, and is asked about later', async () => {
  const cart = await held();
  const asked = nextAsked();
  const first = order(on, host, cart);
  (await asked).response.destroy();
  assertRefusal(await first, { status: 502, codes: ['payment_gateway_error'] });
  const { rows } = await on.app.database.query(
    'SELECT status, next_look_up_at IS NOT NULL AS is_followed FROM orders WHERE reference = $1',
    [await referenceOf(cart.slug)],
  );
  assert.deepEqual(rows, [{ status: 'failed', is_followed: true }]);
});

describe('a cart whose orders a gateway refuses', () => {
  async function failOrder(cart: HeldCart): Promise<void> {
    const asked = nextAsked();
    const first = order(on, host, cart);
    answer(await asked, 400, { status: false, message: 'Invalid Email Address Passed' });
    assertRefusal(await first, { status: 502, codes: ['payment_gateway_error'] });
  }

  /** As if everything had happened so much earlier. */
  const letMinutesPass = ({ token }: HeldCart, minutes: number) =>
    on.app.database.query(
      `WITH cart AS (UPDATE reservations SET first_held_at = first_held_at - $2 * interval '1 minute',
                            expires_at = expires_at - $2 * interval '1 minute' WHERE token = $1 RETURNING id, expires_at)
       UPDATE holds AS h SET expires_at = cart.expires_at FROM cart WHERE h.reservation_id = cart.id`,
      [token, minutes],
    );

  async function minutesLeft({ token }: HeldCart): Promise<number> {
    const { rows } = await on.app.database.query<{ minutes: number }>(
      `SELECT (extract(epoch FROM expires_at - clock_timestamp()) / 60)::float8 AS minutes FROM reservations WHERE token = $1`,
      [token],
    );
    return Math.round(rows[0]?.minutes ?? 0);
  }

  test('is held for a hold’s time after its hour, and not again and again at its old price', async () => {
    const cart = await held();
    for (let minute = 0; minute < 63; minute += 9) {
      await failOrder(cart);
      assert.equal(await minutesLeft(cart), 10);
      await letMinutesPass(cart, 9);
    }
    // After 63 minutes; the last hold began when the hour was over.
    await failOrder(cart);
    assert.equal(await minutesLeft(cart), 7);
    await letMinutesPass(cart, 6);
    await failOrder(cart);
    assert.equal(await minutesLeft(cart), 1);
    await letMinutesPass(cart, 2);
    assertRefusal(await order(on, host, cart), { status: 400, codes: ['reservation_expired'] });
    assert.deepEqual(await quantityLeft(on, host, cart.slug), [3]);
  });

  test('keeps its time when it is held again after its hour', async () => {
    const cart = await held();
    for (let minute = 0; minute < 63; minute += 9) {
      await failOrder(cart);
      await letMinutesPass(cart, 9);
    }
    await failOrder(cart);
    const items = [{ sku: cart.skus[0], quantity: 1 }];
    const next = await hold(on, host, { slug: cart.slug, token: cart.token, items });
    assert.equal(await minutesLeft(next), 7);
    assert.deepEqual(await quantityLeft(on, host, cart.slug), [2]);
  });
});
