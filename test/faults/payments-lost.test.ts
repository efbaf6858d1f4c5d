import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { GatewaySilent } from '../../src/payments/gateway.ts';
import { hold, order, runSoon, storedOrder } from '../harness/buy.ts';
import { ofEach } from '../harness/gateways/all-simulators.ts';
import type { Fault } from '../harness/gateways/simulator.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import {
  assertNothingWrong,
  comeBack,
  endOf,
  endPaymentWindow,
  GATEWAYS,
  makeDue,
  openSale,
  openShop,
  openWorker,
  SIMULATED,
  soldOnce,
  untilQuiet,
  type Shop,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

// More than the job asks about at once.
const LOST_CALLBACKS = 25;
const SHORT_CALL_LIMIT_MS = 1_000;

const SILENCES: Fault[] = [
  'reset',
  'reset_after',
  'unavailable',
  'unavailable_after',
  'busy',
  'nonsense',
  'too_large',
];

suite('a gateway that is not heard', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  for (const name of GATEWAYS) {
    test(`${name}: every callback is lost, and every payment is found by asking`, async () => {
      const { on } = shop;
      const till = shop.tills[name];
      const sale = await openSale(on, till);
      const bought = await Promise.all(Array.from({ length: LOST_CALLBACKS }, () => sale.order(1)));
      for (const made of bought) await till.takeMoney(made);
      const references = bought.map(({ reference }) => reference);
      for (const reference of references) {
        const { next_look_up_at: due, status } = await storedOrder(on, reference);
        assert.equal(status, 'pending_payment');
        // The stated time after the link was given.
        const { rows } = await on.app.database.query(
          `SELECT $1::timestamptz <= now() + interval '30 seconds' AS "isSoon"`,
          [due],
        );
        assert.deepEqual(rows, [{ isSoon: true }], String(due));
      }
      await makeDue(on, references);
      // The product's own job, which is made due for as long as it may be about to end an earlier turn.
      await until('every payment to be found', async () => {
        await runSoon(on, 'ask_gateways');
        const ends = await Promise.all(references.map((reference) => storedOrder(on, reference)));
        return ends.every(({ status }) => status === 'confirmed');
      });
      for (const reference of references) assert.deepEqual(await endOf(on, reference), soldOnce(1));
      await assertNothingWrong(on);
    });
  }

  for (const name of SIMULATED) {
    for (const fault of [...SILENCES, 'refuse' as const]) {
      test(`${name}: ${fault} at the start gives no link, keeps the hold, and the second try works`, async () => {
        const { on } = shop;
        const till = shop.tills[name];
        const simulator = shop.simulators[name];
        const sale = await openSale(on, till, 1);
        const cart = await hold(on, till.host, { slug: sale.slug, items: [{ sku: sale.sku, quantity: 1 }] });
        // Stripe is asked once more by itself.
        simulator.faultNext('start', fault, fault === 'refuse' ? 1 : simulator.traits.startsAsked);
        const refused = await order(on, till.host, cart);
        assert.equal(refused.status, 502);
        assert.equal(refused.body.error_code, 'payment_gateway_error');
        const { rows } = await on.app.database.query<{
          reference: string;
          status: string;
          is_followed: boolean;
        }>(
          `SELECT reference, status, next_look_up_at IS NOT NULL AS is_followed FROM orders WHERE event_id = $1`,
          [sale.eventId],
        );
        // A no is a no; silence is asked about for as long as a payment could come.
        assert.deepEqual(
          rows.map(({ status, is_followed: isFollowed }) => ({ status, isFollowed })),
          [{ status: 'failed', isFollowed: fault !== 'refuse' }],
        );

        const tried = await order(on, till.host, cart);
        assert.equal(tried.status, 201, JSON.stringify(tried.body));
        const callback = await till.takeMoney(tried.body.data);
        assert.equal(await till.send(callback), 200);
        await untilQuiet(on);
        assert.deepEqual(await endOf(on, tried.body.data.reference), soldOnce(1));
        // However often the gateway is asked about the first, nothing more comes of it.
        const first = rows[0]?.reference ?? '';
        await makeDue(on, [first]);
        await shop.worker.ask();
        assert.deepEqual((await endOf(on, first)).payments, []);
        await assertNothingWrong(on);
      });
    }
  }

  // Others tell the address of a page together with the id by which alone it is asked about: nobody can have paid there.
  for (const name of ['paystack', 'flutterwave'] as const) {
    test(`${name}: a payment made at a page whose link was never heard of is found all the same`, async () => {
      const { on } = shop;
      const till = shop.tills[name];
      const sale = await openSale(on, till, 2);
      const cart = await hold(on, till.host, { slug: sale.slug, items: [{ sku: sale.sku, quantity: 1 }] });
      shop.simulators[name].faultNext('start', 'unavailable_after');
      assert.equal((await order(on, till.host, cart)).status, 502);
      const { rows } = await on.app.database.query<{ reference: string }>(
        'SELECT reference FROM orders WHERE event_id = $1',
        [sale.eventId],
      );
      const reference = rows[0]?.reference ?? '';
      await till.takeMoney({ reference, checkoutUrl: '' });
      await makeDue(on, [reference]);
      await shop.worker.ask();
      assert.deepEqual(await endOf(on, reference), soldOnce(1));
      await assertNothingWrong(on);
    });
  }

  test('Paystack has had the reference already: that is no refusal, since a payment may be there', async () => {
    const { on, simulators } = shop;
    const sale = await openSale(on, shop.tills.paystack);
    const made = await sale.order(1);
    const { rows } = await on.app.database.query<{ payment_account_id: string }>(
      'SELECT payment_account_id FROM orders WHERE reference = $1',
      [made.reference],
    );
    const gateway = await shop.worker.parts.gateways.open('paystack', rows[0]?.payment_account_id ?? '');
    const again = gateway.start({
      reference: made.reference,
      amountMinor: made.total,
      currency: 'NGN',
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Obi',
      phone: null,
      description: 'again',
      returnUrl: on.publicUrl,
      payBy: new Date(Date.now() + 60_000),
    });
    await assert.rejects(again, GatewaySilent);
    assert.ok(simulators.paystack.payments.has(made.reference));
  });

  for (const name of SIMULATED) {
    test(`${name}: with the gateway down nobody is taken for paid or unpaid until it can be asked`, async () => {
      const { on } = shop;
      const till = shop.tills[name];
      const simulator = shop.simulators[name];
      const sale = await openSale(on, till, 1);
      const made = await sale.order(1);
      const callback = await till.takeMoney(made);
      // On a slow machine orders of earlier tests are due by now, and would take the faults.
      await on.app.database.query(
        `UPDATE orders SET next_look_up_at = next_look_up_at + interval '1 hour' WHERE reference <> $1`,
        [made.reference],
      );
      const hasty = openWorker(
        on,
        ofEach((each) => shop.simulators[each].url),
        { callLimitMs: SHORT_CALL_LIMIT_MS },
      );
      try {
        for (const fault of [...SILENCES.filter((silence) => !silence.endsWith('_after')), 'hang' as const]) {
          simulator.faultNext('look_up', fault);
          await endPaymentWindow(on, [made.reference]);
          await hasty.ask();
          const { status } = await storedOrder(on, made.reference);
          assert.equal(status, 'pending_payment', `${fault}: its window is over, its tickets stay`);
        }
        simulator.faultNext('look_up', 'reset', 2);
        assert.equal(await comeBack(on, made.reference), 303);
        assert.equal((await storedOrder(on, made.reference)).status, 'pending_payment');
        // The job that the callback sets off is refused once more, and tries again.
        assert.equal(await till.send(callback), 200);
        await until('the job to have failed', async () => {
          const { rows } = await on.app.database.query<{ attempts: number }>(
            `SELECT attempts FROM jobs WHERE kind = 'follow_payment'`,
          );
          return !rows[0] || rows[0].attempts >= 1;
        });
        await untilQuiet(on);
        assert.deepEqual(await endOf(on, made.reference), soldOnce(1));
      } finally {
        await hasty.close();
      }
      await assertNothingWrong(on);
    });
  }

  test('a callback that comes before its order has a session is not forgotten', async () => {
    const { on } = shop;
    const till = shop.tills.stripe;
    const sale = await openSale(on, till);
    const made = await sale.order(1);
    const callback = await till.takeMoney(made);
    // As it is until Stripe's answer to the start has come through.
    const { rows } = await on.app.database.query<{ session_id: string }>(
      `UPDATE orders AS o SET session_id = NULL, next_look_up_at = NULL FROM orders AS before
        WHERE o.reference = $1 AND before.id = o.id RETURNING before.session_id`,
      [made.reference],
    );
    assert.equal(await till.send(callback), 200);
    await until('a first try', async () => {
      const jobs = await on.app.database.query<{ attempts: number; leased_by: string | null }>(
        `SELECT attempts, leased_by FROM jobs WHERE kind = 'follow_payment'`,
      );
      return !jobs.rows[0] || (jobs.rows[0].attempts > 0 && jobs.rows[0].leased_by === null);
    });
    await on.app.database.query('UPDATE orders SET session_id = $2 WHERE reference = $1', [
      made.reference,
      rows[0]?.session_id,
    ]);
    await untilQuiet(on);
    assert.deepEqual(await endOf(on, made.reference), soldOnce(1));
  });
});
