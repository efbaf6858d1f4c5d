import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { connectTo, ofEach, SIMULATED, SIMULATORS } from '../../test/harness/gateways/all-simulators.ts';
import { toRaw } from '../../test/harness/gateways/simulator.ts';
import { GATEWAY_CURRENCIES } from '../rules/gateway-currencies.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { Refusal } from '../refusal.ts';
import { GatewayRefused } from './gateway.ts';
import { createGateways } from './gateways.ts';
import { addPaymentAccount, type PaymentAccount } from './payment-accounts.ts';
import { createPaystack } from './paystack/paystack.ts';
import { openAccounts } from './payment-accounts.fixture.ts';

expectNothingUnhandled();
const { database, secretKeys, makeHost, add } = await openAccounts();
const NOWHERE = ofEach(() => 'http://127.0.0.1:1');
// Any gateway does for the sandbox here: it is only handed on.
const sandbox = createPaystack({
  url: NOWHERE.paystack,
  credentials: { secretKey: 'sandbox' },
  nowMs: Date.now,
});
const PAYSTACK: PaymentAccount = { gateway: 'paystack', credentials: { secretKey: 'sk_test_abcdefghijkl' } };

test('a host’s own account takes its payments in its currency, the sandbox those in others', async () => {
  const hostId = await makeHost();
  const accountId = await add(hostId, PAYSTACK);
  const gateways = createGateways({ database, secretKeys, urls: NOWHERE, sandbox, nowMs: Date.now });
  assert.deepEqual(await gateways.choose(hostId, 'NGN'), { name: 'paystack', accountId });
  assert.deepEqual(await gateways.choose(hostId, 'GHS'), { name: 'sandbox', accountId: null });
  assert.equal(await gateways.open('sandbox', null), sandbox);
});

test('without a sandbox, a host without an account can’t take payments', async () => {
  const gateways = createGateways({ database, secretKeys, urls: NOWHERE, sandbox: null, nowMs: Date.now });
  await assert.rejects(gateways.choose(await makeHost(), 'NGN'), (error: unknown) => {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'payment_gateway_error');
    assert.equal(error.message, 'This host can’t take payments in NGN yet.');
    return true;
  });
  await assert.rejects(gateways.open('sandbox', null));
});

test('a choice is remembered for five seconds, then made anew', async () => {
  let nowMs = 0;
  const gateways = createGateways({ database, secretKeys, urls: NOWHERE, sandbox, nowMs: () => nowMs });
  const hostId = await makeHost();
  assert.equal((await gateways.choose(hostId, 'NGN')).name, 'sandbox');
  const accountId = await add(hostId, PAYSTACK);
  nowMs = 4_999;
  assert.equal((await gateways.choose(hostId, 'NGN')).name, 'sandbox');
  nowMs = 5_000;
  assert.deepEqual(await gateways.choose(hostId, 'NGN'), { name: 'paystack', accountId });
});

test('a failure to read is not remembered', async () => {
  const gone = await createTestDatabase();
  const gateways = createGateways({
    database: gone.database,
    secretKeys,
    urls: NOWHERE,
    sandbox,
    nowMs: Date.now,
  });
  const [hostId, accountId] = [randomUUID(), randomUUID()];
  await gone.database.query('ALTER TABLE payment_accounts RENAME TO away');
  await assert.rejects(gateways.choose(hostId, 'NGN'));
  await assert.rejects(gateways.open('paystack', accountId), /does not exist/);
  await gone.database.query('ALTER TABLE away RENAME TO payment_accounts');
  assert.equal((await gateways.choose(hostId, 'NGN')).name, 'sandbox');
  await assert.rejects(gateways.open('paystack', accountId), /there is no payment account/);
  await gone.drop();
});

test('an account is opened once, and only as what it is', async () => {
  const accountId = await add(await makeHost(), PAYSTACK);
  const gateways = createGateways({ database, secretKeys, urls: NOWHERE, sandbox, nowMs: Date.now });
  const [first, second] = await Promise.all([
    gateways.open('paystack', accountId),
    gateways.open('paystack', accountId),
  ]);
  assert.equal(first, second);
  await assert.rejects(gateways.open('stripe', accountId), /is with paystack/);
  await assert.rejects(gateways.open('paystack', randomUUID()), /there is no payment account/);
});

test('a payment without an account is the sandbox’s, whichever gateway it stands in for; in production nobody’s', async () => {
  const options = { database, secretKeys, urls: NOWHERE, nowMs: Date.now };
  assert.equal(await createGateways({ ...options, sandbox }).open('paystack', null), sandbox);
  await assert.rejects(createGateways({ ...options, sandbox: null }).open('paystack', null), /is closed/);
});

for (const name of SIMULATED) {
  test(`${name}: a payment made with an account that was replaced is still looked up with its own secret`, async (t) => {
    const simulator = await SIMULATORS[name]();
    t.after(() => simulator.close());
    const hostId = await makeHost();
    const { currency } = simulator.traits;
    const accountId = await add(hostId, simulator.account, currency);
    const urls = { ...NOWHERE, [name]: simulator.url };
    const publicUrl = 'https://shop.test.example';
    const gateways = createGateways({
      database,
      secretKeys,
      urls,
      sandbox: null,
      nowMs: Date.now,
      publicUrl,
    });
    const payment = {
      reference: 'TSR-0000-0000-0000-0001',
      amountMinor: 100_000,
      currency,
      email: 'ada@test.example',
      firstName: 'Ada',
      lastName: 'Obi',
      phone: null,
      description: 'A ticket',
      returnUrl: 'https://shop.test.example/return',
      payBy: new Date(Date.now() + 30 * 60_000),
    };
    const before = await gateways.open(name, accountId);
    const started = { reference: payment.reference, ...(await before.start(payment)) };
    const stranger = await SIMULATORS[name]();
    t.after(() => stranger.close());
    await add(hostId, stranger.account, currency);
    const callback = toRaw(await simulator.pay(payment.reference, { callback: 'hold' }));
    assert.equal(gateways.namesInCallback(name, callback).reference, payment.reference);
    const gateway = await gateways.open(name, accountId);
    assert.deepEqual(gateway.readCallback(callback), { reference: payment.reference });
    assert.equal(connectTo(stranger).readCallback(callback), null);
    assert.equal((await gateway.lookUp(started)).state, 'paid');
  });

  test(`${name}: a body that is no callback names nobody`, () => {
    const gateways = createGateways({ database, secretKeys, urls: NOWHERE, sandbox: null, nowMs: Date.now });
    for (const body of [
      '',
      '{}',
      'null',
      '[]',
      '{"data":null}',
      '{"data":{"reference":"","tx_ref":{},"object":[]}}',
    ]) {
      assert.equal(
        gateways.namesInCallback(name, { headers: {}, body: Buffer.from(body) }).reference,
        null,
        body,
      );
    }
    const tooLong = JSON.stringify({
      data: { reference: 'R', tx_ref: 'R', object: { client_reference_id: 'R' }, more: 'x'.repeat(300_000) },
    });
    assert.equal(
      gateways.namesInCallback(name, { headers: {}, body: Buffer.from(tooLong) }).reference,
      null,
      'too long to be read',
    );
  });
}

const KEYS: { account: PaymentAccount; isTest: boolean }[] = [
  { account: PAYSTACK, isTest: true },
  { account: { gateway: 'paystack', credentials: { secretKey: 'sk_live_sk_test_' } }, isTest: false },
  {
    account: { gateway: 'flutterwave', credentials: { secretKey: 'FLWSECK_TEST-a-X', secretHash: 'h' } },
    isTest: true,
  },
  {
    account: { gateway: 'flutterwave', credentials: { secretKey: 'FLWSECK-a-X', secretHash: 'h' } },
    isTest: false,
  },
  {
    account: { gateway: 'stripe', credentials: { secretKey: 'sk_test_a', webhookSecret: 'whsec_a' } },
    isTest: true,
  },
  {
    account: { gateway: 'stripe', credentials: { secretKey: 'rk_test_a', webhookSecret: 'whsec_a' } },
    isTest: true,
  },
  {
    account: { gateway: 'stripe', credentials: { secretKey: 'rk_live_a', webhookSecret: 'whsec_a' } },
    isTest: false,
  },
  { account: { gateway: 'mollie', credentials: { secretKey: 'test_abc' } }, isTest: true },
  { account: { gateway: 'mollie', credentials: { secretKey: 'live_test' } }, isTest: false },
];

test('in production a test account is neither added nor used, a live one is', async () => {
  const production = { secretKeys, refusesTestCredentials: true };
  const gateways = createGateways({ ...production, database, urls: NOWHERE, sandbox: null, nowMs: Date.now });
  for (const { account, isTest } of KEYS) {
    const hostId = await makeHost();
    const currency = GATEWAY_CURRENCIES[account.gateway][0] ?? '';
    const adding = database.transaction((tx) =>
      addPaymentAccount(tx, production, { ...account, hostId, currency }),
    );
    if (!isTest) {
      const accountId = await adding;
      assert.deepEqual(await gateways.choose(hostId, currency), { name: account.gateway, accountId });
      continue;
    }
    await assert.rejects(adding, /secretKey is a test key: use a live key in production\.$/);
    const accountId = await add(hostId, account, currency);
    await assert.rejects(gateways.choose(hostId, currency), Refusal);
    await assert.rejects(gateways.open(account.gateway, accountId), GatewayRefused);
  }
});
