import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { connectTo } from '../../../test/harness/gateways/all-simulators.ts';
import { startPayPalSimulator } from '../../../test/harness/gateways/paypal-simulator.ts';
import { toRaw } from '../../../test/harness/gateways/simulator.ts';
import { GatewayRefused } from '../gateway.ts';
import { fromPayPalMoney, toPayPalMoney } from './paypal-calls.ts';

const PAYMENT = {
  reference: 'TSR-PAYP-AL00-0000-0001',
  amountMinor: 750_050,
  currency: 'USD',
  email: 'ada@test.example',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: null,
  description: 'Two tickets',
  returnUrl: 'https://shop.test.example/return',
  payBy: new Date(Date.now() + 30 * 60_000),
};

async function open(t: TestContext) {
  const simulator = await startPayPalSimulator();
  t.after(() => simulator.close());
  const actions = () => simulator.requests.map(({ action }) => action);
  return { simulator, actions, gateway: connectTo(simulator) };
}

test('an order that its buyer has approved is captured by the look-up, once', async (t) => {
  const { simulator, actions, gateway } = await open(t);
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  assert.equal((await gateway.lookUp(payment)).state, 'open');
  assert.ok(!actions().includes('capture'), 'nobody has approved it');
  await simulator.pay(PAYMENT.reference);
  const looked = await Promise.all(Array.from({ length: 5 }, () => gateway.lookUp(payment)));
  const ids = looked.map(({ state, taken }) => `${state} ${taken.map((one) => one.gatewayPaymentId).join()}`);
  assert.equal(new Set(ids).size, 1, 'the same capture for all who looked at the same moment');
  assert.match(ids[0] ?? '', /^paid \w+$/);
  const captures = actions().filter((action) => action === 'capture').length;
  await gateway.lookUp(payment);
  assert.equal(actions().filter((action) => action === 'capture').length, captures);
});

test('of an order that is over nothing is captured, however often it is looked up', async (t) => {
  const { simulator, actions, gateway } = await open(t);
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  await simulator.pay(PAYMENT.reference);
  for (let nr = 0; nr < 2; nr++)
    assert.deepEqual(await gateway.lookUp({ ...payment, isOver: true }), { state: 'open', taken: [] });
  assert.ok(!actions().includes('capture'));
  // A capture of before is told all the same.
  await gateway.lookUp(payment);
  assert.equal((await gateway.lookUp({ ...payment, isOver: true })).state, 'paid');
});

test('a capture whose answer is lost is found by the next look-up, and not made again', async (t) => {
  const { simulator, gateway } = await open(t);
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  await simulator.pay(PAYMENT.reference);
  simulator.faultNext('capture', 'unavailable_after');
  await assert.rejects(gateway.lookUp(payment));
  assert.equal((await gateway.lookUp(payment)).taken.length, 1);
});

test('a card that is declined at the capture leaves the page open for another one', async (t) => {
  const { simulator, gateway } = await open(t);
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  simulator.decline(PAYMENT.reference);
  assert.deepEqual(await gateway.lookUp(payment), { state: 'open', taken: [] });
  await simulator.pay(PAYMENT.reference);
  assert.equal((await gateway.lookUp(payment)).state, 'paid');
});

test('a capture that is refused for another reason is a refusal', async (t) => {
  const { simulator, gateway } = await open(t);
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  await simulator.pay(PAYMENT.reference);
  simulator.faultNext('capture', 'refuse');
  await assert.rejects(gateway.lookUp(payment), GatewayRefused);
});

test('one token serves many calls until shortly before its end, and one that is withdrawn is replaced', async (t) => {
  const { simulator } = await open(t);
  let nowMs = Date.now();
  const gateway = connectTo(simulator, { nowMs: () => nowMs });
  const tokens = () => simulator.requests.filter(({ action }) => action === 'check').length;
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  for (let nr = 0; nr < 3; nr++) await gateway.lookUp(payment);
  assert.equal(tokens(), 1);
  nowMs += (32_400 - 60) * 1_000;
  await gateway.lookUp(payment);
  assert.equal(tokens(), 2);
  simulator.withdrawTokens();
  assert.equal((await gateway.lookUp(payment)).state, 'open');
  assert.equal(tokens(), 3);
});

test('a start whose answer is lost is asked for again with the same key, and is one order', async (t) => {
  const { simulator, gateway } = await open(t);
  simulator.faultNext('start', 'reset_after');
  const { sessionId } = await gateway.start(PAYMENT);
  assert.equal(simulator.payments.get(PAYMENT.reference)?.sessionId, sessionId);
  const starts = simulator.requests.filter(({ action }) => action === 'start');
  assert.deepEqual(
    starts.map(({ headers }) => headers['paypal-request-id']),
    [PAYMENT.reference, PAYMENT.reference],
  );
});

test('a callback is known by the mark that we gave with the order, its refunds and its disputes', async (t) => {
  const { simulator, gateway } = await open(t);
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  const approved = await simulator.pay(PAYMENT.reference, { callback: 'hold' });
  assert.deepEqual(gateway.readCallback(toRaw(approved)), { reference: PAYMENT.reference });
  const [taken] = (await gateway.lookUp(payment)).taken;
  const { gatewayRefundId } = await gateway.refund({
    gatewayPaymentId: taken?.gatewayPaymentId ?? '',
    reference: PAYMENT.reference,
    refundId: randomUUID(),
    amountMinor: 100,
    currency: 'USD',
    gatewayRefundId: null,
    mayBeThere: false,
    retries: 0,
    earlierRefundIds: [],
    otherRefundIds: [],
  });
  const refunded = simulator.endRefund(gatewayRefundId, 'succeeded');
  assert.ok(refunded);
  assert.deepEqual(gateway.readCallback(toRaw(refunded)), { reference: PAYMENT.reference });
  const { callback } = simulator.dispute(PAYMENT.reference);
  const told = { reference: PAYMENT.reference, isOfDispute: true };
  assert.deepEqual(gateway.readCallback(toRaw(callback)), told);
});

test('an inquiry is open, and may still be refunded', async (t) => {
  const { simulator, gateway } = await open(t);
  const payment = { reference: PAYMENT.reference, ...(await gateway.start(PAYMENT)) };
  await simulator.pay(PAYMENT.reference);
  const [taken] = (await gateway.lookUp(payment)).taken;
  simulator.dispute(PAYMENT.reference, { state: 'asked' });
  const asked = {
    gatewayPaymentId: taken?.gatewayPaymentId ?? '',
    reference: PAYMENT.reference,
    currency: 'USD',
  };
  const [found] = (await gateway.findDisputes?.(asked)) ?? [];
  assert.deepEqual([found?.state, found?.isRefundable], ['open', true]);
});

test('forints, yen and Taiwan dollars go out without decimals, and come back as they were', () => {
  for (const [amountMinor, currency, value] of [
    [750_000, 'HUF', '7500'],
    [7_500, 'JPY', '7500'],
    [750_000, 'TWD', '7500'],
    [750_050, 'USD', '7500.50'],
  ] as const) {
    const money = toPayPalMoney(amountMinor, currency);
    assert.deepEqual(money, { currency_code: currency, value });
    assert.equal(fromPayPalMoney(money, currency), amountMinor);
  }
  assert.throws(() => toPayPalMoney(750_050, 'HUF'), GatewayRefused);
});
