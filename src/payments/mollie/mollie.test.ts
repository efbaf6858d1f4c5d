import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectTo, ofEach } from '../../../test/harness/gateways/all-simulators.ts';
import { startMollieSimulator } from '../../../test/harness/gateways/mollie-simulator.ts';
import { toRaw } from '../../../test/harness/gateways/simulator.ts';
import { connectGateway } from '../adapters.ts';
import { takingOf } from '../../rules/gateway-currencies.ts';

const PAYMENT = {
  reference: 'TSR-MOLL-IE00-0000-0001',
  amountMinor: 750_050,
  currency: 'EUR',
  email: 'ada@test.example',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: null,
  description: 'Two tickets',
  returnUrl: 'https://shop.test.example/return',
  payBy: new Date(Date.now() + 30 * 60_000),
};

test('a payment is asked for with all decimals of its currency, and with an address of its own for callbacks', async (t) => {
  const simulator = await startMollieSimulator();
  t.after(() => simulator.close());
  await connectTo(simulator).start(PAYMENT);
  const { webhookUrl, ...sent } = JSON.parse(simulator.requests[0]?.body ?? '');
  assert.deepEqual(sent, {
    amount: { currency: 'EUR', value: '7500.50' },
    description: 'Two tickets',
    redirectUrl: 'https://shop.test.example/return',
    cancelUrl: 'https://shop.test.example/return?status=cancelled',
    billingAddress: { givenName: 'Ada', familyName: 'Obi', email: 'ada@test.example' },
    metadata: { reference: PAYMENT.reference },
  });
  const called = new URL(webhookUrl);
  assert.equal(called.origin + called.pathname, 'https://shop.test.example/payments/mollie/callback');
  assert.match(called.searchParams.get('payment') ?? '', /^TSR-MOLL-IE00-0000-0001\.[0-9a-f]{32}$/);
});

test('an address that Mollie can’t reach is not told to it: the payment is looked up all the same', async (t) => {
  const simulator = await startMollieSimulator();
  t.after(() => simulator.close());
  // The same machine by a name that does not say so, as Mollie's is.
  const url = simulator.url.replace('127.0.0.1', '0.0.0.0');
  for (const publicUrl of ['http://tickets.test.example', 'https://localhost:3000']) {
    const gateway = connectGateway(simulator.account, {
      urls: ofEach(() => url),
      nowMs: Date.now,
      publicUrl,
    });
    await gateway.start({ ...PAYMENT, reference: `TSR-${publicUrl.length}` });
    assert.equal(JSON.parse(simulator.requests.at(-1)?.body ?? '').webhookUrl, undefined);
  }
});

for (const fault of ['reset_after', 'reset'] as const) {
  test(`a start whose answer is lost (${fault}) is asked for again with the same key, and is one payment`, async (t) => {
    const simulator = await startMollieSimulator();
    t.after(() => simulator.close());
    simulator.faultNext('start', fault);
    const { sessionId } = await connectTo(simulator).start(PAYMENT);
    assert.equal(simulator.payments.get(PAYMENT.reference)?.sessionId, sessionId);
    const keys = simulator.requests.map(({ headers }) => headers['idempotency-key']);
    assert.equal(new Set(keys).size, 1);
    // As Mollie has it: a UUID of version 4.
    assert.match(String(keys[0]), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
}

test('a callback names its payment in its address alone, and the mark of one payment is none of another', async (t) => {
  const simulator = await startMollieSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  await gateway.start(PAYMENT);
  const callback = await simulator.pay(PAYMENT.reference, { callback: 'hold' });
  assert.match(callback.body, /^id=tr_\w+$/);
  assert.deepEqual(gateway.readCallback(toRaw(callback)), { reference: PAYMENT.reference });
  const other = { ...callback, query: callback.query?.replace('0001', '0002') ?? '' };
  assert.equal(gateway.readCallback(toRaw(other)), null);
  assert.equal(gateway.readCallback({ headers: {}, body: Buffer.from(callback.body) }), null);
});

test('a chargeback is lost until it is reversed, and a look-up shows that there is one', async (t) => {
  const simulator = await startMollieSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  await simulator.pay(PAYMENT.reference);
  assert.equal((await gateway.lookUp(payment)).isDisputed, undefined);
  const { id } = simulator.dispute(PAYMENT.reference);
  const asked = { gatewayPaymentId: payment.sessionId ?? '', reference: PAYMENT.reference, currency: 'EUR' };
  assert.equal((await gateway.findDisputes?.(asked))?.[0]?.state, 'lost');
  simulator.moveDispute(id, 'won');
  const [won] = (await gateway.findDisputes?.(asked)) ?? [];
  assert.equal(won?.state, 'won');
  assert.ok(won.endedAt && won.endedAt > won.openedAt);
  assert.equal((await gateway.lookUp(payment)).isDisputed, true);
});

test('a refund that waits for money on the host’s balance needs attention', async (t) => {
  const simulator = await startMollieSimulator();
  t.after(() => simulator.close());
  simulator.settings.refundsBeginAs = 'needs_attention';
  const gateway = connectTo(simulator);
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  await simulator.pay(PAYMENT.reference);
  const { state, note } = await gateway.refund({
    gatewayPaymentId: payment.sessionId ?? '',
    reference: PAYMENT.reference,
    refundId: '00000000-0000-4000-8000-000000000000',
    amountMinor: 5,
    currency: 'EUR',
    gatewayRefundId: null,
    mayBeThere: false,
    retries: 0,
    earlierRefundIds: [],
    otherRefundIds: [],
  });
  assert.deepEqual([state, note], ['needs_attention', 'Mollie says: queued']);
});

test('currencies that Mollie takes by PayPal alone are not its own', () => {
  assert.ok(takingOf('mollie', 'PLN'));
  assert.equal(takingOf('mollie', 'BRL'), null);
});
