import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { listRefunds } from '../../src/orders/list-refunds.ts';
import { lockOrder } from '../../src/orders/lock-order.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { retryRefund } from '../../src/orders/retry-refund.ts';
import { settleRefundByHand } from '../../src/orders/settle-refund-by-hand.ts';
import { historyOf, hold, storedOrder } from '../harness/buy.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import {
  assertNothingWrong,
  endOf,
  lapse,
  openSale,
  openShop,
  SIMULATED,
  untilQuiet,
  type Shop,
  type Simulated,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

const PRESSES = 10;

suite('a refund that its gateway refuses', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
    for (const name of SIMULATED) shop.simulators[name].settings.refundsBeginAs = 'succeeded';
  });
  after(() => shop.close());

  const database = () => shop.on.app.database;
  const listed = async (reference: string) =>
    (await listRefunds(database(), { seenBy: 'operator', which: 'need_attention', limit: 1_000 })).filter(
      (refund) => refund.reference === reference,
    );
  const retry = (refundId: string) =>
    database().transaction((tx) =>
      retryRefund(tx, { seenBy: 'operator', refundId, actor: OPERATOR, by: 'Bola' }),
    );
  const settle = (refundId: string, evenIfUnderWay = false) =>
    database().transaction((tx) =>
      settleRefundByHand(tx, {
        seenBy: 'operator',
        refundId,
        actor: OPERATOR,
        by: 'Bola',
        reason: 'paid in cash at the box office',
        evenIfUnderWay,
      }),
    );

  /** An order whose payment came when its tickets were gone, and whose refund was refused. */
  async function refusedLate(name: Simulated) {
    const till = shop.tills[name];
    const sale = await openSale(shop.on, till, 1);
    const made = await sale.order(1);
    await lapse(shop, [made.reference]);
    await hold(shop.on, till.host, { slug: sale.slug, items: [{ sku: sale.sku, quantity: 1 }] });
    shop.simulators[name].faultNext('refund', 'refuse');
    await till.send(await till.takeMoney(made));
    await untilQuiet(shop.on);
    return { ...made, till, refundId: await refusedOf(made.reference) };
  }

  /** An order of which a third was to go back: asked for twice, the gateway would pay it twice. */
  async function refusedThird(name: Simulated) {
    const till = shop.tills[name];
    const made = await (await openSale(shop.on, till)).order(1);
    await till.send(await till.takeMoney(made));
    await untilQuiet(shop.on);
    shop.simulators[name].faultNext('refund', 'refuse');
    const { id: orderId } = await storedOrder(shop.on, made.reference);
    const third = Math.floor(made.total / 3);
    await database().transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId,
        ticketIds: [],
        amountMinor: third,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
    await untilQuiet(shop.on);
    return { ...made, till, third, refundId: await refusedOf(made.reference) };
  }

  async function refusedOf(reference: string): Promise<string> {
    const [refund, ...more] = await listed(reference);
    assert.ok(refund);
    assert.equal(more.length, 0);
    assert.equal(refund.status, 'needs_attention');
    assert.match(refund.note ?? '', /^the gateway refused it: /);
    await assertNothingWrong(shop.on);
    return refund.id;
  }

  for (const name of SIMULATED) {
    test(`${name}: of a late payment, is listed, and tried again and done`, async () => {
      const { reference, total, till, refundId } = await refusedLate(name);
      assert.equal((await endOf(shop.on, reference)).status, 'expired');
      assert.deepEqual(await till.refunds(reference), []);
      assert.deepEqual((await retry(refundId)).isNew, true);
      await untilQuiet(shop.on);
      assert.deepEqual(await listed(reference), []);
      assert.deepEqual(await till.refunds(reference), [total]);
      assert.deepEqual(await endOf(shop.on, reference), {
        status: 'refunded',
        tickets: 0,
        payments: ['late'],
        refunds: [{ reason: 'late', status: 'succeeded', amount: total }],
        mails: ['payment_returned'],
      });
      const told = (await historyOf(shop.on, reference)).map(({ cause }) => cause).slice(-3);
      assert.match(told[0] ?? '', /^a refund needs attention: the gateway refused it/);
      assert.equal(told[1], 'the refund is tried again, asked for by Bola');
      assert.equal(told[2], 'the gateway has paid the money back');
      assert.deepEqual(await retry(refundId), { isNew: false, status: 'succeeded' });
      await assert.rejects(settle(refundId), /The gateway has already paid this refund/);
      await assertNothingWrong(shop.on);
    });

    test(`${name}: of a late payment, is settled by hand, which ends it and is told`, async () => {
      const { reference, total, till, refundId } = await refusedLate(name);
      assert.deepEqual(await settle(refundId), { isNew: true });
      assert.deepEqual(await settle(refundId), { isNew: false });
      await untilQuiet(shop.on);
      assert.deepEqual(await listed(reference), []);
      assert.deepEqual(await endOf(shop.on, reference), {
        status: 'refunded',
        tickets: 0,
        payments: ['late'],
        refunds: [{ reason: 'late', status: 'settled_by_hand', amount: total }],
        mails: ['payment_returned', 'refunded'],
      });
      assert.deepEqual((await historyOf(shop.on, reference)).at(-1), {
        status: 'refunded',
        cause: 'a refund was settled by hand, says Bola: paid in cash at the box office',
      });
      await assert.rejects(retry(refundId), /settled by hand/);
      await shop.worker.sendRefunds();
      assert.deepEqual(await till.refunds(reference), []);
      await assertNothingWrong(shop.on);
    });

    test(`${name}: and refuses it again, waits for a person again`, async () => {
      const { reference, refundId, till } = await refusedLate(name);
      shop.simulators[name].faultNext('refund', 'refuse');
      await retry(refundId);
      await untilQuiet(shop.on);
      assert.equal(await refusedOf(reference), refundId);
      assert.deepEqual(await settle(refundId), { isNew: true });
      assert.deepEqual(await till.refunds(reference), []);
      await assertNothingWrong(shop.on);
    });

    test(`${name}: and that somebody made on the gateway’s own pages meanwhile, is found by a retry`, async () => {
      const { reference, till, third, refundId } = await refusedThird(name);
      const simulator = shop.simulators[name];
      const [transaction] = simulator.payments.get(reference)?.transactions ?? [];
      const id = `${Date.now()}`;
      simulator.refunds.set(id, {
        id,
        reference,
        transactionId: transaction?.id ?? '',
        amountMinor: third,
        currency: 'NGN',
        note: '',
        state: 'succeeded',
      });
      await retry(refundId);
      await untilQuiet(shop.on);
      assert.deepEqual(await till.refunds(reference), [third]);
      assert.deepEqual((await endOf(shop.on, reference)).refunds, [
        { reason: 'host', status: 'succeeded', amount: third },
      ]);
      await assertNothingWrong(shop.on);
    });

    test(`${name}: and that ${PRESSES} people retry at once, while the job is at it, is made once`, async () => {
      const { reference, till, third, refundId } = await refusedThird(name);
      const pressed = await Promise.all(
        Array.from({ length: PRESSES }, async (_, nr) => {
          if (nr % 2) await shop.worker.sendRefunds();
          const { isNew } = await retry(refundId);
          await shop.worker.sendRefunds();
          return isNew;
        }),
      );
      assert.equal(pressed.filter(Boolean).length, 1);
      await untilQuiet(shop.on);
      assert.deepEqual(await till.refunds(reference), [third]);
      assert.equal((await endOf(shop.on, reference)).status, 'partially_refunded');
      await assertNothingWrong(shop.on);
    });

    test(`${name}: the unsafe way, asking whenever somebody presses, pays it several times`, async () => {
      const { reference, till, third, refundId } = await refusedThird(name);
      const { rows } = await database().query<{ account: string; payment: string }>(
        `SELECT o.payment_account_id AS account, p.gateway_payment_id AS payment
           FROM refunds AS r JOIN orders AS o ON o.id = r.order_id JOIN payments AS p ON p.id = r.payment_id WHERE r.id = $1`,
        [refundId],
      );
      const gateway = await shop.worker.parts.gateways.open(name, rows[0]?.account ?? null);
      await Promise.all(
        [1, 2].map((nr) =>
          gateway.refund({
            gatewayPaymentId: rows[0]?.payment ?? '',
            reference,
            refundId,
            retries: nr,
            amountMinor: third,
            currency: 'NGN',
            gatewayRefundId: null,
            mayBeThere: false,
            earlierRefundIds: [],
            otherRefundIds: [],
          }),
        ),
      );
      assert.deepEqual(await till.refunds(reference), [third, third]);
    });

    test(`${name}: or takes and then fails, is asked for anew by a retry, and once`, async () => {
      const simulator = shop.simulators[name];
      const till = shop.tills[name];
      const made = await (await openSale(shop.on, till)).order(1);
      await till.send(await till.takeMoney(made));
      await untilQuiet(shop.on);
      const { id: orderId } = await storedOrder(shop.on, made.reference);
      simulator.settings.refundsBeginAs = 'failed';
      const input = {
        orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: 'failed',
      };
      await database().transaction((tx) => refundOrder(tx, input));
      await untilQuiet(shop.on);
      const [failed] = await listed(made.reference);
      assert.ok(failed);
      // A second one fails unseen: the answer to it is lost.
      simulator.faultNext('refund', 'reset_after');
      await retry(failed.id);
      await untilQuiet(shop.on);
      simulator.settings.refundsBeginAs = 'succeeded';
      await database().query('UPDATE refunds SET next_look_up_at = now() WHERE id = $1', [failed.id]);
      await shop.worker.sendRefunds();
      assert.equal((await listed(made.reference))[0]?.status, 'needs_attention');
      const tries = () =>
        [...simulator.refunds.values()].filter(({ reference }) => reference === made.reference);
      assert.equal(tries().length, 2, 'what failed unseen is not asked for again by itself');
      await retry(failed.id);
      await untilQuiet(shop.on);
      assert.deepEqual(
        tries().map(({ state }) => state),
        ['failed', 'failed', 'succeeded'],
      );
      const { status, refunds } = await endOf(shop.on, made.reference);
      assert.equal(status, 'refunded');
      assert.deepEqual(refunds, [{ reason: 'host', status: 'succeeded', amount: made.total }]);
      await assertNothingWrong(shop.on);
    });

    test(`${name}: and whose search is refused, too, can’t be settled without saying that it may be there`, async () => {
      const simulator = shop.simulators[name];
      const till = shop.tills[name];
      const made = await (await openSale(shop.on, till)).order(1);
      await till.send(await till.takeMoney(made));
      await untilQuiet(shop.on);
      const { id: orderId } = await storedOrder(shop.on, made.reference);
      simulator.faultNext('refund', 'reset_after');
      simulator.faultNext('list_refunds', 'refuse');
      const input = {
        orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: 'lost',
      };
      await database().transaction((tx) => refundOrder(tx, input));
      await untilQuiet(shop.on);
      await database().query('UPDATE refunds SET next_look_up_at = now() WHERE order_id = $1', [orderId]);
      await shop.worker.sendRefunds();
      const [refused] = await listed(made.reference);
      assert.equal(refused?.status, 'needs_attention');
      await assert.rejects(settle(refused.id), /may still pay this refund/);
      await retry(refused.id);
      await untilQuiet(shop.on);
      assert.deepEqual(await till.refunds(made.reference), [made.total], 'it was found, and not made again');
      assert.equal((await endOf(shop.on, made.reference)).status, 'refunded');
      await assertNothingWrong(shop.on);
    });
  }

  test('one that the gateway has in hand is settled only by whoever says so; that it was made after all is told', async () => {
    const simulator = shop.simulators.stripe;
    const till = shop.tills.stripe;
    const made = await (await openSale(shop.on, till)).order(1);
    await till.send(await till.takeMoney(made));
    await untilQuiet(shop.on);
    const { id: orderId } = await storedOrder(shop.on, made.reference);
    simulator.settings.refundsBeginAs = 'sent';
    const input = {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'in hand',
    };
    await database().transaction((tx) => refundOrder(tx, input));
    await untilQuiet(shop.on);
    simulator.settings.refundsBeginAs = 'succeeded';
    const { rows } = await database().query<{ id: string; gateway_refund_id: string }>(
      'SELECT id, gateway_refund_id FROM refunds WHERE order_id = $1',
      [orderId],
    );
    const { id: refundId, gateway_refund_id: atGateway } = rows[0] ?? { id: '', gateway_refund_id: '' };
    await assert.rejects(settle(refundId), new RegExp(`is processing this refund \\(${atGateway}\\)`));
    assert.deepEqual(await retry(refundId), { isNew: false, status: 'sent' });

    // The gateway is being asked at the very moment.
    simulator.endRefund(atGateway, 'succeeded');
    await database().query('UPDATE refunds SET next_look_up_at = now() WHERE id = $1', [refundId]);
    const looking = database().transaction(async (tx) => {
      await lockOrder(tx, orderId);
      const sending = shop.worker.sendRefunds();
      await until('the job to have taken it', async () => {
        const { rowCount } = await database().query(
          'SELECT 1 FROM refunds WHERE id = $1 AND next_look_up_at > now()',
          [refundId],
        );
        return rowCount;
      });
      await settleRefundByHand(tx, {
        seenBy: 'operator',
        refundId,
        actor: OPERATOR,
        by: 'Bola',
        reason: 'a voucher',
        evenIfUnderWay: true,
      });
      return { sending };
    });
    await (
      await looking
    ).sending;
    assert.deepEqual((await endOf(shop.on, made.reference)).refunds, [
      { reason: 'host', status: 'settled_by_hand', amount: made.total },
    ]);
    // Whichever process has asked: the app's own job may have been the one.
    await until('the history to tell that both have happened', async () => {
      const { cause } = (await historyOf(shop.on, made.reference)).at(-1) ?? {};
      return cause === 'the gateway has paid back, too, what was settled by hand';
    });
    await assertNothingWrong(shop.on);
  });

  test('another host’s refund is not there, neither to be listed nor retried nor settled', async () => {
    const { refundId, till } = await refusedLate('paystack');
    const { hostId } = shop.tills.stripe.host;
    const own = { hostId: till.host.hostId, which: 'need_attention', limit: 1_000 } as const;
    assert.ok((await listRefunds(database(), own)).some(({ id }) => id === refundId));
    assert.ok(!(await listRefunds(database(), { ...own, hostId })).some(({ id }) => id === refundId));
    const asked = { hostId, refundId, actor: OPERATOR, by: 'Eve', reason: 'mine now', evenIfUnderWay: true };
    for (const attempt of [retryRefund, settleRefundByHand])
      await assert.rejects(
        database().transaction(async (tx) => void (await attempt(tx, asked))),
        /There is no such refund/,
      );
  });

  test('one that the gateway has not taken on within a day is listed, too', async () => {
    const till = shop.tills.flutterwave;
    const made = await (await openSale(shop.on, till)).order(1);
    await till.send(await till.takeMoney(made));
    await untilQuiet(shop.on);
    const { id: orderId } = await storedOrder(shop.on, made.reference);
    shop.simulators.flutterwave.faultNext('refund', 'unavailable');
    const input = {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'silence',
    };
    await database().transaction((tx) => refundOrder(tx, input));
    await untilQuiet(shop.on);
    assert.deepEqual(await listed(made.reference), []);
    await database().query(
      `UPDATE refunds SET created_at = created_at - interval '1 day' WHERE order_id = $1`,
      [orderId],
    );
    assert.equal((await listed(made.reference))[0]?.status, 'asking');
  });
});
