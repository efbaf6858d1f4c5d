import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { buy, order, pay, storedOrder, untilStatus, type Ordered } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

/** An order that waits for its payment. */
async function pending(options: Parameters<typeof order>[3] = {}): Promise<Ordered> {
  const { slug, skus } = await makeEvent(on, host);
  const bought = await buy(on, host, { slug, items: [{ sku: skus[0] ?? '', quantity: 2 }] }, options);
  assert.equal(bought.status, 'pending_payment');
  return bought;
}

describe('the way back', () => {
  const goBack = (url: string | null) => fetch(url ?? '', { redirect: 'manual' });

  test('leads to callbackUrl with `reference` added to what was there, and the payment is known by then', async () => {
    const callbackUrl = 'https://shop.example/done?order=7&lang=en#thanks';
    const { reference, checkoutUrl } = await pending({ body: { callbackUrl } });
    const { location } = await pay(checkoutUrl, 'callback_lost');
    const response = await goBack(location);
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(
      response.headers.get('location'),
      `https://shop.example/done?order=7&lang=en&reference=${reference}#thanks`,
    );
    assert.equal((await storedOrder(on, reference)).status, 'confirmed');
  });

  test('leads there too where nothing stands behind the question mark or the hash', async () => {
    for (const [callbackUrl, expected] of [
      ['https://shop.example/done?', 'https://shop.example/done?reference=*'],
      ['https://shop.example/done#', 'https://shop.example/done?reference=*#'],
      ['https://shop.example/done?#', 'https://shop.example/done?reference=*#'],
      ['https://shop.example/done?a=1&', 'https://shop.example/done?a=1&reference=*'],
      ['https://shop.example/done#a?b', 'https://shop.example/done?reference=*#a?b'],
    ] as const) {
      const { reference, checkoutUrl } = await pending({ body: { callbackUrl } });
      const { location } = await pay(checkoutUrl, 'leave');
      const response = await goBack(location);
      assert.equal(response.headers.get('location'), expected.replace('*', reference));
    }
  });

  test('puts the order’s own reference in the place of one that was there', async () => {
    const { reference, checkoutUrl } = await pending({
      body: { callbackUrl: 'https://shop.example/?reference=TSR-FAKE' },
    });
    const { location } = await pay(checkoutUrl, 'leave');
    const response = await goBack(location);
    assert.equal(response.headers.get('location'), `https://shop.example/?reference=${reference}`);
  });

  test('leads to the receipt where there is no callbackUrl', async () => {
    const { reference, checkoutUrl } = await pending();
    const { location } = await pay(checkoutUrl);
    const response = await goBack(location);
    const { receipt_token: token } = await storedOrder(on, reference);
    assert.match(
      response.headers.get('location') ?? '',
      new RegExp(`^http://localhost:\\d+/checkout/orders/${token}$`),
    );
  });

  test('leads there with a word of it after Cancel, which is not said of an order that is paid', async () => {
    const { reference, checkoutUrl } = await pending();
    const { location: back } = await pay(checkoutUrl, 'leave');
    const { receipt_token: token } = await storedOrder(on, reference);
    const receipt = (await goBack(back)).headers.get('location') ?? '';
    assert.ok(receipt.endsWith(`/checkout/orders/${token}?notice=payment_stopped`), receipt);
    const stopped = /You stopped the payment, and weren’t charged\. You can still pay below\./;
    assert.match(await (await fetch(receipt)).text(), stopped);
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    assert.doesNotMatch(await (await fetch(receipt)).text(), stopped);
  });

  test('opens the receipt for a day; what a gateway keeps for years opens nothing', async () => {
    const { reference, checkoutUrl } = await pending();
    const { location } = await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    await on.app.database.query(
      `UPDATE orders SET created_at = now() - interval '25 hours' WHERE reference = $1`,
      [reference],
    );
    const response = await goBack(location);
    assert.equal(response.status, 303);
    assert.match(response.headers.get('location') ?? '', new RegExp(`/checkout/orders/${reference}$`));
  });

  test('has a name of its own at the gateway, and tells an integrator’s page the reference alone', async () => {
    const { reference, checkoutUrl } = await pending({ body: { callbackUrl: 'https://shop.example/' } });
    const { location } = await pay(checkoutUrl);
    const { receipt_token: receiptToken, return_token: returnToken } = await storedOrder(on, reference);
    assert.equal(new URL(location ?? '').pathname, `/checkout/orders/${returnToken}/return`);
    assert.notEqual(returnToken, receiptToken);
    const response = await goBack(location);
    assert.equal(response.headers.get('location'), `https://shop.example/?reference=${reference}`);
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(await response.text(), '');
  });

  test('proves nothing by itself: whoever walks it unpaid stays unpaid', async () => {
    const { reference, checkoutUrl } = await pending();
    const { origin } = new URL(checkoutUrl);
    const { return_token: token } = await storedOrder(on, reference);
    const response = await goBack(`${origin}/checkout/orders/${token}/return?status=success&paid=1`);
    assert.equal(response.status, 303);
    assert.equal((await storedOrder(on, reference)).status, 'pending_payment');
  });

  test('of an unknown order leads to the receipt page, which says so', async () => {
    for (const token of ['00000000-0000-4000-8000-000000000000', 'TSR-0000-0000-0000-0000', 'x', '%00']) {
      const response = await goBack(`${on.publicUrl}/checkout/orders/${token}/return`);
      assert.equal(response.status, 303, token);
      const receipt = response.headers.get('location') ?? '';
      assert.ok(receipt.endsWith(`/checkout/orders/${token}`), receipt);
      assert.equal((await fetch(receipt)).status, 404);
    }
  });
});
