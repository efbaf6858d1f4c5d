import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIMULATED, SIMULATORS } from '../../../test/harness/gateways/all-simulators.ts';
import { readConfig } from '../../config/read-config.ts';
import { openAccounts } from '../../payments/payment-accounts.fixture.ts';
import type { PaymentAccount } from '../../payments/payment-accounts.ts';
import { GATEWAY_TITLES } from '../../rules/gateway-accounts.ts';
import { GATEWAYS } from '../../rules/gateways/all-gateways.ts';
import { createSecretKeys, type SecretKeys } from '../../secrets/secret-keys.ts';
import { lookAtGateways } from './look-at-gateways.ts';

const PRODUCTION = {
  ENVIRONMENT: 'production',
  SECRET_KEY: 'ab'.repeat(32),
  PUBLIC_URL: 'https://tickets.example',
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'tickets@tickets.example',
};

/** A host whose account is at a simulator of that gateway, and what the doctor says of it. */
async function open(name: (typeof SIMULATED)[number]) {
  const simulator = await SIMULATORS[name]();
  test.after(() => simulator.close());
  const { database, secretKeys, makeHost, add } = await openAccounts();
  const hostId = await makeHost();
  const { currency } = simulator.traits;
  return {
    simulator,
    database,
    connect: (account: PaymentAccount = simulator.account) => add(hostId, account, currency),
    connectAnother: async () => add(await makeHost(), simulator.account, currency),
    async look(
      given: { settings?: Record<string, string>; keys?: SecretKeys; url?: string } = {},
    ): Promise<string[]> {
      const config = readConfig(given.settings ?? {});
      const seen = await lookAtGateways({
        config: { ...config, gatewayUrls: { ...config.gatewayUrls, [name]: given.url ?? simulator.url } },
        environment: {},
        open: { database, url: '', secretKeys: given.keys ?? secretKeys },
        mailTo: null,
      });
      return seen.map(({ light, says }) => `${light}: ${says}`);
    },
  };
}

for (const name of SIMULATED) {
  test(`${name}: a key that it knows is green, one that it does not know yellow, and a test key is none in production`, async () => {
    const { simulator, connect, look } = await open(name);
    const of = `A host (${GATEWAY_TITLES[name]}, ${simulator.traits.currency})`;
    assert.deepEqual(await look(), ['off: No host has connected a gateway: payments go to the sandbox.']);
    assert.match((await look({ settings: PRODUCTION })).join(' '), /^yellow: No host can take payments/);
    await connect();
    assert.deepEqual(await look(), ['green: 1 account of hosts: each gateway answers, and knows the key.']);
    if (GATEWAYS[name].testKeys !== null)
      assert.deepEqual(await look({ settings: PRODUCTION }), [
        `yellow: ${of}: a test key, which production refuses.`,
      ]);
    const { credentials } = simulator.account;
    const wrong = { ...credentials, secretKey: `${credentials.secretKey}0` };
    await connect({ ...simulator.account, credentials: wrong } as PaymentAccount);
    assert.deepEqual(await look(), [`yellow: ${of}: the key is unknown there.`]);
    assert.equal(simulator.payments.size, 0, 'asking has left nothing behind');
  });

  test(`${name}: one that is away is red, and told once however many hosts have it`, async () => {
    const { connect, connectAnother, look } = await open(name);
    await connect();
    await connectAnother();
    const [line = '', ...more] = await look({ url: 'http://127.0.0.1:1' });
    assert.match(line, new RegExp(`^red: ${GATEWAY_TITLES[name]}: .*ECONNREFUSED`));
    assert.deepEqual(more, []);
  });
}

test('an account whose payments come and whose callbacks don’t is yellow, and one whose key is missing red', async () => {
  const { database, connect, look } = await open('paystack');
  await connect();
  await database.query(`UPDATE payment_accounts SET first_payment_at = now() - interval '2 hours'`);
  assert.deepEqual(await look(), ['yellow: A host (Paystack, NGN): payments came, and no callback has.']);
  const keys = createSecretKeys(Buffer.alloc(32, 1));
  assert.match(
    (await look({ keys }))[0] ?? '',
    /^red: A host \(Paystack, NGN\): its credentials are sealed under a key that is missing/,
  );
});
