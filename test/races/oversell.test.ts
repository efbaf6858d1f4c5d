import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { OPERATOR } from '../../src/audit/actor.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import type { Queryable } from '../../src/db/database.ts';
import { makeHoldRequest } from '../../src/inventory/hold-engine.fixture.ts';
import { createHoldEngine, type HoldEngine } from '../../src/inventory/hold-engine.ts';
import { shareStock } from '../../src/inventory/pools/share-stock.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { until } from '../harness/until.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { ENVIRONMENT, startRaces, type Item } from './races.fixture.ts';

const BUYERS = 1_000;
const STOCK = 100;
const HALL: Parameters<typeof makeHall>[2] = {
  seatsPerType: STOCK,
  event: { ticketTypes: [{ kind: 'SEATED', capacity: STOCK }] },
};

const world = await startRaces();
const { on, apps, host, hold, release, heldOf } = world;
after(() => world.close());
afterEach(() => world.check());

const appOf = (at: number, count: number): TestApp => apps[at % count] ?? on;

function assertNoServerError(answers: Answer[]): void {
  const failed = answers.filter(({ status }) => status >= 500);
  assert.deepEqual(
    failed.map(({ body }) => body),
    [],
  );
}

/** A database to break: a copy with a host of its own that nobody checks, reached through as many pools as the real one. */
async function startUnsafe(t: { after(end: () => unknown): void }) {
  const app = await startTestApp({ environment: ENVIRONMENT });
  // Not the product's: there whoever waits too long for a connection is sent away, and these are to come through.
  const connection = { connectionString: app.testDatabase.url, application_name: 'unsafe' };
  const pools = apps.map(() => new pg.Pool({ ...connection, max: 10 }));
  t.after(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    // A pool ends before its connections do, and one that is ended by the drop of its database complains.
    await until('the connections to be gone', async () => {
      const { rows } = await app.app.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'unsafe'`,
      );
      return rows.length === 0;
    });
    await app.close();
  });
  const poolOf = (at: number): Queryable => pools[at % pools.length] ?? app.app.database;
  return { app, host: await makeHost(app), poolOf };
}

/** The unsafe way: read what is left, then write. */
async function unsafeHold(database: Queryable, items: Item[]): Promise<boolean> {
  for (const { sku, quantity } of items) {
    const { rows } = await database.query<{ left: number }>(
      `SELECT t.capacity - coalesce((SELECT sum(quantity) FROM holds WHERE ticket_type_id = t.id), 0) AS left
         FROM ticket_types AS t WHERE t.id = $1`,
      [sku],
    );
    if ((rows[0]?.left ?? 0) < quantity) return false;
  }
  await database.query(
    `INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at)
     SELECT $1, sku, quantity, now() + interval '10 minutes' FROM unnest($2::uuid[], $3::int[]) AS item (sku, quantity)`,
    [randomUUID(), items.map(({ sku }) => sku), items.map(({ quantity }) => quantity)],
  );
  return true;
}

/** One to three different seats for each buyer. */
const chooseSeats = (seats: string[]): string[][] =>
  Array.from({ length: BUYERS }, () => {
    const chosen = new Set<string>();
    for (let count = randomInt(1, 4); chosen.size < count;) chosen.add(seats[randomInt(seats.length)] ?? '');
    return [...chosen];
  });

describe('a thousand buyers, a hundred tickets', () => {
  test('through two processes at once: a hundred have one, nine hundred are told that none is left', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ capacity: STOCK }] });
    const [sku = ''] = skus;
    const answers = await Promise.all(
      Array.from({ length: BUYERS }, (_, at) =>
        hold(appOf(at, 2), slug, [{ sku, quantity: 1 }], randomUUID()),
      ),
    );
    const of = (status: number) => answers.filter((answer) => answer.status === status);
    assert.equal(of(201).length, STOCK);
    assert.equal(of(400).length, BUYERS - STOCK);
    assert.ok(of(400).every(({ body }) => body.error_code === 'tickets_unavailable'));
    assert.equal(new Set(of(201).map(({ body }) => body.data.reservationToken)).size, STOCK);
    assert.deepEqual(await heldOf(eventId), [STOCK]);
  });

  test('the unsafe way sells more than there are under the same load', async (t) => {
    const { app, host: seller, poolOf } = await startUnsafe(t);
    const { skus } = await makeEvent(app, seller, { ticketTypes: [{ capacity: STOCK }] });
    const [sku = ''] = skus;
    const held = await Promise.all(
      Array.from({ length: BUYERS }, (_, at) => unsafeHold(poolOf(at), [{ sku, quantity: 1 }])),
    );
    assert.ok(held.filter(Boolean).length > STOCK);
  });
});

describe('a thousand buyers, a hundred places at two prices', () => {
  /** Two ticket types that could each sell all of the places, asked for by turns through two engines. */
  async function sellPool(app: TestApp, seller: TestHost): Promise<number> {
    const { eventId, skus } = await makeEvent(app, seller, {
      ticketTypes: [{ capacity: STOCK }, { capacity: STOCK }],
    });
    const pool = { actor: OPERATOR, name: 'Floor', capacity: STOCK, ticketTypeIds: skus };
    const { database } = app.app;
    await database.transaction((tx) => shareStock(tx, { hostId: seller.hostId, eventId, ...pool }));
    const engines = [0, 1].map(() => createHoldEngine({ database, addressLimit: 10 }));
    try {
      const results = await Promise.all(
        Array.from({ length: BUYERS }, (_, at) => {
          const [sku = '', mate = ''] = at % 4 < 2 ? skus : skus.toReversed();
          const lines = [{ sku, quantity: 1, poolMates: [mate] }];
          return (engines[at % 2] as HoldEngine).hold(makeHoldRequest({ eventId, lines }));
        }),
      );
      return results.filter(({ outcome }) => outcome === 'held').length;
    } finally {
      for (const engine of engines) await engine.close();
    }
  }

  test('through two engines at once: a hundred have one', async () => {
    assert.equal(await sellPool(on, host), STOCK);
  });

  test('an engine that does not look at the pool sells more than there are under the same load', async (t) => {
    const { app, host: seller } = await startUnsafe(t);
    for (const name of ['pools_left', 'pools_on_sale'])
      await app.app.database.query(
        `CREATE OR REPLACE FUNCTION ${name}(ids uuid[]) RETURNS integer[] LANGUAGE sql AS 'SELECT array_fill(1000, ARRAY[cardinality(ids)])'`,
      );
    assert.ok((await sellPool(app, seller)) > STOCK);
    const violations = await checkInvariants(app.app.database);
    assert.ok(violations.some(({ promise }) => promise === 'no pool is oversold'));
  });
});

describe('a thousand buyers, a hundred seats', () => {
  test('through two engines at once: every seat has one holder', async () => {
    const { eventId, skus, seatIds: seats } = await makeHall(on, host, HALL);
    const [sku = ''] = skus;
    const carts = chooseSeats(seats);
    const engines = [0, 1].map(() => createHoldEngine({ database: on.app.database, addressLimit: 10 }));
    try {
      const requests = carts.map((seatIds) =>
        makeHoldRequest({ eventId, lines: [{ sku, quantity: seatIds.length }], seatIds }),
      );
      const results = await Promise.all(
        requests.map((request, at) => (engines[at % 2] as HoldEngine).hold(request)),
      );
      const outcomes = new Set(results.map(({ outcome }) => outcome));
      // Whether somebody comes when fewer seats are left than wanted is a matter of luck.
      outcomes.delete('unavailable');
      assert.deepEqual([...outcomes].sort(), ['held', 'seats_taken']);
      const promised = requests.flatMap((request, at) =>
        results[at]?.outcome === 'held' ? request.seatIds.map((id) => `${id} ${String(request.token)}`) : [],
      );
      const { rows } = await on.app.database.query<{ held: string }>(
        `SELECT s.id || ' ' || r.token AS held FROM seats AS s JOIN reservations AS r ON r.id = s.held_by
          WHERE s.event_id = $1`,
        [eventId],
      );
      assert.deepEqual(promised.sort(), rows.map(({ held }) => held).sort());
      assert.deepEqual(await heldOf(eventId), [promised.length]);
    } finally {
      for (const engine of engines) await engine.close();
    }
  });

  test('the unsafe way gives a seat to several under the same load', async (t) => {
    const { app, host: seller, poolOf } = await startUnsafe(t);
    const carts = chooseSeats((await makeHall(app, seller, HALL)).seatIds);
    const held = await Promise.all(
      carts.map(async (seatIds, at) => {
        const { rowCount } = await poolOf(at).query(
          'SELECT 1 FROM seats WHERE id = ANY ($1) AND held_by IS NOT NULL',
          [seatIds],
        );
        if (rowCount) return [];
        const reservationId = randomUUID();
        // One by one: two carts that share seats would deadlock otherwise, which is safer than unsafe.
        for (const seatId of seatIds) {
          await poolOf(at).query(
            `UPDATE seats SET held_by = $2, held_until = now() + interval '10 minutes' WHERE id = $1`,
            [seatId, reservationId],
          );
        }
        return seatIds;
      }),
    );
    const given = held.flat();
    assert.ok(given.length > new Set(given).size);
  });
});

describe('random carts of several ticket types', () => {
  const CAPACITIES = [3, 7, 15, 40];
  type Wanted = { at: number; quantity: number };
  const cart = fc.uniqueArray(fc.record({ at: fc.nat(3), quantity: fc.integer({ min: 1, max: 5 }) }), {
    selector: ({ at }) => at,
    minLength: 1,
    maxLength: 4,
  });
  const deed = fc.record({
    buyer: fc.nat(39),
    // An empty cart: the buyer lets go.
    cart: fc.oneof({ weight: 5, arbitrary: cart }, fc.constant<Wanted[]>([])),
    through: fc.nat(2),
  });

  test('through three processes at once: never more than there are, no server error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 60, maxLength: 150 }), async (deeds) => {
        const { slug, skus, eventId } = await makeEvent(on, host, {
          ticketTypes: CAPACITIES.map((capacity) => ({ capacity })),
        });
        const tokens = Array.from({ length: 40 }, () => randomUUID());
        const answers = await Promise.all(
          deeds.map(({ buyer, cart: wanted, through }) => {
            const token = tokens[buyer] ?? '';
            const items = wanted.map(({ at, quantity }) => ({ sku: skus[at] ?? '', quantity }));
            return items.length > 0
              ? hold(appOf(through, 3), slug, items, token)
              : release(appOf(through, 3), slug, token);
          }),
        );
        assertNoServerError(answers);
        for (const { status, body } of answers) {
          const isRefused = ['tickets_unavailable', 'nothing_to_release'].includes(body.error_code);
          assert.ok(status === 200 || status === 201 || isRefused, JSON.stringify(body));
        }
        const held = await heldOf(eventId);
        assert.ok(held.every((count, at) => count <= (CAPACITIES[at] ?? 0)));
        assert.deepEqual(await checkInvariants(on.app.database), []);
      }),
      { numRuns: 12 },
    );
  });

  test('the unsafe way oversells with such carts', async (t) => {
    const { app, host: seller, poolOf } = await startUnsafe(t);
    const { skus } = await makeEvent(app, seller, {
      ticketTypes: CAPACITIES.map((capacity) => ({ capacity })),
    });
    const carts = fc.sample(cart, 150);
    await Promise.all(
      carts.map((wanted, at) =>
        unsafeHold(
          poolOf(at),
          wanted.map(({ at: type, quantity }) => ({ sku: skus[type] ?? '', quantity })),
        ),
      ),
    );
    const { rows } = await app.app.database.query<{ oversold: boolean }>(
      `SELECT sum(h.quantity) > t.capacity AS oversold FROM ticket_types AS t JOIN holds AS h ON h.ticket_type_id = t.id
        GROUP BY t.id`,
    );
    assert.ok(rows.some(({ oversold }) => oversold));
  });
});
