import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { connectTo, giveUpOn } from '../../../test/harness/gateways/all-simulators.ts';
import { startPaystackSimulator } from '../../../test/harness/gateways/paystack-simulator.ts';
import { GatewaySilent } from '../gateway.ts';
import { createPaystack, namesInCallback } from './paystack.ts';

const PAYMENT = {
  reference: 'TSR-PAYS-TACK-0000-0001',
  amountMinor: 1_500_000,
  currency: 'NGN',
  email: 'ada@test.example',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: null,
  description: 'Two tickets',
  returnUrl: 'https://shop.test.example/return',
  payBy: new Date(Date.now() + 30 * 60_000),
};

test('after a start that timed out the same reference is a duplicate: silent, since its link is lost', async (t) => {
  const simulator = await startPaystackSimulator();
  t.after(() => simulator.close());
  await giveUpOn(simulator, 'start', (impatient) => impatient.start(PAYMENT));
  const gateway = connectTo(simulator);
  await assert.rejects(gateway.start(PAYMENT), (error: unknown) => {
    assert.ok(error instanceof GatewaySilent);
    assert.match(error.message, /its link is lost/);
    return true;
  });
  assert.ok(simulator.payments.has(PAYMENT.reference));
});

test('an id of 64 bits keeps all its digits on the way to us and back', async (t) => {
  const simulator = await startPaystackSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  const started = await gateway.start(PAYMENT);
  await simulator.pay(PAYMENT.reference);
  await simulator.pay(PAYMENT.reference);
  const { taken } = await gateway.lookUp({ reference: PAYMENT.reference, ...started });
  assert.equal(taken[0]?.gatewayPaymentId, '18446744073709550002');
  await gateway.refund({
    gatewayPaymentId: '18446744073709550002',
    reference: PAYMENT.reference,
    refundId: '00000000-0000-4000-8000-000000000000',
    amountMinor: 100,
    currency: 'NGN',
    gatewayRefundId: null,
    mayBeThere: true,
    retries: 0,
    earlierRefundIds: [],
    otherRefundIds: [],
  });
  assert.deepEqual(
    [...simulator.refunds.values()].map(({ transactionId }) => transactionId),
    ['18446744073709550002'],
  );
});

test('a currency without cents is told in hundredths, as Paystack counts', async (t) => {
  const simulator = await startPaystackSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  const started = await gateway.start({ ...PAYMENT, amountMinor: 500, currency: 'XOF' });
  assert.equal(simulator.payments.get(PAYMENT.reference)?.amountMinor, 50_000);
  await simulator.pay(PAYMENT.reference);
  const { taken } = await gateway.lookUp({ reference: PAYMENT.reference, ...started });
  assert.equal(taken[0]?.amountMinor, 500);
});

test('a refund that ends tells of its payment in a callback, even before the payment does', async (t) => {
  const simulator = await startPaystackSimulator();
  t.after(() => simulator.close());
  const gateway = connectTo(simulator);
  await gateway.start(PAYMENT);
  const late = await simulator.pay(PAYMENT.reference, { callback: 'hold' });
  const [transaction] = simulator.payments.get(PAYMENT.reference)?.transactions ?? [];
  const { gatewayRefundId } = await gateway.refund({
    gatewayPaymentId: transaction?.id ?? '',
    reference: PAYMENT.reference,
    refundId: '00000000-0000-4000-8000-000000000000',
    amountMinor: 100,
    currency: 'NGN',
    gatewayRefundId: null,
    mayBeThere: false,
    retries: 0,
    earlierRefundIds: [],
    otherRefundIds: [],
  });
  const early = simulator.endRefund(gatewayRefundId, 'needs_attention');
  for (const callback of [early, late]) {
    assert.ok(callback);
    const { headers, body } = callback;
    assert.deepEqual(gateway.readCallback({ headers, body: Buffer.from(body) }), {
      reference: PAYMENT.reference,
    });
  }
});

test('callbacks of other sorts name no payment', () => {
  const told = (body: object) => namesInCallback(Buffer.from(JSON.stringify(body))).reference;
  assert.equal(told({ event: 'charge.success', data: { reference: 'TSR-1' } }), 'TSR-1');
  assert.equal(
    told({ event: 'refund.failed', data: { transaction_reference: 'TSR-1', refund_reference: null } }),
    'TSR-1',
  );
  assert.equal(told({ event: 'transfer.success', data: {} }), null);
  assert.equal(told({ event: 'charge.success', data: { reference: 'TSR-1\u0000' } }), null);
  assert.equal(told({ event: 'charge.success', data: { reference: 'x'.repeat(101) } }), null);
  assert.equal(told({ event: 'charge.success', data: { reference: { $ne: null } } }), null);
});

/** Every status the contract knows, and every answer that makes no sense, as no simulator would give it. */
async function lookUpWith(answer: string, status = 200): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const gateway = createPaystack({ url, credentials: { secretKey: 'sk_test_x' }, nowMs: Date.now });
    return (await gateway.lookUp({ reference: 'R', sessionId: null, checkoutUrl: null })).state;
  } catch (error) {
    return (error as Error).constructor.name;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('every status of a payment is open, closed or paid', async () => {
  const shown = (more: object) =>
    JSON.stringify({
      status: true,
      data: { id: 1, reference: 'R', amount: 100, currency: 'NGN', paid_at: '2026-01-01T10:00:00Z', ...more },
    });
  const states: Record<string, string> = {};
  const statuses = [
    'abandoned',
    'failed',
    'ongoing',
    'pending',
    'processing',
    'queued',
    'reversed',
    'success',
    'new',
  ];
  for (const status of statuses) states[status] = await lookUpWith(shown({ status }));
  assert.deepEqual(states, {
    abandoned: 'open',
    failed: 'closed',
    ongoing: 'under_way',
    pending: 'under_way',
    processing: 'under_way',
    queued: 'under_way',
    reversed: 'closed',
    success: 'paid',
    new: 'open',
  });
  const nonsense = [
    { status: 'success', id: null },
    { status: 'success', id: '' },
    { status: 'success', id: 'x'.repeat(256) },
    { status: 'success', amount: -100 },
    { status: 'success', amount: 0 },
    { status: 'success', amount: '1.5' },
    { status: 'success', amount: 1e300 },
    { status: 'success', currency: '₦' },
    { status: 'success', currency: null },
    { status: 'success', paid_at: 'yesterday' },
    { status: 'success', reference: 'another' },
    { status: null },
  ];
  for (const more of nonsense)
    assert.equal(await lookUpWith(shown(more)), 'GatewaySilent', JSON.stringify(more));
  for (const answer of [
    '',
    'null',
    '7',
    '"yes"',
    '{"status":true',
    '{"status":true}',
    '{"status":true,"data":null}',
  ]) {
    assert.equal(await lookUpWith(answer), 'GatewaySilent', answer);
  }
});

test('an unknown reference may come as 400 or as 404; another 400 is a refusal', async () => {
  const notFound = '{"status":false,"message":"Transaction reference not found"}';
  assert.equal(await lookUpWith(notFound, 404), 'unknown');
  assert.equal(await lookUpWith(notFound, 400), 'unknown');
  assert.equal(await lookUpWith('{"status":false,"message":"Invalid key"}', 401), 'GatewayRefused');
  assert.equal(await lookUpWith('{"status":false,"message":"No"}'), 'GatewayRefused');
  assert.equal(await lookUpWith('<html>Not found</html>', 404), 'GatewaySilent');
  for (const status of [301, 408, 409, 429])
    assert.equal(await lookUpWith(notFound, status), 'GatewaySilent', String(status));
  // It is down, which is a silence too.
  for (const status of [500, 502, 503, 504])
    assert.equal(await lookUpWith(notFound, status), 'GatewayAway', String(status));
});
