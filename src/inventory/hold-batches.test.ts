import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import pg from 'pg';
import { makeEvent } from '../../test/harness/make-catalog.ts';
import { until } from '../../test/harness/until.ts';
import { Refusal } from '../refusal.ts';
import { ADDRESS_LIMIT, makeHoldRequest, startHoldEngine, type Cart } from './hold-engine.fixture.ts';
import { createHoldEngine } from './hold-engine.ts';

const world = await startHoldEngine();
const { on, host, engine, together, outcomes, sale, makeCode, lapse, heldOf } = world;
after(() => world.close());
afterEach(() => world.check());

describe('one batch', () => {
  test('is decided in the order of arrival', async () => {
    const { ask, sku } = await sale(5);
    assert.deepEqual(await outcomes(ask(3), ask(3), ask(2), ask(1)), [
      'held',
      'unavailable',
      'held',
      'unavailable',
    ]);
    assert.equal(await heldOf(sku), 5);
  });

  test('serves a cart twice one after the other: the last one counts', async () => {
    const { ask, sku } = await sale(5);
    const { token } = ask(1);
    assert.deepEqual(await outcomes(ask(1, { token }), ask(3, { token }), ask(2, { token })), [
      'held',
      'refreshed',
      'refreshed',
    ]);
    assert.equal(await heldOf(sku), 2);
    assert.deepEqual(await outcomes(ask(0, { token }), ask(0, { token })), [
      'released',
      'nothing_to_release',
    ]);
    assert.equal(await heldOf(sku), 0);
  });

  test('serves the token and the address of a shared cart as the one cart that they are', async () => {
    const { ask, sku } = await sale(10);
    const address = '192.0.2.1';
    const first = await engine.hold(ask(2, { token: null, address }));
    assert.ok(first.token);
    const results = await together(
      ask(3, { token: first.token, address }),
      ask(4, { token: null, address }),
      ask(1),
    );
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['refreshed', 'refreshed', 'held'],
    );
    assert.equal(results[1]?.token, first.token);
    assert.equal(await heldOf(sku), 5);
    assert.deepEqual(
      (await outcomes(ask(0, { token: first.token, address }), ask(0, { token: null, address }))).sort(),
      ['nothing_to_release', 'released'],
    );
    assert.equal(await heldOf(sku), 1);
  });

  test('gives what one buyer lets go to the next', async () => {
    const { ask, sku } = await sale(4);
    const [a, b] = [ask(3), ask(1)];
    await together(a, b);
    assert.deepEqual(await outcomes(ask(0, { token: a.token }), ask(2), ask(2, { token: b.token }), ask(1)), [
      'released',
      'held',
      'refreshed',
      'unavailable',
    ]);
    assert.equal(await heldOf(sku), 4);
  });

  test('keeps the old hold of a buyer who asks for too much, and nobody else gets it', async () => {
    const { ask, sku } = await sale(4);
    const a = ask(3);
    await engine.hold(a);
    assert.deepEqual(await outcomes(ask(5, { token: a.token }), ask(2), ask(1)), [
      'unavailable',
      'unavailable',
      'held',
    ]);
    assert.equal(await heldOf(sku), 4);
  });

  test('gives lapsed stock to a new buyer though another buyer refreshes in it', async () => {
    const { ask, sku } = await sale(4);
    const [lapsed, loyal] = [ask(3), ask(1)];
    await together(lapsed, loyal);
    await lapse(lapsed);
    assert.deepEqual(await outcomes(ask(1, { token: loyal.token }), ask(3)), ['refreshed', 'held']);
    assert.equal(await heldOf(sku), 4);
  });

  test('gives the stock of a lapsed cart to others though its buyer is refused, or only releases it, in it', async () => {
    for (const quantity of [5, 0]) {
      const { ask, sku } = await sale(4);
      const lapsed = ask(4);
      await engine.hold(lapsed);
      await lapse(lapsed);
      assert.deepEqual(await outcomes(ask(quantity, { token: lapsed.token }), ask(3)), [
        quantity ? 'unavailable' : 'nothing_to_release',
        'held',
      ]);
      assert.equal(await heldOf(sku), 3);
    }
  });

  test('counts what an address holds already though another buyer refreshes in it', async () => {
    const { ask, sku } = await sale(100);
    const address = '192.0.2.2';
    const [loyal, other] = [ask(1), ask(8, { address })];
    await together(loyal, other);
    assert.deepEqual(
      await outcomes(ask(1, { token: loyal.token }), ask(5, { address }), ask(2, { address })),
      ['refreshed', 'address_limit', 'held'],
    );
    assert.equal(await heldOf(sku), 11);
  });

  test('counts what an address holds already though it is of several events, or somebody sends no token', async () => {
    const [one, other] = [await sale(100_000), await sale(100_000)];
    const address = '198.51.100.8';
    assert.deepEqual(await outcomes(one.ask(ADDRESS_LIMIT, { address })), ['held']);
    assert.deepEqual(await outcomes(one.ask(1, { address }), other.ask(1)), ['address_limit', 'held']);
    assert.deepEqual(await outcomes(one.ask(1, { address }), one.ask(1, { token: null })), [
      'address_limit',
      'held',
    ]);
    assert.equal(await heldOf(one.sku), ADDRESS_LIMIT + 1);
  });

  test('never lets an address have more than its limit, whatever its carts are exchanged for', async () => {
    const { ask, sku } = await sale(100);
    const address = '192.0.2.3';
    const first = ask(8, { address });
    await engine.hold(first);
    // A newcomer first, then the cart that is there already.
    assert.deepEqual(await outcomes(ask(8, { address }), ask(8, { address, token: first.token })), [
      'address_limit',
      'refreshed',
    ]);
    assert.deepEqual(await outcomes(ask(11, { address, token: first.token }), ask(8, { address })), [
      'address_limit',
      'address_limit',
    ]);
    assert.deepEqual(await outcomes(ask(4, { address, token: first.token }), ask(6, { address })), [
      'refreshed',
      'held',
    ]);
    assert.deepEqual(await outcomes(ask(0, { address, token: first.token }), ask(4, { address })), [
      'released',
      'held',
    ]);
    assert.equal(await heldOf(sku), 10);
  });

  test('gives the promo use of a lapsed cart to a new buyer though another buyer refreshes in it', async () => {
    const { ask, eventId } = await sale(100);
    const promoCodeId = await makeCode(eventId, 'ONCE', 1);
    const [lapsed, loyal] = [ask(1, { promoCodeId }), ask(1)];
    assert.deepEqual(await outcomes(lapsed, loyal, ask(1, { promoCodeId })), [
      'held',
      'held',
      'promo_unavailable',
    ]);
    await lapse(lapsed);
    assert.deepEqual(await outcomes(ask(1, { token: loyal.token }), ask(1, { promoCodeId })), [
      'refreshed',
      'held',
    ]);
  });

  test('does not wait for a lapsed cart that somebody is just giving back', async (t) => {
    const { ask, eventId } = await sale(100);
    const promoCodeId = await makeCode(eventId, 'TWICE', 2);
    const lapsed = ask(1, { promoCodeId });
    await engine.hold(lapsed);
    await lapse(lapsed);
    const sweeper = new pg.Client({ connectionString: on.testDatabase.url });
    await sweeper.connect();
    t.after(() => sweeper.end());
    // The first step of the sweeper. Its next is to wait for the ticket type that the buyer has by then: a circle.
    await sweeper.query('BEGIN');
    await sweeper.query('SELECT 1 FROM reservations WHERE token = $1 FOR UPDATE', [lapsed.token]);
    assert.deepEqual(await outcomes(ask(1, { promoCodeId })), ['held']);
    await sweeper.query('ROLLBACK');
  });
});

test('prices, sale windows and old carts of other types are judged by what the database says', async () => {
  const { eventId, skus } = await makeEvent(on, host, {
    ticketTypes: [{ capacity: 2 }, { capacity: 2, saleEndsAt: new Date(Date.now() - 60_000) }, {}],
  });
  const [first = '', ended = '', third = ''] = skus;
  const stale = makeHoldRequest({ eventId, lines: [{ sku: first, quantity: 1 }] });
  for (const line of stale.lines) line.priceMinor = 1;
  const results = await together(
    stale,
    makeHoldRequest({ eventId, lines: [{ sku: ended, quantity: 1 }] }),
    makeHoldRequest({
      eventId,
      lines: [
        { sku: third, quantity: 1 },
        { sku: first, quantity: 3 },
      ],
    }),
  );
  assert.deepEqual(
    results.map(({ outcome, culprits }) => [outcome, culprits]),
    [
      ['stale_price', [first]],
      ['not_on_sale', [ended]],
      ['unavailable', [first]],
    ],
  );
  const token = randomUUID();
  assert.deepEqual(
    await outcomes(makeHoldRequest({ eventId, token, lines: [{ sku: first, quantity: 2 }] })),
    ['held'],
  );
  assert.deepEqual(
    await outcomes(
      makeHoldRequest({ eventId, token, lines: [{ sku: third, quantity: 1 }] }),
      makeHoldRequest({ eventId, lines: [{ sku: first, quantity: 2 }] }),
    ),
    ['refreshed', 'held'],
  );
});

describe('one request that the database cannot digest', () => {
  const poisons: [string, Partial<Cart>][] = [
    ['a reference with a NUL in it', { quoteReference: 'q_\0' }],
    ['an event id that is none', { eventId: 'not-a-uuid' }],
    ['an address that is far too long', { address: 'x'.repeat(61) }],
  ];
  for (const [what, poison] of poisons) {
    test(`${what} fails alone, and its neighbours are held`, async () => {
      const { ask, sku } = await sale(100);
      const requests = Array.from({ length: 9 }, (_, at) => ask(1, at === 4 ? poison : {}));
      const settled = await Promise.allSettled(requests.map((one) => engine.hold(one)));
      assert.deepEqual(
        settled.map((one) => (one.status === 'fulfilled' ? one.value.outcome : 'failed')),
        ['held', 'held', 'held', 'held', 'failed', 'held', 'held', 'held', 'held'],
      );
      assert.equal(await heldOf(sku), 8);
    });
  }

  test('alone in its batch it fails, and the engine goes on', async () => {
    const { ask } = await sale(100);
    await assert.rejects(engine.hold(ask(1, { eventId: 'not-a-uuid' })), { code: '22P02' });
    assert.deepEqual(await outcomes(ask(1)), ['held']);
  });
});

test('the same new cart asked for again and again at the same time is held once and refreshed after that', async () => {
  const { ask, sku } = await sale(100);
  const other = createHoldEngine({ database: on.app.database, addressLimit: ADDRESS_LIMIT });
  try {
    for (let round = 0; round < 20; round++) {
      const shared = round % 2 === 0;
      const { token, address } = ask(1, shared ? { token: null } : {});
      const asked: Promise<{ outcome: string; token: string | null }>[] = [];
      for (const through of [engine, other, engine, other]) {
        asked.push(through.hold(ask(2, { token, address })));
        // Not in one breath: the engine has several batches under way.
        await new Promise((resolve) => setImmediate(resolve));
      }
      const results = await Promise.all(asked);
      assert.deepEqual(results.map(({ outcome }) => outcome).sort(), [
        'held',
        'refreshed',
        'refreshed',
        'refreshed',
      ]);
      assert.equal(new Set(results.map((result) => result.token)).size, 1);
    }
    assert.equal(await heldOf(sku), 40);
  } finally {
    await other.close();
  }
});

test('a request whose client has gone is not held', async () => {
  const { ask, sku } = await sale(100);
  const gone = engine.hold(ask(1), () => false);
  const here = engine.hold(ask(2), () => true);
  await assert.rejects(gone, Refusal);
  assert.equal((await here).outcome, 'held');
  assert.equal(await heldOf(sku), 2);
});

test('a full queue says unavailable and when to come back, and those in it are served', async () => {
  const { ask, sku } = await sale(10_000);
  const asked = Array.from({ length: 5_000 }, () => engine.hold(ask(1)));
  const settled = await Promise.allSettled(asked);
  const refused = settled.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 5_000 - 4_096);
  for (const { reason } of refused) {
    assert.ok(reason instanceof Refusal);
    assert.equal(reason.code, 'unavailable');
    assert.equal(reason.retryAfterSeconds, 1);
  }
  assert.ok(settled.every((one) => one.status === 'rejected' || one.value.outcome === 'held'));
  assert.equal(await heldOf(sku), 4_096);
  await until('the queue to be open again', async () => (await engine.hold(ask(1))).outcome === 'held');
});
