import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkInvariants } from '../../src/check/check-invariants.ts';
import { buy, hold, order } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

let on: TestApp;
let host: TestHost;
before(async () => {
  on = await startTestApp({ environment: { ENVIRONMENT: 'production', SMTP_URL: 'smtp://127.0.0.1:9' } });
  host = await makeHost(on);
});
after(async () => {
  assert.deepEqual(await checkInvariants(on.app.database), []);
  await on.close();
});

test('production has no sandbox to pay in and no mailbox to read', async () => {
  const addresses = [
    ['POST', '/sandbox/v1/payments'],
    ['GET', '/checkout/pay/pay_anything'],
    ['GET', '/mailbox'],
  ] as const;
  for (const [method, address] of addresses) {
    const response = await fetch(`${on.publicUrl}${address}`, { method });
    assert.equal(response.status, 404, address);
  }
});

test('a host without a gateway sells what is free; what is not stays held, and says why it can’t be paid', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }, {}] });
  const free = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  assert.equal(free.status, 'confirmed');
  const held = await hold(on, host, { slug, items: [{ sku: skus[1], quantity: 1 }] });
  for (let time = 1; time <= 2; time++) {
    const { status, body } = await order(on, host, held);
    assert.deepEqual([status, body.error_code], [502, 'payment_gateway_error']);
    assert.match(body.message, /NGN/);
  }
});
