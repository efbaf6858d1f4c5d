import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { startMpesaSimulator } from '../../../test/harness/gateways/mpesa-simulator.ts';
import { createTestDatabase } from '../../../test/harness/test-database.ts';
import { expectNothingUnhandled } from '../../../test/harness/unhandled.ts';
import { readKenyanPhone } from '../../rules/kenyan-phone.ts';
import { GatewayRefused, GatewaySilent } from '../gateway.ts';
import { connectGateway } from '../adapters.ts';
import { toNairobiTime } from './nairobi-time.ts';
import { takePromptCallback } from './take-prompt-callback.ts';
import { takeReversalResult } from './take-reversal-result.ts';

expectNothingUnhandled();

/** The adapter with a database of its own, on the line to a simulator. */
async function open(t: TestContext, given: Parameters<typeof startMpesaSimulator>[0] = {}) {
  const [simulator, { database, drop }] = await Promise.all([
    startMpesaSimulator(given),
    createTestDatabase(),
  ]);
  t.after(async () => {
    await simulator.close();
    await drop();
  });
  const home = {
    database,
    checkoutUrl: 'https://shop.test.example/checkout',
    callbackUrl: 'https://shop.test.example/payments/mpesa',
  };
  const connect = (callLimitMs = 10_000) =>
    connectGateway(
      simulator.account,
      { urls: { mpesa: simulator.url }, nowMs: Date.now, callLimitMs, home },
      randomUUID(),
    );
  const gateway = connect();
  const reference = `TSR-${randomUUID().slice(0, 19).toUpperCase()}`;
  const name = { reference, sessionId: null, checkoutUrl: null };
  await gateway.start({
    reference,
    amountMinor: 150_000,
    currency: 'KES',
    email: 'ada@test.example',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: null,
    description: 'Two tickets',
    returnUrl: 'https://shop.test.example/return',
    payBy: new Date(Date.now() + 30 * 60_000),
  });
  const prompt = () => gateway.prompt?.({ reference, phone: '254712345678', amountMinor: 150_000 });
  return { simulator, database, gateway, connect, reference, name, prompt };
}

type Line = Awaited<ReturnType<typeof open>>;

/** The callback as it would arrive, by the address that M-Pesa was told. */
const tell = ({ simulator, database }: Line, receipt = 'QKJ41ABCDE'): Promise<string | null> => {
  const { name, callbackUrl } = simulator.newest();
  const Item = [{ Name: 'MpesaReceiptNumber', Value: receipt }];
  const stkCallback = { CheckoutRequestID: name, ResultCode: 0, CallbackMetadata: { Item } };
  const body = Buffer.from(JSON.stringify({ Body: { stkCallback } }));
  return takePromptCallback(database, { token: callbackUrl.split('/').at(-1) ?? '', body });
};

async function pay(line: Line): Promise<string> {
  await line.prompt();
  line.simulator.end(line.simulator.newest(), '0');
  await tell(line);
  const { taken } = await line.gateway.lookUp(line.name);
  return taken[0]?.gatewayPaymentId ?? '';
}

const refundOf = (line: Line, gatewayPaymentId: string) => ({
  gatewayPaymentId,
  reference: line.reference,
  refundId: randomUUID(),
  amountMinor: 150_000,
  currency: 'KES',
  gatewayRefundId: null,
  mayBeThere: false,
  retries: 0,
  earlierRefundIds: [],
  otherRefundIds: [],
});

test('a payment is open, under way while a prompt is on the phone, and paid with its receipt, sum and time', async (t) => {
  const line = await open(t);
  const { gateway, name, simulator, prompt } = line;
  assert.deepEqual(await gateway.lookUp(name), { state: 'open', taken: [] });
  assert.equal(await prompt(), true);
  assert.deepEqual(await gateway.lookUp(name), { state: 'under_way', taken: [] });
  simulator.end(simulator.newest(), '0');
  assert.equal(await tell(line), line.reference);
  const { state, taken } = await gateway.lookUp(name);
  assert.equal(state, 'paid');
  const { rows } = await line.database.query<{ paidAt: Date }>(
    'SELECT paid_at AS "paidAt" FROM mpesa_prompts',
  );
  assert.deepEqual(taken, [
    {
      gatewayPaymentId: 'QKJ41ABCDE',
      amountMinor: 150_000,
      currency: 'KES',
      paidAt: rows[0]?.paidAt,
      method: 'mobile_money',
    },
  ]);
  assert.deepEqual(await gateway.lookUp(name), { state, taken }, 'and the same when asked again');
});

test('a closed payment is closed, and one that nobody has started is unknown', async (t) => {
  const { gateway, name } = await open(t);
  await gateway.close(name);
  assert.deepEqual(await gateway.lookUp(name), { state: 'closed', taken: [] });
  assert.deepEqual(await gateway.lookUp({ ...name, reference: 'TSR-NOBODY' }), {
    state: 'unknown',
    taken: [],
  });
});

test('a look-up without an answer is silent and changes nothing; the buyer still thinking is no fault', async (t) => {
  const { gateway, name, simulator, prompt } = await open(t);
  await prompt();
  for (const fault of ['reset', 'reset_after', 'unavailable', 'nonsense'] as const) {
    simulator.faultNext('query', fault);
    simulator.end(simulator.newest(), '0');
    await assert.rejects(gateway.lookUp(name), GatewaySilent, fault);
    simulator.newest().code = null;
  }
  assert.deepEqual(await gateway.lookUp(name), { state: 'under_way', taken: [] });
});

test('the token is asked for once and again when it has ended; without one every call is silent', async (t) => {
  const { gateway, name, simulator, prompt, connect } = await open(t);
  await prompt();
  await gateway.lookUp(name);
  const asked = () => simulator.requests.filter(({ action }) => action === 'token').length;
  assert.equal(asked(), 1);
  simulator.faultNext('query', 'old_token');
  assert.equal((await gateway.lookUp(name)).state, 'under_way');
  assert.equal(asked(), 2);
  simulator.faultNext('token', 'unavailable');
  await assert.rejects(connect().lookUp(name), GatewaySilent);
});

test('a callback with another prompt’s name, or without one, is nobody’s; a receipt stays the first', async (t) => {
  const line = await open(t);
  const { database, simulator } = line;
  await line.prompt();
  const token = simulator.newest().callbackUrl.split('/').at(-1) ?? '';
  const send = (body: object) =>
    takePromptCallback(database, { token, body: Buffer.from(JSON.stringify(body)) });
  for (const other of ['ws_CO_other', 'ws\u0000CO', 'x'.repeat(101)])
    assert.equal(await send({ Body: { stkCallback: { CheckoutRequestID: other } } }), null);
  for (const body of [{}, { Body: null }, { Body: { stkCallback: [] } }])
    assert.equal(await send(body), null);
  assert.equal(await tell(line, 'QKJ41ABCDE'), line.reference);
  assert.equal(await tell(line, 'QKJ41OTHER'), line.reference);
  simulator.end(simulator.newest(), '0');
  assert.equal((await line.gateway.lookUp(line.name)).taken[0]?.gatewayPaymentId, 'QKJ41ABCDE');
});

test('a prompt of which nothing is known is given up in time, and brought back by a late callback', async (t) => {
  const line = await open(t);
  const { gateway, name, simulator, database, prompt } = line;
  await prompt();
  const pass = (minutes: number) =>
    database.query(`UPDATE mpesa_prompts SET sent_at = sent_at - $1 * interval '1 minute'`, [minutes]);
  await pass(16);
  assert.equal((await gateway.lookUp(name)).state, 'under_way');
  await pass(50);
  assert.equal((await gateway.lookUp(name)).state, 'open');
  simulator.end(simulator.newest(), '0');
  assert.equal((await gateway.lookUp(name)).state, 'open');
  await tell(line);
  assert.equal((await gateway.lookUp(name)).state, 'paid');
  const unnamed = await open(t);
  unnamed.simulator.faultNext('push', 'reset');
  assert.equal(await unnamed.prompt(), true, 'it may have been sent');
  assert.equal((await unnamed.gateway.lookUp(unnamed.name)).state, 'under_way');
  await unnamed.database.query(`UPDATE mpesa_prompts SET sent_at = sent_at - interval '16 minutes'`);
  assert.equal((await unnamed.gateway.lookUp(unnamed.name)).state, 'open');
});

test('a prompt that M-Pesa still works on is not over, whatever form that answer has', async (t) => {
  const line = await open(t);
  const { gateway, name, simulator, prompt } = line;
  await prompt();
  // An answer like those of prompts that have ended, with this code for a result.
  simulator.end(simulator.newest(), '4999');
  assert.deepEqual(await gateway.lookUp(name), { state: 'under_way', taken: [] });
  simulator.end(simulator.newest(), '0');
  await tell(line);
  assert.equal((await gateway.lookUp(name)).state, 'paid');
});

test('a prompt that was taken for failed is asked about again when its callback says that it was paid, and not believed', async (t) => {
  const line = await open(t);
  const { gateway, name, simulator, prompt } = line;
  await prompt();
  simulator.end(simulator.newest(), '1037');
  assert.equal((await gateway.lookUp(name)).state, 'open');
  await tell(line);
  assert.deepEqual(
    await gateway.lookUp(name),
    { state: 'open', taken: [] },
    'M-Pesa still says that it failed',
  );
  simulator.end(simulator.newest(), '0');
  assert.equal((await gateway.lookUp(name)).state, 'open', 'nobody asks about one that has failed');
  await tell(line);
  assert.equal((await gateway.lookUp(name)).state, 'paid');
});

test('a check tells a good key from a wrong one, and asks for nothing else', async (t) => {
  const { simulator, gateway } = await open(t);
  assert.equal(await gateway.check(), 'good');
  const { account, url } = simulator;
  const wrong = { ...account, credentials: { ...account.credentials, secretKey: 'wrong' } };
  const connected = connectGateway(wrong, { urls: { mpesa: url }, nowMs: Date.now });
  assert.equal(await connected.check(), 'wrong_key');
  simulator.faultNext('token', 'unavailable');
  await assert.rejects(gateway.check(), GatewaySilent);
  assert.deepEqual(new Set(simulator.requests.map(({ action }) => action)), new Set(['token']));
});

test('a reversal whose answer is lost is not sent a second time; its result is told once', async (t) => {
  const line = await open(t);
  const { simulator, gateway, database } = line;
  const refund = refundOf(line, await pay(line));
  simulator.faultNext('reverse', 'reset_after');
  const sent = await gateway.refund(refund);
  assert.equal(sent.state, 'sent');
  assert.equal((await gateway.refund({ ...refund, mayBeThere: true })).gatewayRefundId, sent.gatewayRefundId);
  assert.equal(simulator.reversals.length, 1);
  const token = simulator.reversals[0]?.resultUrl.split('/').at(-1) ?? '';
  const tellResult = (ResultCode: string) =>
    takeReversalResult(database, {
      token,
      body: Buffer.from(JSON.stringify({ Result: { ResultCode, ResultDesc: 'so' } })),
    });
  assert.equal(await tellResult('0'), line.reference);
  assert.equal(await tellResult('1'), null, 'decided');
  const looked = await gateway.refund({ ...refund, gatewayRefundId: sent.gatewayRefundId });
  assert.equal(looked.state, 'succeeded');
});

test('a reversal that is refused can be tried again; one without a result for an hour needs somebody', async (t) => {
  const line = await open(t);
  const { simulator, gateway, database } = line;
  const refund = refundOf(line, await pay(line));
  simulator.faultNext('reverse', 'refuse');
  await assert.rejects(gateway.refund(refund), (error) => {
    assert.ok(error instanceof GatewayRefused);
    assert.ok(!error.words?.includes(simulator.account.credentials.passkey));
    return true;
  });
  const sent = await gateway.refund(refund);
  assert.equal(sent.state, 'sent');
  await database.query(`UPDATE mpesa_reversals SET sent_at = sent_at - interval '61 minutes'`);
  const late = await gateway.refund({ ...refund, gatewayRefundId: sent.gatewayRefundId });
  assert.equal(late.state, 'needs_attention');
  assert.match(late.note ?? '', /look at its portal/);
});

test('a payment that was reversed on the portal before is done', async (t) => {
  const line = await open(t);
  const refund = refundOf(line, await pay(line));
  const sent = await line.gateway.refund(refund);
  const token = line.simulator.reversals[0]?.resultUrl.split('/').at(-1) ?? '';
  const body = Buffer.from(JSON.stringify({ Result: { ResultCode: 'R000001', ResultDesc: 'already' } }));
  await takeReversalResult(line.database, { token, body });
  assert.equal(
    (await line.gateway.refund({ ...refund, gatewayRefundId: sent.gatewayRefundId })).state,
    'succeeded',
  );
});

test('times are those of Nairobi, over midnight and over the year', () => {
  assert.equal(toNairobiTime(Date.parse('2026-11-19T11:02:03.999Z')), '20261119140203');
  assert.equal(toNairobiTime(Date.parse('2026-12-31T21:00:00Z')), '20270101000000');
});

test('a Safaricom number is read from the ways in which people write it, and nothing else is one', () => {
  for (const typed of ['0712345678', '712 345 678', '+254 712-345-678', '254712345678', '(0712) 345678'])
    assert.equal(readKenyanPhone(typed), '254712345678', typed);
  assert.equal(readKenyanPhone('0112345678'), '254112345678');
  for (const typed of [
    '',
    '0612345678',
    '07123456789',
    '071234567',
    '+255712345678',
    '07123४5678',
    '0712345678a',
  ])
    assert.equal(readKenyanPhone(typed), null, typed);
});
