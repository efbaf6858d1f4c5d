import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  buy,
  historyOf,
  mailsAbout,
  pay,
  quantityLeft,
  storedOrder,
  untilStatus,
} from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR, SYSTEM } from '../audit/actor.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import type { Country } from '../money/countries.ts';
import { Refusal } from '../refusal.ts';
import { createPromoCode } from '../reservations/create-promo-code.ts';
import { refundOrder, type RefundOrder } from './refund-order.ts';

const PRICE_MINOR = 1_000_000;
const FEE_MINOR = 60_000;

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

type Bought = { orderId: string; reference: string; total: number; slug: string; ticketIds: string[] };

/** An order of three tickets out of ten, paid for. */
async function bought({
  of = host,
  country = 'NIGERIA',
  priceMinor = PRICE_MINOR,
  discountMinor = 0,
}: { of?: TestHost; country?: Country; priceMinor?: number; discountMinor?: number } = {}): Promise<Bought> {
  const ticketTypes = [{ capacity: 10, priceMinor }];
  const { slug, skus, eventId } = await makeEvent(on, of, { country, ticketTypes });
  if (discountMinor > 0) {
    await on.app.database.transaction((tx) =>
      createPromoCode(tx, {
        eventId,
        code: 'LESS',
        discount: { amountMinor: discountMinor },
        maximumUses: null,
        ticketTypeIds: [],
      }),
    );
  }
  const order = await buy(on, of, {
    slug,
    items: [{ sku: skus[0], quantity: 3 }],
    ...(discountMinor > 0 && { promoCode: 'LESS' }),
  });
  if (order.checkoutUrl) await pay(order.checkoutUrl);
  const { id: orderId } = await untilStatus(on, order.reference, 'confirmed');
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [orderId],
  );
  return {
    orderId,
    reference: order.reference,
    total: order.total,
    slug,
    ticketIds: rows.map(({ id }) => id),
  };
}

const refund = (input: Pick<RefundOrder, 'orderId'> & Partial<RefundOrder>) =>
  on.app.database.transaction((tx) =>
    refundOrder(tx, {
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: randomUUID(),
      ...input,
    }),
  );

const isRefused = (deed: Promise<unknown>, message: RegExp, code = 'validation_failed'): Promise<void> =>
  assert.rejects(deed, (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });

const valid = async (orderId: string): Promise<number> => {
  const { rows } = await on.app.database.query<{ count: number }>(
    'SELECT count(*) FROM tickets WHERE order_id = $1 AND voided_at IS NULL',
    [orderId],
  );
  return rows[0]?.count ?? 0;
};

const paidBack = async (reference: string): Promise<number> => {
  const { rows } = await on.app.database.query<{ refunded_minor: number }>(
    'SELECT refunded_minor FROM sandbox_payments WHERE reference = $1',
    [reference],
  );
  return rows[0]?.refunded_minor ?? 0;
};

test('a part that is finer than the gateway pays out is rounded down, and refused where somebody typed it', async () => {
  const kuwaiti = await makeHost(on, {
    country: 'KUWAIT',
    feeBasisPoints: 0,
    feeFlatMinor: 0,
    feeCapMinor: null,
  });
  const { orderId, ticketIds } = await bought({
    of: kuwaiti,
    country: 'KUWAIT',
    priceMinor: 12_250,
    discountMinor: 1_000,
  });
  const stop = new Error('the gateway is asked nothing');
  const asStripe = (input: Partial<RefundOrder>): Promise<unknown> =>
    on.app.database.transaction(async (tx) => {
      await tx.query(`UPDATE payments SET gateway = 'stripe' WHERE order_id = $1`, [orderId]);
      const made = await refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: randomUUID(),
        ...input,
      });
      throw Object.assign(stop, made);
    });
  // A third of the discount is 0.333 dinars and a bit.
  await assert.rejects(asStripe({ ticketIds: ticketIds.slice(0, 1) }), { amountMinor: 11_910 });
  await assert.rejects(asStripe({}), { amountMinor: 35_750 });
  await assert.rejects(asStripe({ amountMinor: 1_230 }), { amountMinor: 1_230 });
  await isRefused(asStripe({ amountMinor: 1_234 }), /a multiple of 10 minor units/);
});

describe('a whole refund', () => {
  test('voids every ticket and gives all the money back, and the tickets are for sale again', async () => {
    const { orderId, reference, total, slug } = await bought();
    const made = await refund({ orderId });
    assert.deepEqual([made.amountMinor, made.isNew], [total, true]);
    assert.equal(await valid(orderId), 0);
    assert.deepEqual(await quantityLeft(on, host, slug), [10]);
    await untilStatus(on, reference, 'refunded');
    assert.equal(await paidBack(reference), total);
    assert.deepEqual((await historyOf(on, reference)).at(-1), {
      status: 'refunded',
      cause: 'the gateway has paid the money back',
    });
    assert.deepEqual(await mailsAbout(on, reference), ['refunded', 'tickets']);
  });

  test('keeps the stock back where the host wants it so', async () => {
    const { orderId, reference, slug } = await bought();
    await refund({ orderId, returnsStock: false });
    assert.deepEqual(await quantityLeft(on, host, slug), [7]);
    await untilStatus(on, reference, 'refunded');
    assert.deepEqual(await quantityLeft(on, host, slug), [7]);
  });

  test('leaves one line in the host’s log, whichever door it came through, and none of the buyer', async () => {
    const { orderId, reference, total } = await bought();
    const asked = { orderId, actor: SYSTEM, requestKey: 'by the program' };
    await refund(asked);
    await refund(asked);
    const { rows } = await on.app.database.query(
      `SELECT host_id, actor_kind, action, subject_name, before, after FROM audit_log WHERE subject_id = $1`,
      [orderId],
    );
    assert.deepEqual(rows, [
      {
        host_id: host.hostId,
        actor_kind: 'system',
        action: 'order.refund',
        subject_name: reference,
        before: null,
        after: { amountMinor: total, currency: 'NGN', returnsStock: true },
      },
    ]);
  });

  test('of a free order is at its end at once', async () => {
    const { orderId, reference, slug } = await bought({ priceMinor: 0 });
    const made = await refund({ orderId, requestKey: 'the show is off' });
    assert.deepEqual(made, { refundId: null, amountMinor: 0, isNew: true, differences: [] });
    assert.equal((await storedOrder(on, reference)).status, 'refunded');
    assert.deepEqual(await quantityLeft(on, host, slug), [10]);
    assert.equal(
      (await historyOf(on, reference)).at(-1)?.cause,
      'its tickets were cancelled (refund the show is off)',
    );
  });
});

describe('a refund of some', () => {
  test('gives back what was paid for these tickets, and the others stay good', async () => {
    const { orderId, reference, slug, ticketIds } = await bought();
    const { amountMinor } = await refund({ orderId, ticketIds: ticketIds.slice(0, 1) });
    assert.equal(amountMinor, PRICE_MINOR + FEE_MINOR);
    await untilStatus(on, reference, 'partially_refunded');
    assert.equal(await valid(orderId), 2);
    assert.deepEqual(await quantityLeft(on, host, slug), [8]);
  });

  test('one after the other gives back every unit of a discounted order, and no more', async () => {
    const { orderId, reference, total, ticketIds } = await bought({ discountMinor: 100 });
    const amounts: number[] = [];
    for (const ticketId of ticketIds) {
      amounts.push((await refund({ orderId, ticketIds: [ticketId] })).amountMinor);
      await untilStatus(on, reference, amounts.length < 3 ? 'partially_refunded' : 'refunded');
    }
    assert.equal(
      amounts.reduce((sum, amount) => sum + amount, 0),
      total,
    );
    assert.ok(Math.max(...amounts) - Math.min(...amounts) <= 1, amounts.join());
    await until('all to be paid back', async () => (await paidBack(reference)) === total);
  });

  test('may be of money alone, or of tickets alone', async () => {
    const { orderId, reference, ticketIds } = await bought();
    assert.equal((await refund({ orderId, ticketIds: [], amountMinor: 500 })).amountMinor, 500);
    await untilStatus(on, reference, 'partially_refunded');
    assert.equal(await valid(orderId), 3);
    const none = await refund({ orderId, ticketIds: ticketIds.slice(0, 2), amountMinor: 0 });
    assert.deepEqual(none, { refundId: null, amountMinor: 0, isNew: true, differences: [] });
    assert.equal(await valid(orderId), 1);
    assert.equal(await paidBack(reference), 500);
  });

  test('and then of the rest never exceeds what is left', async () => {
    const { orderId, reference, total } = await bought();
    await refund({ orderId, ticketIds: [], amountMinor: 700 });
    assert.equal((await refund({ orderId })).amountMinor, total - 700);
    await untilStatus(on, reference, 'refunded');
    await until('all to be paid back', async () => (await paidBack(reference)) === total);
  });
});

describe('a refund asked for twice', () => {
  test('with the same key is made once, one after the other and at the same moment', async () => {
    const { orderId, reference, ticketIds } = await bought();
    const once = { orderId, ticketIds: ticketIds.slice(0, 1), requestKey: 'the first' };
    const first = await refund(once);
    assert.deepEqual(await refund(once), { ...first, isNew: false });
    const whole = { orderId, requestKey: 'the rest' };
    const made = await Promise.all([refund(whole), refund(whole), refund(whole)]);
    assert.equal(new Set(made.map(({ refundId }) => refundId)).size, 1);
    assert.equal(made.filter(({ isNew }) => isNew).length, 1);
    await untilStatus(on, reference, 'refunded');
    assert.deepEqual(await refund(whole), { ...made[0], isNew: false });
  });

  test('with the same key of tickets alone is made once too, whether they were free or their money is kept', async () => {
    for (const { order, of } of [
      { order: await bought({ priceMinor: 0 }), of: {} },
      { order: await bought(), of: { amountMinor: 0 } },
    ]) {
      const { orderId, reference, slug } = order;
      const whole = { orderId, requestKey: 'all of it', ...of };
      const made = await Promise.all([refund(whole), refund(whole)]);
      assert.deepEqual(
        made.toSorted((one, other) => Number(other.isNew) - Number(one.isNew)),
        [
          { refundId: null, amountMinor: 0, isNew: true, differences: [] },
          { refundId: null, amountMinor: 0, isNew: false, differences: [] },
        ],
      );
      assert.deepEqual(await refund(whole), {
        refundId: null,
        amountMinor: 0,
        isNew: false,
        differences: [],
      });
      assert.deepEqual(await quantityLeft(on, host, slug), [10]);
      const history = await historyOf(on, reference);
      assert.equal(history.filter(({ status }) => status === 'refunded').length, 1);
      await isRefused(refund({ ...whole, requestKey: 'all of' }), /refunded can’t be refunded/);
    }
  });

  test('with two keys at the same moment gives the money back once', async () => {
    const { orderId, reference, total } = await bought();
    const made = await Promise.allSettled([refund({ orderId }), refund({ orderId })]);
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
    await untilStatus(on, reference, 'refunded');
    assert.equal(await paidBack(reference), total);
  });
});

describe('no refund', () => {
  test('of an order that is not there, not paid, or refunded already', async () => {
    await isRefused(refund({ orderId: randomUUID() }), /no such order/, 'not_found');
    const { slug, skus } = await makeEvent(on, host);
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const { id } = await storedOrder(on, reference);
    await isRefused(refund({ orderId: id }), /pending_payment can’t be refunded/);
    const done = await bought();
    await refund(done);
    await untilStatus(on, done.reference, 'refunded');
    await isRefused(refund({ orderId: done.orderId }), /refunded can’t be refunded/);
  });

  test('of more than what was paid, of less than nothing, or of a fraction', async () => {
    const { orderId, total } = await bought();
    for (const amountMinor of [total + 1, -1, 0.5, Number.NaN, 2 ** 53]) {
      await isRefused(refund({ orderId, amountMinor }), new RegExp(`^amount .* 0 to ${total}\\.`));
    }
    assert.equal(await valid(orderId), 3);
  });

  test('without a name, or with one that is too long', async () => {
    const { orderId } = await bought({ priceMinor: 0 });
    for (const requestKey of ['', 'k'.repeat(256)]) {
      await isRefused(refund({ orderId, requestKey }), /key of a refund must have 1 to 255 characters/);
    }
    assert.equal((await refund({ orderId, requestKey: 'k'.repeat(255) })).isNew, true);
  });

  test('of another order’s ticket, of one that is void, or of nothing', async () => {
    const { orderId, ticketIds } = await bought();
    const other = await bought();
    await isRefused(
      refund({ orderId, ticketIds: [...ticketIds.slice(0, 1), ...other.ticketIds.slice(0, 1)] }),
      /belongs to another order/,
    );
    await isRefused(refund({ orderId, ticketIds: [] }), /no ticket and no money left/);
    await refund({ orderId, ticketIds: ticketIds.slice(0, 1) });
    await isRefused(refund({ orderId, ticketIds: ticketIds.slice(0, 2) }), /already void/);
    assert.equal(await valid(orderId), 2);
    assert.equal(await valid(other.orderId), 3);
  });
});

test('a refund that the gateway refuses waits for a person, and the order stays as it is', async () => {
  const { orderId, reference } = await bought();
  await on.app.database.query('DELETE FROM sandbox_payments WHERE reference = $1', [reference]);
  await refund({ orderId });
  const { rows } = await until('the gateway to refuse', async () => {
    const found = await on.app.database.query<{ note: string; next_look_up_at: Date | null }>(
      `SELECT note, next_look_up_at FROM refunds WHERE order_id = $1 AND status = 'needs_attention'`,
      [orderId],
    );
    return found.rows.length > 0 && found;
  });
  assert.match(rows[0]?.note ?? '', /^the gateway refused it: /);
  assert.equal(rows[0]?.next_look_up_at, null);
  assert.equal((await storedOrder(on, reference)).status, 'confirmed');
});
