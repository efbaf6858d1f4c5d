import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { chooseWay } from '../../src/orders/ways/choose-way.ts';
import type { Gateways } from '../../src/payments/gateways.ts';
import {
  choose,
  hostWithWays,
  pagesOf,
  press,
  type ManyWays,
  WITH_NAIRA,
} from '../contract/ways-to-pay.fixture.ts';
import { storedOrder, untilStatus } from '../harness/buy.ts';
import { until } from '../harness/until.ts';
import {
  assertNothingWrong,
  endOf,
  makeDue,
  openRoads,
  openSale,
  openShop,
  soldOnce,
  untilQuiet,
  type Shop,
} from './payments-shop.fixture.ts';

const STARTS = /^POST .*\/(initialize|payments|sessions)$/;
type Sale = Awaited<ReturnType<typeof openSale>>;

async function open(
  app?: Parameters<typeof openShop>[0],
): Promise<{ shop: Shop; ways: ManyWays; sale: Sale }> {
  const shop = await openShop(app);
  for (const name of WITH_NAIRA)
    shop.simulators[name].callbackUrl = `${shop.on.publicUrl}/payments/${name}/callback`;
  const ways = await hostWithWays(shop);
  return { shop, ways, sale: await openSale(shop.on, { ...shop.tills.paystack, host: ways.host }) };
}

suite('choosing how to pay, at the worst of moments', () => {
  let shop: Shop;
  let ways: ManyWays;
  let sale: Sale;
  const { roads, through, close } = openRoads();
  before(async () => {
    ({ shop, ways, sale } = await open({ through }));
  });
  after(async () => {
    await shop.close();
    close();
  });

  test('one way pressed by five at once is one page', async () => {
    const { reference, checkoutUrl } = await sale.order();
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => choose(checkoutUrl, ways.accounts.paystack)),
    );
    assert.deepEqual(new Set(opened.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(opened.map(({ body }) => body.data?.checkoutUrl)).size, 1);
    assert.equal((await pagesOf(shop.on, reference)).length, 1);
  });

  test('all ways pressed at once: the newest page is the one to pay on, and every page that was paid is known', async () => {
    const { on, simulators } = shop;
    for (let turn = 0; turn < 5; turn++) {
      const { reference, checkoutUrl } = await sale.order();
      const answers = await Promise.all(WITH_NAIRA.map((name) => choose(checkoutUrl, ways.accounts[name])));
      for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status));
      const pages = await pagesOf(on, reference);
      assert.deepEqual(
        pages.map(({ number }) => number),
        [1, 2, 3],
      );
      assert.deepEqual(
        pages.filter(({ leftAt }) => leftAt === null).map(({ number }) => number),
        [3],
      );
      // Paid on all of them at once.
      await Promise.all(pages.map((page) => simulators[page.gateway as 'paystack'].pay(page.reference)));
      await untilStatus(on, reference, 'confirmed');
      await untilQuiet(on);
      const { payments, tickets, refunds } = await endOf(on, reference);
      assert.deepEqual([payments.toSorted(), tickets], [['order', 'surplus', 'surplus'], 2]);
      assert.equal(refunds.length, 2);
    }
    await assertNothingWrong(on);
  });

  test('another way is chosen while the callback of the first arrives: one set of tickets, and no page that stays open', async () => {
    const { on, simulators } = shop;
    for (let turn = 0; turn < 5; turn++) {
      const { reference, checkoutUrl } = await sale.order();
      await press(checkoutUrl, ways.accounts.paystack);
      const callback = await simulators.paystack.pay(reference, { callback: 'hold' });
      const [, { status }] = await Promise.all([
        shop.tills.paystack.send(callback),
        choose(checkoutUrl, ways.accounts.stripe),
      ]);
      assert.ok([200, 400, 409].includes(status), String(status));
      await untilQuiet(on);
      assert.deepEqual(await endOf(on, reference), soldOnce(2));
      const second = (await pagesOf(on, reference)).find(({ number, linkedAt }) => number === 2 && linkedAt);
      if (second)
        await until('the second page to be closed', async () =>
          Promise.resolve(simulators.stripe.payments.get(second.reference)?.isClosed === true),
        );
    }
    await assertNothingWrong(on);
  });

  test('two gateways with the same id for their payments of one order: each is a payment, and known again as its gateway’s', async () => {
    const { on, worker } = shop;
    const { reference, checkoutUrl, total } = await sale.order();
    await press(checkoutUrl, ways.accounts.paystack);
    await press(checkoutUrl, ways.accounts.flutterwave);
    const { id: orderId } = await storedOrder(on, reference);
    const same = `same-${orderId}`;
    await on.app.database.query('UPDATE payment_pages SET taken = ARRAY[$2] WHERE order_id = $1', [
      orderId,
      same,
    ]);
    const settle = (gateway: 'paystack' | 'flutterwave') =>
      worker.parts.orders.settle({
        orderId,
        gateway,
        gatewayPaymentId: same,
        amountMinor: total,
        currency: 'NGN',
        paidAt: new Date(),
        cause: 'a test',
      });
    assert.equal(await settle('flutterwave'), 'settled');
    assert.equal(await settle('paystack'), 'refunded');
    assert.equal(await settle('flutterwave'), 'duplicate');
    assert.equal(await settle('paystack'), 'duplicate');
    const { rows } = await on.app.database.query<{ gateway: string; use: string }>(
      'SELECT gateway, use FROM payments WHERE order_id = $1 ORDER BY use',
      [orderId],
    );
    assert.deepEqual(rows, [
      { gateway: 'flutterwave', use: 'order' },
      { gateway: 'paystack', use: 'surplus' },
    ]);
    await assertNothingWrong(on);
  });

  test('the answer to a start is lost: what is paid on that page is found, and the others are offered', async () => {
    const { on, simulators, worker } = shop;
    const { reference, checkoutUrl } = await sale.order();
    simulators.paystack.faultNext('start', 'reset_after');
    assert.equal((await press(checkoutUrl, ways.accounts.paystack)).location, 'pay?notice=unreachable');
    await press(checkoutUrl, ways.accounts.flutterwave);
    await simulators.paystack.pay(reference, { callback: 'hold' });
    await makeDue(on, [reference]);
    await worker.ask();
    assert.deepEqual(await endOf(on, reference), soldOnce(2));
    await assertNothingWrong(on);
  });

  test('while a payment is under way no other page is opened, and it buys the tickets when it arrives', async () => {
    const { on, simulators, worker } = shop;
    const { reference, checkoutUrl } = await sale.order();
    await press(checkoutUrl, ways.accounts.paystack);
    await simulators.paystack.pay(reference, { pendingLookUps: 1, callback: 'hold' });
    const { status, body } = await choose(checkoutUrl, ways.accounts.stripe);
    assert.deepEqual([status, body.error_code], [409, 'order_exists']);
    assert.equal((await pagesOf(on, reference)).length, 1);
    await makeDue(on, [reference]);
    await worker.ask();
    assert.deepEqual(await endOf(on, reference), soldOnce(2));
  });

  test('a slow way is overtaken: its page is left when it comes at last', async () => {
    const { on } = shop;
    const { reference, checkoutUrl } = await sale.order();
    const road = roads.get('paystack');
    assert.ok(road);
    road.stop('answers', STARTS);
    const slow = choose(checkoutUrl, ways.accounts.paystack);
    const caught = await until('the start to be under way', () => Promise.resolve(road.caught.at(-1)));
    road.open();
    assert.equal((await choose(checkoutUrl, ways.accounts.stripe)).status, 200);
    caught.letGo();
    assert.deepEqual([(await slow).status, (await slow).body.error_code], [409, 'changed_meanwhile']);
    assert.deepEqual(
      (await pagesOf(on, reference)).map(({ gateway, leftAt }) => [gateway, leftAt === null]),
      [
        ['paystack', false],
        ['stripe', true],
      ],
    );
  });

  // As if the process had died there: nothing after it happens, and another process goes on.
  for (const step of ['before the gateway is asked', 'before its link is written down'] as const) {
    test(`a process that dies ${step} loses no money, and the buyer chooses again`, async () => {
      const { on, simulators, worker } = shop;
      const { reference, checkoutUrl } = await sale.order();
      const { id } = await storedOrder(on, reference);
      const dying = { ...worker.parts, gateways: dieAt(worker.parts.gateways, step) };
      await assert.rejects(
        chooseWay(dying, { orderId: id, key: ways.accounts.flutterwave }),
        /^Error: died$/,
      );
      assert.equal((await pagesOf(on, reference)).length, 1);
      await on.app.database.query(
        `UPDATE payment_pages SET created_at = created_at - interval '1 minute' WHERE order_id = $1`,
        [id],
      );
      const isThere = simulators.flutterwave.payments.has(reference);
      assert.equal(isThere, step !== 'before the gateway is asked');
      assert.equal((await choose(checkoutUrl, ways.accounts.flutterwave)).status, 200);
      assert.equal((await pagesOf(on, reference)).length, 2);
      await simulators.flutterwave.pay(isThere ? reference : `${reference}-2`, { callback: 'hold' });
      await makeDue(on, [reference]);
      await worker.ask();
      assert.deepEqual(await endOf(on, reference), soldOnce(2));
      await assertNothingWrong(on);
    });
  }
});

function dieAt(gateways: Gateways, step: string): Gateways {
  return {
    ...gateways,
    async open(name, accountId) {
      const gateway = await gateways.open(name, accountId);
      return {
        ...gateway,
        async start(payment) {
          if (step === 'before its link is written down') await gateway.start(payment);
          throw new Error('died');
        },
      };
    },
  };
}

test('without the order’s lock, the same presses are two that write one page: the race is there', async () => {
  const { shop, ways, sale } = await open();
  try {
    // The lock is taken in the database: taken out there, nothing else keeps two from the same number.
    await shop.on.app.database.query(
      `CREATE OR REPLACE FUNCTION lock_order(of_order uuid) RETURNS void LANGUAGE plpgsql AS $$ BEGIN END $$`,
    );
    await until('two presses to meet', async () => {
      const { checkoutUrl } = await sale.order();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, nr) =>
          choose(checkoutUrl, ways.accounts[WITH_NAIRA[nr % 3] ?? 'stripe']),
        ),
      );
      return answers.some(({ status }) => status === 500);
    });
  } finally {
    await shop.close();
  }
});
