import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { historyOf, hold, lapse, mailsAbout, quantityLeft, storedOrder } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { held, makeHall } from '../pages/checkout/embed/embed.fixture.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { MAX_TICKETS_OF_HOST_ORDER } from '../rules/order-source.ts';
import type { CreateHostOrder } from './create-host-order.ts';
import { describeOrder } from './describe-order.ts';
import { sellByHand } from './host-order.fixture.ts';

const PRICE_MINOR = 1_000_000;

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

const line = (ticketTypeId: string | undefined, quantity: number, priceMinor: number | null = null) => ({
  ticketTypeId: ticketTypeId ?? '',
  quantity,
  priceMinor,
});

const isRefused = (deed: Promise<unknown>, code: RefusalCode, field: string | null = null): Promise<void> =>
  assert.rejects(
    deed,
    (error) => error instanceof Refusal && error.code === code && error.field === field,
    `${code} ${field}`,
  );

const ordersOf = async (eventId: string): Promise<number> => {
  const { rows } = await on.app.database.query<{ count: number }>(
    'SELECT count(*) FROM orders WHERE event_id = $1',
    [eventId],
  );
  return rows[0]?.count ?? -1;
};

describe('an order that the host makes', () => {
  test('is confirmed at once: stock sold, tickets issued and mailed, the money on record as the host’s own', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 5, priceMinor: PRICE_MINOR, maximumPerOrder: 1 }],
    });
    const { orderId, reference } = await sellByHand(on, host, {
      eventId,
      lines: [line(skus[0], 2)],
      paidBy: 'transfer',
      note: '  bank slip 17 ',
    });
    const stored = await storedOrder(on, reference);
    assert.deepEqual([stored.id, stored.status, stored.total_minor], [orderId, 'confirmed', 2 * PRICE_MINOR]);
    assert.deepEqual(await quantityLeft(on, host, slug), [3]);
    assert.deepEqual(await mailsAbout(on, reference), ['tickets']);
    assert.deepEqual((await historyOf(on, reference)).at(-1), {
      status: 'confirmed',
      cause: 'sold by the host, paid by transfer',
    });
    const described = await describeOrder(on.app.database, { seenBy: 'operator', orderId });
    assert.ok(described);
    const { order, payments, note, tickets } = described;
    assert.deepEqual(
      [order.source, order.paidBy, order.totalFeesMinor, note, tickets.length],
      ['host', 'transfer', 0, 'bank slip 17', 2],
    );
    const [payment] = payments;
    assert.deepEqual(
      [payments.length, payment?.gateway, payment?.gatewayPaymentId, payment?.amountMinor, payment?.use],
      [1, 'by_hand', reference, 2 * PRICE_MINOR, 'order'],
    );
  });

  test('costs what the host says, which may be nothing for some of it and not for all', async () => {
    const { eventId, skus } = await makeEvent(on, host, {
      ticketTypes: [{ priceMinor: PRICE_MINOR }, { priceMinor: PRICE_MINOR }],
    });
    const { reference } = await sellByHand(on, host, {
      eventId,
      lines: [line(skus[0], 2, 700_000), line(skus[1], 1, 0)],
    });
    assert.equal((await storedOrder(on, reference)).total_minor, 1_400_000);
    await isRefused(
      sellByHand(on, host, { eventId, lines: [line(skus[0], 2, 0)] }),
      'validation_failed',
      'lines',
    );
  });

  test('leaves a line in the log that names no buyer', async () => {
    const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: PRICE_MINOR }] });
    const { orderId, reference } = await sellByHand(on, host, {
      eventId,
      lines: [line(skus[0], 1)],
      note: 'for Ada',
    });
    const { rows } = await on.app.database.query(
      'SELECT action, subject_name AS name, before, after FROM audit_log WHERE subject_id = $1',
      [orderId],
    );
    const sold = { tickets: 1, totalMinor: PRICE_MINOR, currency: 'NGN', paidBy: 'cash' };
    assert.deepEqual(rows, [{ action: 'order.sell', name: reference, before: null, after: sold }]);
  });

  test('is a gift where nobody has paid: for nothing, without a payment, whatever the price is', async () => {
    const { eventId, skus, seatIds } = await makeHall(on, host);
    const { orderId, reference } = await sellByHand(on, host, {
      eventId,
      lines: [line(skus[0], 2, 500)],
      seatIds: seatIds.slice(0, 2),
      paidBy: null,
    });
    const described = await describeOrder(on.app.database, { seenBy: 'operator', orderId });
    assert.ok(described);
    const { order, payments, tickets } = described;
    assert.deepEqual(
      [order.source, order.paidBy, order.status, order.totalMinor, payments.length],
      ['complimentary', null, 'confirmed', 0, 0],
    );
    assert.deepEqual(
      tickets.map(({ seat }) => seat?.seat),
      ['1', '2'],
    );
    assert.deepEqual(await mailsAbout(on, reference), ['tickets']);
    assert.equal((await historyOf(on, reference)).at(-1)?.cause, 'given away by the host');
  });

  test('takes a seat that the host has chosen, and the ticket is for it', async () => {
    const { eventId, skus, seatIds } = await makeHall(on, host);
    const [first = '', second = '', third = ''] = seatIds;
    const { orderId } = await sellByHand(on, host, {
      eventId,
      lines: [line(skus[0], 2)],
      seatIds: [third, second],
    });
    const { rows } = await on.app.database.query<{ seat_id: string; is_sold: boolean }>(
      'SELECT t.seat_id, s.is_sold FROM tickets AS t JOIN seats AS s ON s.id = t.seat_id WHERE t.order_id = $1 ORDER BY t.position',
      [orderId],
    );
    assert.deepEqual(rows, [
      { seat_id: second, is_sold: true },
      { seat_id: third, is_sold: true },
    ]);
    const one = (ids: string[], count = 1): Promise<unknown> =>
      sellByHand(on, host, { eventId, lines: [line(skus[0], count)], seatIds: ids });
    await assert.rejects(one([third]), /Somebody else has taken Stalls · A · 3/);
    await isRefused(one([]), 'validation_failed', 'seatIds');
    await isRefused(one([first], 2), 'validation_failed', 'seatIds');
    await isRefused(one([first, first], 2), 'validation_failed', 'seatIds');
    await isRefused(one([randomUUID()]), 'validation_failed', 'seatIds');
    const other = await makeHall(on, host);
    await isRefused(one([other.seatIds[0] ?? '']), 'validation_failed', 'seatIds');
  });

  test('does not take a seat that a buyer holds, until that has lapsed', async () => {
    const { eventId, slug, skus, seatIds } = await makeHall(on, host);
    const [seat = ''] = seatIds;
    const cart = await held(on, slug, { items: [], seatIds: [seat] });
    const sell = () => sellByHand(on, host, { eventId, lines: [line(skus[0], 1)], seatIds: [seat] });
    await isRefused(sell(), 'tickets_unavailable', 'seatIds');
    await lapse(on, cart.reservationToken);
    assert.equal((await sell()).isNew, true);
  });
});

describe('an order of the host is refused', () => {
  test('if not so many are left, with how many are', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 5, priceMinor: 100, name: 'Early' }],
    });
    const cart = await hold(on, host, { slug, items: [{ sku: skus[0] ?? '', quantity: 3 }] });
    const sell = (quantity: number) => sellByHand(on, host, { eventId, lines: [line(skus[0], quantity)] });
    await isRefused(sell(3), 'tickets_unavailable', 'lines[0].quantity');
    await assert.rejects(sell(3), /Of Early 2 are left\./);
    await lapse(on, cart.token);
    await sell(5);
    assert.deepEqual(await quantityLeft(on, host, slug), [0]);
  });

  test('of an event that is a draft, over or cancelled', async () => {
    const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 100 }] });
    const set = (sql: string) => on.app.database.query(`UPDATE events SET ${sql} WHERE id = $1`, [eventId]);
    const sell = () => sellByHand(on, host, { eventId, lines: [line(skus[0], 1)] });
    await set(`status = 'DRAFT'`);
    await isRefused(sell(), 'wrong_state');
    await set(`status = 'ENDED'`);
    await isRefused(sell(), 'wrong_state');
    await set(
      `status = 'LIVE', starts_at = now() - interval '2 hours', closes_at = now() - interval '1 second'`,
    );
    await isRefused(sell(), 'wrong_state');
    await set(`status = 'CANCELLED', closes_at = now() + interval '1 hour'`);
    await isRefused(sell(), 'wrong_state');
    assert.equal(await ordersOf(eventId), 0);
  });

  test('of more tickets than one order may have', async () => {
    const { eventId, skus } = await makeEvent(on, host, {
      ticketTypes: [{ priceMinor: 100, capacity: 2 * MAX_TICKETS_OF_HOST_ORDER }],
    });
    const sell = (quantity: number) => sellByHand(on, host, { eventId, lines: [line(skus[0], quantity)] });
    await isRefused(sell(MAX_TICKETS_OF_HOST_ORDER + 1), 'validation_failed', 'lines');
    assert.equal(await ordersOf(eventId), 0);
  });

  test('of another host’s event or ticket type, and where one is named twice', async () => {
    const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 100 }] });
    const stranger = await makeHost(on);
    const theirs = await makeEvent(on, stranger, { ticketTypes: [{ priceMinor: 100 }] });
    await isRefused(sellByHand(on, stranger, { eventId, lines: [line(skus[0], 1)] }), 'not_found');
    await isRefused(sellByHand(on, host, { eventId, lines: [line(theirs.skus[0], 1)] }), 'not_found');
    await isRefused(
      sellByHand(on, host, { eventId, lines: [line(skus[0], 1), line(skus[0], 1)] }),
      'validation_failed',
      'lines',
    );
  });

  test('when the host has sent its e-mails of the day, and nothing is sold', async () => {
    const poor = await makeHost(on);
    const { eventId, slug, skus } = await makeEvent(on, poor, {
      ticketTypes: [{ capacity: 5, priceMinor: 100 }],
    });
    const sell = () => sellByHand(on, poor, { eventId, lines: [line(skus[0], 1)], mailsPerDay: 1 });
    await sell();
    await isRefused(sell(), 'rate_limited');
    assert.deepEqual(await quantityLeft(on, poor, slug), [4]);
  });
});

describe('pressed twice', () => {
  const both = async (change: Partial<CreateHostOrder> = {}) => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 5, priceMinor: 100 }],
    });
    const sold = { eventId, lines: [line(skus[0], 2)], requestKey: randomUUID() };
    return { eventId, slug, sell: (other = {}) => sellByHand(on, host, { ...sold, ...change, ...other }) };
  };

  test('an order is one, also at the same moment, and its e-mail is counted once', async () => {
    const { eventId, slug, sell } = await both({ mailsPerDay: 100 });
    const made = await Promise.all(Array.from({ length: 8 }, () => sell()));
    assert.equal(made.filter(({ isNew }) => isNew).length, 1);
    assert.equal(new Set(made.map(({ orderId }) => orderId)).size, 1);
    assert.equal(await ordersOf(eventId), 1);
    assert.deepEqual(await quantityLeft(on, host, slug), [3]);
  });

  test('an order is one, also when the event was cancelled in between', async () => {
    const { eventId, sell } = await both();
    const first = await sell();
    await on.app.database.query(`UPDATE events SET status = 'ENDED' WHERE id = $1`, [eventId]);
    assert.deepEqual(await sell(), { ...first, isNew: false });
  });

  test('with something else typed, the second is refused and not taken for the first', async () => {
    const { eventId, sell } = await both();
    await sell();
    await isRefused(sell({ paidBy: 'card' }), 'validation_failed', 'requestKey');
    assert.equal(await ordersOf(eventId), 1);
  });
});
