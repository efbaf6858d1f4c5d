import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../test/harness/gateways/simulator.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { EVERY_GATEWAY, openCommon } from './gateway-contract.fixture.ts';
import { GatewaySilent } from './gateway.ts';
import type { PaymentAccount } from './payment-accounts.ts';

expectNothingUnhandled();

/** The harmless question to each gateway that a good key may always ask. */
const ASKED: Record<
  (typeof EVERY_GATEWAY)[number],
  { action: Extract<Action, 'check' | 'look_up'>; path: string; method?: 'POST' }
> = {
  paystack: { action: 'check', path: '/balance' },
  flutterwave: {
    action: 'look_up',
    path: '/v3/transactions/verify_by_reference?tx_ref=tessera-key-check',
  },
  stripe: { action: 'check', path: '/v1/checkout/sessions?limit=1' },
  mollie: { action: 'check', path: '/v2/payments?limit=1' },
  paypal: { action: 'check', path: '/v1/oauth2/token', method: 'POST' },
  mpesa: { action: 'check', path: '/oauth/v1/generate?grant_type=client_credentials' },
};

for (const name of EVERY_GATEWAY) {
  const { action, path, method = 'GET' } = ASKED[name];

  test(`${name}: a key that it knows is good, and nothing is left behind by asking`, async (t) => {
    const { gateway, requests } = await openCommon(t, name);
    assert.equal(await gateway.check(), 'good');
    assert.deepEqual(
      requests.map((request) => `${request.method} ${request.path}`),
      [`${method} ${path}`],
    );
  });

  test(`${name}: a key that it does not know is told from one that may not do enough`, async (t) => {
    const { account, connect, faultNext, gateway } = await openCommon(t, name);
    const { credentials } = account;
    const wrong = {
      ...account,
      credentials: { ...credentials, secretKey: `${credentials.secretKey}0` },
    } as PaymentAccount;
    assert.equal(await connect({ account: wrong }).check(), 'wrong_key');
    faultNext(action, 'forbid');
    assert.equal(await gateway.check(), 'not_permitted');
  });

  for (const fault of ['reset', 'unavailable', 'busy', 'refuse', 'nonsense', 'too_large'] as const) {
    test(`${name}: an answer that says nothing of the key is no verdict: ${fault}`, async (t) => {
      const { faultNext, gateway } = await openCommon(t, name);
      faultNext(action, fault);
      await assert.rejects(gateway.check(), GatewaySilent);
    });
  }

  for (const fault of ['hang', 'drip_head', 'drip_body'] as const) {
    test(`${name}: one that never ends its answer is given up: ${fault}`, async (t) => {
      const { connect, faultNext } = await openCommon(t, name);
      faultNext(action, fault);
      await assert.rejects(connect({ callLimitMs: 200 }).check(), GatewaySilent);
    });
  }
}
