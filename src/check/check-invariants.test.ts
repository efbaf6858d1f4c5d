import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy } from '../../test/harness/program.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { createSeats } from '../inventory/create-seats.ts';
import { createHoldEngine, type HoldEngine } from '../inventory/hold-engine.ts';
import { createOrderEngine, type OrderEngine } from '../orders/order-engine.ts';
import { refundOrder } from '../orders/refund-order.ts';
import { createPromoCode } from '../reservations/create-promo-code.ts';
import { checkInvariants, PROMISE_COUNT, type Violation } from './check-invariants.ts';

const PRICE_MINOR = 1_000_000;

let on: TestApp;
let host: TestHost;
let engine: HoldEngine;
let orders: OrderEngine;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
  engine = createHoldEngine({ database: on.app.database, addressLimit: 1_000 });
  orders = createOrderEngine({ database: on.app.database, paymentWindowMinutes: 30 });
});
after(async () => {
  await engine.close();
  await orders.close();
  await on.close();
});

type Sale = {
  eventId: string;
  skus: string[];
  seatIds: string[];
  promoCodeId: string;
  token: string;
  reservationId: string;
  bought: Bought;
};

type Bought = { orderId: string; reference: string; seatId: string; ticketIds: string[]; paymentId: string };

/**
 * An event with one live cart of two general tickets and two seats, bought with a limited code; and with one order of two
 * general tickets and a seat, paid for, of which one ticket was refunded.
 */
async function healthySale(): Promise<Sale> {
  const { eventId, skus } = await makeEvent(on, host, {
    kind: 'seat_map',
    ticketTypes: [{ capacity: 10 }, { capacity: 4, kind: 'SEATED' }],
  });
  const [seated = ''] = skus.slice(1);
  const promoCodeId = await on.app.database.transaction(async (tx) => {
    await createSeats(
      tx,
      eventId,
      ['1', '2', '3', '4'].map((seatLabel, x) => ({
        ticketTypeId: seated,
        section: 'Stalls',
        rowLabel: 'A',
        seatLabel,
        x,
        y: 0,
        isAccessible: false,
        isRestrictedView: false,
      })),
    );
    const discount = { amountMinor: 1 };
    return createPromoCode(tx, { eventId, code: 'SAVE', discount, maximumUses: 5, ticketTypeIds: [] });
  });
  const { rows: seats } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM seats WHERE event_id = $1 ORDER BY x',
    [eventId],
  );
  const seatIds = seats.map(({ id }) => id);
  const token = await holdCart({
    eventId,
    skus,
    quantities: [2, 2],
    seatIds: seatIds.slice(0, 2),
    promoCodeId,
  });
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM reservations WHERE token = $1',
    [token],
  );
  const bought = await healthyPurchase({ eventId, skus, seatId: seatIds[3] ?? '' });
  return { eventId, skus, seatIds, promoCodeId, token, reservationId: rows[0]?.id ?? '', bought };
}

/** Holds so many of each ticket type; a code takes one unit off the first. Answers the token. */
async function holdCart(cart: {
  eventId: string;
  skus: string[];
  quantities: number[];
  seatIds: string[];
  promoCodeId: string | null;
}): Promise<string> {
  const token = randomUUID();
  const lines = cart.skus.map((sku, index) => ({
    sku,
    quantity: cart.quantities[index] ?? 0,
    priceMinor: PRICE_MINOR,
  }));
  const discountMinor = cart.promoCodeId ? 1 : 0;
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const { outcome } = await engine.hold({
    eventId: cart.eventId,
    token,
    address: randomUUID(),
    lines,
    seatIds: cart.seatIds,
    promoCodeId: cart.promoCodeId,
    quoteReference: 'q_test',
    quote: {
      total: count * PRICE_MINOR - discountMinor,
      currency: 'NGN',
      items: lines.map(({ sku, quantity }, index) => ({
        sku,
        name: 'A ticket',
        quantity,
        price: PRICE_MINOR,
        fee: 0,
        discount: index === 0 ? discountMinor : 0,
      })),
    },
  });
  assert.equal(outcome, 'held');
  return token;
}

async function healthyPurchase(sale: { eventId: string; skus: string[]; seatId: string }): Promise<Bought> {
  const { eventId, skus, seatId } = sale;
  const token = await holdCart({ eventId, skus, quantities: [2, 1], seatIds: [seatId], promoCodeId: null });
  const { orderId, reference, outcome } = await orders.open({
    eventId,
    token,
    quoteReference: 'q_test',
    source: 'embed',
    idempotency: null,
    buyer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi', phone: null },
    recipients: null,
    callbackUrl: null,
    metadata: null,
    via: { name: 'sandbox', accountId: null },
  });
  assert.equal(outcome, 'opened');
  const paid = { amountMinor: 3 * PRICE_MINOR, currency: 'NGN', paidAt: new Date() };
  const payment = { orderId, gatewayPaymentId: randomUUID(), cause: 'a test', ...paid };
  assert.equal(await orders.settle(payment), 'settled');
  const { rows: tickets } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [orderId],
  );
  const ticketIds = tickets.map(({ id }) => id);
  await on.app.database.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      ticketIds: ticketIds.slice(0, 1),
      amountMinor: null,
      returnsStock: true,
      requestKey: 'a test',
    }),
  );
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM payments WHERE order_id = $1',
    [orderId],
  );
  return { orderId, reference, seatId, ticketIds, paymentId: rows[0]?.id ?? '' };
}

/** What is reported now and was not before. */
async function reportedBy(deed: () => Promise<unknown>): Promise<Violation[]> {
  const known = new Set((await checkInvariants(on.app.database)).map((one) => JSON.stringify(one)));
  await deed();
  return (await checkInvariants(on.app.database)).filter((one) => !known.has(JSON.stringify(one)));
}

const query = (sql: string, values: unknown[] = []) => on.app.database.query(sql, values);

test('a healthy sale breaks no promise: held, lapsed, given back, bought, refunded', async () => {
  const lapsed = await healthySale();
  await healthySale();
  await query(
    `WITH moved AS (UPDATE reservations SET expires_at = now() - interval '1 s' WHERE id = $1 RETURNING id, expires_at),
          moved_holds AS (UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id)
     UPDATE seats SET held_until = moved.expires_at FROM moved WHERE held_by = moved.id`,
    [lapsed.reservationId],
  );
  assert.deepEqual(await checkInvariants(on.app.database), []);
  await query('SELECT give_back_lapsed(100)');
  assert.deepEqual(await checkInvariants(on.app.database), []);
});

test('checked again and again in the middle of a sale, nothing looks like a contradiction', async () => {
  const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 8 }, { capacity: 8 }] });
  const over = new AbortController();
  const buyers = Array.from({ length: 8 }, async () => {
    const token = randomUUID();
    while (!over.signal.aborted) {
      const quantity = randomInt(1, 4);
      await engine.hold({
        eventId,
        token,
        address: randomUUID(),
        lines: skus.map((sku) => ({ sku, quantity, priceMinor: PRICE_MINOR })),
        seatIds: [],
        promoCodeId: null,
        quoteReference: 'q_test',
        quote: {
          total: 2 * quantity * PRICE_MINOR,
          items: skus.map(() => ({ quantity, price: PRICE_MINOR, fee: 0, discount: 0 })),
        },
      });
      await query(
        `WITH moved AS (
           UPDATE reservations SET expires_at = clock_timestamp() + $2 * interval '1 ms'
            WHERE token = $1 AND ended_at IS NULL AND expires_at > clock_timestamp() RETURNING id, expires_at)
         UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
        [token, randomInt(10)],
      );
    }
  });
  const everybody = Promise.all(buyers);
  everybody.catch(() => {});
  try {
    for (let turn = 0; turn < 150; turn++) assert.deepEqual(await checkInvariants(on.app.database), []);
  } finally {
    over.abort();
    await everybody;
  }
});

test('a hold that lapses, and is taken by another, while the check begins is no contradiction', async () => {
  const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1 }] });
  const [sku = ''] = skus;
  const buy = () =>
    engine.hold({
      eventId,
      token: randomUUID(),
      address: randomUUID(),
      lines: [{ sku, quantity: 1, priceMinor: PRICE_MINOR }],
      seatIds: [],
      promoCodeId: null,
      quoteReference: 'q_test',
      quote: { total: PRICE_MINOR, items: [{ quantity: 1, price: PRICE_MINOR, fee: 0, discount: 0 }] },
    });
  assert.equal((await buy()).outcome, 'held');
  await query(
    `WITH moved AS (
       UPDATE reservations SET expires_at = clock_timestamp() + interval '200 ms' WHERE event_id = $1 RETURNING id, expires_at)
     UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
    [eventId],
  );
  const { database } = on.app;
  const violations = await checkInvariants({
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        // The transaction has begun, and with it its time; it has read nothing yet.
        await until('another buyer to have it', async () => (await buy()).outcome === 'held');
        return work(tx);
      }),
  });
  assert.deepEqual(violations, []);
});

type Break = {
  promise: RegExp;
  how: string;
  /** Drops the constraint that stands in the way. */
  unlock?: string;
  deed: (sale: Sale) => Promise<unknown>;
  where: (sale: Sale) => string | undefined;
};

describe('each promise, broken by hand, is reported', () => {
  const breaks: Break[] = [
    {
      promise: /^no ticket type is oversold$/,
      how: 'more sold than there are',
      unlock: 'ALTER TABLE ticket_types DROP CONSTRAINT IF EXISTS never_oversold',
      deed: ({ skus }) => query('UPDATE ticket_types SET sold = capacity WHERE id = $1', [skus[0]]),
      where: ({ skus }) => skus[0],
    },
    {
      promise: /^no ticket type is oversold$/,
      how: 'fewer than none sold',
      unlock: 'ALTER TABLE ticket_types DROP CONSTRAINT IF EXISTS ticket_types_sold_check',
      deed: ({ skus }) => query('UPDATE ticket_types SET sold = -1 WHERE id = $1', [skus[0]]),
      where: ({ skus }) => skus[0],
    },
    {
      promise: /sum of its holds$/,
      how: 'a counter that has drifted',
      deed: ({ skus }) => query('UPDATE ticket_types SET held = held - 1 WHERE id = $1', [skus[1]]),
      where: ({ skus }) => skus[1],
    },
    {
      promise: /sum of its holds$/,
      how: 'a hold that went without its counter',
      deed: ({ skus }) => query('DELETE FROM holds WHERE ticket_type_id = $1', [skus[0]]),
      where: ({ skus }) => skus[0],
    },
    {
      promise: /^every hold belongs/,
      how: 'a hold of nobody',
      deed: ({ reservationId }) => query('DELETE FROM reservations WHERE id = $1', [reservationId]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^every hold belongs/,
      how: "a hold of another event's ticket",
      deed: async ({ skus }) => {
        const other = await makeEvent(on, host);
        return query('UPDATE holds SET ticket_type_id = $2 WHERE ticket_type_id = $1', [
          skus[0],
          other.skus[0],
        ]);
      },
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^every hold belongs/,
      how: 'a hold of no ticket at all',
      deed: ({ skus }) =>
        query('UPDATE holds SET ticket_type_id = gen_random_uuid() WHERE ticket_type_id = $1', [skus[0]]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^every hold belongs/,
      how: 'a hold of a reservation that has ended',
      deed: ({ reservationId }) =>
        query('UPDATE reservations SET ended_at = now() WHERE id = $1', [reservationId]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^every hold belongs/,
      how: 'a hold that outlives its reservation',
      deed: ({ reservationId }) =>
        query(`UPDATE holds SET expires_at = expires_at + interval '1 s' WHERE reservation_id = $1`, [
          reservationId,
        ]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^a live reservation holds all/,
      how: 'a cart that promises more than is held',
      deed: ({ reservationId }) =>
        query('UPDATE reservations SET quantity = quantity + 1 WHERE id = $1', [reservationId]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^a live reservation holds all/,
      how: 'a cart that holds nothing',
      deed: ({ reservationId }) => query('DELETE FROM holds WHERE reservation_id = $1', [reservationId]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^a seat is held by a reservation that lives/,
      how: 'a seat more than tickets',
      deed: ({ seatIds, reservationId }) =>
        query(`UPDATE seats SET held_by = $2, held_until = now() + interval '1 h' WHERE id = $1`, [
          seatIds[2],
          reservationId,
        ]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^a seat is held by a reservation that lives/,
      how: 'a seat that was given to somebody else',
      deed: async ({ seatIds }) =>
        query('UPDATE seats SET held_by = $2 WHERE id = $1', [
          seatIds[0],
          (await healthySale()).reservationId,
        ]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^a seat is held by a reservation that lives/,
      how: 'a seat of a reservation that has ended',
      deed: ({ reservationId }) =>
        query('UPDATE reservations SET ended_at = now() WHERE id = $1', [reservationId]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^the uses of a limited promo code/,
      how: 'a use that nobody has',
      deed: ({ promoCodeId }) => query('UPDATE promo_codes SET uses = uses + 1 WHERE id = $1', [promoCodeId]),
      where: ({ promoCodeId }) => promoCodeId,
    },
    {
      promise: /^the uses of a limited promo code/,
      how: 'more uses than there may be',
      unlock: 'ALTER TABLE promo_codes DROP CONSTRAINT IF EXISTS promo_uses_within_maximum',
      deed: async ({ promoCodeId }) => {
        const other = await healthySale();
        await query('UPDATE promo_codes SET uses = 0 WHERE id = $1', [other.promoCodeId]);
        await query('UPDATE reservations SET promo_code_id = $2 WHERE id = $1', [
          other.reservationId,
          promoCodeId,
        ]);
        return query('UPDATE promo_codes SET uses = 2, maximum_uses = 1 WHERE id = $1', [promoCodeId]);
      },
      where: ({ promoCodeId }) => promoCodeId,
    },
    {
      promise: /^the items of a quote add up/,
      how: 'a total that was altered',
      deed: ({ reservationId }) =>
        query(`UPDATE reservations SET quote = jsonb_set(quote, '{total}', '1') WHERE id = $1`, [
          reservationId,
        ]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^the items of a quote add up/,
      how: 'an item that went missing',
      deed: ({ reservationId }) =>
        query(`UPDATE reservations SET quote = quote #- '{items,0}' WHERE id = $1`, [reservationId]),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^the items of an order add up/,
      how: 'an order of another total than its items',
      deed: ({ bought }) =>
        query('UPDATE orders SET total_minor = total_minor - 1 WHERE id = $1', [bought.orderId]),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^the items of an order add up/,
      how: 'an order that lost an item',
      deed: ({ bought }) =>
        query(`UPDATE orders SET quote = quote #- '{items,0}' WHERE id = $1`, [bought.orderId]),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^what a ticket type has sold/,
      how: 'a sale without a ticket',
      deed: ({ skus }) => query('UPDATE ticket_types SET sold = sold + 1 WHERE id = $1', [skus[0]]),
      where: ({ skus }) => skus[0],
    },
    {
      promise: /^what a ticket type has sold/,
      how: 'a void ticket whose stock was not given back, though it says so',
      deed: ({ bought }) =>
        query('UPDATE tickets SET voided_at = now(), is_returned = true WHERE id = $1', [
          bought.ticketIds[1],
        ]),
      where: ({ skus }) => skus[0],
    },
    {
      promise: /^a confirmed order has a ticket/,
      how: 'a ticket that was never issued',
      deed: ({ bought }) => query('DELETE FROM tickets WHERE id = $1', [bought.ticketIds[1]]),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^a confirmed order has a ticket/,
      how: 'a ticket too many',
      deed: ({ bought }) =>
        query(
          `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
           SELECT new_id(), order_id, event_id, ticket_type_id, 99, gen_random_uuid(), email, first_name, last_name, now()
             FROM tickets WHERE id = $1`,
          [bought.ticketIds[1]],
        ),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^a confirmed order has a ticket/,
      how: 'tickets for an order that nobody confirmed',
      deed: ({ bought }) =>
        query(`UPDATE orders SET confirmed_at = NULL, status = 'expired' WHERE id = $1`, [bought.orderId]),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^a seat is sold if and only if/,
      how: 'a seat that is sold to nobody',
      deed: ({ seatIds }) => query('UPDATE seats SET is_sold = true WHERE id = $1', [seatIds[2]]),
      where: ({ seatIds }) => seatIds[2],
    },
    {
      promise: /^a seat is sold if and only if/,
      how: 'a seat that is for sale though somebody has its ticket',
      deed: ({ bought }) => query('UPDATE seats SET is_sold = false WHERE id = $1', [bought.seatId]),
      where: ({ bought }) => bought.seatId,
    },
    {
      promise: /^a seat is sold if and only if/,
      how: 'a seat on two tickets',
      unlock: 'DROP INDEX IF EXISTS tickets_seat',
      deed: ({ bought }) =>
        query('UPDATE tickets SET seat_id = $2 WHERE id = $1', [bought.ticketIds[1], bought.seatId]),
      where: ({ bought }) => bought.seatId,
    },
    {
      promise: /^every payment has issued tickets/,
      how: 'a late payment that does not go back whole',
      deed: ({ bought }) => query(`UPDATE payments SET use = 'late' WHERE id = $1`, [bought.paymentId]),
      where: ({ bought }) => bought.paymentId,
    },
    {
      promise: /^every payment has issued tickets/,
      how: 'a payment for an order that was never confirmed',
      deed: ({ bought }) => query('UPDATE orders SET confirmed_at = NULL WHERE id = $1', [bought.orderId]),
      where: ({ bought }) => bought.paymentId,
    },
    {
      promise: /^every payment has issued tickets/,
      how: 'tickets for less than they cost',
      deed: ({ bought }) =>
        query('UPDATE payments SET amount_minor = amount_minor - 1 WHERE id = $1', [bought.paymentId]),
      where: ({ bought }) => bought.paymentId,
    },
    {
      promise: /^every payment has issued tickets/,
      how: 'tickets for another currency',
      deed: ({ bought }) => query(`UPDATE payments SET currency = 'GHS' WHERE id = $1`, [bought.paymentId]),
      where: ({ bought }) => bought.paymentId,
    },
    {
      promise: /^an order that waits for its payment has its cart/,
      how: 'an order whose cart was given to another',
      deed: ({ bought }) =>
        query(
          `UPDATE orders SET status = 'pending_payment', pay_by = now() + interval '1 h' WHERE reference = $1`,
          [bought.reference],
        ),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^what is confirmed is paid for/,
      how: 'tickets that nobody paid for',
      deed: async ({ bought }) => {
        await query('DELETE FROM refunds WHERE order_id = $1', [bought.orderId]);
        return query('DELETE FROM payments WHERE id = $1', [bought.paymentId]);
      },
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^what is confirmed is paid for/,
      how: 'two payments kept for the same tickets',
      unlock: 'DROP INDEX IF EXISTS payments_one_per_order',
      deed: ({ bought }) =>
        query(
          `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
           SELECT new_id(), order_id, gateway, 'second', amount_minor, currency, use, paid_at, recorded_at
             FROM payments WHERE id = $1`,
          [bought.paymentId],
        ),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^the refunds of a payment add up/,
      how: 'a refund that its payment does not know',
      deed: ({ bought }) => query('UPDATE payments SET refunded_minor = 0 WHERE id = $1', [bought.paymentId]),
      where: ({ bought }) => bought.paymentId,
    },
    {
      promise: /^the refunds of a payment add up/,
      how: 'a refund that went missing',
      deed: ({ bought }) => query('DELETE FROM refunds WHERE order_id = $1', [bought.orderId]),
      where: ({ bought }) => bought.paymentId,
    },
    {
      promise: /^the refunds of a payment add up/,
      how: 'more given back than was paid',
      unlock: 'ALTER TABLE payments DROP CONSTRAINT IF EXISTS refunds_within_payment',
      deed: async ({ bought }) => {
        await query('UPDATE refunds SET amount_minor = $2 WHERE order_id = $1', [
          bought.orderId,
          4 * PRICE_MINOR,
        ]);
        return query('UPDATE payments SET refunded_minor = $2 WHERE id = $1', [
          bought.paymentId,
          4 * PRICE_MINOR,
        ]);
      },
      where: ({ bought }) => bought.paymentId,
    },
    {
      promise: /^every webhook delivery that was begun/,
      how: 'a delivery that everybody has forgotten',
      deed: ({ eventId, reservationId }) =>
        query(
          `WITH receiver AS (
             INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1, 'https://receiver.example/' || $2::text)
             RETURNING id
           )
           INSERT INTO webhook_deliveries (id, subscription_id, event_type, reference, next_attempt_at, first_attempt_at)
           SELECT $2::uuid, id, 'WEBHOOK_TEST', 'test', now() + interval '1 day', now() - interval '1 h' FROM receiver`,
          [eventId, reservationId],
        ),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^the newest entry of an order’s history/,
      how: 'a state that no history tells of',
      deed: ({ bought }) => query(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [bought.orderId]),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^the newest entry of an order’s history/,
      how: 'an order without a history',
      deed: ({ bought }) => query('DELETE FROM order_changes WHERE order_id = $1', [bought.orderId]),
      where: ({ bought }) => bought.reference,
    },
  ];

  for (const { promise, how, unlock, deed, where } of breaks) {
    test(how, async () => {
      if (unlock) await query(unlock);
      const sale = await healthySale();
      const reported = await reportedBy(() => deed(sale));
      const found = reported.filter((one) => promise.test(one.promise) && one.where === where(sale));
      assert.equal(found.length > 0, true, JSON.stringify(reported));
      assert.ok(found.every(({ detail }) => detail));
    });
  }

  test('and no promise is left out', async () => {
    const broken = new Set((await checkInvariants(on.app.database)).map(({ promise }) => promise));
    assert.equal(broken.size, PROMISE_COUNT);
  });
});

test('`tessera check` beside a running program says 0 for a healthy database, and 1 for a broken one', async (t) => {
  const { dataDir, remove } = await makeDataDir();
  const program = await launch({ DATA_DIR: dataDir });
  t.after(async () => {
    program.child.kill('SIGINT');
    await program.exited;
    await remove();
  });
  await untilHealthy(program);
  const check = async () => {
    const { exited, output } = await launch({ DATA_DIR: dataDir }, ['check']);
    return { code: await exited, text: output() };
  };
  const healthy = await check();
  assert.equal(healthy.code, 0, healthy.text);
  assert.match(healthy.text, new RegExp(`${PROMISE_COUNT} promises checked`));
  assert.doesNotMatch(healthy.text, /BROKEN/);

  const client = new pg.Client({
    connectionString: await readFile(path.join(dataDir, 'postgres.url'), 'utf8'),
  });
  await client.connect();
  await client.query(
    `UPDATE ticket_types SET held = held + 1 WHERE id = (SELECT id FROM ticket_types WHERE capacity > sold + held LIMIT 1)`,
  );
  await client.end();
  const broken = await check();
  assert.equal(broken.code, 1, broken.text);
  assert.match(broken.text, /BROKEN: what a ticket type has held is the sum of its holds/);
  assert.equal((await fetch(`${program.baseUrl}/health`)).status, 200);
});
