import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { refundWholeOrder } from '../../src/orders/refund-whole-order.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { storedOrder, untilStatus } from '../harness/buy.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import {
  assertNothingWrong,
  endOf,
  lapse,
  makeDue,
  openSale,
  openShop,
  soldOnce,
  untilQuiet,
  type Shop,
} from '../faults/payments-shop.fixture.ts';
import {
  choose,
  hostWithWays,
  pagesOf,
  paidThrough,
  press,
  type ManyWays,
  WITH_EUROS,
  WITH_NAIRA,
} from './ways-to-pay.fixture.ts';

expectNothingUnhandled();

suite('a host with several ways to pay', () => {
  let shop: Shop;
  let ways: ManyWays;
  let sale: Awaited<ReturnType<typeof openSale>>;
  before(async () => {
    shop = await openShop();
    for (const name of WITH_NAIRA)
      shop.simulators[name].callbackUrl = `${shop.on.publicUrl}/payments/${name}/callback`;
    ways = await hostWithWays(shop);
    sale = await openSale(shop.on, { ...shop.tills.paystack, host: ways.host });
  });
  after(() => shop.close());

  const starts = () =>
    WITH_NAIRA.map(
      (name) => shop.simulators[name].requests.filter(({ action }) => action === 'start').length,
    );
  const untilClosed = (name: 'stripe' | 'flutterwave', reference: string) =>
    until('the page to be closed at its gateway', () =>
      Promise.resolve(shop.simulators[name].payments.get(reference)?.isClosed === true),
    );

  test('the order’s link is a page of ours, which names every way in the host’s order and asks no gateway', async () => {
    const asked = starts();
    const { checkoutUrl, status } = await sale.order();
    assert.equal(status, 'pending_payment');
    assert.match(checkoutUrl, /\/checkout\/orders\/[0-9a-f-]{36}\/pay$/);
    const page = await (await fetch(checkoutUrl)).text();
    const order = ['Paystack', 'Flutterwave', 'Stripe'].map((name) => page.indexOf(`by ${name}`));
    assert.ok(
      order.every((at) => at > 0),
      page,
    );
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
    assert.ok(!page.includes('<script'), 'a form, and no script');
    assert.deepEqual(starts(), asked);
  });

  for (const name of WITH_NAIRA) {
    test(`${name}: the way that was chosen takes the money, and gives it back`, async () => {
      const { on, simulators, worker } = shop;
      const { reference, checkoutUrl, total } = await sale.order();
      const { status, location } = await press(checkoutUrl, ways.accounts[name]);
      assert.equal(status, 303);
      assert.equal(location, simulators[name].payments.get(reference)?.checkoutUrl);
      await simulators[name].pay(reference);
      await untilStatus(on, reference, 'confirmed');
      assert.deepEqual(await endOf(on, reference), soldOnce(2));
      assert.deepEqual(await paidThrough(on, reference), { gateway: name, accountId: ways.accounts[name] });
      // A second payment on the same page.
      await simulators[name].pay(reference);
      await untilQuiet(on);
      await worker.sendRefunds();
      assert.deepEqual(await shop.tills[name].refunds(reference), [total]);
      await assertNothingWrong(on);
    });
  }

  for (const name of WITH_EUROS) {
    test(`${name}: beside other gateways that take euros, it takes the money, and gives it back`, async () => {
      const { on, simulators, tills } = shop;
      const euros = await hostWithWays(shop, WITH_EUROS);
      const { order } = await openSale(on, { ...tills.mollie, host: euros.host });
      const { reference, checkoutUrl, total } = await order();
      const { status, location } = await press(checkoutUrl, euros.accounts[name]);
      assert.deepEqual([status, location], [303, simulators[name].payments.get(reference)?.checkoutUrl]);
      await tills[name].send(await simulators[name].pay(reference, { callback: 'hold' }));
      await untilStatus(on, reference, 'confirmed');
      assert.deepEqual(await paidThrough(on, reference), { gateway: name, accountId: euros.accounts[name] });
      const { id } = await storedOrder(on, reference);
      await on.app.database.transaction((tx) =>
        refundWholeOrder(tx, { orderId: id, actor: OPERATOR, returnsStock: true, requestKey: randomUUID() }),
      );
      await untilQuiet(on);
      assert.deepEqual(await tills[name].refunds(reference), [total]);
      await assertNothingWrong(on);
    });
  }

  test('another way closes the page before, and the callback of the first page still counts', async () => {
    const { on, simulators } = shop;
    const { reference, checkoutUrl } = await sale.order();
    await press(checkoutUrl, ways.accounts.stripe);
    await press(checkoutUrl, ways.accounts.paystack);
    await untilClosed('stripe', reference);
    const pages = await pagesOf(on, reference);
    assert.deepEqual(
      pages.map((page) => [page.gateway, page.reference, page.leftAt === null]),
      [
        ['stripe', reference, false],
        ['paystack', `${reference}-2`, true],
      ],
    );
    assert.ok(simulators.paystack.payments.has(`${reference}-2`));
    // The bank was quicker than the closing.
    await simulators.stripe.pay(reference);
    await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(await paidThrough(on, reference), {
      gateway: 'stripe',
      accountId: ways.accounts.stripe,
    });
    await assertNothingWrong(on);
  });

  test('paid on two pages, one payment confirms and the other goes back to where it came from', async () => {
    const { on, simulators, worker } = shop;
    const { reference, checkoutUrl, total } = await sale.order();
    await press(checkoutUrl, ways.accounts.flutterwave);
    await press(checkoutUrl, ways.accounts.paystack);
    await Promise.all([simulators.flutterwave.pay(reference), simulators.paystack.pay(`${reference}-2`)]);
    await untilStatus(on, reference, 'confirmed');
    await untilQuiet(on);
    await worker.sendRefunds();
    const { gateway } = await paidThrough(on, reference);
    const [first, second] = await Promise.all([
      shop.tills.flutterwave.refunds(reference),
      shop.tills.paystack.refunds(`${reference}-2`),
    ]);
    assert.deepEqual(gateway === 'flutterwave' ? [first, second] : [second, first], [[], [total]]);
    const { payments, tickets, refunds } = await endOf(on, reference);
    assert.deepEqual([payments.toSorted(), tickets, refunds.length], [['order', 'surplus'], 2, 1]);
    await assertNothingWrong(on);
  });

  test('the same way again is the same page', async () => {
    const { on } = shop;
    const { reference, checkoutUrl } = await sale.order();
    const first = await press(checkoutUrl, ways.accounts.paystack);
    assert.deepEqual(await press(checkoutUrl, ways.accounts.paystack), first);
    assert.equal((await pagesOf(on, reference)).length, 1);
  });

  test('a gateway that gives no page leaves the others, with the tickets on hold', async () => {
    const { on, simulators } = shop;
    const { reference, checkoutUrl } = await sale.order();
    simulators.flutterwave.faultNext('start', 'unavailable');
    const { status, location } = await press(checkoutUrl, ways.accounts.flutterwave);
    assert.deepEqual([status, location], [303, 'pay?notice=unreachable']);
    const page = await (await fetch(`${checkoutUrl}?notice=unreachable`)).text();
    assert.match(page, /can’t be reached now/);
    assert.equal((await storedOrder(on, reference)).status, 'pending_payment');
    assert.equal((await choose(checkoutUrl, ways.accounts.stripe)).status, 200);
    await simulators.stripe.pay(`${reference}-2`);
    await untilStatus(on, reference, 'confirmed');
  });

  test('another host’s account, and a way that nobody has, open nothing', async () => {
    const { on } = shop;
    const theirs = await hostWithWays(shop, ['paystack', 'stripe']);
    const { reference, checkoutUrl } = await sale.order();
    for (const way of [theirs.accounts.paystack, 'sandbox', '', 'by_hand', "'"]) {
      const { status, body } = await choose(checkoutUrl, way);
      assert.deepEqual([status, body.error_code], [409, 'changed_meanwhile'], way);
    }
    assert.deepEqual(await pagesOf(on, reference), []);
  });

  for (const [what, stop] of [
    ['event is cancelled', `UPDATE events SET status = 'CANCELLED' WHERE id = $1`],
    [
      'host is suspended',
      'UPDATE hosts SET suspended_at = now() WHERE id = (SELECT host_id FROM events WHERE id = $1)',
    ],
  ] as const) {
    test(`no payment is begun once the ${what}, also while the order still waits`, async () => {
      const { on, tills } = shop;
      const { host, accounts } = await hostWithWays(shop);
      const { order, eventId } = await openSale(on, { ...tills.paystack, host });
      const { reference, checkoutUrl } = await order();
      await on.app.database.query(stop, [eventId]);
      const asked = starts();
      const { status, body } = await choose(checkoutUrl, accounts.paystack);
      assert.deepEqual([status, body.error_code], [400, 'reservation_expired']);
      const page = await fetch(checkoutUrl, { redirect: 'manual' });
      await page.arrayBuffer();
      assert.equal(page.status, 303, 'the receipt says how things stand');
      assert.deepEqual(await pagesOf(on, reference), []);
      assert.deepEqual(starts(), asked);
    });
  }

  test('pressed without end, a way has its gateways asked once in five seconds', async () => {
    const { simulators } = shop;
    const { reference, checkoutUrl } = await sale.order();
    await choose(checkoutUrl, ways.accounts.paystack);
    await choose(checkoutUrl, ways.accounts.stripe);
    for (let nr = 0; nr < 6; nr++) await choose(checkoutUrl, ways.accounts.stripe);
    const asked = simulators.paystack.requests.filter(
      ({ action, path }) => action === 'look_up' && path.endsWith(reference),
    );
    assert.ok(asked.length <= 2, `${asked.length} look-ups`);
  });

  test('ten pages are the most, and the last of them can still be paid', async () => {
    const { on, simulators } = shop;
    const { reference, checkoutUrl } = await sale.order();
    const two = [ways.accounts.stripe, ways.accounts.flutterwave];
    for (let nr = 0; nr < 10; nr++) assert.equal((await choose(checkoutUrl, two[nr % 2] ?? '')).status, 200);
    assert.equal((await choose(checkoutUrl, ways.accounts.paystack)).status, 429);
    assert.equal((await pagesOf(on, reference)).length, 10);
    await simulators.flutterwave.pay(`${reference}-10`);
    await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(await paidThrough(on, reference), {
      gateway: 'flutterwave',
      accountId: ways.accounts.flutterwave,
    });
  });

  test('a payment whose callback is lost is found on whichever page it came', async () => {
    const { on, simulators, worker } = shop;
    const { reference, checkoutUrl } = await sale.order();
    await press(checkoutUrl, ways.accounts.paystack);
    await press(checkoutUrl, ways.accounts.stripe);
    await simulators.paystack.pay(reference, { callback: 'hold' });
    await makeDue(on, [reference]);
    await worker.ask();
    assert.deepEqual(await endOf(on, reference), soldOnce(2));
    assert.equal((await paidThrough(on, reference)).gateway, 'paystack');
    await untilClosed('stripe', `${reference}-2`);
  });

  test('a gateway that is down keeps no page of the others from being closed', async () => {
    const { simulators } = shop;
    const { reference, checkoutUrl } = await sale.order();
    simulators.flutterwave.faultNext('close', 'unavailable', 100);
    for (const name of ['flutterwave', 'stripe', 'paystack'] as const)
      assert.equal((await choose(checkoutUrl, ways.accounts[name])).status, 200);
    await untilClosed('stripe', `${reference}-2`).finally(() => simulators.flutterwave.forgetFaults());
  });

  test('an order that nobody pays ends, and its pages are closed', async () => {
    const { on } = shop;
    const { reference, checkoutUrl } = await sale.order();
    await press(checkoutUrl, ways.accounts.stripe);
    await lapse(shop, [reference]);
    await untilClosed('stripe', reference);
    const { status } = await choose(checkoutUrl, ways.accounts.paystack);
    assert.equal(status, 400);
    // Nobody has ever chosen.
    const second = await sale.order();
    await lapse(shop, [second.reference]);
    assert.equal((await endOf(on, second.reference)).status, 'expired');
    await assertNothingWrong(on);
  });

  test('a buyer who comes back after a payment that failed chooses again', async () => {
    const { on, simulators } = shop;
    const { reference, checkoutUrl } = await sale.order();
    await press(checkoutUrl, ways.accounts.paystack);
    simulators.paystack.decline(reference);
    const { return_token: token } = await storedOrder(on, reference);
    const back = await fetch(`${on.publicUrl}/checkout/orders/${token}/return`, { redirect: 'manual' });
    await back.arrayBuffer();
    assert.equal(back.headers.get('location'), `${checkoutUrl}?notice=failed`);
    assert.match(await (await fetch(`${checkoutUrl}?notice=failed`)).text(), /didn’t go through/);
    // The page that failed is not opened again.
    await press(checkoutUrl, ways.accounts.paystack);
    assert.equal((await pagesOf(on, reference)).length, 2);
  });
});

test('with one way to pay, the link is the gateway’s own, and no page is written down, also when its host adds ways', async () => {
  const shop = await openShop();
  try {
    const till = shop.tills.paystack;
    const { reference, checkoutUrl } = await (await openSale(shop.on, till)).order();
    assert.equal(checkoutUrl, shop.simulators.paystack.payments.get(reference)?.checkoutUrl);
    assert.deepEqual(await pagesOf(shop.on, reference), []);
    // With a page, the order's own payment would no longer be looked up.
    const { hostId } = till.host;
    const rules = { secretKeys: shop.on.secretKeys, refusesTestCredentials: false };
    const stripe = { hostId, currency: 'NGN', isBeside: true, ...shop.simulators.stripe.account };
    const added = await shop.on.app.database.transaction((tx) => addPaymentAccount(tx, rules, stripe));
    const { rows } = await shop.on.app.database.query<{ id: string }>(
      'SELECT id FROM payment_accounts WHERE host_id = $1 AND gateway = $2',
      [hostId, 'paystack'],
    );
    const { return_token: token } = await storedOrder(shop.on, reference);
    for (const way of [added, rows[0]?.id ?? '']) {
      const { status, body } = await choose(`${shop.on.publicUrl}/checkout/orders/${token}/pay`, way);
      assert.deepEqual([status, body.error_code], [409, 'changed_meanwhile']);
    }
    assert.deepEqual(await pagesOf(shop.on, reference), []);
    await shop.simulators.paystack.pay(reference, { callback: 'hold' });
    await makeDue(shop.on, [reference]);
    await shop.worker.ask();
    assert.deepEqual(await endOf(shop.on, reference), soldOnce(2));
  } finally {
    await shop.close();
  }
});
