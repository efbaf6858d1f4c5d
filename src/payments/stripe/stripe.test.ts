import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { connectTo } from '../../../test/harness/gateways/all-simulators.ts';
import { signStripeCallback, startStripeSimulator } from '../../../test/harness/gateways/stripe-simulator.ts';
import { GatewaySilent } from '../gateway.ts';
import { createStripe } from './stripe.ts';

const PAYMENT = {
  reference: 'TSR-STR1-PE00-0000-0001',
  amountMinor: 750_050,
  currency: 'ZAR',
  email: 'thandi@test.example',
  firstName: 'Thandi',
  lastName: 'Nkosi',
  phone: null,
  description: 'Two tickets',
  returnUrl: 'https://shop.test.example/return',
  payBy: new Date(Date.now() + 60 * 60_000),
};

for (const fault of ['hang_after', 'reset_after', 'reset'] as const) {
  test(`a start whose answer is lost (${fault}) is asked for again with the same key, and is one session`, async (t) => {
    const simulator = await startStripeSimulator();
    t.after(() => simulator.close());
    simulator.faultNext('start', fault);
    const { sessionId } = await connectTo(simulator, { callLimitMs: 6_000 }).start(PAYMENT);
    assert.equal(simulator.payments.get(PAYMENT.reference)?.sessionId, sessionId);
    assert.deepEqual(
      simulator.requests.map(({ headers }) => headers['idempotency-key']),
      [PAYMENT.reference, PAYMENT.reference],
    );
    assert.equal(simulator.requests[0]?.body, simulator.requests[1]?.body);
  });
}

test('a key that was used with other words before is silent: that request may have gone through', async (t) => {
  const simulator = await startStripeSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  await gateway.start(PAYMENT);
  await assert.rejects(gateway.start({ ...PAYMENT, amountMinor: 1 }), GatewaySilent);
});

test('a session lives from half an hour to a day, however short or long the payment window is', async (t) => {
  const simulator = await startStripeSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  const aheadMinutes = async (minutes: number) => {
    const payBy = new Date(Date.now() + minutes * 60_000);
    await gateway.start({ ...PAYMENT, reference: `TSR-${minutes}`, payBy });
    const expiresAt = Number(new URLSearchParams(simulator.requests.at(-1)?.body).get('expires_at'));
    return Math.round((expiresAt - Date.now() / 1_000) / 60);
  };
  assert.deepEqual([await aheadMinutes(1), await aheadMinutes(30)], [31, 31]);
  assert.equal(await aheadMinutes(60), 60);
  assert.equal(await aheadMinutes(3 * 24 * 60), 24 * 60 - 1);
});

test('a session whose id was never heard is unknown, without asking', async (t) => {
  const simulator = await startStripeSimulator();
  t.after(() => simulator.close());
  const payment = { reference: PAYMENT.reference, sessionId: null, checkoutUrl: null };
  assert.deepEqual(await connectTo(simulator).lookUp(payment), { state: 'unknown', taken: [] });
  assert.equal(simulator.requests.length, 0);
});

test('an expired session is closed; a paid one can’t be expired and stays paid', async (t) => {
  const simulator = await startStripeSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  const left = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  await gateway.close(left);
  assert.equal((await gateway.lookUp(left)).state, 'closed');
  const second = { ...PAYMENT, reference: 'TSR-2' };
  const paid = { reference: second.reference, ...(await gateway.start(second)) };
  await simulator.pay(second.reference);
  await gateway.close(paid);
  assert.equal((await gateway.lookUp(paid)).state, 'paid');
});

test('a refund is made once under its key, and found by its own mark when the key is forgotten', async (t) => {
  const simulator = await startStripeSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  await gateway.start(PAYMENT);
  await simulator.pay(PAYMENT.reference);
  const [transaction] = simulator.payments.get(PAYMENT.reference)?.transactions ?? [];
  const refund = {
    gatewayPaymentId: transaction?.id ?? '',
    reference: PAYMENT.reference,
    refundId: randomUUID(),
    amountMinor: 100,
    currency: 'ZAR',
    gatewayRefundId: null,
    mayBeThere: false,
    retries: 0,
    earlierRefundIds: [],
    otherRefundIds: [],
  };
  const first = await gateway.refund(refund);
  assert.equal((await gateway.refund(refund)).gatewayRefundId, first.gatewayRefundId);
  assert.equal(simulator.requests.at(-1)?.headers['idempotency-key'], refund.refundId);
  const found = await gateway.refund({ ...refund, mayBeThere: true });
  assert.equal(found.gatewayRefundId, first.gatewayRefundId);
  assert.equal(simulator.requests.at(-1)?.action, 'list_refunds');
  const callback = simulator.endRefund(first.gatewayRefundId, 'succeeded');
  assert.ok(callback);
  const read = gateway.readCallback({ headers: callback.headers, body: Buffer.from(callback.body) });
  assert.deepEqual(read, { reference: PAYMENT.reference });
});

test('a callback is as good as its time: five minutes, on either side, and any of its signatures', () => {
  const atSeconds = 1_800_000_000;
  const gateway = createStripe({
    url: 'http://127.0.0.1:1',
    credentials: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' },
    nowMs: () => atSeconds * 1_000,
  });
  const event = { type: 'checkout.session.completed', data: { object: { client_reference_id: 'TSR-1' } } };
  const read = (options: { atSeconds?: number; otherSignatures?: string[] }) => {
    const { headers, body } = signStripeCallback('whsec_x', event, options);
    return gateway.readCallback({ headers, body: Buffer.from(body) });
  };
  for (const offset of [-300, 0, 300])
    assert.deepEqual(read({ atSeconds: atSeconds + offset }), { reference: 'TSR-1' });
  for (const offset of [-301, 301]) assert.equal(read({ atSeconds: atSeconds + offset }), null);
  assert.deepEqual(read({ atSeconds, otherSignatures: ['0'.repeat(64), 'x'] }), { reference: 'TSR-1' });
  assert.equal(
    read({ atSeconds, otherSignatures: Array.from({ length: 10 }, () => '0') }),
    null,
    'ten are enough',
  );

  const signed = signStripeCallback('whsec_x', event, { atSeconds });
  const signature = /v1=(\w+)/.exec(signed.headers['stripe-signature'] ?? '')?.[1];
  const body = Buffer.from(signed.body);
  const wrong = [
    `v1=${signature}`,
    `t=,v1=${signature}`,
    `t=NaN,v1=${signature}`,
    `t=${atSeconds}`,
    `t=${atSeconds + 1},v1=${signature}`,
  ];
  for (const header of [...wrong, `t=${atSeconds},v0=${signature}`, ',=,', '=']) {
    assert.equal(gateway.readCallback({ headers: { 'stripe-signature': header }, body }), null, header);
  }
});
