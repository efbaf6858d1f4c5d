import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import pg from 'pg';
import { endPaymentWindow, lapse, order, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';
import { held, refused, startReservations } from './reservations.fixture.ts';

// Visitors behind one address who send no token share a cart while it is held. From its order on it is its buyer's alone.

const world = await startReservations();
const { on, second, host, hold, release, left } = world;
after(() => world.close());
afterEach(() => world.check());

let addresses = 0;
const newAddress = (): string => `198.51.100.${++addresses}`;

/** Ada's cart, held without a token from an address of its own; and its order. */
async function holdAda(event: Parameters<typeof makeEvent>[2] = { ticketTypes: [{ capacity: 10 }] }) {
  const { slug, skus } = await makeEvent(on, host, event);
  const address = newAddress();
  const { reservationToken: token, quoteReference } = await held(hold(slug, skus[0], 2, { address }));
  return { slug, sku: skus[0], address, token, quoteReference, cart: { slug, token, quoteReference } };
}

async function orderAda(event?: Parameters<typeof makeEvent>[2]) {
  const ada = await holdAda(event);
  const { status, body } = await order(on, host, ada.cart);
  assert.equal(status, 201, JSON.stringify(body));
  return { ...ada, reference: body.data.reference as string, checkoutUrl: body.data.checkoutUrl as string };
}

const statusOf = async (reference: string): Promise<string> => (await storedOrder(on, reference)).status;

describe('while somebody pays for the cart of an address', () => {
  test('a neighbour who holds tickets has a cart and a token of their own, and the payment is good', async () => {
    const ada = await orderAda();
    const neighbour = await held(hold(ada.slug, ada.sku, 3, { address: ada.address }));
    assert.notEqual(neighbour.reservationToken, ada.token);
    assert.equal(await statusOf(ada.reference), 'pending_payment');
    assert.deepEqual(await left(ada.slug), [5]);
    const again = await held(hold(ada.slug, ada.sku, 1, { address: ada.address }), 200);
    assert.equal(again.reservationToken, neighbour.reservationToken);
    await pay(ada.checkoutUrl);
    await untilStatus(on, ada.reference, 'confirmed');
    assert.deepEqual(await left(ada.slug), [7]);
  });

  test('a neighbour has nothing to release', async () => {
    const ada = await orderAda();
    await refused(release(ada.slug, { address: ada.address }), 'nothing_to_release');
    assert.equal(await statusOf(ada.reference), 'pending_payment');
    assert.deepEqual(await left(ada.slug), [8]);
  });

  test('a neighbour who is refused changes nothing', async () => {
    const ada = await orderAda({ ticketTypes: [{ capacity: 3 }] });
    await refused(hold(ada.slug, ada.sku, 2, { address: ada.address }), 'tickets_unavailable');
    await refused(release(ada.slug, { address: ada.address }), 'nothing_to_release');
    assert.equal(await statusOf(ada.reference), 'pending_payment');
  });

  test('many neighbours at once, through two processes, share one new cart', async () => {
    const ada = await orderAda();
    const answers = await Promise.all(
      [on, second, on, second, on, second].map((app) =>
        hold(ada.slug, ada.sku, 1, { app, address: ada.address }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => String(status)).sort(), [
      '200',
      '200',
      '200',
      '200',
      '200',
      '201',
    ]);
    const tokens = new Set(answers.map(({ body }) => body.data.reservationToken as string));
    assert.equal(tokens.size, 1);
    assert.ok(!tokens.has(ada.token));
    assert.equal(await statusOf(ada.reference), 'pending_payment');
  });

  test('the token does what it always did: a second order is 409, another cart gives the order up', async () => {
    const ada = await orderAda();
    await refused(order(on, host, ada.cart), 'order_exists', 409);
    const next = await held(hold(ada.slug, ada.sku, 1, { token: ada.token }), 200);
    assert.equal(next.reservationToken, ada.token);
    assert.equal(await statusOf(ada.reference), 'cancelled');
    // Held, and without an order: it is the cart of the address again.
    const shared = await held(hold(ada.slug, ada.sku, 1, { address: ada.address }), 200);
    assert.equal(shared.reservationToken, ada.token);
  });

  test('giving the order up by its token leaves the neighbour’s cart alone', async () => {
    const ada = await orderAda();
    const { reservationToken } = await held(hold(ada.slug, ada.sku, 3, { address: ada.address }));
    await held(hold(ada.slug, ada.sku, 1, { token: ada.token, address: ada.address }), 200);
    assert.deepEqual(await left(ada.slug), [6]);
    const shared = await held(hold(ada.slug, ada.sku, 3, { address: ada.address }), 200);
    assert.equal(shared.reservationToken, reservationToken);
    await held(release(ada.slug, { address: ada.address }), 200);
    assert.deepEqual(await left(ada.slug), [9]);
  });
});

describe('the next visitor of an address has a new cart and a new token', () => {
  test('when the one before has bought, be it for money or for nothing', async () => {
    for (const priceMinor of [1_000_00, 0]) {
      const ada = await orderAda({ ticketTypes: [{ capacity: 10, priceMinor }] });
      if (priceMinor > 0) await pay(ada.checkoutUrl);
      await untilStatus(on, ada.reference, 'confirmed');
      await refused(release(ada.slug, { address: ada.address }), 'nothing_to_release');
      const next = await held(hold(ada.slug, ada.sku, 1, { address: ada.address }));
      assert.notEqual(next.reservationToken, ada.token);
    }
  });

  test('when the one before has let the time to pay run out', async () => {
    const ada = await orderAda();
    await endPaymentWindow(on, ada.reference);
    await untilStatus(on, ada.reference, 'expired');
    const next = await held(hold(ada.slug, ada.sku, 1, { address: ada.address }));
    assert.notEqual(next.reservationToken, ada.token);
    await refused(order(on, host, ada.cart), 'reservation_expired');
  });

  test('when the hold before has lapsed or was released', async () => {
    const ada = await holdAda();
    const tokens = [ada.token];
    for (const end of [
      () => lapse(on, ada.token),
      () => held(release(ada.slug, { address: ada.address }), 200),
      () => held(release(ada.slug, { token: tokens.at(-1) ?? '' }), 200),
    ]) {
      await end();
      const next = await held(hold(ada.slug, ada.sku, 1, { address: ada.address }));
      assert.ok(!tokens.includes(next.reservationToken));
      tokens.push(next.reservationToken);
    }
    assert.deepEqual(await left(ada.slug), [9]);
    // The first token still finds its own cart, and that only.
    await held(hold(ada.slug, ada.sku, 4, { token: ada.token, address: ada.address }));
    assert.deepEqual(await left(ada.slug), [5]);
  });
});

test('a neighbour whose request waits while the cart is ordered has a cart of their own, or nothing to release', async () => {
  for (const ask of ['hold', 'release'] as const) {
    const ada = await holdAda();
    const keeper = new pg.Client({ connectionString: on.testDatabase.url });
    await keeper.connect();
    try {
      await keeper.query('BEGIN');
      await keeper.query('SELECT 1 FROM reservations WHERE token = $1 FOR UPDATE', [ada.token]);
      const ordering = order(on, host, ada.cart);
      await untilWaiting(keeper);
      const asking =
        ask === 'hold'
          ? hold(ada.slug, ada.sku, 1, { address: ada.address })
          : release(ada.slug, { address: ada.address });
      await untilWaiting(keeper, { count: 2 });
      // The control: whoever decides without the lock still finds a held cart without an order.
      const { rowCount } = await keeper.query(
        'SELECT 1 FROM reservations WHERE token = $1 AND is_shared AND order_id IS NULL AND ended_at IS NULL',
        [ada.token],
      );
      assert.equal(rowCount, 1);
      await keeper.query('COMMIT');
      const { status, body } = await ordering;
      assert.equal(status, 201);
      if (ask === 'release') await refused(asking, 'nothing_to_release');
      else assert.notEqual((await held(asking)).reservationToken, ada.token);
      assert.equal(await statusOf(body.data.reference), 'pending_payment');
    } finally {
      await keeper.end();
    }
  }
});
