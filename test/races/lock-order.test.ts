import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { OPERATOR } from '../../src/audit/actor.ts';
import { openDoors } from '../../src/check-in/door-world.fixture.ts';
import type { Database } from '../../src/db/database.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { makeHoldRequest, PRICE_MINOR, stopSweeper } from '../../src/inventory/hold-engine.fixture.ts';
import { createHoldEngine, type HoldEngine } from '../../src/inventory/hold-engine.ts';
import { changePool } from '../../src/inventory/pools/change-pool.ts';
import { shareStock } from '../../src/inventory/pools/share-stock.ts';
import { createOrderEngine, type OrderEngine } from '../../src/orders/order-engine.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { lapse } from '../harness/buy.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';

// The order of locks is in functions/README.md. A transaction that breaks it deadlocks sooner or later; here it is sooner: a third
// transaction keeps both sides back until each has the lock that the other one needs next.

const on = await startTestApp();
const { database } = on.app;
const host = await makeHost(on);
// The tests sweep themselves, by the function that is here replaced for everybody else.
await database.query('ALTER FUNCTION give_back_lapsed RENAME TO sweep');
await stopSweeper(on);
after(() => on.close());

const countDeadlocks = async (): Promise<number> => {
  const { rows } = await database.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? Number.NaN;
};

let deadlocksBefore: number;
let holds: HoldEngine[];
let orders: OrderEngine[];
beforeEach(async () => {
  deadlocksBefore = await countDeadlocks();
  holds = [0, 1].map(() => createHoldEngine({ database, addressLimit: 10_000 }));
  orders = [0, 1].map(() => createOrderEngine({ database, paymentWindowMinutes: 30 }));
});
afterEach(async () => assert.deepEqual(await checkInvariants(database), []));

/** The engines try again after a deadlock, so nobody hears of it but the server, and that when a connection has ended. */
async function assertNoDeadlock(): Promise<void> {
  for (const engine of [...holds, ...orders]) await engine.close();
  const left = `SELECT count(*)::integer AS count FROM pg_stat_activity
                 WHERE datname = current_database() AND query ~ '(hold_batch|open_orders|link_orders|settle_payments)\\('
                   AND pid <> pg_backend_pid()`;
  await until(
    'the engines’ connections to be gone',
    async () => (await database.query<{ count: number }>(left)).rows[0]?.count === 0,
  );
  assert.equal(await countDeadlocks(), deadlocksBefore);
}

/** Runs the parties, each once the one before it waits for a lock, while the rows are kept from them; then lets them go on. */
async function meetAt(
  lock: { sql: string; values: unknown[] },
  parties: (() => Promise<unknown>)[],
  where: { database: Database; url: string } = { database, url: on.testDatabase.url },
) {
  const keeper = new pg.Client({ connectionString: where.url });
  await keeper.connect();
  try {
    await keeper.query('BEGIN');
    await keeper.query(lock.sql, lock.values);
    const running: Promise<unknown>[] = [];
    for (const party of parties) {
      running.push(party());
      await untilWaiting(where.database, { count: running.length });
    }
    await keeper.query('COMMIT');
    await Promise.all(running);
  } finally {
    await keeper.end();
  }
}

const sweep = () => database.query('SELECT sweep(1000)');

async function makeSale(ticketTypes: { kind?: 'SEATED'; capacity: number; priceMinor?: number }[]) {
  const { eventId, skus, seatIds } = await makeHall(on, host, {
    seatsPerType: ticketTypes[0]?.capacity ?? 1,
    event: { ticketTypes },
  });
  const promoCodeId = await database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: 'EARLY',
      discount: { amountMinor: 1 },
      maximumUses: 1_000,
      ticketTypeIds: [],
    }),
  );
  return { eventId, skus, seatIds, promoCodeId };
}

type Sale = Awaited<ReturnType<typeof makeSale>>;
type Wanted = {
  token?: string;
  type?: number;
  quantity?: number;
  seatIds?: string[];
  promoCodeId?: string;
  priceMinor?: number;
  poolMates?: string[];
};

async function hold(sale: Sale, wanted: Wanted, through = holds[0]) {
  const { type = 0, seatIds = [], quantity = seatIds.length, priceMinor = PRICE_MINOR } = wanted;
  const { token = randomUUID(), promoCodeId = null } = wanted;
  const sku = sale.skus[type] ?? '';
  const request = makeHoldRequest({
    eventId: sale.eventId,
    token,
    lines: [{ sku, quantity, poolMates: wanted.poolMates ?? [] }],
    seatIds,
    promoCodeId,
    quoteReference: `q_${token}`,
    quote: {
      total: quantity * priceMinor,
      currency: 'NGN',
      items: [{ sku, name: 'Ticket', quantity, price: priceMinor, fee: 0, discount: 0 }],
    },
  });
  const lines = request.lines.map((line) => ({ ...line, priceMinor }));
  const result = await through?.hold({ ...request, lines });
  return { token, outcome: result?.outcome };
}

async function open({ eventId }: Sale, token: string, through = orders[0]) {
  const opened = await through?.open({
    eventId,
    token,
    quoteReference: `q_${token}`,
    source: 'embed',
    idempotency: null,
    buyer: { email: `${token}@example.com`, firstName: 'Ada', lastName: 'Obi', phone: null },
    recipients: null,
    callbackUrl: null,
    metadata: null,
    language: 'en',
    via: { name: 'sandbox', accountId: null },
  });
  assert.ok(opened);
  return opened;
}

const link = (orderId: string, through = orders[0]) =>
  through?.link({ orderId, checkoutUrl: 'https://pay.example/', sessionId: null });

const settle = (
  { orderId, totalMinor }: { orderId: string; totalMinor: number },
  through = orders[0],
): Promise<string | undefined> =>
  through?.settle({
    orderId,
    amountMinor: totalMinor,
    gatewayPaymentId: randomUUID(),
    currency: 'NGN',
    paidAt: new Date(),
    cause: 'a test',
  }) ?? Promise.resolve(undefined);

describe('kept back until each has what the other needs next, nobody deadlocks:', () => {
  test('a late payment, and the sweep of a cart that had its seat and its promo code', async () => {
    const sale = await makeSale([{ kind: 'SEATED', capacity: 2 }]);
    const { seatIds, promoCodeId } = sale;
    const cart: Wanted = { seatIds: seatIds.slice(0, 1), promoCodeId };
    const { token } = await hold(sale, cart);
    const late = await open(sale, token);
    await lapse(on, token);
    await sweep();
    const other = await hold(sale, cart);
    await lapse(on, other.token);
    // Somebody who wants more than there is: what has lapsed goes back to the stock, and its cart is left to the sweeper.
    assert.equal((await hold(sale, { quantity: 3, seatIds: [] })).outcome, 'unavailable');
    await meetAt(
      { sql: 'SELECT 1 FROM promo_codes WHERE id = $1 FOR NO KEY UPDATE', values: [promoCodeId] },
      [sweep, async () => assert.equal(await settle(late), 'settled')],
    );
    await assertNoDeadlock();
  });

  test('a batch of orders, one paid and one free, and a batch of holds of their seats and ticket types', async () => {
    const sale = await makeSale([
      { kind: 'SEATED', capacity: 2 },
      { capacity: 9, priceMinor: 0 },
    ]);
    const free: Wanted = { type: 1, quantity: 1, priceMinor: 0 };
    const seated = await hold(sale, { seatIds: sale.seatIds.slice(0, 1) });
    const gift = await hold(sale, free);
    await meetAt(
      { sql: 'SELECT 1 FROM ticket_types WHERE id = $1 FOR NO KEY UPDATE', values: [sale.skus[1]] },
      [
        () => Promise.all([hold(sale, { seatIds: sale.seatIds.slice(0, 1) }), hold(sale, free)]),
        () => Promise.all([open(sale, seated.token), open(sale, gift.token)]),
      ],
    );
    await assertNoDeadlock();
  });

  test('a buyer who takes another cart, a payment, and the payment links of both orders', async () => {
    const sale = await makeSale([{ kind: 'SEATED', capacity: 4 }]);
    const carts = await Promise.all(
      sale.seatIds.slice(0, 2).map((seatId) => hold(sale, { seatIds: [seatId] })),
    );
    const opened = await Promise.all(
      carts.map(async ({ token }) => ({ token, ...(await open(sale, token)) })),
    );
    const [first, second] = opened.sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
    assert.ok(first && second);
    await meetAt(
      { sql: 'SELECT 1 FROM ticket_types WHERE id = $1 FOR NO KEY UPDATE', values: [sale.skus[0]] },
      [
        () => hold(sale, { token: first.token, seatIds: sale.seatIds.slice(2, 3) }),
        () => settle(second, orders[1]),
        () => Promise.all([link(first.orderId), link(second.orderId)]),
      ],
    );
    await assertNoDeadlock();
  });

  test('buyers of two ticket types of a pool, a late payment, and a member who lets a third one share it', async () => {
    const sale = await makeSale([{ capacity: 9 }, { capacity: 9 }, { capacity: 9 }]);
    const { eventId, skus } = sale;
    // Behind the others by its id, and the first to be asked for.
    const [low = '', middle = '', high = ''] = skus.toSorted();
    const mine = { hostId: host.hostId, eventId, actor: OPERATOR, name: 'Floor', capacity: 9 };
    const { token } = await hold(sale, { type: skus.indexOf(high), quantity: 1 });
    const late = await open(sale, token);
    await lapse(on, token);
    const { poolId } = await database.transaction((tx) =>
      shareStock(tx, { ...mine, ticketTypeIds: [low, high] }),
    );
    const buy = (sku: string, mate: string, engine = holds[0]) =>
      hold(sale, { type: skus.indexOf(sku), quantity: 1, poolMates: [mate] }, engine);
    await meetAt({ sql: 'SELECT 1 FROM ticket_types WHERE id = $1 FOR NO KEY UPDATE', values: [low] }, [
      () => buy(high, low),
      async () => assert.equal(await settle(late), 'settled'),
      () =>
        database.transaction((tx) =>
          changePool(tx, { ...mine, poolId, version: 1, ticketTypeIds: [middle, high, low] }),
        ),
      async () => {
        const { outcome } = await buy(low, high, holds[1]);
        // The rows before the member are held; behind, another look at the offers is asked for.
        assert.equal(outcome, 'stale_price');
      },
    ]);
    await assertNoDeadlock();
  });

  test('an order of two seats, and another buyer who wants both', async () => {
    const sale = await makeSale([{ kind: 'SEATED', capacity: 2 }]);
    const [low, high] = sale.seatIds.toSorted();
    const { token } = await hold(sale, { seatIds: sale.seatIds });
    // The seat that comes first by its id is now the last one by where its row lies.
    const holder = { sql: 'UPDATE seats SET held_by = $2 WHERE id = $1', values: [low] };
    const { rows } = await database.query<{ held_by: string }>('SELECT held_by FROM seats WHERE id = $1', [
      high,
    ]);
    await database.query(holder.sql, [low, randomUUID()]);
    await database.query(holder.sql, [low, rows[0]?.held_by]);
    await meetAt({ sql: 'SELECT 1 FROM seats WHERE id = $1 FOR NO KEY UPDATE', values: [low] }, [
      () => hold(sale, { seatIds: sale.seatIds }),
      () => open(sale, token),
    ]);
    await assertNoDeadlock();
  });
});

test('a refund of many seats that waits for the first one has none of the others', async () => {
  const sale = await makeSale([{ kind: 'SEATED', capacity: 40 }]);
  const seatIds = sale.seatIds.slice(0, 10).toSorted();
  const { token } = await hold(sale, { seatIds });
  const order = await open(sale, token);
  assert.equal(await settle(order), 'settled');
  // The seats that come first by their ids are now the last ones by where their rows lie.
  for (const id of seatIds.toReversed()) await database.query('UPDATE seats SET x = x WHERE id = $1', [id]);
  const refund = () =>
    database.transaction((tx) =>
      refundOrder(tx, {
        orderId: order.orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
  const [low, ...others] = seatIds;
  const seen: unknown[] = [];
  const look = async () => {
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM seats WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED',
      [others],
    );
    seen.push(...rows.map(({ id }) => id));
    await database.query(lock.sql, lock.values);
  };
  const lock = { sql: 'SELECT 1 FROM seats WHERE id = $1 FOR NO KEY UPDATE', values: [low] };
  await meetAt(lock, [refund, look]);
  assert.deepEqual(seen, others);
});

test('a phone that sends the scans of an order’s two tickets, and a refund of both: nobody deadlocks', async (t) => {
  const doors = await openDoors(t);
  const orderId = await doors.order({ event: doors.event, lines: [{ quantity: 2 }] });
  const phone = await doors.phone(await doors.door('Gate'));
  const [low, high] = (await doors.load(orderId)).tickets.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  assert.ok(low && high);
  // The ticket that comes first by its id is now the last one of the order.
  for (const [id, position] of [
    [low.id, 3],
    [high.id, 1],
    [low.id, 2],
  ])
    await doors.database.query('UPDATE tickets SET position = $2 WHERE id = $1', [id, position]);
  const scan = async () => {
    const taken = await doors.send(phone, [{ code: low.code }, { code: high.code }]);
    assert.deepEqual(
      taken.map(({ outcome }) => outcome),
      ['admitted', 'admitted'],
    );
  };
  const refund = () =>
    doors.database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
  const lock = { sql: 'SELECT 1 FROM tickets WHERE id = $1 FOR NO KEY UPDATE', values: [low.id] };
  await meetAt(lock, [scan, refund], doors);
  assert.deepEqual(await checkInvariants(doors.database), []);
});

const ROUNDS = 12;

test('late payments, holds, orders and sweeps of the same seats and promo code, at random: nobody deadlocks', async () => {
  const sale = await makeSale([
    { kind: 'SEATED', capacity: 3 * ROUNDS + 3 },
    { capacity: 60 },
    { capacity: 1_000, priceMinor: 0 },
  ]);
  const { seatIds, promoCodeId } = sale;
  const promo = (): { promoCodeId?: string } => (randomInt(2) ? { promoCodeId } : {});
  const buyer = async (at: number): Promise<void> => {
    const engine = holds[at % 2];
    const ledger = orders[(at + 1) % 2];
    let token = randomUUID();
    for (let round = 0; round < ROUNDS; round += 1) {
      // A few seats at a time, wanted by many.
      const from = 3 * round + randomInt(3);
      const cart = [
        { seatIds: seatIds.slice(from, from + randomInt(1, 3)), ...promo() },
        { type: 1, quantity: randomInt(1, 4), ...promo() },
        { type: 2, quantity: 1, priceMinor: 0 },
      ][randomInt(3)];
      const { outcome } = await hold(sale, { token, ...cart }, engine);
      if (outcome !== 'held' && outcome !== 'refreshed') continue;
      const opened = await open(sale, token, ledger);
      if (opened.outcome !== 'opened') {
        token = randomUUID();
        continue;
      }
      await link(opened.orderId, ledger);
      const isLate = randomInt(3) > 0;
      if (isLate) {
        await database.query('UPDATE orders SET pay_by = clock_timestamp() WHERE id = $1', [opened.orderId]);
        await lapse(on, token);
        if (randomInt(2)) await sweep();
      }
      // Some pay late, some take another cart instead.
      if (randomInt(3)) {
        await settle(opened, ledger);
        token = randomUUID();
      }
    }
  };
  await Promise.all(Array.from({ length: 24 }, (_, at) => buyer(at)));
  await assertNoDeadlock();
});
