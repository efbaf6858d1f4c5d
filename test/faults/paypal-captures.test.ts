import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { storedOrder } from '../harness/buy.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import {
  assertNothingWrong,
  comeBack,
  endOf,
  lapse,
  makeDue,
  openSale,
  openShop,
  soldOnce,
  untilQuiet,
  type Shop,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

suite('an approval at PayPal, which takes no money by itself', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
    shop.simulators.paypal.settings.capturesAtOnce = false;
  });
  beforeEach(() => shop.simulators.paypal.forgetFaults());
  after(() => shop.close());

  const captures = () => shop.simulators.paypal.requests.filter(({ action }) => action === 'capture').length;

  /** An order of one ticket that its buyer has approved. */
  async function approve() {
    const till = shop.tills.paypal;
    const sale = await openSale(shop.on, till);
    const made = await sale.order(1);
    return { ...made, callback: await till.takeMoney(made), till };
  }

  test('is captured after its callback, the return or the job, whichever is first, and once', async () => {
    const { on, worker } = shop;
    const [called, returned, asked] = [await approve(), await approve(), await approve()];
    await Promise.all(Array.from({ length: 10 }, () => called.till.send(called.callback)));
    await comeBack(on, returned.reference);
    await makeDue(on, [asked.reference]);
    await worker.ask();
    await untilQuiet(on);
    for (const { reference } of [called, returned, asked])
      assert.deepEqual(await endOf(on, reference), soldOnce(1));
    await assertNothingWrong(on);
  });

  test('after its order has ended is never captured: nothing is taken, so nothing has to go back', async () => {
    const { on } = shop;
    const till = shop.tills.paypal;
    const sale = await openSale(on, till);
    const made = await sale.order(1);
    await lapse(shop, [made.reference]);
    const capturesBefore = captures();
    const callback = await till.takeMoney(made);
    assert.equal(await till.send(callback), 200);
    await comeBack(on, made.reference);
    await makeDue(on, [made.reference]);
    await shop.worker.ask();
    assert.equal(captures(), capturesBefore);
    const { status, payments, refunds } = await endOf(on, made.reference);
    assert.deepEqual({ status, payments, refunds }, { status: 'expired', payments: [], refunds: [] });
    await assertNothingWrong(on);
  });

  test('is asked about again if its capture is not answered, and sells once', async () => {
    const { on, worker } = shop;
    for (const fault of ['unavailable', 'unavailable_after', 'reset', 'reset_after'] as const) {
      const { reference } = await approve();
      shop.simulators.paypal.faultNext('capture', fault);
      for (let nr = 0; nr < 2; nr++) {
        await makeDue(on, [reference]);
        await worker.ask();
      }
      assert.deepEqual(await endOf(on, reference), soldOnce(1), fault);
    }
    await assertNothingWrong(on);
  });

  test('of a declined card leaves the order to be paid', async () => {
    const { on, worker } = shop;
    const sale = await openSale(on, shop.tills.paypal);
    const { reference } = await sale.order(1);
    shop.simulators.paypal.decline(reference);
    await makeDue(on, [reference]);
    await worker.ask();
    assert.equal((await storedOrder(on, reference)).status, 'pending_payment');
  });
});
