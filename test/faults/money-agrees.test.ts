import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import { OPERATOR } from '../../src/audit/actor.ts';
import { followDisputes } from '../../src/orders/disputes/follow-disputes.ts';
import { followPayment } from '../../src/orders/follow-payment.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { Refusal } from '../../src/refusal.ts';
import { storedOrder } from '../harness/buy.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import {
  openSellers,
  SELLER_NAMES,
  type Line,
  type Seller,
  type SellerName,
  type Sold,
} from './money-sellers.fixture.ts';
import { assertNothingWrong, endPaymentWindow, untilQuiet, type Shop } from './payments-shop.fixture.ts';

expectNothingUnhandled();

// Again: MONEY_SEED=123 npm run test:file -- test/faults/money-agrees.test.ts
const SEED = Number(process.env['MONEY_SEED'] ?? randomInt(2 ** 31));
const RUNS = Number(process.env['MONEY_RUNS'] ?? 3);

const STEP = fc.record({
  what: fc.constantFrom(
    'choose',
    'pay',
    'pay',
    'pay a little more',
    'pay a little less',
    'call back',
    'ask',
    'the time is over',
    'refund',
    'dispute',
    'move the dispute',
  ),
  part: fc.integer({ min: 1, max: 100 }),
  pick: fc.nat({ max: 1_000 }),
  isHeard: fc.boolean(),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

suite(`money that is paid, refunded and disputed (seed ${SEED})`, () => {
  let shop: Shop;
  let sellers: Record<SellerName, Seller>;
  let close: () => Promise<void>;
  before(async () => {
    ({ sellers, shop, close } = await openSellers());
  });
  after(() => close());

  async function ours(orderId: string): Promise<Line[]> {
    const { rows } = await shop.on.app.database.query<Line>(
      `SELECT gateway || ' ' || gateway_payment_id AS id, amount_minor AS minor, currency,
              coalesce((SELECT sum(amount_minor) FROM refunds WHERE payment_id = p.id AND status <> 'needs_attention'), 0)::bigint AS back,
              coalesce((SELECT sum(amount_minor) FROM payment_disputes WHERE payment_id = p.id AND state = 'lost'), 0)::bigint AS lost
         FROM payments AS p WHERE order_id = $1 ORDER BY 1`,
      [orderId],
    );
    return rows;
  }

  async function take(seller: Seller, order: Sold, step: Step): Promise<void> {
    const { what, part, isHeard } = step;
    const amountMinor = Math.ceil((order.totalMinor * part) / 100);
    if (what === 'choose') await seller.choose?.(order, step.pick);
    else if (what.startsWith('pay')) {
      const more = what === 'pay' ? 0 : what === 'pay a little more' ? 1 : -1;
      await seller.pay(order, {
        pick: step.pick,
        amountMinor: order.totalMinor + more * seller.stepMinor,
        isHeard,
      });
    } else if (what === 'call back') {
      const [call] = order.calls.splice(step.pick % (order.calls.length || 1), 1);
      await call?.();
    } else if (what === 'ask') await seller.ask(order);
    else if (what === 'the time is over')
      await endPaymentWindow(shop.on, [order.reference]).then(() => shop.worker.ask());
    else if (what === 'refund')
      // Of an order that is not paid, of more than is left, while it is disputed: a refusal.
      await refund(order, amountMinor - (amountMinor % seller.stepMinor)).catch((error: unknown) =>
        assert.ok(error instanceof Refusal, String(error)),
      );
    else await seller.dispute?.(order, { isNew: what === 'dispute', amountMinor, pick: step.pick, isHeard });
    await untilQuiet(shop.on);
    await seller.goOn?.();
  }

  async function refund(order: Sold, amountMinor: number): Promise<void> {
    const given = await shop.on.app.database.transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId: order.id,
        ticketIds: [],
        amountMinor,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
    order.givenBackMinor += given.amountMinor;
  }

  /** All that was said is heard, in any order, and whatever was never said is asked for. */
  async function hearAll(seller: Seller, order: Sold, pick: number): Promise<void> {
    while (order.calls.length > 0) await order.calls.splice(pick % order.calls.length, 1)[0]?.();
    await followPayment(shop.worker.parts, { orderId: order.id, cause: 'a test' });
    await seller.ask(order);
    for (let turn = 0; turn < 2; turn++) {
      await untilQuiet(shop.on);
      await shop.worker.sendRefunds();
      await seller.goOn?.();
      await followDisputes(shop.worker.parts, order.id);
    }
  }

  for (const name of SELLER_NAMES) {
    test(`${name}: our books and the other side's agree to the last unit`, async () => {
      const seller = sellers[name];
      await fc.assert(
        fc.asyncProperty(
          fc.array(STEP, { minLength: 3, maxLength: 10 }),
          fc.nat({ max: 1_000 }),
          async (steps, pick) => {
            const order = await seller.order();
            for (const step of steps) await take(seller, order, step);
            await hearAll(seller, order, pick);
            const theirs = seller.lines(order).toSorted((a, b) => (a.id < b.id ? -1 : 1));
            assert.deepEqual(await ours(order.id), theirs);
            for (const { minor, back, lost } of theirs)
              assert.ok(back + lost <= minor, `${back} went back and ${lost} was lost of ${minor}`);
            await assertNothingUnused(shop, order);
          },
        ),
        { numRuns: RUNS, seed: SEED },
      );
      await assertNothingWrong(shop.on);
    });
  }
});

/** Money that bought nothing goes back, all of it, unless a dispute or a person has it. */
async function assertNothingUnused({ on }: Shop, { reference, id }: Sold): Promise<void> {
  const { status } = await storedOrder(on, reference);
  const { rows } = await on.app.database.query<{ use: string; kept: number; isStopped: boolean }>(
    `SELECT p.use, p.amount_minor - p.refunded_minor AS kept,
            EXISTS (SELECT FROM refunds AS r WHERE r.payment_id = p.id AND r.status = 'needs_attention') AS "isStopped"
       FROM payments AS p WHERE p.order_id = $1`,
    [id],
  );
  for (const { use, kept, isStopped } of rows)
    assert.ok(
      use === 'order' || kept === 0 || isStopped,
      `${kept} of a ${use} payment is kept, the order is ${status}`,
    );
}
