import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { findEventsWithoutAccount } from './find-events-without-account.ts';
import { addPaymentAccount } from './payment-accounts.ts';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

const find = async (host: TestHost, { hasSandbox = false, eventIds = null as string[] | null } = {}) =>
  (
    await findEventsWithoutAccount(
      on.app.database,
      { secretKeys: on.secretKeys, hasSandbox },
      { hostId: host.hostId, eventIds },
    )
  ).map(({ slug, currency }) => `${slug} ${currency}`);

const add = (host: TestHost, secretKey: string, currency: string) =>
  on.app.database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      { hostId: host.hostId, currency, gateway: 'paystack', credentials: { secretKey } },
    ),
  );

test('an event that sells for money which nobody can take is found until an account takes it, and a test account does not', async () => {
  const host = await makeHost(on);
  const { eventId } = await makeEvent(on, host, { slug: 'paid-in-naira' });
  await makeEvent(on, host, { slug: 'paid-in-cedis', country: 'GHANA' });
  await makeEvent(on, host, { slug: 'free', ticketTypes: [{ priceMinor: 0 }] });
  await makeEvent(on, host, { slug: 'a-draft', status: 'DRAFT' });
  await makeEvent(on, host, { slug: 'sold-out', ticketTypes: [{ capacity: 0 }] });
  await makeEvent(on, await makeHost(on), { slug: 'of-another' });
  assert.deepEqual(await find(host), ['paid-in-naira NGN', 'paid-in-cedis GHS']);
  assert.deepEqual(await find(host, { hasSandbox: true }), []);
  assert.deepEqual(await find(host, { eventIds: [eventId] }), ['paid-in-naira NGN']);
  await add(host, 'sk_test_abc', 'NGN');
  assert.deepEqual(await find(host), ['paid-in-naira NGN', 'paid-in-cedis GHS']);
  await add(host, 'sk_live_abc', 'NGN');
  assert.deepEqual(await find(host), ['paid-in-cedis GHS']);
});
