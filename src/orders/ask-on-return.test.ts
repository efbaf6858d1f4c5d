import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buy, storedOrder } from '../../test/harness/buy.ts';
import { startPaystackSimulator } from '../../test/harness/gateways/paystack-simulator.ts';
import type { GatewaySimulator } from '../../test/harness/gateways/simulator.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { addPaymentAccount } from '../payments/payment-accounts.ts';

let simulator: GatewaySimulator;
let one: TestApp;
let two: TestApp;
let host: TestHost;

before(async () => {
  simulator = await startPaystackSimulator();
  const environment = { PAYSTACK_URL: simulator.url };
  one = await startTestApp({ environment });
  two = await startTestApp({ environment, on: one });
  // A few seconds last an hour here, however slow the machine is.
  await one.app.database.query(`
    CREATE FUNCTION ask_seldom() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      new.return_asked_at := new.return_asked_at + interval '1 hour';
      RETURN new;
    END $$;
    CREATE TRIGGER ask_seldom BEFORE UPDATE OF return_asked_at ON orders FOR EACH ROW
      WHEN (new.return_asked_at > '2021-01-01') EXECUTE FUNCTION ask_seldom()`);
  host = await makeHost(one);
  await one.app.database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: one.secretKeys, refusesTestCredentials: false },
      { hostId: host.hostId, currency: 'NGN', ...simulator.account },
    ),
  );
});
after(async () => {
  await two.close();
  await one.close();
  await simulator.close();
});

/** An order at the gateway, which nothing but returns asks about. */
async function pendingOrder(): Promise<{ reference: string; path: string }> {
  const event = await makeEvent(one, host, { ticketTypes: [{ priceMinor: 500_000 }] });
  const { reference } = await buy(one, host, {
    slug: event.slug,
    items: [{ sku: event.skus[0], quantity: 1 }],
  });
  await one.app.database.query(`UPDATE orders SET next_look_up_at = 'infinity' WHERE reference = $1`, [
    reference,
  ]);
  return { reference, path: new URL(simulator.payments.get(reference)?.returnUrl ?? '').pathname };
}

const comeBack = async (on: TestApp, path: string): Promise<number> =>
  (await fetch(`${on.publicUrl}${path}`, { redirect: 'manual' })).status;
const letTimePass = (reference: string) =>
  one.app.database.query(`UPDATE orders SET return_asked_at = '2020-01-01' WHERE reference = $1`, [
    reference,
  ]);
const lookUpsOf = (reference: string): number =>
  simulator.requests.filter(({ action, path }) => action === 'look_up' && path.includes(reference)).length;

test('however often somebody knocks at however many processes, the gateway is asked once, and everybody is sent on', async () => {
  const { reference, path } = await pendingOrder();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => comeBack(index % 2 === 0 ? one : two, path)),
  );
  assert.deepEqual([...new Set(statuses)], [303]);
  assert.equal(lookUpsOf(reference), 1);
  assert.equal(await comeBack(two, path), 303);
  assert.equal(lookUpsOf(reference), 1);
});

test('after a few seconds it is asked again, and each order is asked about for itself', async () => {
  const [first, second] = [await pendingOrder(), await pendingOrder()];
  await comeBack(one, first.path);
  await simulator.pay(first.reference, { callback: 'hold' });
  await comeBack(one, second.path);
  assert.deepEqual([lookUpsOf(first.reference), lookUpsOf(second.reference)], [1, 1]);
  await letTimePass(first.reference);
  assert.equal(await comeBack(two, first.path), 303);
  assert.equal(lookUpsOf(first.reference), 2);
  await until('the order to be confirmed', async () => {
    return (await storedOrder(one, first.reference)).status === 'confirmed';
  });
});

test('a buyer who comes back while the gateway is being asked waits for the same answer', async () => {
  const { reference, path } = await pendingOrder();
  simulator.faultNext('look_up', 'hang');
  const returns = [comeBack(one, path)];
  await until('the gateway to be asked', () => lookUpsOf(reference) === 1);
  // Only those who ask at this very moment keep it from being asked once more.
  await letTimePass(reference);
  returns.push(comeBack(one, path), comeBack(one, path));
  assert.deepEqual(await Promise.all(returns), [303, 303, 303]);
  assert.equal(lookUpsOf(reference), 1);
});
