import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import {
  BUYER,
  buy,
  hold as holdByApi,
  lapse as lapseCart,
  pay,
  untilStatus,
  storedOrder,
} from '../../test/harness/buy.ts';
import { ask as askApi } from '../../test/harness/client.ts';
import { makeEvent } from '../../test/harness/make-catalog.ts';
import { until, untilEqual } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import { issueComplimentary } from '../orders/issue-complimentary.ts';
import { Refusal } from '../refusal.ts';
import { makeHoldRequest, startHoldEngine, type Cart } from './hold-engine.fixture.ts';
import { changePool, dissolvePool } from './pools/change-pool.ts';
import { listPools, type PoolFields } from './pools/pool-fields.ts';
import { shareStock } from './pools/share-stock.ts';

const world = await startHoldEngine();
const { on, host, outcomes, together, lapse, heldOf } = world;
const { database } = on.app;
const { hostId } = host;
after(() => world.close());
afterEach(() => world.check());

/** An event whose first ticket types share one stock, and the way to ask for some by their index. */
async function pooledSale(capacity: number, types: number[], { pooled = types.length } = {}) {
  const { eventId, slug, skus } = await makeEvent(on, host, {
    ticketTypes: types.map((ofType) => ({ capacity: ofType })),
  });
  const mates = skus.slice(0, pooled);
  const { poolId } = await database.transaction((tx) =>
    shareStock(tx, { hostId, eventId, actor: OPERATOR, name: 'Floor', capacity, ticketTypeIds: mates }),
  );
  return {
    eventId,
    slug,
    skus,
    poolId,
    ask: (quantities: Record<number, number>, rest: Partial<Cart> = {}) =>
      makeHoldRequest({
        eventId,
        ...rest,
        lines: Object.entries(quantities).map(([at, quantity]) => {
          const sku = skus[Number(at)] ?? '';
          const poolMates = mates.includes(sku) ? mates.filter((mate) => mate !== sku) : [];
          return { sku, quantity, poolMates };
        }),
      }),
    change: (fields: Partial<PoolFields>) =>
      database.transaction(async (tx) => {
        const [now] = await listPools(tx, { hostId, eventId });
        assert.ok(now);
        return changePool(tx, { hostId, eventId, actor: OPERATOR, ...now, ...fields });
      }),
  };
}

const isInvalid = (message: RegExp) => (error: unknown) =>
  error instanceof Refusal && message.test(error.message);

describe('ticket types that share one stock', () => {
  test('have no more together than the pool, and each no more than its own', async () => {
    const { ask } = await pooledSale(5, [3, 10]);
    assert.deepEqual(
      await outcomes(ask({ 0: 4 }), ask({ 0: 3 }), ask({ 1: 3 }), ask({ 1: 2 }), ask({ 1: 1 })),
      ['unavailable', 'held', 'unavailable', 'held', 'unavailable'],
    );
  });

  test('are one stock for a cart that has several of them', async () => {
    const { ask } = await pooledSale(5, [5, 5]);
    assert.deepEqual(await outcomes(ask({ 0: 3, 1: 3 }), ask({ 0: 3, 1: 2 }), ask({ 1: 1 })), [
      'unavailable',
      'held',
      'unavailable',
    ]);
  });

  test('are taken without each other being decided one by one, where all fit', async () => {
    const { ask, skus } = await pooledSale(50, [50, 50]);
    assert.deepEqual(await outcomes(ask({ 0: 2 }), ask({ 1: 3 }), ask({ 0: 1, 1: 1 })), [
      'held',
      'held',
      'held',
    ]);
    assert.deepEqual([await heldOf(skus[0] ?? ''), await heldOf(skus[1] ?? '')], [3, 4]);
  });

  test('go from one to the other: a buyer who changes to the dearer one needs no second place', async () => {
    const { ask, skus } = await pooledSale(2, [2, 2]);
    const first = ask({ 0: 2 });
    assert.deepEqual(await outcomes(first, ask({ 1: 1 })), ['held', 'unavailable']);
    assert.deepEqual(await outcomes(ask({ 1: 3 }, { token: first.token }), ask({ 1: 1 })), [
      'unavailable',
      'unavailable',
    ]);
    assert.deepEqual(await outcomes(ask({ 1: 1 }, { token: first.token }), ask({ 0: 1 })), [
      'refreshed',
      'held',
    ]);
    assert.deepEqual([await heldOf(skus[0] ?? ''), await heldOf(skus[1] ?? '')], [1, 1]);
    assert.deepEqual(await outcomes(ask({}, { token: first.token }), ask({ 0: 1 })), ['released', 'held']);
  });

  test('give what has lapsed of one to a buyer of another', async () => {
    const { ask } = await pooledSale(2, [2, 2]);
    const first = ask({ 0: 2 });
    await together(first);
    await lapse(first);
    assert.deepEqual(await outcomes(ask({ 1: 2 })), ['held']);
  });

  test('are held to one share by address, over all of them, and the event counts the pool once', async () => {
    // Half of 14 is 7; the limit per address is 10.
    const { ask } = await pooledSale(14, [14, 14, 100], { pooled: 2 });
    const address = '192.0.2.77';
    assert.deepEqual(
      await outcomes(
        ask({ 0: 4 }, { address }),
        ask({ 1: 4 }, { address }),
        ask({ 1: 3 }, { address }),
        ask({ 0: 1 }, { address }),
        ask({ 2: 1 }, { address }),
      ),
      ['held', 'address_limit', 'held', 'address_limit', 'held'],
    );
    // Half of 15 is 7, and what is over is nobody's.
    const odd = await pooledSale(12, [12, 12, 3], { pooled: 2 });
    assert.deepEqual(
      await outcomes(
        odd.ask({ 0: 5 }, { address }),
        odd.ask({ 2: 3 }, { address }),
        odd.ask({ 2: 2 }, { address }),
      ),
      ['held', 'address_limit', 'held'],
    );
    const small = await pooledSale(14, [14, 14]);
    assert.deepEqual(await outcomes(small.ask({ 0: 8 }, { address }), small.ask({ 0: 7 }, { address })), [
      'address_limit',
      'held',
    ]);
  });

  test('a program that knows another pool than there is reads its offers anew', async () => {
    const { ask, eventId, skus, slug } = await pooledSale(2, [9, 9, 9], { pooled: 2 });
    const unaware = makeHoldRequest({ eventId, lines: [{ sku: skus[0] ?? '', quantity: 1 }] });
    assert.deepEqual(await outcomes(unaware, ask({ 2: 1 })), ['stale_price', 'held']);
    // Through the API, which learns of it by itself.
    await holdByApi(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    assert.deepEqual(await outcomes(ask({ 1: 1 })), ['unavailable']);
  });
});

test('quantityLeft and status are those of the pool where it has less, also of what has lapsed', async () => {
  const { slug, skus } = await pooledSale(3, [2, 9, 5], { pooled: 2 });
  const shown = async () => {
    const { body } = await askApi(on, `/events/${slug}/tickets`, { key: host });
    return body.data.map((one: { quantityLeft: number; status: string }) => [one.quantityLeft, one.status]);
  };
  assert.deepEqual(await shown(), [
    [2, 'AVAILABLE'],
    [3, 'AVAILABLE'],
    [5, 'AVAILABLE'],
  ]);
  const cheapest = async () =>
    (await askApi(on, `/events/${slug}`, { key: host })).body.data.cheapestTicketPrice as number;
  await database.query('UPDATE ticket_types SET price_minor = 500 WHERE id = $1', [skus[0]]);
  await untilEqual(500, cheapest);
  const held = await holdByApi(on, host, { slug, items: [{ sku: skus[1], quantity: 3 }] });
  assert.deepEqual(await shown(), [
    [0, 'SOLD_OUT'],
    [0, 'SOLD_OUT'],
    [5, 'AVAILABLE'],
  ]);
  // Nothing of the cheap one was taken, but it can't be had.
  await untilEqual(1_000_000, cheapest);
  await lapseCart(on, held.token);
  assert.deepEqual((await shown())[0], [2, 'AVAILABLE']);
});

test('members change a pool while it is on sale, and never below what is sold and held', async () => {
  const { ask, change, skus, eventId, poolId } = await pooledSale(5, [5, 5, 5], { pooled: 2 });
  await together(ask({ 0: 2 }), ask({ 1: 2 }), ask({ 2: 3 }));
  await assert.rejects(change({ capacity: 3 }), isInvalid(/at least 4/));
  await assert.rejects(change({ ticketTypeIds: skus }), isInvalid(/at least 7/));
  await change({ ticketTypeIds: skus, capacity: 8 });
  const all = (at: number, quantity: number) =>
    makeHoldRequest({
      eventId,
      lines: [{ sku: skus[at] ?? '', quantity, poolMates: skus.filter((_, other) => other !== at) }],
    });
  assert.deepEqual(await outcomes(all(2, 2)), ['unavailable']);
  await change({ ticketTypeIds: skus.slice(0, 2), capacity: 4 });
  assert.deepEqual(await outcomes(all(2, 2), all(0, 1)), ['held', 'unavailable']);

  const { rows } = await database.query('SELECT version FROM pools WHERE id = $1', [poolId]);
  const version = rows[0]?.['version'] as number;
  const which = { hostId, eventId, poolId, actor: OPERATOR };
  await assert.rejects(
    database.transaction((tx) => dissolvePool(tx, { ...which, version: version - 1 })),
    isInvalid(/Somebody else/),
  );
  await database.transaction((tx) => dissolvePool(tx, { ...which, version }));
  assert.deepEqual(
    await outcomes(makeHoldRequest({ eventId, lines: [{ sku: skus[0] ?? '', quantity: 3 }] })),
    ['held'],
  );
});

test('a late payment has what is left of the pool, and goes back where another has it', async () => {
  const { slug, skus } = await pooledSale(2, [2, 2]);
  const late = async () => {
    const bought = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    await lapseCart(on, bought.token);
    return bought;
  };
  const lost = await late();
  const other = await holdByApi(on, host, { slug, items: [{ sku: skus[1], quantity: 1 }] });
  await pay(lost.checkoutUrl);
  // Its money goes back at once: on a slow machine that is over before anybody has looked.
  await until('the payment came too late', async () =>
    ['expired', 'refunded'].includes((await storedOrder(on, lost.reference)).status),
  );
  await lapseCart(on, other.token);
  const found = await late();
  await pay(found.checkoutUrl);
  await untilStatus(on, found.reference, 'confirmed');
  // And of what is sold, nobody is given any.
  await assert.rejects(
    database.transaction((tx) =>
      issueComplimentary(tx, { ticketTypeId: skus[1] ?? '', quantity: 1, ...BUYER, cause: 'a gift' }),
    ),
    isInvalid(/Not enough of these/),
  );
});

test('a late payment sells what its own cart still held of the pool once, where another type of it was gone', async () => {
  const { slug, skus, ask } = await pooledSale(10, [1, 6]);
  const items = [
    { sku: skus[0], quantity: 1 },
    { sku: skus[1], quantity: 2 },
  ];
  const bought = await buy(on, host, { slug, items });
  assert.deepEqual(await outcomes(ask({ 1: 3 })), ['held']);
  await lapseCart(on, bought.token);
  // More than there are: what has lapsed of this type goes back, and of the other type it does not.
  assert.deepEqual(await outcomes(ask({ 0: 2 })), ['unavailable']);
  await pay(bought.checkoutUrl);
  await untilStatus(on, bought.reference, 'confirmed');
  assert.equal(await heldOf(skus[1] ?? ''), 3);
});
