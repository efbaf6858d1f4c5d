import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { createSeats } from '../../src/inventory/seats/create-seats.ts';
import { createHoldEngine, type HoldEngine } from '../../src/inventory/hold-engine.ts';
import { createOrderEngine, type OrderEngine } from '../../src/orders/order-engine.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import {
  BUYER,
  buy,
  endPaymentWindow,
  historyOf,
  hold,
  lapse,
  letTransferArrive,
  mailsAbout,
  pay,
  quantityLeft,
  storedOrder,
  untilStatus,
  type Ordered,
} from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

let on: TestApp;
let host: TestHost;
let holds: HoldEngine;
let orders: OrderEngine;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
  holds = createHoldEngine({ database: on.app.database, addressLimit: 1_000 });
  orders = createOrderEngine({ database: on.app.database, paymentWindowMinutes: 30 });
});
after(async () => {
  await holds.close();
  await orders.close();
  await on.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

type Event = { slug: string; sku: string };

async function lastTicket(): Promise<Event> {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1 }] });
  return { slug, sku: skus[0] ?? '' };
}

/** An order that expired while its buyer's transfer was under way. */
async function expiredUnderWay(
  { slug, sku }: Event,
  promoCode?: string,
): Promise<Ordered & { token: string }> {
  const items = [{ sku, quantity: 1 }];
  const bought = await buy(on, host, { slug, items, ...(promoCode !== undefined && { promoCode }) });
  assert.equal((await pay(bought.checkoutUrl, 'late')).status, 200);
  await endPaymentWindow(on, bought.reference);
  await untilStatus(on, bought.reference, 'expired');
  return bought;
}

async function refundsOf(
  reference: string,
): Promise<{ reason: string; status: string; amount_minor: number }[]> {
  const { rows } = await on.app.database.query<{ reason: string; status: string; amount_minor: number }>(
    `SELECT r.reason, r.status, r.amount_minor FROM refunds AS r JOIN orders AS o ON o.id = r.order_id
      WHERE o.reference = $1 ORDER BY r.id`,
    [reference],
  );
  return rows;
}

describe('a payment that comes when the order has expired', () => {
  test('buys the tickets where they are still free', async () => {
    const event = await lastTicket();
    const { reference } = await expiredUnderWay(event);
    assert.deepEqual(await quantityLeft(on, host, event.slug), [1]);
    await letTransferArrive(on, reference);
    await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(await quantityLeft(on, host, event.slug), [0]);
    assert.deepEqual(
      (await historyOf(on, reference)).map(({ status }) => status),
      ['processing', 'pending_payment', 'expired', 'confirmed'],
    );
    assert.deepEqual(await refundsOf(reference), []);
  });

  test('also when the lapsed hold was swept away meanwhile', async () => {
    const event = await lastTicket();
    const { reference } = await expiredUnderWay(event);
    await on.app.database.query('SELECT give_back_lapsed(100)');
    await letTransferArrive(on, reference);
    await untilStatus(on, reference, 'confirmed');
  });

  test('goes back by itself where somebody else has them, and the buyer is told', async () => {
    const event = await lastTicket();
    const { reference, total } = await expiredUnderWay(event);
    const { slug, sku } = event;
    const winner = await buy(on, host, { slug, items: [{ sku, quantity: 1 }] });
    await letTransferArrive(on, reference);
    await untilStatus(on, reference, 'refunded');
    assert.deepEqual(await refundsOf(reference), [
      { reason: 'late', status: 'succeeded', amount_minor: total },
    ]);
    const { rows } = await on.app.database.query(
      'SELECT refunded_minor FROM sandbox_payments WHERE reference = $1',
      [reference],
    );
    assert.deepEqual(rows, [{ refunded_minor: total }]);
    assert.equal((await storedOrder(on, reference)).confirmed_at, null);
    assert.deepEqual((await historyOf(on, reference)).slice(-2), [
      { status: 'expired', cause: 'a payment came when the tickets were gone: it goes back' },
      { status: 'refunded', cause: 'the gateway has paid the money back' },
    ]);
    await pay(winner.checkoutUrl);
    await untilStatus(on, winner.reference, 'confirmed');
  });

  test('goes back where the event was called off', async () => {
    const event = await lastTicket();
    const { reference } = await expiredUnderWay(event);
    await on.app.database.query('SELECT give_back_lapsed(100)');
    await on.app.database.query(`UPDATE events SET status = 'CANCELLED' WHERE slug = $1`, [event.slug]);
    await letTransferArrive(on, reference);
    await untilStatus(on, reference, 'refunded');
  });

  test('of two such buyers and one last ticket one has it, and the other their money back', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const event = await lastTicket();
      const late = [await expiredUnderWay(event), await expiredUnderWay(event)];
      await Promise.all(late.map(({ reference }) => letTransferArrive(on, reference)));
      const statuses = await until('both to come to an end', async () => {
        const both = await Promise.all(late.map(({ reference }) => storedOrder(on, reference)));
        const ended = both.map(({ status }) => status).filter((status) => status !== 'expired');
        return ended.length === 2 && ended.toSorted();
      });
      assert.deepEqual(statuses, ['confirmed', 'refunded']);
      assert.deepEqual(await quantityLeft(on, host, event.slug), [0]);
    }
  });

  test('counts its code again where a use is left, and goes back where another has it', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host);
    const promoCodeId = await on.app.database.transaction((tx) =>
      createPromoCode(tx, {
        eventId,
        code: 'HALF',
        discount: { percentBasisPoints: 5_000 },
        maximumUses: 1,
        ticketTypeIds: [],
      }),
    );
    const usesOf = async () => {
      const { rows } = await on.app.database.query<{ uses: number }>(
        'SELECT uses FROM promo_codes WHERE id = $1',
        [promoCodeId],
      );
      return rows[0]?.uses;
    };
    const event = { slug, sku: skus[0] ?? '' };
    const first = await expiredUnderWay(event, 'HALF');
    // By this, or by the product's own sweeper, which may be about to end it.
    await on.app.database.query('SELECT give_back_lapsed(100)');
    await until('the use to be given back', async () => (await usesOf()) === 0);
    const other = await hold(on, host, { slug, items: [{ sku: event.sku, quantity: 1 }], promoCode: 'HALF' });
    await letTransferArrive(on, first.reference);
    await untilStatus(on, first.reference, 'refunded');
    assert.deepEqual(
      (await historyOf(on, first.reference)).at(-2)?.cause,
      'a payment came when the promo code was used up: it goes back',
    );
    assert.equal(await usesOf(), 1);

    await lapse(on, other.token);
    const second = await expiredUnderWay(event, 'HALF');
    await on.app.database.query('SELECT give_back_lapsed(100)');
    await letTransferArrive(on, second.reference);
    await untilStatus(on, second.reference, 'confirmed');
    assert.equal(await usesOf(), 1);
  });
});

describe('a payment that comes when the order was cancelled', () => {
  test('buys its tickets beside the new cart, where there are enough', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }] });
    const items = [{ sku: skus[0], quantity: 1 }];
    const { reference, checkoutUrl, token } = await buy(on, host, { slug, items });
    await pay(checkoutUrl, 'late');
    await hold(on, host, { slug, token, items });
    await letTransferArrive(on, reference);
    await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(await quantityLeft(on, host, slug), [0]);
  });

  test('goes back where the buyer’s own new cart has the last ticket', async () => {
    const { slug, sku } = await lastTicket();
    const items = [{ sku, quantity: 1 }];
    const { reference, checkoutUrl, token } = await buy(on, host, { slug, items });
    await pay(checkoutUrl, 'late');
    await hold(on, host, { slug, token, items });
    await letTransferArrive(on, reference);
    await untilStatus(on, reference, 'refunded');
    assert.deepEqual(await mailsAbout(on, reference), ['payment_returned']);
  });
});

test('money that goes back for a first payment leaves an order alone that a second one has confirmed', async () => {
  const { slug, sku } = await lastTicket();
  const items = [{ sku, quantity: 1 }];
  const { reference, checkoutUrl, total } = await buy(on, host, { slug, items });
  await pay(checkoutUrl, 'late');
  await endPaymentWindow(on, reference);
  const { id: orderId } = await untilStatus(on, reference, 'expired');
  const rival = await hold(on, host, { slug, items });
  // The transfer arrives; its refund is written down, but not sent yet.
  const { rows: pages } = await on.app.database.query<{ id: string }>(
    `UPDATE sandbox_payments SET status = 'paid', paid_at = now() WHERE reference = $1 RETURNING id`,
    [reference],
  );
  const payment = { orderId, amountMinor: total, currency: 'NGN', paidAt: new Date(), cause: 'a test' };
  const outcome = await on.app.database.transaction(async (tx) => {
    const { rows } = await tx.query<{ outcome: string }>(
      `SELECT outcome FROM settle_payments(ARRAY[$1::uuid], ARRAY[$2], ARRAY[$3::bigint], ARRAY['NGN'], ARRAY[now()], ARRAY['a test'])`,
      [orderId, pages[0]?.id, total],
    );
    await tx.query(`UPDATE refunds SET next_look_up_at = now() + interval '1 hour' WHERE order_id = $1`, [
      orderId,
    ]);
    return rows[0]?.outcome;
  });
  assert.equal(outcome, 'refunded');
  await lapse(on, rival.token);
  assert.equal(await orders.settle({ ...payment, gatewayPaymentId: 'pay_second' }), 'settled');
  await on.app.database.query('UPDATE refunds SET next_look_up_at = now() WHERE order_id = $1', [orderId]);
  await on.app.database.query(`INSERT INTO jobs (id, kind, payload) VALUES (new_id(), 'send_refunds', '{}')`);
  await on.app.database.query(`SELECT pg_notify('jobs_due', 'send_refunds')`);
  await until('the refund to be made', async () => (await refundsOf(reference))[0]?.status === 'succeeded');
  assert.equal((await storedOrder(on, reference)).status, 'confirmed');
});

describe('seats', () => {
  type Seats = { eventId: string; sku: string; seatIds: string[] };

  async function makeSeats(): Promise<Seats> {
    const { eventId, skus } = await makeEvent(on, host, {
      kind: 'seat_map',
      ticketTypes: [{ kind: 'SEATED', capacity: 3 }],
    });
    const [sku = ''] = skus;
    await on.app.database.transaction((tx) =>
      createSeats(
        tx,
        eventId,
        ['1', '2', '3'].map((seatLabel, x) => ({
          ticketTypeId: sku,
          section: 'Stalls',
          rowLabel: 'A',
          seatLabel,
          x,
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
    return { eventId, sku, seatIds: rows.map(({ id }) => id) };
  }

  async function holdSeats(
    { eventId, sku }: Seats,
    seatIds: string[],
  ): Promise<{ token: string; outcome: string }> {
    const token = randomUUID();
    const quantity = seatIds.length;
    const { outcome } = await holds.hold({
      eventId,
      token,
      address: randomUUID(),
      isExempt: false,
      lines: [{ sku, quantity, priceMinor: 1_000_000 }],
      seatIds,
      promoCodeId: null,
      quoteReference: `q_${token}`,
      quote: {
        total: quantity * 1_000_000,
        currency: 'NGN',
        items: [{ sku, name: 'Stalls', quantity, price: 1_000_000, fee: 0, discount: 0 }],
      },
    });
    return { token, outcome };
  }

  async function orderSeats(
    { eventId }: Seats,
    token: string,
  ): Promise<{ orderId: string; totalMinor: number }> {
    const opened = await orders.open({
      eventId,
      token,
      quoteReference: `q_${token}`,
      source: 'embed',
      idempotency: null,
      buyer: { ...BUYER, phone: null },
      recipients: null,
      callbackUrl: null,
      metadata: null,
      language: 'en',
      via: { name: 'sandbox', accountId: null },
    });
    assert.equal(opened.outcome, 'opened');
    const { status } = await orders.link({
      orderId: opened.orderId,
      checkoutUrl: 'https://pay.example/',
      sessionId: null,
    });
    assert.equal(status, 'pending_payment');
    return opened;
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

  async function soldTo(orderId: string): Promise<string[]> {
    const { rows } = await on.app.database.query<{ seat_id: string }>(
      `SELECT t.seat_id FROM tickets AS t JOIN seats AS s ON s.id = t.seat_id AND s.is_sold
        WHERE t.order_id = $1 ORDER BY t.position`,
      [orderId],
    );
    return rows.map((row) => row.seat_id);
  }

  test('that are paid in time are sold, each on a ticket of its own', async () => {
    const event = await makeSeats();
    const { token } = await holdSeats(event, event.seatIds.slice(0, 2));
    const bought = await orderSeats(event, token);
    assert.equal(await settle(bought), 'settled');
    assert.deepEqual(await soldTo(bought.orderId), event.seatIds.slice(0, 2));
    assert.equal((await holdSeats(event, event.seatIds.slice(1, 2))).outcome, 'seats_taken');
  });

  test('that are paid late are the same seats, where nobody has them', async () => {
    const event = await makeSeats();
    const { token } = await holdSeats(event, event.seatIds.slice(0, 2));
    const bought = await orderSeats(event, token);
    await lapse(on, token);
    await on.app.database.query('SELECT give_back_lapsed(100)');
    assert.equal(await settle(bought), 'settled');
    assert.deepEqual(await soldTo(bought.orderId), event.seatIds.slice(0, 2));
  });

  test('of which one is somebody else’s go back whole, though as many others are free', async () => {
    const event = await makeSeats();
    const { token } = await holdSeats(event, event.seatIds.slice(0, 2));
    const bought = await orderSeats(event, token);
    await lapse(on, token);
    const winner = await holdSeats(event, event.seatIds.slice(1, 2));
    assert.equal(winner.outcome, 'held');
    assert.equal(await settle(bought), 'refunded');
    assert.deepEqual(await soldTo(bought.orderId), []);
    assert.equal(await settle(await orderSeats(event, winner.token)), 'settled');
  });
});
