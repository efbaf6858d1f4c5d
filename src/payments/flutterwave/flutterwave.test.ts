import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectTo } from '../../../test/harness/gateways/all-simulators.ts';
import { startFlutterwaveSimulator } from '../../../test/harness/gateways/flutterwave-simulator.ts';
import { namesInCallback } from './flutterwave.ts';
import { GatewaySilent } from '../gateway.ts';

const PAYMENT = {
  reference: 'TSR-FLUT-TERW-AVE0-0001',
  amountMinor: 750_050,
  currency: 'NGN',
  email: 'ada@test.example',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348012345678',
  description: 'Two tickets',
  returnUrl: 'https://shop.test.example/return',
  payBy: new Date(Date.now() + 30 * 60_000),
};
const REFUND = {
  reference: PAYMENT.reference,
  refundId: '00000000-0000-4000-8000-000000000000',
  amountMinor: 5,
  currency: 'NGN',
  gatewayRefundId: null,
  mayBeThere: false,
  retries: 0,
  earlierRefundIds: [],
  otherRefundIds: [],
};

test('a payment is asked for in major units, for as long as it may be paid', async (t) => {
  const simulator = await startFlutterwaveSimulator();
  t.after(() => simulator.close());
  const now = () => PAYMENT.payBy.getTime() - 30 * 60_000;
  await connectTo(simulator, { nowMs: now }).start(PAYMENT);
  assert.deepEqual(JSON.parse(simulator.requests[0]?.body ?? ''), {
    tx_ref: PAYMENT.reference,
    amount: '7500.50',
    currency: 'NGN',
    redirect_url: 'https://shop.test.example/return',
    customer: { email: 'ada@test.example', name: 'Ada Obi', phonenumber: '+2348012345678' },
    customizations: { title: 'Two tickets' },
    session_duration: 30,
  });
  const sentMinutes = () => JSON.parse(simulator.requests.at(-1)?.body ?? '').session_duration;
  await connectTo(simulator, { nowMs: now }).start({ ...PAYMENT, payBy: new Date(now() - 1) });
  assert.equal(sentMinutes(), 1);
  await connectTo(simulator, { nowMs: now }).start({
    ...PAYMENT,
    payBy: new Date(now() + 3 * 24 * 60 * 60_000),
  });
  assert.equal(sentMinutes(), 1_440);
});

test('a refund goes out digit by digit, not as a float', async (t) => {
  const simulator = await startFlutterwaveSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  await gateway.start({ ...PAYMENT, amountMinor: Number.MAX_SAFE_INTEGER });
  await simulator.pay(PAYMENT.reference);
  const [transaction] = simulator.payments.get(PAYMENT.reference)?.transactions ?? [];
  const refund = { ...REFUND, gatewayPaymentId: transaction?.id ?? '' };
  await gateway.refund({ ...refund, amountMinor: Number.MAX_SAFE_INTEGER });
  assert.match(simulator.requests.at(-1)?.body ?? '', /"amount":90071992547409\.91,/);
});

test('two transactions of one reference are two payments, and a failed one hides none', async (t) => {
  const simulator = await startFlutterwaveSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  const started = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  await simulator.pay(PAYMENT.reference);
  await simulator.pay(PAYMENT.reference);
  simulator.decline(PAYMENT.reference);
  const { state, taken } = await gateway.lookUp(started);
  assert.equal(state, 'paid');
  const [first, second] = simulator.payments.get(PAYMENT.reference)?.transactions ?? [];
  assert.deepEqual(
    new Set(taken.map(({ gatewayPaymentId }) => gatewayPaymentId)),
    new Set([first?.id, second?.id]),
  );
});

test('if the list of transactions can’t be read, the one that is shown counts', async (t) => {
  const simulator = await startFlutterwaveSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  const started = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  await simulator.pay(PAYMENT.reference);
  for (const fault of ['unavailable', 'nonsense', 'refuse'] as const) {
    simulator.faultNext('list_payments', fault);
    const { state, taken } = await gateway.lookUp(started);
    assert.deepEqual([state, taken.length], ['paid', 1], fault);
  }
});

test('a start that went through unseen may be tried again: it is a second link to the same payment', async (t) => {
  const simulator = await startFlutterwaveSimulator();
  t.after(() => simulator.close());
  simulator.faultNext('start', 'unavailable_after');
  const gateway = connectTo(simulator);
  await assert.rejects(gateway.start(PAYMENT), GatewaySilent);
  assert.ok((await gateway.start(PAYMENT)).checkoutUrl);
  assert.equal(simulator.payments.size, 1);
});

test('callbacks of other sorts name no payment', () => {
  const told = (body: object) => namesInCallback(Buffer.from(JSON.stringify(body))).reference;
  assert.equal(told({ event: 'charge.completed', data: { tx_ref: 'TSR-1' } }), 'TSR-1');
  assert.equal(told({ event: 'refund.completed', data: { TransactionId: 1 } }), null);
  assert.equal(told({ data: { tx_ref: "TSR-1' OR 1=1" } }), null);
});
