import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { checkInvariants } from '../../src/check/check-invariants.ts';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { createSeats } from '../../src/inventory/create-seats.ts';
import { createHoldEngine, type HoldEngine, type HoldRequest } from '../../src/inventory/hold-engine.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

const ENVIRONMENT = {
  LOG_LEVEL: 'info',
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_KEY: '1000000',
  HOLD_LIMIT_PER_ADDRESS: '1000000',
};
const BUYERS = 1_000;
const STOCK = 100;
const PRICE_MINOR = 1_000_000;

let on: TestApp;
let apps: TestApp[];
let host: TestHost;

before(async () => {
  on = await startTestApp({ environment: ENVIRONMENT });
  apps = [on];
  for (let more = 0; more < 2; more++) apps.push(await startTestApp({ on, environment: ENVIRONMENT }));
  host = await makeHost(on);
});
after(async () => {
  for (const app of apps.toReversed()) await app.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

const appOf = (at: number, count: number): TestApp => apps[at % count] ?? on;

type Item = { sku: string; quantity: number };

const hold = (
  through: Pick<TestApp, 'baseUrl'>,
  slug: string,
  items: Item[],
  token: string,
): Promise<Answer> =>
  ask(through, `/events/${slug}/reservations`, {
    method: 'POST',
    key: host,
    headers: { 'x-device-id': token },
    body: { items },
  });

const release = (through: Pick<TestApp, 'baseUrl'>, slug: string, token: string): Promise<Answer> =>
  ask(through, `/events/${slug}/reservations`, {
    method: 'DELETE',
    key: host,
    headers: { 'x-device-id': token },
  });

async function heldOf(eventId: string): Promise<number[]> {
  const { rows } = await on.app.database.query<{ held: number }>(
    'SELECT held FROM ticket_types WHERE event_id = $1 ORDER BY position',
    [eventId],
  );
  return rows.map(({ held }) => held);
}

function assertNoServerError(answers: Answer[]): void {
  const failed = answers.filter(({ status }) => status >= 500);
  assert.deepEqual(
    failed.map(({ body }) => body),
    [],
  );
}

/** A database to break: a copy with an event of its own that nobody checks, reached through as many pools as the real one. */
async function makeUnsafe(
  kind: 'general' | 'seat_map',
  capacities: number[],
  t: { after(end: () => unknown): void },
) {
  const app = await startTestApp({ environment: ENVIRONMENT });
  t.after(() => app.close());
  const pools = apps.map(() =>
    connectDatabase({ url: app.testDatabase.url, poolSize: 10, onIdleError: () => {} }),
  );
  t.after(() => Promise.all(pools.map((pool) => pool.close())));
  const event = await makeEvent(app, await makeHost(app), {
    kind,
    ticketTypes: capacities.map((capacity) => ({
      capacity,
      kind: kind === 'general' ? 'GENERAL' : 'SEATED',
    })),
  });
  return { app, event, poolOf: (at: number) => pools[at % pools.length] ?? app.app.database };
}

/** The unsafe way: read what is left, then write. */
async function unsafeHold(database: Database, items: Item[]): Promise<boolean> {
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

async function makeSeats(app: TestApp, eventId: string, sku: string): Promise<string[]> {
  await app.app.database.transaction((tx) =>
    createSeats(
      tx,
      eventId,
      Array.from({ length: STOCK }, (_, at) => ({
        ticketTypeId: sku,
        section: 'Stalls',
        rowLabel: String(Math.floor(at / 10)),
        seatLabel: String(at % 10),
        x: at % 10,
        y: Math.floor(at / 10),
        isAccessible: false,
        isRestrictedView: false,
      })),
    ),
  );
  const { rows } = await app.app.database.query<{ id: string }>('SELECT id FROM seats WHERE event_id = $1', [
    eventId,
  ]);
  return rows.map(({ id }) => id);
}

/** One to three different seats for each buyer. */
const chooseSeats = (seats: string[]): string[][] =>
  Array.from({ length: BUYERS }, () => {
    const chosen = new Set<string>();
    for (let count = randomInt(1, 4); chosen.size < count;) chosen.add(seats[randomInt(seats.length)] ?? '');
    return [...chosen];
  });

function requestFor(
  eventId: string,
  sku: string,
  quantity: number,
  rest: Partial<HoldRequest> = {},
): HoldRequest {
  return {
    eventId,
    token: randomUUID(),
    address: randomUUID(),
    lines: [{ sku, quantity, priceMinor: PRICE_MINOR }],
    seatIds: [],
    promoCodeId: null,
    quoteReference: 'q_test',
    quote: { total: quantity * PRICE_MINOR, items: [{ quantity, price: PRICE_MINOR, fee: 0, discount: 0 }] },
    ...rest,
  };
}

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
    const { event, poolOf } = await makeUnsafe('general', [STOCK], t);
    const [sku = ''] = event.skus;
    const held = await Promise.all(
      Array.from({ length: BUYERS }, (_, at) => unsafeHold(poolOf(at), [{ sku, quantity: 1 }])),
    );
    assert.ok(held.filter(Boolean).length > STOCK);
  });
});

describe('a thousand buyers, a hundred seats', () => {
  test('through two engines at once: every seat has one holder', async () => {
    const { eventId, skus } = await makeEvent(on, host, {
      kind: 'seat_map',
      ticketTypes: [{ kind: 'SEATED', capacity: STOCK }],
    });
    const [sku = ''] = skus;
    const carts = chooseSeats(await makeSeats(on, eventId, sku));
    const engines = [0, 1].map(() => createHoldEngine({ database: on.app.database, addressLimit: 10 }));
    try {
      const requests = carts.map((seatIds) => requestFor(eventId, sku, seatIds.length, { seatIds }));
      const results = await Promise.all(
        requests.map((request, at) => (engines[at % 2] as HoldEngine).hold(request)),
      );
      const outcomes = new Set(results.map(({ outcome }) => outcome));
      assert.deepEqual([...outcomes].sort(), ['held', 'seats_taken', 'unavailable']);
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
    const { app, event, poolOf } = await makeUnsafe('seat_map', [STOCK], t);
    const carts = chooseSeats(await makeSeats(app, event.eventId, event.skus[0] ?? ''));
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

  test('through three processes at once: never more than there are, nobody waits in a circle, no server error', async () => {
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
    const { rows } = await on.app.database.query<{ deadlocks: number }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    assert.deepEqual(rows, [{ deadlocks: 0 }]);
  });

  test('the unsafe way oversells with such carts', async (t) => {
    const { app, event, poolOf } = await makeUnsafe('general', CAPACITIES, t);
    const carts = fc.sample(cart, 150);
    await Promise.all(
      carts.map((wanted, at) =>
        unsafeHold(
          poolOf(at),
          wanted.map(({ at: type, quantity }) => ({ sku: event.skus[type] ?? '', quantity })),
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

describe('the moment at which a hold lapses', () => {
  /** Runs the sweeper without a pause, as often as it can, until told to stop. */
  function keepSweeping(): { stop(): Promise<void> } {
    const over = new AbortController();
    const sweepers = apps.map(async ({ app }) => {
      while (!over.signal.aborted) await app.database.query('SELECT give_back_lapsed(100)');
    });
    const everybody = Promise.all(sweepers);
    everybody.catch(() => {});
    return {
      async stop() {
        over.abort();
        await everybody;
      },
    };
  }

  async function lapseIn(token: string | null, ms: number): Promise<void> {
    await on.app.database.query(
      `WITH moved AS (
         UPDATE reservations SET expires_at = clock_timestamp() + $2 * interval '1 ms' WHERE token = $1
         RETURNING id, expires_at)
       UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
      [token, ms],
    );
  }

  test('many want the last ticket, its holder among them, and the sweeper is at it too: one has it', async () => {
    const engines = apps.map(({ app }) => createHoldEngine({ database: app.database, addressLimit: 10 }));
    const sweeping = keepSweeping();
    try {
      for (let round = 0; round < 12; round++) {
        const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1 }] });
        const [sku = ''] = skus;
        const holder = requestFor(eventId, sku, 1);
        assert.equal((await (engines[0] as HoldEngine).hold(holder)).outcome, 'held');
        await lapseIn(holder.token, 50);
        const winners: (string | null)[] = [];
        await Promise.all(
          Array.from({ length: 30 }, async (_, at) => {
            // In every other round the holder comes back for it at that moment.
            const isHolder = at === 0 && round % 2 === 0;
            const request = isHolder
              ? requestFor(eventId, sku, 1, { token: holder.token })
              : requestFor(eventId, sku, 1);
            while (winners.length === 0) {
              const { outcome, expiresAt } = await (engines[at % 3] as HoldEngine).hold(request);
              if (outcome === 'held' || outcome === 'refreshed') winners.push(request.token);
              else assert.equal(outcome, 'unavailable');
              if (outcome === 'refreshed') assert.ok(expiresAt);
            }
          }),
        );
        assert.equal(winners.length, 1);
        const { rows } = await on.app.database.query<{ token: string }>(
          `SELECT r.token FROM holds AS h JOIN reservations AS r ON r.id = h.reservation_id
            WHERE h.ticket_type_id = $1`,
          [sku],
        );
        assert.deepEqual(rows, [{ token: winners[0] }]);
        assert.deepEqual(await heldOf(eventId), [1]);
      }
    } finally {
      await sweeping.stop();
      for (const engine of engines) await engine.close();
    }
  });

  test('carts of several types lapse under buyers and the sweeper: the counters end up exact', async () => {
    const engines = apps.map(({ app }) => createHoldEngine({ database: app.database, addressLimit: 1_000 }));
    const sweeping = keepSweeping();
    try {
      const { eventId, skus } = await makeEvent(on, host, {
        ticketTypes: [{ capacity: 20 }, { capacity: 20 }, { capacity: 20 }],
      });
      const cart = () => {
        const lines = skus
          .filter(() => randomInt(2))
          .map((sku) => ({ sku, quantity: randomInt(1, 4), priceMinor: PRICE_MINOR }));
        const [sku = ''] = skus;
        return lines.length > 0 ? lines : [{ sku, quantity: 1, priceMinor: PRICE_MINOR }];
      };
      await Promise.all(
        Array.from({ length: 24 }, async (_, at) => {
          const token = randomUUID();
          for (let turn = 0; turn < 15; turn++) {
            const lines = cart();
            const items = lines.map(({ quantity, priceMinor }) => ({
              quantity,
              price: priceMinor,
              fee: 0,
              discount: 0,
            }));
            const quote = { items, total: items.reduce((sum, item) => sum + item.quantity * item.price, 0) };
            const { outcome } = await (engines[at % 3] as HoldEngine).hold(
              requestFor(eventId, '', 0, { token, lines, quote }),
            );
            assert.ok(['held', 'refreshed', 'unavailable'].includes(outcome), outcome);
            if (turn % 2) await lapseIn(token, randomInt(20));
          }
        }),
      );
      assert.deepEqual(await checkInvariants(on.app.database), []);
    } finally {
      await sweeping.stop();
      for (const engine of engines) await engine.close();
    }
  });
});

describe('the clock of the process is wrong', () => {
  const TEN_MINUTES_MS = 10 * 60_000;
  const fixture = path.join(import.meta.dirname, 'shifted-clock.fixture.ts');

  for (const [how, shiftMs] of [
    ['ten minutes fast', TEN_MINUTES_MS],
    ['ten minutes slow', -TEN_MINUTES_MS],
  ] as const) {
    test(`${how}: holds, lapses and sales are judged by the database's time`, async (t) => {
      const { dataDir, remove } = await makeDataDir();
      const program: Program = await launch({
        DATA_DIR: dataDir,
        DATABASE_URL: on.testDatabase.url,
        SECRET_KEY: on.secretKey.toString('hex'),
        NODE_OPTIONS: `--import=${fixture}`,
        CLOCK_SHIFT_MS: String(shiftMs),
      });
      t.after(async () => {
        program.child.kill('SIGKILL');
        await program.exited;
        await remove();
      });
      await untilHealthy(program);
      const said = /the clock says (\S+)/.exec(program.output())?.[1] ?? '';
      assert.ok(Math.abs(Date.parse(said) - Date.now() - shiftMs) < TEN_MINUTES_MS / 2, said);

      const inMs = (ms: number) => new Date(Date.now() + ms);
      const { slug, skus, eventId } = await makeEvent(on, host, {
        ticketTypes: [
          { capacity: 1 },
          { saleStartsAt: inMs(-TEN_MINUTES_MS / 2), saleEndsAt: inMs(TEN_MINUTES_MS / 2) },
          { saleStartsAt: inMs(TEN_MINUTES_MS / 2) },
          { saleEndsAt: inMs(-TEN_MINUTES_MS / 2) },
        ],
      });
      const [last = '', onSale = '', tooEarly = '', tooLate = ''] = skus;
      const [a, b] = [randomUUID(), randomUUID()];
      const one = async (through: Pick<TestApp, 'baseUrl'>, sku: string, token: string) => {
        const { status, body } = await hold(through, slug, [{ sku, quantity: 1 }], token);
        return status === 400 ? (body.error_code as string) : status;
      };

      // Held by a process with the right time, seen by the one with the wrong time, and the other way round.
      assert.equal(await one(on, last, a), 201);
      assert.equal(await one(program, last, b), 'tickets_unavailable');
      assert.equal(await one(program, last, a), 200);
      assert.equal(await one(on, last, b), 'tickets_unavailable');
      const { rows } = await on.app.database.query<{ left_ms: number; first_ms: number; at: Date }>(
        `SELECT extract(epoch FROM expires_at - now()) * 1000 AS left_ms, expires_at AS at,
                extract(epoch FROM expires_at - first_held_at) * 1000 AS first_ms
           FROM reservations WHERE event_id = $1`,
        [eventId],
      );
      const leftMs = Number(rows[0]?.left_ms);
      assert.ok(leftMs > TEN_MINUTES_MS / 2 && leftMs <= TEN_MINUTES_MS, `${leftMs} ms left`);

      await on.app.database.query(
        `WITH moved AS (UPDATE reservations SET expires_at = now() WHERE event_id = $1 RETURNING id, expires_at)
         UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
        [eventId],
      );
      const tickets = await ask(program, `/events/${slug}/tickets`, { key: host });
      assert.deepEqual(
        tickets.body.data.map((ticket: { status: string }) => ticket.status),
        ['AVAILABLE', 'AVAILABLE', 'COMING_SOON', 'SALE_ENDED'],
      );
      assert.equal((await release(program, slug, a)).body.error_code, 'nothing_to_release');
      assert.equal(await one(program, last, b), 201);
      assert.equal(await one(program, last, a), 'tickets_unavailable');

      assert.equal(await one(program, onSale, a), 201);
      assert.equal(await one(program, tooEarly, a), 'tickets_unavailable');
      assert.equal(await one(program, tooLate, a), 'tickets_unavailable');
      const again = await hold(program, slug, [{ sku: onSale, quantity: 2 }], a);
      const countdownMs = Date.parse(again.body.data.clientExpiresAt) - Date.now();
      assert.ok(countdownMs > TEN_MINUTES_MS / 2 && countdownMs < TEN_MINUTES_MS, `${countdownMs} ms`);
    });
  }
});
