import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { hold, order, storedOrder, untilStatus } from '../harness/buy.ts';
import { openLossyProxy, type LossyProxy } from '../harness/lossy-proxy.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import {
  assertNothingWrong,
  comeBack,
  endOf,
  openSale,
  openShop,
  soldOnce,
  untilQuiet,
  type Shop,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

suite('a commit whose answer is lost', () => {
  let testDatabase: TestDatabase;
  let proxy: LossyProxy;
  let shop: Shop;
  before(async () => {
    testDatabase = await createTestDatabase();
    proxy = await openLossyProxy(testDatabase.url);
    const on = { testDatabase, secretKey: randomBytes(32) } as TestApp;
    shop = await openShop({ app: { on, databaseUrl: proxy.url } });
  });
  after(async () => {
    await shop.close();
    proxy.close();
    await testDatabase.drop();
  });

  test('a free order: the buyer is told to come back, and the same key gets the one order', async () => {
    const { on, tills } = shop;
    const { slug, skus } = await makeEvent(on, tills.sandbox.host, { ticketTypes: [{ priceMinor: 0 }] });
    const cart = await hold(on, tills.sandbox.host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    const headers = { 'idempotency-key': randomUUID() };
    await proxy.losing({ statement: 'open_orders' }, async () => {
      const { status, body } = await order(on, tills.sandbox.host, cart, { headers });
      assert.equal(status, 503, JSON.stringify(body));
    });
    const { status, body } = await order(on, tills.sandbox.host, cart, { headers });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(await endOf(on, body.data.reference), { ...soldOnce(2), payments: [] });
    await assertNothingWrong(on);
  });

  test('a payment link: the same key gets it', async () => {
    const { on } = shop;
    const till = shop.tills.paystack;
    const sale = await openSale(on, till);
    const cart = await hold(on, till.host, { slug: sale.slug, items: [{ sku: sale.sku, quantity: 1 }] });
    const headers = { 'idempotency-key': randomUUID() };
    await proxy.losing({ statement: 'link_orders' }, async () => {
      assert.equal((await order(on, till.host, cart, { headers })).status, 503);
    });
    const { status, body } = await order(on, till.host, cart, { headers });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(
      body.data.checkoutUrl,
      shop.simulators.paystack.payments.get(body.data.reference)?.checkoutUrl,
    );
    await till.send(await till.takeMoney(body.data));
    await untilQuiet(on);
    assert.deepEqual(await endOf(on, body.data.reference), soldOnce(1));
    await assertNothingWrong(on);
  });

  for (const way of ['callback', 'return'] as const) {
    test(`a settlement by ${way}: tried again, it has had one effect`, async () => {
      const { on } = shop;
      const till = shop.tills.paystack;
      const sale = await openSale(on, till);
      const made = await sale.order(3);
      const callback = await till.takeMoney(made);
      await proxy.losing({ statement: 'settle_payments' }, async () => {
        if (way === 'callback') assert.equal(await till.send(callback), 200);
        else assert.equal(await comeBack(on, made.reference), 303);
      });
      await untilStatus(on, made.reference, 'confirmed');
      assert.equal(await comeBack(on, made.reference), 303);
      await till.send(callback);
      await untilQuiet(on);
      assert.deepEqual(await endOf(on, made.reference), soldOnce(3));
      await assertNothingWrong(on);
    });
  }

  test('a refund that the gateway has made: it is found, and made once', async () => {
    const { on } = shop;
    const till = shop.tills.paystack;
    shop.simulators.paystack.settings.refundsBeginAs = 'succeeded';
    const sale = await openSale(on, till);
    const made = await sale.order(1);
    await till.send(await till.takeMoney(made));
    await untilQuiet(on);
    const { id: orderId } = await storedOrder(on, made.reference);
    const amount = Math.floor(made.total / 3);
    await proxy.losing({ statement: 'SET status = $2, gateway_refund_id', inTransaction: true }, () =>
      on.app.database.transaction((tx) =>
        refundOrder(tx, {
          actor: OPERATOR,
          orderId,
          ticketIds: [],
          amountMinor: amount,
          returnsStock: false,
          requestKey: 'lost',
        }),
      ),
    );
    await untilQuiet(on);
    await on.app.database.query(
      'UPDATE refunds SET next_look_up_at = now() WHERE next_look_up_at IS NOT NULL',
    );
    await shop.worker.sendRefunds();
    const { refunds, mails } = await endOf(on, made.reference);
    assert.deepEqual(refunds, [{ reason: 'host', status: 'succeeded', amount }]);
    assert.deepEqual(mails, ['refunded', 'tickets']);
    assert.deepEqual(await till.refunds(made.reference), [amount]);
    await assertNothingWrong(on);
  });
});
