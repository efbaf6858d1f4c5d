import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import pg from 'pg';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { checkInvariants } from '../check/check-invariants.ts';
import { Refusal } from '../http/refusal.ts';
import { createPromoCode } from '../reservations/create-promo-code.ts';
import { createSeats } from './create-seats.ts';
import { createHoldEngine, type HoldEngine, type HoldRequest } from './hold-engine.ts';

const ADDRESS_LIMIT = 10;
const PRICE_MINOR = 1_000_000;

let on: TestApp;
let host: TestHost;
let engine: HoldEngine;

before(async () => {
  on = await startTestApp();
  // What is promised here is promised without the sweeper.
  await on.app.database.query(
    `CREATE OR REPLACE FUNCTION give_back_lapsed(most integer) RETURNS integer LANGUAGE plpgsql AS 'BEGIN RETURN 0; END'`,
  );
  host = await makeHost(on);
  engine = createHoldEngine({ database: on.app.database, addressLimit: ADDRESS_LIMIT });
});
after(async () => {
  await engine.close();
  await on.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

type Cart = Partial<Omit<HoldRequest, 'lines'>> & { lines: { sku: string; quantity: number }[] };

/** A buyer of their own, at an address of their own, unless told otherwise. */
function request({ lines, ...rest }: Cart & { eventId: string }): HoldRequest {
  const priced = lines.map((line) => ({ ...line, priceMinor: PRICE_MINOR }));
  const items = lines.map(({ quantity }) => ({ quantity, price: PRICE_MINOR, fee: 0, discount: 0 }));
  return {
    token: randomUUID(),
    address: randomUUID(),
    seatIds: [],
    promoCodeId: null,
    quoteReference: 'q_test',
    quote: { total: items.reduce((sum, item) => sum + item.quantity * item.price, 0), items },
    ...rest,
    lines: priced,
  };
}

/** Decided together: what is asked for in one breath is one batch. */
const together = (...requests: HoldRequest[]) => Promise.all(requests.map((one) => engine.hold(one)));

const outcomes = async (...requests: HoldRequest[]): Promise<string[]> =>
  (await together(...requests)).map(({ outcome }) => outcome);

/** An event with so many general tickets, and the way to ask for some. */
async function sale(capacity: number) {
  const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity }] });
  const [sku = ''] = skus;
  return {
    eventId,
    sku,
    ask: (quantity: number, rest: Partial<Cart> = {}) =>
      request({ eventId, ...rest, lines: quantity ? [{ sku, quantity }] : [] }),
  };
}

/** An event with so many seats to look at and some to spare, and the way to ask for some by their places. */
async function seatSale(shown: number) {
  const count = shown + 10;
  const { eventId, skus } = await makeEvent(on, host, {
    kind: 'seat_map',
    ticketTypes: [{ kind: 'SEATED', capacity: count }],
  });
  const [sku = ''] = skus;
  await on.app.database.transaction((tx) =>
    createSeats(
      tx,
      eventId,
      Array.from({ length: count }, (_, at) => ({
        ticketTypeId: sku,
        section: 'Stalls',
        rowLabel: 'A',
        seatLabel: String(at + 1),
        x: at,
        y: 0,
        isAccessible: false,
        isRestrictedView: false,
      })),
    ),
  );
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM seats WHERE event_id = $1 ORDER BY x',
    [eventId],
  );
  const ids = rows.map(({ id }) => id);
  return {
    eventId,
    idsOf: (places: number[]) => places.map((at) => ids[at] ?? '').sort(),
    ask: (places: number[], rest: Partial<Cart> = {}) =>
      request({
        eventId,
        ...rest,
        lines: places.length > 0 ? [{ sku, quantity: places.length }] : [],
        seatIds: places.map((at) => ids[at] ?? ''),
      }),
    /** The tokens of those who hold each seat now, by place. */
    async holders(): Promise<(string | null)[]> {
      const { rows: seats } = await on.app.database.query<{ token: string | null }>(
        `SELECT r.token FROM seats AS s LEFT JOIN reservations AS r ON r.id = s.held_by AND s.held_until > now()
          WHERE s.event_id = $1 ORDER BY s.x LIMIT $2`,
        [eventId, shown],
      );
      return seats.map(({ token }) => token);
    },
  };
}

async function lapse(token: string | null): Promise<void> {
  await on.app.database.query(
    `WITH moved AS (
       UPDATE reservations SET expires_at = clock_timestamp() - interval '1 ms' WHERE token = $1 RETURNING id, expires_at
     ), holds_moved AS (
       UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id
     )
     UPDATE seats SET held_until = moved.expires_at FROM moved WHERE held_by = moved.id`,
    [token],
  );
}

async function heldOf(sku: string): Promise<number> {
  const { rows } = await on.app.database.query<{ held: number }>(
    `SELECT coalesce(sum(quantity), 0) AS held FROM holds WHERE ticket_type_id = $1 AND expires_at > now()`,
    [sku],
  );
  return rows[0]?.held ?? -1;
}

describe('seats', () => {
  test('one seat has one holder', async () => {
    const { ask, holders, idsOf } = await seatSale(3);
    const [a, b] = [ask([1]), ask([1])];
    assert.equal((await engine.hold(a)).outcome, 'held');
    const late = await engine.hold(b);
    assert.equal(late.outcome, 'seats_taken');
    assert.deepEqual(late.culprits, idsOf([1]));
    assert.deepEqual(await holders(), [null, a.token, null]);
  });

  test('several are had all or none, and whoever misses out is told which were taken', async () => {
    const { ask, holders, idsOf } = await seatSale(6);
    const [a, b] = [ask([1, 2, 4]), ask([0, 1, 4, 5])];
    assert.equal((await engine.hold(a)).outcome, 'held');
    const late = await engine.hold(b);
    assert.equal(late.outcome, 'seats_taken');
    assert.deepEqual(late.culprits, idsOf([1, 4]));
    assert.deepEqual(await holders(), [null, a.token, a.token, null, a.token, null]);
  });

  test('two who want the same seat in one batch: the first has it, the second is told', async () => {
    const { ask, holders, idsOf } = await seatSale(3);
    const [a, b, c] = [ask([0, 1]), ask([1, 2]), ask([2])];
    const results = await together(a, b, c);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['held', 'seats_taken', 'held'],
    );
    assert.ok(results[1]?.culprits.includes(idsOf([1])[0] ?? ''));
    assert.deepEqual(await holders(), [a.token, a.token, c.token]);
  });

  test('in a refresh own seats can be kept, others added and some let go', async () => {
    const { ask, holders } = await seatSale(4);
    const { token } = ask([]);
    assert.deepEqual(await outcomes(ask([0, 1], { token })), ['held']);
    assert.deepEqual(await outcomes(ask([0, 1], { token })), ['refreshed']);
    assert.deepEqual(await outcomes(ask([1, 2, 3], { token })), ['refreshed']);
    assert.deepEqual(await holders(), [null, token, token, token]);
  });

  test('a refresh that wants a taken seat leaves the old seats as they were', async () => {
    const { ask, holders, idsOf } = await seatSale(3);
    const [a, b] = [ask([0]), ask([2])];
    await together(a, b);
    const result = await engine.hold(ask([0, 1, 2], { token: a.token }));
    assert.equal(result.outcome, 'seats_taken');
    assert.deepEqual(result.culprits, idsOf([2]));
    assert.deepEqual(await holders(), [a.token, null, b.token]);
  });

  test('those of a lapsed hold can be had, and do not come back to it', async () => {
    const { ask, holders } = await seatSale(2);
    const [a, b] = [ask([0, 1]), ask([1])];
    await engine.hold(a);
    await lapse(a.token);
    assert.deepEqual(await outcomes(b), ['held']);
    assert.deepEqual(await outcomes(ask([0, 1], { token: a.token })), ['seats_taken']);
    assert.deepEqual(await outcomes(ask([0], { token: a.token })), ['held']);
    assert.deepEqual(await holders(), [a.token, b.token]);
  });

  test('released seats are free at once', async () => {
    const { ask, holders } = await seatSale(2);
    const [a, b] = [ask([0, 1]), ask([0, 1])];
    await engine.hold(a);
    assert.deepEqual(await outcomes(ask([], { token: a.token })), ['released']);
    assert.deepEqual(await holders(), [null, null]);
    assert.deepEqual(await outcomes(b), ['held']);
  });

  test('what one lets go, the next in the same batch can have', async () => {
    const { ask, holders } = await seatSale(4);
    const [a, b] = [ask([0, 1]), ask([2])];
    await together(a, b);
    const [c, d] = [ask([0, 1]), ask([2])];
    const decided = await outcomes(ask([], { token: a.token }), c, ask([3], { token: b.token }), d);
    assert.deepEqual(decided, ['released', 'held', 'refreshed', 'held']);
    assert.deepEqual(await holders(), [c.token, c.token, d.token, b.token]);
  });

  test('a sold seat is taken for good', async () => {
    const { ask, eventId } = await seatSale(2);
    const setSold = (isSold: boolean) =>
      on.app.database.query('UPDATE seats SET is_sold = $2 WHERE event_id = $1 AND x = 0', [eventId, isSold]);
    await setSold(true);
    assert.deepEqual(await outcomes(ask([0]), ask([1])), ['seats_taken', 'held']);
    // Nobody has a ticket for it: the checker would mind.
    await setSold(false);
  });
});

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
    await lapse(lapsed.token);
    assert.deepEqual(await outcomes(ask(1, { token: loyal.token }), ask(3)), ['refreshed', 'held']);
    assert.equal(await heldOf(sku), 4);
  });

  test('gives the stock of a lapsed cart to others though its buyer is refused, or only releases it, in it', async () => {
    for (const quantity of [5, 0]) {
      const { ask, sku } = await sale(4);
      const lapsed = ask(4);
      await engine.hold(lapsed);
      await lapse(lapsed.token);
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
    const promoCodeId = await on.app.database.transaction((tx) =>
      createPromoCode(tx, {
        eventId,
        code: 'ONCE',
        discount: { amountMinor: 1 },
        maximumUses: 1,
        ticketTypeIds: [],
      }),
    );
    const [lapsed, loyal] = [ask(1, { promoCodeId }), ask(1)];
    assert.deepEqual(await outcomes(lapsed, loyal, ask(1, { promoCodeId })), [
      'held',
      'held',
      'promo_unavailable',
    ]);
    await lapse(lapsed.token);
    assert.deepEqual(await outcomes(ask(1, { token: loyal.token }), ask(1, { promoCodeId })), [
      'refreshed',
      'held',
    ]);
  });

  test('does not wait for a lapsed cart that somebody is just giving back', async (t) => {
    const { ask, eventId } = await sale(100);
    const promoCodeId = await on.app.database.transaction((tx) =>
      createPromoCode(tx, {
        eventId,
        code: 'TWICE',
        discount: { amountMinor: 1 },
        maximumUses: 2,
        ticketTypeIds: [],
      }),
    );
    const lapsed = ask(1, { promoCodeId });
    await engine.hold(lapsed);
    await lapse(lapsed.token);
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

describe('one request that the database cannot digest', () => {
  const poisons: [string, Partial<Cart>][] = [
    ['a quote that jsonb refuses', { quote: { total: 0, items: [], note: 'a \0 in it' } }],
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

test('prices, sale windows and old carts of other types are judged by what the database says', async () => {
  const { eventId, skus } = await makeEvent(on, host, {
    ticketTypes: [{ capacity: 2 }, { capacity: 2, saleEndsAt: new Date(Date.now() - 60_000) }, {}],
  });
  const [first = '', ended = '', third = ''] = skus;
  const stale = request({ eventId, lines: [{ sku: first, quantity: 1 }] });
  for (const line of stale.lines) line.priceMinor = 1;
  const results = await together(
    stale,
    request({ eventId, lines: [{ sku: ended, quantity: 1 }] }),
    request({
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
  assert.deepEqual(await outcomes(request({ eventId, token, lines: [{ sku: first, quantity: 2 }] })), [
    'held',
  ]);
  assert.deepEqual(
    await outcomes(
      request({ eventId, token, lines: [{ sku: third, quantity: 1 }] }),
      request({ eventId, lines: [{ sku: first, quantity: 2 }] }),
    ),
    ['refreshed', 'held'],
  );
});
