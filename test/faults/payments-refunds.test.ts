import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { ask } from '../harness/client.ts';
import { hold, storedOrder } from '../harness/buy.ts';
import { withBadSignature, withoutSignature, type Fault } from '../harness/gateways/simulator.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import {
  assertNothingWrong,
  endOf,
  endPaymentWindow,
  GATEWAYS,
  lapse,
  openRoads,
  openSale,
  openShop,
  SIMULATED,
  soldOnce,
  untilQuiet,
  type Shop,
  type Simulated,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

const REFUNDS = /^POST .*\/refunds?$/;

suite('money that goes back', () => {
  let shop: Shop;
  const { roads, through, close } = openRoads();
  before(async () => {
    shop = await openShop({ through });
  });
  after(async () => {
    await shop.close();
    close();
  });

  /** An order that is bought and paid for. */
  async function sell(name: Simulated, quantity = 1) {
    const till = shop.tills[name];
    const sale = await openSale(shop.on, till);
    const made = await sale.order(quantity);
    await till.send(await till.takeMoney(made));
    await untilQuiet(shop.on);
    assert.equal((await endOf(shop.on, made.reference)).status, 'confirmed');
    return made;
  }

  async function askForRefund(reference: string, amountMinor: number | null = null): Promise<void> {
    const { id } = await storedOrder(shop.on, reference);
    await shop.on.app.database.transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId: id,
        ticketIds: amountMinor === null ? null : [],
        amountMinor,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
  }

  /** Time passes: every refund that is under way is looked at. */
  async function lookAtRefunds(): Promise<void> {
    await shop.on.app.database.query(
      'UPDATE refunds SET next_look_up_at = now() WHERE next_look_up_at IS NOT NULL',
    );
    await shop.worker.sendRefunds();
    await untilQuiet(shop.on);
  }

  const refundsOf = async (reference: string) => (await endOf(shop.on, reference)).refunds;

  for (const name of SIMULATED) {
    test(`${name}: too little, or another currency, issues nothing and goes back; the sum due still buys`, async () => {
      const { on } = shop;
      const till = shop.tills[name];
      const simulator = shop.simulators[name];
      simulator.settings.refundsBeginAs = 'succeeded';
      const sale = await openSale(on, till);
      for (const wrong of [{ less: 1 }, { currency: 'GHS' }]) {
        const made = await sale.order(1);
        const amount = made.total - (wrong.less ?? 0);
        const callback = await simulator.pay(made.reference, {
          amountMinor: amount,
          ...(wrong.currency && { currency: wrong.currency }),
          callback: 'hold',
        });
        assert.equal(await till.send(callback), 200);
        await untilQuiet(on);
        assert.deepEqual(await endOf(on, made.reference), {
          status: 'pending_payment',
          tickets: 0,
          payments: ['mismatch'],
          refunds: [{ reason: 'mismatch', status: 'succeeded', amount }],
          mails: ['payment_returned'],
        });
        assert.deepEqual(await till.refunds(made.reference), [amount]);
        if (simulator.traits.takesOnce) continue;

        await till.send(await till.takeMoney(made));
        await untilQuiet(on);
        const { status, tickets, payments } = await endOf(on, made.reference);
        assert.deepEqual(
          { status, tickets, payments },
          { status: 'confirmed', tickets: 1, payments: ['mismatch', 'order'] },
        );
        assert.deepEqual(await till.refunds(made.reference), [amount]);
      }
      await assertNothingWrong(on);
    });

    test(`${name}: too much issues tickets and gives the rest back; paid twice gives the second back`, async () => {
      const { on } = shop;
      const till = shop.tills[name];
      const simulator = shop.simulators[name];
      simulator.settings.refundsBeginAs = 'succeeded';
      const sale = await openSale(on, till);
      const made = await sale.order(1);
      await till.send(
        await simulator.pay(made.reference, { amountMinor: made.total + 700, callback: 'hold' }),
      );
      await untilQuiet(on);
      assert.deepEqual(await till.refunds(made.reference), [700]);
      if (simulator.traits.takesOnce) return;
      await till.send(await till.takeMoney(made));
      await untilQuiet(on);
      assert.deepEqual(await endOf(on, made.reference), {
        status: 'confirmed',
        tickets: 1,
        payments: ['order', 'surplus'],
        refunds: [
          { reason: 'surplus', status: 'succeeded', amount: 700 },
          { reason: 'surplus', status: 'succeeded', amount: made.total },
        ],
        mails: ['payment_returned', 'tickets'],
      });
      assert.deepEqual(new Set(await till.refunds(made.reference)), new Set([700, made.total]));
      await assertNothingWrong(on);
    });

    const SILENT_REFUNDS: Fault[] = ['unavailable', 'unavailable_after', 'reset', 'reset_after', 'nonsense'];
    for (const fault of SILENT_REFUNDS) {
      for (const hidesNotes of fault === 'reset_after' && name !== 'stripe' ? [false, true] : [false]) {
        const shown = hidesNotes ? ' and lists without notes' : '';
        test(`${name}: ${fault} when a part is asked back${shown}: it is looked for, and goes back once`, async () => {
          const simulator = shop.simulators[name];
          simulator.settings.refundsBeginAs = 'succeeded';
          simulator.settings.hidesNotes = hidesNotes;
          const made = await sell(name);
          simulator.faultNext('refund', fault);
          // A third, so that the gateway would not refuse to pay it twice.
          const amount = Math.floor(made.total / 3);
          await askForRefund(made.reference, amount);
          await untilQuiet(shop.on);
          assert.deepEqual(await refundsOf(made.reference), [{ reason: 'host', status: 'asking', amount }]);
          await lookAtRefunds();
          assert.deepEqual(await shop.tills[name].refunds(made.reference), [amount]);
          assert.deepEqual(await refundsOf(made.reference), [
            { reason: 'host', status: 'succeeded', amount },
          ]);
          simulator.settings.hidesNotes = false;
          await assertNothingWrong(shop.on);
        });
      }
    }

    test(`${name}: a callback that comes while a refund is being asked for does not ask for it twice`, async () => {
      const { on } = shop;
      const till = shop.tills[name];
      const road = roads.get(name);
      assert.ok(road);
      shop.simulators[name].settings.refundsBeginAs = 'succeeded';
      const made = await sell(name);
      const amount = Math.floor(made.total / 3);
      const callback = await till.takeMoney(made);
      await till.send(callback);
      await untilQuiet(on);
      road.caught.length = 0;
      road.stop('requests', REFUNDS);
      try {
        await askForRefund(made.reference, amount);
        await until('the refund to be on its way', () => road.caught.length === 1);
        // Another word for the same payment: any callback is a reason to look at what is under way.
        assert.equal(await till.send(callback), 200);
        await until('the callback to be seen to', async () => {
          const { rowCount } = await on.app.database.query(
            `SELECT 1 FROM jobs WHERE kind = 'follow_payment' AND set_aside_at IS NULL`,
          );
          return !rowCount;
        });
        await shop.worker.sendRefunds();
      } finally {
        road.open();
        for (const { letGo } of road.caught) letGo();
      }
      await untilQuiet(on);
      await lookAtRefunds();
      assert.deepEqual(
        (await till.refunds(made.reference)).filter((refunded) => refunded !== made.total),
        [amount],
      );
      await assertNothingWrong(on);
    });
  }

  // Flutterwave has no word for it.
  for (const name of ['paystack', 'stripe'] as const) {
    test(`${name}: a refund that needs attention says so, is not asked for again, and ends when a person has seen to it`, async () => {
      const { on } = shop;
      const till = shop.tills[name];
      const simulator = shop.simulators[name];
      simulator.settings.refundsBeginAs = 'needs_attention';
      const made = await sell(name);
      await askForRefund(made.reference);
      await untilQuiet(on);
      await lookAtRefunds();
      const refund = { reason: 'host', status: 'needs_attention', amount: made.total };
      assert.deepEqual(await refundsOf(made.reference), [refund]);
      assert.equal((await endOf(on, made.reference)).status, 'confirmed');
      const entry = [...simulator.refunds.values()].find(({ reference }) => reference === made.reference);
      const callback = simulator.endRefund(entry?.id ?? '', 'succeeded');
      assert.ok(callback);
      assert.equal(await till.send(callback), 200);
      await untilQuiet(on);
      assert.deepEqual(await refundsOf(made.reference), [{ ...refund, status: 'succeeded' }]);
      const { status, mails } = await endOf(on, made.reference);
      assert.deepEqual({ status, mails }, { status: 'refunded', mails: ['refunded', 'tickets'] });
      assert.deepEqual(await till.refunds(made.reference), [made.total]);
      await assertNothingWrong(on);
    });
  }

  for (const name of SIMULATED) {
    test(`${name}: a refund that the gateway refuses is left to a person, and to nobody else`, async () => {
      const simulator = shop.simulators[name];
      const made = await sell(name);
      simulator.faultNext('refund', 'refuse');
      await askForRefund(made.reference);
      await untilQuiet(shop.on);
      await lookAtRefunds();
      assert.deepEqual(await refundsOf(made.reference), [
        { reason: 'host', status: 'needs_attention', amount: made.total },
      ]);
      assert.deepEqual(await shop.tills[name].refunds(made.reference), []);
      await assertNothingWrong(shop.on);
    });
  }

  test('a late payment goes back while a second one buys the tickets: the order is confirmed, not refunded in part', async () => {
    const { on } = shop;
    const till = shop.tills.flutterwave;
    const simulator = shop.simulators.flutterwave;
    simulator.settings.refundsBeginAs = 'sent';
    const sale = await openSale(on, till, 1);
    const made = await sale.order(1);
    await lapse(shop, [made.reference]);
    const other = await hold(on, till.host, { slug: sale.slug, items: [{ sku: sale.sku, quantity: 1 }] });
    await till.send(await till.takeMoney(made));
    await untilQuiet(on);
    assert.deepEqual((await endOf(on, made.reference)).payments, ['late']);
    const released = await ask(on, `/events/${sale.slug}/reservations`, {
      method: 'DELETE',
      key: till.host,
      headers: { 'x-device-id': other.token },
    });
    assert.equal(released.status, 200);
    await till.send(await till.takeMoney(made));
    await untilQuiet(on);
    for (const { id, reference } of simulator.refunds.values())
      if (reference === made.reference) simulator.endRefund(id, 'succeeded');
    await lookAtRefunds();
    assert.deepEqual(await endOf(on, made.reference), {
      ...soldOnce(1),
      payments: ['late', 'order'],
      refunds: [{ reason: 'late', status: 'succeeded', amount: made.total }],
      mails: ['payment_returned', 'tickets'],
    });
    await assertNothingWrong(on);
  });

  test('flutterwave: a second payment at the same page, whose callback is lost, is found and goes back', async () => {
    const { on } = shop;
    const till = shop.tills.flutterwave;
    shop.simulators.flutterwave.settings.refundsBeginAs = 'succeeded';
    const made = await sell('flutterwave');
    await till.takeMoney(made);
    await endPaymentWindow(on, [made.reference]);
    await shop.worker.ask();
    await untilQuiet(on);
    assert.deepEqual((await endOf(on, made.reference)).payments, ['order', 'surplus']);
    assert.deepEqual(await till.refunds(made.reference), [made.total]);
  });

  for (const name of GATEWAYS) {
    test(`${name}: a callback with a wrong signature, or none, is refused and has no effect`, async () => {
      const { on } = shop;
      const till = shop.tills[name];
      const sale = await openSale(on, till);
      const made = await sale.order(1);
      const callback = await till.takeMoney(made);
      assert.equal(await till.send(withBadSignature(callback)), 401);
      assert.equal(await till.send(withoutSignature(callback)), 401);
      // A shared secret and a mark of ours do not cover the body.
      if (name === 'sandbox' || shop.simulators[name].traits.signs === 'body')
        assert.equal(await till.send({ ...callback, body: `${callback.body} ` }), 401);
      const elsewhere = shop.tills[name === 'paystack' ? 'stripe' : 'paystack'];
      // Another gateway's door knows no such payment: it hears it, and does nothing.
      assert.equal(await elsewhere.send(callback), 200);
      const { rowCount } = await on.app.database.query(`SELECT 1 FROM jobs WHERE kind = 'follow_payment'`);
      assert.equal(rowCount, 0);
      assert.equal((await storedOrder(on, made.reference)).status, 'pending_payment');
      assert.equal(await till.send(callback), 200);
      await untilQuiet(on);
      assert.deepEqual(await endOf(on, made.reference), soldOnce(1));
    });
  }
});
