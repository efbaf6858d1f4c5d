import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { enqueueJob } from '../../src/jobs/enqueue-job.ts';
import {
  buy,
  endPaymentWindow,
  historyOf,
  hold,
  order,
  pay,
  quantityLeft,
  runSoon,
  storedOrder,
  untilStatus,
  type Ordered,
} from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  // A server that buys for everybody: some tests take all that is left.
  host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

type Bought = Ordered & { token: string; slug: string; sku: string };

/** An order of two tickets out of ten that waits for its payment. */
async function pending(options: Parameters<typeof order>[3] = {}): Promise<Bought> {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 10 }] });
  const [sku = ''] = skus;
  const bought = await buy(on, host, { slug, items: [{ sku, quantity: 2 }] }, options);
  assert.equal(bought.status, 'pending_payment');
  return { ...bought, slug, sku };
}

const statusesOf = async (reference: string): Promise<string[]> =>
  (await historyOf(on, reference)).map(({ status }) => status);

type PaymentRow = { use: string; amount_minor: number; refunded_minor: number };

async function paymentsOf(reference: string): Promise<PaymentRow[]> {
  const { rows } = await on.app.database.query<PaymentRow>(
    `SELECT p.use, p.amount_minor, p.refunded_minor FROM payments AS p JOIN orders AS o ON o.id = p.order_id
      WHERE o.reference = $1 ORDER BY p.id`,
    [reference],
  );
  return rows;
}

/** Waits until the sandbox has given back this much. */
const untilReturned = (reference: string, amountMinor: number): Promise<unknown> =>
  until(`${amountMinor} to be paid back for ${reference}`, async () => {
    const { rows } = await on.app.database.query<{ refunded_minor: number; open: number }>(
      `SELECT s.refunded_minor, (SELECT count(*) FROM refunds AS r JOIN orders AS o ON o.id = r.order_id
                                  WHERE o.reference = $1 AND r.status <> 'succeeded') AS open
         FROM sandbox_payments AS s WHERE s.reference = $1`,
      [reference],
    );
    return rows[0]?.refunded_minor === amountMinor && rows[0].open === 0;
  });

async function ticketsOf(reference: string): Promise<number> {
  const { rows } = await on.app.database.query<{ count: number }>(
    'SELECT count(*) FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE o.reference = $1',
    [reference],
  );
  return rows[0]?.count ?? 0;
}

/** The sum on the sandbox's page, moved: it takes another sum than was asked for. */
const take = (reference: string, amountMinor: number, currency = 'NGN') =>
  on.app.database.query('UPDATE sandbox_payments SET amount_minor = $2, currency = $3 WHERE reference = $1', [
    reference,
    amountMinor,
    currency,
  ]);

describe('a payment', () => {
  test('confirms the order by the gateway’s callback: tickets are issued, held becomes sold', async () => {
    const { reference, checkoutUrl, slug, sku, total } = await pending();
    assert.equal((await pay(checkoutUrl)).status, 303);
    await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(await statusesOf(reference), ['processing', 'pending_payment', 'confirmed']);
    assert.deepEqual(await paymentsOf(reference), [{ use: 'order', amount_minor: total, refunded_minor: 0 }]);
    assert.equal(await ticketsOf(reference), 2);
    assert.deepEqual(await quantityLeft(on, host, slug), [8]);
    const { rows } = await on.app.database.query('SELECT sold, held FROM ticket_types WHERE id = $1', [sku]);
    assert.deepEqual(rows, [{ sold: 2, held: 0 }]);
  });

  test('a payment whose callback comes twice is one payment', async () => {
    const { reference, checkoutUrl } = await pending();
    await pay(checkoutUrl, 'callback_twice');
    await untilStatus(on, reference, 'confirmed');
    await until('both callbacks to be followed', async () => {
      const { rows } = await on.app.database.query(
        `SELECT 1 FROM jobs WHERE kind IN ('follow_payment', 'sandbox_callback')`,
      );
      return rows.length === 0;
    });
    assert.equal((await paymentsOf(reference)).length, 1);
    assert.equal(await ticketsOf(reference), 2);
  });

  test('a payment whose callback is lost is found when the gateway is asked', async () => {
    const { reference, checkoutUrl } = await pending();
    await pay(checkoutUrl, 'callback_lost');
    await on.app.database.query('UPDATE orders SET next_look_up_at = now() WHERE reference = $1', [
      reference,
    ]);
    await runSoon(on, 'ask_gateways');
    await untilStatus(on, reference, 'confirmed');
    assert.equal((await historyOf(on, reference)).at(-1)?.cause, 'checked with the gateway');
  });

  test('that is declined leaves the order waiting, for another card', async () => {
    const { reference, checkoutUrl, slug } = await pending();
    assert.equal((await pay(checkoutUrl, 'declined')).status, 402);
    assert.equal((await storedOrder(on, reference)).status, 'pending_payment');
    assert.deepEqual(await quantityLeft(on, host, slug), [8]);
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
  });

  test('of less than the sum due goes back whole, and the order still waits', async () => {
    const { reference, checkoutUrl, total } = await pending();
    await take(reference, total - 1);
    await pay(checkoutUrl);
    await untilReturned(reference, total - 1);
    assert.deepEqual(await paymentsOf(reference), [
      { use: 'mismatch', amount_minor: total - 1, refunded_minor: total - 1 },
    ]);
    assert.equal((await storedOrder(on, reference)).status, 'pending_payment');
    assert.equal(await ticketsOf(reference), 0);
    assert.deepEqual((await historyOf(on, reference)).at(-1), {
      status: 'pending_payment',
      cause: 'a payment of another sum than the one due: it goes back',
    });
  });

  test('in another currency goes back whole', async () => {
    const { reference, checkoutUrl, total } = await pending();
    await take(reference, total, 'GHS');
    await pay(checkoutUrl);
    await untilReturned(reference, total);
    assert.deepEqual((await paymentsOf(reference))[0]?.use, 'mismatch');
    assert.equal(await ticketsOf(reference), 0);
  });

  test('of more than the sum due buys the tickets, and the rest goes back', async () => {
    const { reference, checkoutUrl, total } = await pending();
    await take(reference, total + 500);
    await pay(checkoutUrl);
    await untilReturned(reference, 500);
    assert.deepEqual(await paymentsOf(reference), [
      { use: 'order', amount_minor: total + 500, refunded_minor: 500 },
    ]);
    assert.equal((await storedOrder(on, reference)).status, 'confirmed');
    assert.equal(await ticketsOf(reference), 2);
  });

  test('that comes a second time goes back, and the first stays good', async () => {
    const { reference, checkoutUrl, total } = await pending();
    await pay(checkoutUrl);
    const { id } = await untilStatus(on, reference, 'confirmed');
    // Under another id it is another payment.
    await on.app.database.query(`UPDATE sandbox_payments SET id = id || '_again' WHERE reference = $1`, [
      reference,
    ]);
    await enqueueJob(on.app.database, { kind: 'follow_payment', payload: { orderId: id } });
    await untilReturned(reference, total);
    assert.deepEqual(await paymentsOf(reference), [
      { use: 'order', amount_minor: total, refunded_minor: 0 },
      { use: 'surplus', amount_minor: total, refunded_minor: total },
    ]);
    assert.equal((await storedOrder(on, reference)).status, 'confirmed');
    assert.equal(await ticketsOf(reference), 2);
    assert.equal((await historyOf(on, reference)).at(-1)?.cause, 'a second payment: it goes back');
  });
});

describe('a callback', () => {
  const call = (body: string, headers: Record<string, string> = {}, gateway = 'sandbox') =>
    fetch(`${on.publicUrl}/payments/${gateway}/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  test('without the gateway’s signature is refused, and nothing is asked for it', async () => {
    const { reference } = await pending();
    const body = JSON.stringify({ event: 'payment.paid', data: { reference } });
    for (const headers of [{}, { 'x-sandbox-signature': 'a'.repeat(128) }]) {
      assert.equal((await call(body, headers)).status, 401);
    }
    const { rows } = await on.app.database.query(`SELECT 1 FROM jobs WHERE kind = 'follow_payment'`);
    assert.deepEqual(rows, []);
  });

  test('of a reference that nobody knows, or of another gateway, is taken and means nothing', async () => {
    const { reference } = await pending();
    const about = (name: unknown) => JSON.stringify({ event: 'payment.paid', data: { reference: name } });
    assert.equal((await call(about('TSR-0000-0000-0000-0000'))).status, 200);
    for (const body of ['', 'null', '[]', '{', about({ a: 1 }), about(null), about('\u0000')]) {
      assert.equal((await call(body)).status, 200, body);
    }
    assert.equal((await call(about(reference), {}, 'stripe')).status, 200);
    const { rowCount } = await on.app.database.query(`SELECT 1 FROM jobs WHERE kind = 'follow_payment'`);
    assert.equal(rowCount, 0);
    assert.equal((await call(about(reference), {}, 'nobody')).status, 400);
  });
});

describe('a buyer who changes their mind', () => {
  test('and takes another cart cancels the order that waits', async () => {
    const first = await pending();
    const { slug, token, sku } = first;
    const next = await hold(on, host, { slug, token, items: [{ sku, quantity: 3 }] });
    assert.equal((await storedOrder(on, first.reference)).status, 'cancelled');
    assert.deepEqual((await historyOf(on, first.reference)).at(-1), {
      status: 'cancelled',
      cause: 'the buyer took another cart',
    });
    assert.deepEqual(await quantityLeft(on, host, slug), [7]);
    const { status, body } = await order(on, host, next);
    assert.equal(status, 201);
    await pay(body.data.checkoutUrl);
    await untilStatus(on, body.data.reference, 'confirmed');
  });

  test('and releases the cart cancels it too, and everything is free', async () => {
    const { reference, slug, token } = await pending();
    const { status } = await ask(on, `/events/${slug}/reservations`, {
      method: 'DELETE',
      key: host,
      headers: { 'x-device-id': token },
    });
    assert.equal(status, 200);
    assert.deepEqual(await statusesOf(reference), ['processing', 'pending_payment', 'cancelled']);
    assert.deepEqual(await quantityLeft(on, host, slug), [10]);
  });

  test('keeps the order where the other cart can’t be had', async () => {
    const { reference, slug, token, sku, checkoutUrl } = await pending();
    const { status } = await ask(on, `/events/${slug}/reservations`, {
      method: 'POST',
      key: host,
      headers: { 'x-device-id': token },
      body: { items: [{ sku: '01890000-0000-7000-8000-000000000000', quantity: 1 }] },
    });
    assert.equal(status, 400);
    await hold(on, host, { slug, items: [{ sku, quantity: 8 }] });
    const { body } = await ask(on, `/events/${slug}/reservations`, {
      method: 'POST',
      key: host,
      headers: { 'x-device-id': token },
      body: { items: [{ sku, quantity: 3 }] },
    });
    assert.equal(body.error_code, 'tickets_unavailable');
    assert.equal((await storedOrder(on, reference)).status, 'pending_payment');
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
  });

  test('after the purchase has another cart, and the purchase stays', async () => {
    const { reference, checkoutUrl, slug, token, sku } = await pending();
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    await hold(on, host, { slug, token, items: [{ sku, quantity: 1 }] });
    assert.equal((await storedOrder(on, reference)).status, 'confirmed');
    assert.deepEqual(await quantityLeft(on, host, slug), [7]);
  });
});

describe('the payment window', () => {
  test('keeps the tickets longer than a hold would', async () => {
    const { reference, token } = await pending();
    const { pay_by: payBy } = await storedOrder(on, reference);
    const { rows } = await on.app.database.query<{ reservation: Date; hold: Date; window: number }>(
      `SELECT r.expires_at AS reservation, h.expires_at AS hold,
              extract(epoch FROM o.pay_by - o.created_at)::integer AS window
         FROM reservations AS r JOIN holds AS h ON h.reservation_id = r.id JOIN orders AS o ON o.id = r.order_id
        WHERE r.token = $1`,
      [token],
    );
    const [kept] = rows;
    assert.ok(payBy && kept);
    assert.equal(kept.window, 30 * 60);
    assert.equal(kept.reservation.getTime() - payBy.getTime(), 120_000);
    assert.equal(kept.hold.getTime(), kept.reservation.getTime());
  });

  test('when it is over the order expires, its page is closed, and its tickets are for sale', async () => {
    const { reference, checkoutUrl, slug, token, sku } = await pending();
    assert.deepEqual(await quantityLeft(on, host, slug), [8]);
    await endPaymentWindow(on, reference);
    await untilStatus(on, reference, 'expired');
    assert.deepEqual(await quantityLeft(on, host, slug), [10]);
    assert.deepEqual((await historyOf(on, reference)).at(-1), {
      status: 'expired',
      cause: 'it was not paid in time',
    });
    assert.equal((await pay(checkoutUrl)).status, 409);
    const again = await order(on, host, { slug, token, quoteReference: 'q_any' });
    assert.equal(again.body.error_code, 'reservation_expired');
    await hold(on, host, { slug, items: [{ sku, quantity: 10 }] });
  });

  test('when it is over, the gateway is asked a last time: whoever paid has the tickets', async () => {
    const { reference, checkoutUrl } = await pending();
    await pay(checkoutUrl, 'callback_lost');
    await endPaymentWindow(on, reference);
    await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(await statusesOf(reference), ['processing', 'pending_payment', 'confirmed']);
  });
});
