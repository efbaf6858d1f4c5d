import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { makeEvent } from '../../test/harness/make-catalog.ts';
import { untilWaiting } from '../../test/harness/waiting-for-locks.ts';
import { OPERATOR } from '../audit/actor.ts';
import { ADDRESS_LIMIT, makeHoldRequest, startHoldEngine } from './hold-engine.fixture.ts';
import { createHoldEngine } from './hold-engine.ts';
import { shareStock } from './pools/share-stock.ts';

const world = await startHoldEngine();
const { on, host, engine, together, outcomes, sale, lapse, heldOf } = world;
const { database } = on.app;
after(() => world.close());
afterEach(() => world.check());

/** Ticket types of which all is held, the first two by a stock that they share. */
async function soldOutSale() {
  const { eventId, skus } = await makeEvent(on, host, {
    ticketTypes: [{ capacity: 5 }, { capacity: 5 }, { capacity: 2 }],
  });
  const pooled = skus.slice(0, 2);
  await database.transaction((tx) =>
    shareStock(tx, {
      hostId: host.hostId,
      eventId,
      actor: OPERATOR,
      name: 'Floor',
      capacity: 2,
      ticketTypeIds: pooled,
    }),
  );
  const ask = (...types: number[]) =>
    makeHoldRequest({
      eventId,
      lines: types.map((type) => ({
        sku: skus[type] ?? '',
        quantity: 1,
        poolMates: pooled.includes(skus[type] ?? '') ? pooled.filter((_, at) => at !== type) : [],
      })),
    });
  assert.deepEqual(await outcomes(ask(0, 1, 2), ask(2)), ['held', 'held']);
  return { skus, ask };
}

test('buyers of what is sold out hear the same at once as they would one by one', async () => {
  const { skus, ask } = await soldOutSale();
  const carts = () => [ask(0), ask(1), ask(2), ask(2, 0), ask(0, 1, 2)];
  const atOnce = await together(...carts());
  // One that releases: the batch is decided one by one.
  const oneByOne = await together(...carts(), ask());
  assert.deepEqual(atOnce, oneByOne.slice(0, -1));
  assert.deepEqual(await together(...carts()), atOnce, 'asked once for all of them');
  const refused = { outcome: 'unavailable', token: null, expiresAt: null, reason: 'sold_out' };
  assert.deepEqual(
    atOnce,
    [0, 1, 2, 0, 2].map((type) => ({ ...refused, culprits: [skus[type]] })),
  );
});

test('a lapsed hold of one ticket type makes room in the stock that it shares', async () => {
  const { ask } = await soldOutSale();
  assert.deepEqual(await outcomes(ask(0), ask(1)), ['unavailable', 'unavailable']);
  const { rows } = await database.query<{ token: string }>(
    `SELECT token FROM reservations WHERE ended_at IS NULL ORDER BY first_held_at DESC, quantity DESC LIMIT 1`,
  );
  await lapse({ ...ask(0), token: rows[0]?.token ?? '' });
  assert.deepEqual(await outcomes(ask(1), ask(0)), ['held', 'held']);
});

test('tickets that lapsed are had first', async () => {
  const { ask, sku } = await sale(2);
  const slow = ask(2);
  assert.deepEqual(await outcomes(slow), ['held']);
  assert.deepEqual(await outcomes(ask(1), ask(1)), ['unavailable', 'unavailable']);
  await lapse(slow);
  assert.deepEqual(await outcomes(ask(1), ask(1), ask(1)), ['held', 'held', 'unavailable']);
  assert.equal(await heldOf(sku), 2);
});

test('a cart that took the last ticket while its twin waited is not refused', async () => {
  const { ask, sku } = await sale(1);
  const { token, address } = ask(1);
  const other = createHoldEngine({ database, addressLimit: ADDRESS_LIMIT });
  try {
    let twins: Promise<string[]> = Promise.resolve([]);
    await database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM ticket_types WHERE id = $1 FOR UPDATE', [sku]);
      twins = Promise.all(
        [engine, other].map(async (one) => (await one.hold(ask(1, { token, address }))).outcome),
      );
      await untilWaiting(tx, { count: 2, text: 'hold_batch' });
    });
    assert.deepEqual((await twins).toSorted(), ['held', 'refreshed']);
  } finally {
    await other.close();
  }
});

test('an address near its cap hears first that nothing is left', async () => {
  const { ask } = await sale(ADDRESS_LIMIT);
  const address = '192.0.2.7';
  assert.deepEqual(await outcomes(ask(ADDRESS_LIMIT, { isExempt: true })), ['held']);
  assert.deepEqual(await outcomes(ask(ADDRESS_LIMIT + 1, { address })), ['unavailable']);
});

test('in a storm nobody is refused what came back before they asked, by whichever way it came back', async () => {
  const { ask, sku } = await sale(2);
  const [first, second] = [ask(1), ask(1)];
  assert.deepEqual(await outcomes(first, second), ['held', 'held']);
  // The unsafe way: a process that remembers a refusal and waits for the news.
  const remembered = new Set<string>();
  const other = createHoldEngine({ database, addressLimit: ADDRESS_LIMIT });
  const refused: string[] = [];
  const storm = async () => {
    const asked = Array.from({ length: 20 }, () => ask(1));
    for (const { lines } of asked) if (lines.some((line) => remembered.has(line.sku))) refused.push(sku);
    const got = await outcomes(...asked);
    if (got.includes('unavailable')) remembered.add(sku);
    return got.filter((outcome) => outcome === 'held').length;
  };
  const { token, address } = first;
  const waysBack = [
    // Another process gives it back.
    async () => void (await other.hold(ask(0, { token, address }))),
    () => lapse(second),
    async () =>
      void (await database.query('UPDATE ticket_types SET capacity = capacity + 1 WHERE id = $1', [sku])),
  ];
  try {
    assert.equal(await storm(), 0);
    for (const comeBack of waysBack) {
      assert.equal(await storm(), 0, 'still sold out');
      await comeBack();
      refused.length = 0;
      assert.equal(await storm(), 1, 'what came back is had at once, and only that');
      assert.equal(refused.length, 20, 'a memory alone refuses it to everybody');
    }
    assert.equal(await heldOf(sku), 3);
  } finally {
    await other.close();
  }
});

test('in a storm the buyer who has the last tickets changes the cart', async () => {
  const { ask, sku } = await sale(2);
  const owner = ask(2);
  assert.deepEqual(await outcomes(owner), ['held']);
  assert.deepEqual(await outcomes(ask(1), ask(1)), ['unavailable', 'unavailable']);
  const { token, address } = owner;
  assert.deepEqual(await outcomes(ask(1), ask(2, { token, address })), ['unavailable', 'refreshed']);
  assert.equal(await heldOf(sku), 2);
});

test('in a storm a sale that is over, or another price, comes before sold out as ever', async () => {
  const { ask, eventId, sku } = await sale(1);
  const refusalOf = async () => (await together(ask(1)))[0];
  assert.deepEqual(await outcomes(ask(1), ask(1)), ['held', 'unavailable']);
  assert.equal((await refusalOf())?.reason, 'sold_out');
  await database.query('UPDATE ticket_types SET price_minor = price_minor + 1 WHERE id = $1', [sku]);
  assert.equal((await refusalOf())?.outcome, 'stale_price');
  await database.query('UPDATE ticket_types SET price_minor = price_minor - 1 WHERE id = $1', [sku]);
  assert.equal((await refusalOf())?.reason, 'sold_out');
  await database.query('UPDATE events SET is_coming_soon = true WHERE id = $1', [eventId]);
  assert.equal((await refusalOf())?.outcome, 'not_on_sale');
});
