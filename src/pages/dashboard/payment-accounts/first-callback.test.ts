import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  gatewaySettings,
  ofEach,
  SIMULATED,
  startAllSimulators,
} from '../../../../test/harness/gateways/all-simulators.ts';
import {
  withBadSignature,
  withoutSignature,
  type GatewaySimulator,
  type SignedCallback,
} from '../../../../test/harness/gateways/simulator.ts';
import { buy, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';

type Name = (typeof SIMULATED)[number];
type Shop = { host: TestHost; owner: SignedIn; name: Name; slug: string; sku: string | undefined };

suite('the first callback of a payment account', () => {
  let on: TestApp;
  let simulators: Record<Name, GatewaySimulator>;
  before(async () => {
    simulators = await startAllSimulators();
    on = await startTestApp({
      environment: gatewaySettings(ofEach((name) => simulators[name].url)),
    });
  });
  after(async () => {
    await on.close();
    await Promise.all(Object.values(simulators).map((simulator) => simulator.close()));
  });

  const openShop = async (name: Name): Promise<Shop> => {
    const host = await makeHost(on, { country: simulators[name].traits.country });
    const owner = await signInAs(on, host, { hasFactor: true });
    await connect({ host, owner, name }, '');
    const { slug, skus } = await makeEvent(on, host, { country: simulators[name].traits.country });
    return { host, owner, name, slug, sku: skus[0] };
  };
  const connect = async ({ host, owner, name }: Pick<Shop, 'host' | 'owner' | 'name'>, replaces: string) => {
    const { gateway, credentials } = simulators[name].account;
    const made = await askDashboard(on, `/hosts/${host.hostId}/payment-accounts`, {
      as: owner,
      method: 'POST',
      body: { gateway, currency: simulators[name].traits.currency, replaces, ...credentials },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  };
  const accountOf = async ({ host, owner, name }: Shop) => {
    const { body } = await askDashboard(on, `/hosts/${host.hostId}/payment-accounts/gateways/${name}`, {
      as: owner,
    });
    return body.data.account;
  };
  const stateOf = async (shop: Shop) => {
    const { firstCallbackAt, missedCallbackAt, refusedCallbackAt } = await accountOf(shop);
    return [firstCallbackAt, missedCallbackAt, refusedCallbackAt].map((at) => at !== null);
  };
  /** The items of Home about callbacks, each with its link. */
  const atHome = async ({ host }: Shop, as: SignedIn): Promise<string[][]> => {
    const { body } = await askDashboard(on, `/hosts/${host.hostId}`, { as });
    const items = body.data.attention as { kind: string; subject: string; href: string }[];
    return items.flatMap(({ kind, subject, href }) => (kind === 'no_callback' ? [[subject, href]] : []));
  };
  const order = async ({ host, slug, sku }: Shop): Promise<string> =>
    (await buy(on, host, { slug, items: [{ sku, quantity: 1 }] })).reference;
  const send = async (name: Name, { headers, body, query = '' }: SignedCallback): Promise<number> => {
    const url = `${on.publicUrl}/payments/${name}/callback${query}`;
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    return (await fetch(url, sent)).status;
  };
  const [NOTHING, SEEN, MISSED, REFUSED] = [
    [false, false, false],
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ];

  for (const name of SIMULATED) {
    test(`${name}: a stranger’s callback is not it, a signed one is, and it stays the first`, async () => {
      const [shop, other] = [await openShop(name), await openShop(name)];
      const reference = await order(shop);
      const callback = await simulators[name].pay(reference, { callback: 'hold' });
      assert.deepEqual(await stateOf(shop), NOTHING);
      assert.equal(await send(name, withoutSignature(callback)), 401);
      assert.equal(await send(name, withBadSignature(callback)), 401);
      assert.deepEqual(await stateOf(shop), REFUSED);

      assert.equal(await send(name, callback), 200);
      assert.deepEqual(await stateOf(shop), SEEN);
      const { firstCallbackAt } = await accountOf(shop);
      await untilStatus(on, reference, 'confirmed');
      assert.equal(await send(name, callback), 200);
      assert.equal(await send(name, withBadSignature(callback)), 401);
      assert.deepEqual(await stateOf(shop), SEEN);
      assert.equal((await accountOf(shop)).firstCallbackAt, firstCallbackAt);
      // The same keys at another host are another account.
      assert.deepEqual(await stateOf(other), NOTHING);
      // So is what replaces it.
      await connect(shop, (await accountOf(shop)).accountId);
      assert.deepEqual(await stateOf(shop), NOTHING);
    });
  }

  test('a payment whose callback has not come after two minutes misses it, until it comes', async () => {
    const shop = await openShop('paystack');
    const reference = await order(shop);
    const callback = await simulators.paystack.pay(reference, { callback: 'hold' });
    // Found without a callback: the gateway was asked.
    await on.app.database.query('UPDATE orders SET next_look_up_at = now() WHERE reference = $1', [
      reference,
    ]);
    await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(await stateOf(shop), NOTHING);
    const { rowCount } = await on.app.database.query(
      `UPDATE payment_accounts SET first_payment_at = first_payment_at - interval '2 minutes' WHERE host_id = $1
        AND first_payment_at > now() - interval '1 minute'`,
      [shop.host.hostId],
    );
    assert.equal(rowCount, 1);
    await until('the page to tell', async () => (await stateOf(shop))[1]);
    assert.deepEqual(await stateOf(shop), MISSED);
    const finance = await signInAs(on, shop.host, { role: 'finance', hasFactor: true });
    const manager = await signInAs(on, shop.host, { role: 'manager', hasFactor: true });
    const at = `/dashboard/hosts/${shop.host.hostId}/payment-accounts`;
    const told = ['Paystack (NGN)', `${at}/gateways/paystack?currency=NGN`];
    assert.deepEqual(await atHome(shop, shop.owner), [told]);
    assert.deepEqual(await atHome(shop, finance), [['Paystack (NGN)', at]]);
    assert.deepEqual(await atHome(shop, manager), []);
    assert.equal(await send('paystack', callback), 200);
    assert.deepEqual(await stateOf(shop), SEEN);
    assert.deepEqual(await atHome(shop, shop.owner), []);
  });
});
