import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { GatewayRefused, GatewaySilent, type RefundRequest } from '../gateway.ts';
import { sandboxApiKey } from './sandbox-api-key.ts';
import { SIGNATURE_HEADER, signCallback } from './sandbox-callback-signature.ts';
import { startSandbox, submit, type TestSandbox } from '../../pages/sandbox/sandbox.fixture.ts';
import { createSandboxGateway, namesInCallback } from './sandbox-gateway.ts';
import { createSecretKeys } from '../../secrets/secret-keys.ts';

const nameOf = (reference: string) => ({ reference, sessionId: null, checkoutUrl: null });

test('a payment started again with its reference is the same payment, however many ask at once', async (t) => {
  const on = await startSandbox(t);
  const payment = on.payment();
  const started = await Promise.all(Array.from({ length: 20 }, () => on.gateway.start(payment)));
  assert.equal(new Set(started.map(({ checkoutUrl }) => checkoutUrl)).size, 1);
  assert.match(started[0]?.checkoutUrl ?? '', /\/checkout\/pay\/pay_[\w-]{24}$/);
  const { rows } = await on.database.query<{ count: number }>('SELECT count(*) FROM sandbox_payments');
  assert.equal(rows[0]?.count, 1);
});

test('a reference can not be used again for another sum', async (t) => {
  const on = await startSandbox(t);
  const payment = on.payment();
  await on.gateway.start(payment);
  await assert.rejects(
    on.gateway.start({ ...payment, amountMinor: payment.amountMinor + 1 }),
    GatewayRefused,
  );
  await assert.rejects(on.gateway.start({ ...payment, currency: 'GHS' }), GatewayRefused);
});

test('a description that is longer than the sandbox takes is cut, not refused', async (t) => {
  const on = await startSandbox(t);
  const { page } = await on.open({ description: `${'a'.repeat(499)}😀 and more` });
  assert.equal((await fetch(page)).status, 200);
});

test('a look-up tells what became of a payment', async (t) => {
  const on = await startSandbox(t);
  assert.deepEqual(await on.gateway.lookUp(nameOf('TSR-NEVER')), { state: 'unknown', taken: [] });
  const { reference, page } = await on.open({ amountMinor: 250_050, currency: 'GHS' });
  assert.deepEqual(await on.gateway.lookUp(nameOf(reference)), { state: 'open', taken: [] });
  await submit(page, { card: 'declined' });
  assert.deepEqual(await on.gateway.lookUp(nameOf(reference)), { state: 'closed', taken: [] });

  await submit(page, { card: 'success' });
  const { state, taken } = await on.gateway.lookUp(nameOf(reference));
  assert.equal(state, 'paid');
  assert.equal(taken.length, 1);
  assert.ok(taken[0] && page.endsWith(taken[0].gatewayPaymentId));
  assert.equal(taken[0].amountMinor, 250_050);
  assert.equal(taken[0].currency, 'GHS');
  const { rows } = await on.database.query<{ paid_at: Date }>('SELECT paid_at FROM sandbox_payments');
  assert.deepEqual(taken[0].paidAt, rows[0]?.paid_at);
});

test('a payment whose time is over is closed', async (t) => {
  const on = await startSandbox(t);
  const { reference } = await on.open({ payBy: new Date(Date.now() - 60_000) });
  assert.deepEqual(await on.gateway.lookUp(nameOf(reference)), { state: 'closed', taken: [] });
});

test('a closed payment takes no card', async (t) => {
  const on = await startSandbox(t);
  const { reference, page } = await on.open();
  await on.gateway.close(nameOf(reference));
  const answer = await submit(page, { card: 'success' });
  assert.equal(answer.status, 409);
  assert.match(await answer.text(), /This payment was closed/);
  assert.deepEqual(await on.gateway.lookUp(nameOf(reference)), { state: 'closed', taken: [] });
});

test('closing calls back neither money that is there nor money that is under way', async (t) => {
  const on = await startSandbox(t);
  const paid = await on.open();
  await submit(paid.page, { card: 'success' });
  await on.gateway.close(nameOf(paid.reference));
  assert.equal((await on.gateway.lookUp(nameOf(paid.reference))).state, 'paid');

  const late = await on.open();
  await submit(late.page, { card: 'late' });
  await on.gateway.close(nameOf(late.reference));
  assert.equal((await on.gateway.lookUp(nameOf(late.reference))).state, 'under_way');

  await on.gateway.close(nameOf('TSR-NEVER'));
});

async function paidPayment(on: TestSandbox) {
  const { reference, page } = await on.open({ amountMinor: 1_000 });
  await submit(page, { card: 'success' });
  const { taken } = await on.gateway.lookUp(nameOf(reference));
  assert.ok(taken[0]);
  const { gatewayPaymentId } = taken[0];
  return (about: Partial<RefundRequest> = {}) =>
    on.gateway.refund({
      gatewayPaymentId,
      reference,
      refundId: randomUUID(),
      amountMinor: 1_000,
      currency: 'NGN',
      gatewayRefundId: null,
      mayBeThere: false,
      retries: 0,
      earlierRefundIds: [],
      otherRefundIds: [],
      ...about,
    });
}

test('a payment is refunded whole, once', async (t) => {
  const refund = await paidPayment(await startSandbox(t));
  assert.equal((await refund()).state, 'succeeded');
  await assert.rejects(refund({ amountMinor: 1 }), GatewayRefused);
});

test('a payment is refunded in parts until nothing is left', async (t) => {
  const refund = await paidPayment(await startSandbox(t));
  const first = await refund({ amountMinor: 400 });
  const second = await refund({ amountMinor: 600 });
  assert.notEqual(first.gatewayRefundId, second.gatewayRefundId);
  await assert.rejects(refund({ amountMinor: 1 }), GatewayRefused);
});

test('a refund asked for again is the same refund, by our id and by the gateway’s', async (t) => {
  const on = await startSandbox(t);
  const refund = await paidPayment(on);
  const request = { refundId: randomUUID(), amountMinor: 700 };
  const made = await Promise.all(Array.from({ length: 10 }, () => refund({ ...request, mayBeThere: true })));
  const [first] = made;
  assert.ok(first);
  for (const again of made) assert.deepEqual(again, first);
  assert.deepEqual(await refund({ ...request, gatewayRefundId: first.gatewayRefundId }), first);
  const { rows } = await on.database.query('SELECT refunded_minor FROM sandbox_payments');
  assert.deepEqual(rows, [{ refunded_minor: 700 }]);
  await assert.rejects(refund({ ...request, amountMinor: 1 }), GatewayRefused);
});

test('refunds that race never give back more than was paid', async (t) => {
  const on = await startSandbox(t);
  const refund = await paidPayment(on);
  const asked = await Promise.allSettled(Array.from({ length: 10 }, () => refund({ amountMinor: 300 })));
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 3);
  for (const outcome of asked) {
    if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof GatewayRefused);
  }
});

test('no refund of more than was paid, in another currency, of nothing, or of what is not paid', async (t) => {
  const on = await startSandbox(t);
  const refund = await paidPayment(on);
  await assert.rejects(refund({ amountMinor: 1_001 }), { words: /more than what is left/ });
  await assert.rejects(refund({ currency: 'GHS' }), { words: /another currency/ });
  await assert.rejects(refund({ amountMinor: 0 }), GatewayRefused);
  await assert.rejects(refund({ gatewayPaymentId: 'pay_none' }), GatewayRefused);
  await assert.rejects(refund({ gatewayRefundId: 'ref_none' }), GatewayRefused);
  const { page } = await on.open();
  await assert.rejects(refund({ gatewayPaymentId: page.split('/').at(-1) ?? '' }), { words: /not paid/ });
});

test('with another key the sandbox refuses everything', async (t) => {
  const on = await startSandbox(t);
  const stranger = createSandboxGateway({ url: () => on.url, secretKeys: createSecretKeys(randomBytes(32)) });
  await assert.rejects(stranger.start(on.payment()), GatewayRefused);
  await assert.rejects(stranger.lookUp(nameOf('TSR-NEVER')), GatewayRefused);
  const { rows } = await on.database.query('SELECT 1 FROM sandbox_payments');
  assert.equal(rows.length, 0);
});

async function gatewayAt(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createSandboxGateway({ url: () => url, secretKeys: createSecretKeys(randomBytes(32)) });
}

test('no answer, half an answer and nonsense are silence: it may have happened', async (t) => {
  const listeners: RequestListener[] = [
    (request) => request.socket.destroy(),
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":');
      setImmediate(() => response.destroy());
    },
    (_request, response) => response.end('<h1>Bad gateway</h1>'),
    (_request, response) => response.writeHead(502).end('{"error":"no"}'),
    (_request, response) => response.writeHead(404).end('{"message":"a page of somebody else"}'),
    (_request, response) => response.end('x'.repeat(100_000)),
  ];
  for (const listener of listeners) {
    const gateway = await gatewayAt(t, listener);
    await assert.rejects(gateway.refund({ gatewayPaymentId: 'p' } as RefundRequest), GatewaySilent);
  }
  const nobody = createSandboxGateway({
    url: () => 'http://127.0.0.1:1',
    secretKeys: createSecretKeys(randomBytes(32)),
  });
  await assert.rejects(nobody.lookUp(nameOf('TSR-1')), GatewaySilent);
});

test('a callback is believed with the signature of its very bytes only', async () => {
  const secretKeys = createSecretKeys(randomBytes(32));
  const gateway = createSandboxGateway({ url: () => '', secretKeys });
  const body = Buffer.from(JSON.stringify({ event: 'payment.paid', data: { reference: 'TSR-1' } }));
  const signature = signCallback(sandboxApiKey(secretKeys.current), body);
  assert.match(signature, /^[0-9a-f]{128}$/);
  const read = (given: string | string[] | undefined, bytes = body) =>
    gateway.readCallback({ headers: { [SIGNATURE_HEADER]: given }, body: bytes });

  assert.deepEqual(read(signature), { reference: 'TSR-1' });
  assert.equal(read(undefined), null);
  assert.equal(read(''), null);
  assert.equal(read([signature, signature]), null);
  assert.equal(read(`${signature}0`), null);
  assert.equal(read(signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))), null);
  assert.equal(read(signature, Buffer.concat([body, Buffer.from(' ')])), null);
  assert.equal(read(signCallback(sandboxApiKey(createSecretKeys(randomBytes(32)).current), body)), null);
});

test('a reference is read from a callback, and from nothing else', () => {
  const referenceIn = (text: string) => namesInCallback(Buffer.from(text)).reference;
  assert.equal(referenceIn('{"data":{"reference":"TSR-1"}}'), 'TSR-1');
  for (const text of ['', 'null', '[]', '7', '{', '{"data":null}', '{"data":{"reference":7}}', '\u0000']) {
    assert.equal(referenceIn(text), null, text);
  }
});
