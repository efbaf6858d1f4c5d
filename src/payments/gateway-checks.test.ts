import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectTo, SIMULATED, type Simulated } from '../../test/harness/gateways/all-simulators.ts';
import type { Action } from '../../test/harness/gateways/simulator.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { open } from './gateway-contract.fixture.ts';
import { GatewaySilent } from './gateway.ts';
import type { PaymentAccount } from './payment-accounts.ts';

expectNothingUnhandled();

/** The harmless question to each gateway that a good key may always ask. */
const ASKED: Record<Simulated, { action: Action; path: string; method?: 'POST' }> = {
  paystack: { action: 'check', path: '/balance' },
  flutterwave: {
    action: 'look_up',
    path: '/v3/transactions/verify_by_reference?tx_ref=tessera-key-check',
  },
  stripe: { action: 'check', path: '/v1/checkout/sessions?limit=1' },
  mollie: { action: 'check', path: '/v2/payments?limit=1' },
  paypal: { action: 'check', path: '/v1/oauth2/token', method: 'POST' },
};

for (const name of SIMULATED) {
  const { action, path, method = 'GET' } = ASKED[name];

  test(`${name}: a key that it knows is good, and nothing is left behind by asking`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    assert.equal(await gateway.check(), 'good');
    assert.deepEqual(
      simulator.requests.map((request) => `${request.method} ${request.path}`),
      [`${method} ${path}`],
    );
    assert.equal(simulator.payments.size, 0);
  });

  test(`${name}: a key that it does not know is told from one that may not do enough`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const { credentials } = simulator.account;
    const wrong = {
      ...simulator.account,
      credentials: { ...credentials, secretKey: `${credentials.secretKey}0` },
    } as PaymentAccount;
    assert.equal(await connectTo({ account: wrong, url: simulator.url }).check(), 'wrong_key');
    simulator.faultNext(action, 'forbid');
    assert.equal(await gateway.check(), 'not_permitted');
  });

  for (const fault of ['reset', 'unavailable', 'busy', 'refuse', 'nonsense', 'too_large'] as const) {
    test(`${name}: an answer that says nothing of the key is no verdict: ${fault}`, async (t) => {
      const { simulator, gateway } = await open(t, name);
      simulator.faultNext(action, fault);
      await assert.rejects(gateway.check(), GatewaySilent);
    });
  }

  for (const fault of ['hang', 'drip_head', 'drip_body'] as const) {
    test(`${name}: one that never ends its answer is given up: ${fault}`, async (t) => {
      const { simulator } = await open(t, name);
      simulator.faultNext(action, fault);
      await assert.rejects(connectTo(simulator, { callLimitMs: 200 }).check(), GatewaySilent);
    });
  }
}
