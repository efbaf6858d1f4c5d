import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import pg from 'pg';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { makeHoldRequest, PRICE_MINOR, stopSweeper } from '../../src/inventory/hold-engine.fixture.ts';
import { createHoldEngine } from '../../src/inventory/hold-engine.ts';
import { createOrderEngine } from '../../src/orders/order-engine.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';

const on = await startTestApp();
const { database } = on.app;
const host = await makeHost(on);
await stopSweeper(on);
const holds = createHoldEngine({ database, addressLimit: 1_000 });
const orders = createOrderEngine({ database, paymentWindowMinutes: 30 });
after(async () => {
  await holds.close();
  await orders.close();
  await on.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(database), []));

const emailOf = (token: string): string => `${token}@example.com`;

async function open(eventId: string, token: string) {
  return orders.open({
    eventId,
    token,
    quoteReference: `q_${token}`,
    source: 'embed',
    idempotency: null,
    buyer: { email: emailOf(token), firstName: 'Ada', lastName: 'Obi', phone: null },
    recipients: null,
    callbackUrl: null,
    metadata: null,
    language: 'en',
    via: { name: 'sandbox', accountId: null },
  });
}

const settle = ({ orderId, totalMinor }: { orderId: string; totalMinor: number }) =>
  orders.settle({
    orderId,
    amountMinor: totalMinor,
    gatewayPaymentId: randomUUID(),
    currency: 'NGN',
    paidAt: new Date(),
    cause: 'a test',
  });

/** Lets the cart lapse in a second, and says when. */
async function lapseSoon(token: string): Promise<Date> {
  const { rows } = await database.query<{ at: Date }>(
    `WITH cart AS (
       UPDATE reservations SET expires_at = clock_timestamp() + interval '1 second' WHERE token = $1 RETURNING id, expires_at
     ), moved AS (
       UPDATE holds SET expires_at = cart.expires_at FROM cart WHERE reservation_id = cart.id
     ), seated AS (
       UPDATE seats SET held_until = cart.expires_at FROM cart WHERE held_by = cart.id
     )
     SELECT expires_at AS at FROM cart`,
    [token],
  );
  assert.ok(rows[0]);
  return rows[0].at;
}

async function untilTrue(what: string, sql: string, values: unknown[] = []): Promise<void> {
  await until(what, async () => {
    const { rows } = await database.query<{ is_so: boolean }>(`SELECT ${sql} AS is_so`, values);
    return rows[0]?.is_so === true;
  });
}

/** An event with one ticket type, and the way to take one of its tickets: where there are seats, the first. */
async function makeSale(ticketType: { kind?: 'SEATED'; capacity: number; priceMinor?: number }) {
  const { eventId, skus, seatIds } = await makeHall(on, host, {
    seatsPerType: ticketType.capacity,
    event: { ticketTypes: [ticketType] },
  });
  const [sku = ''] = skus;
  const { kind, priceMinor = PRICE_MINOR } = ticketType;
  const take = async () => {
    const token = randomUUID();
    const request = makeHoldRequest({
      eventId,
      token,
      lines: [{ sku, quantity: 1 }],
      seatIds: kind === 'SEATED' ? seatIds.slice(0, 1) : [],
      quoteReference: `q_${token}`,
      quote: {
        total: priceMinor,
        currency: 'NGN',
        items: [{ sku, name: 'Ticket', quantity: 1, price: priceMinor, fee: 0, discount: 0 }],
      },
    });
    const { outcome } = await holds.hold({ ...request, lines: [{ sku, quantity: 1, priceMinor }] });
    assert.equal(outcome, 'held');
    return token;
  };
  return { eventId, take };
}

for (const [what, ticketType] of [
  ['the last ticket', { capacity: 1 }],
  ['the last free ticket', { capacity: 1, priceMinor: 0 }],
  ['a seat of many', { kind: 'SEATED', capacity: 3 }],
] as const) {
  test(`a cart with ${what} lapses while it is ordered, and another buyer takes it: the order is refused`, async () => {
    const { eventId, take } = await makeSale(ticketType);
    const slow = await take();
    // A batch has time to wait: here for the e-mail of a buyer in it, when it has found all of its carts alive.
    const neighbours = await makeSale({ capacity: 1 });
    const neighbour = await neighbours.take();
    const keeper = new pg.Client({ connectionString: on.testDatabase.url });
    await keeper.connect();
    try {
      await keeper.query('BEGIN');
      await keeper.query(
        `SELECT pg_advisory_xact_lock(hashtextextended('unpaid ' || $1::uuid || lower($2), 0))`,
        [neighbours.eventId, emailOf(neighbour)],
      );
      const lapsesAt = await lapseSoon(slow);
      const opening = Promise.all([open(neighbours.eventId, neighbour), open(eventId, slow)]);
      await untilWaiting(database);
      await untilTrue('the cart to lapse', 'clock_timestamp() > $1', [lapsesAt]);
      const quick = await take();
      await keeper.query('COMMIT');
      assert.deepEqual(
        (await opening).map(({ outcome }) => outcome),
        ['opened', 'reservation_expired'],
      );

      const bought = await open(eventId, quick);
      if (bought.outcome !== 'confirmed') assert.equal(await settle(bought), 'settled');
      assert.equal((await open(eventId, slow)).outcome, 'reservation_expired');
    } finally {
      await keeper.end();
    }
  });
}
