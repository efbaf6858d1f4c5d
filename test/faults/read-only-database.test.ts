import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { BUYER, hold, order } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs } from '../harness/sign-in.ts';
import { startTestApp } from '../harness/test-app.ts';
import { onServer } from '../harness/test-database.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';

// As a server is while it is demoted, or before it is promoted: connected to, read from, and no write is taken (SQLSTATE 25006).

expectNothingUnhandled();
const on = await startTestApp({ environment: { DATABASE_POOL_SIZE: '4' } });
after(() => on.close());
const name = new URL(on.testDatabase.url).pathname.slice(1);

/** For all sessions from now on; those that are open are ended. */
async function takeNoWrites(): Promise<void> {
  await onServer(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
}

test('a database that takes no writes: every door says come back, and all of it works once it does', async () => {
  const host = await makeHost(on);
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  const owner = await signInAs(on, host, { hasFactor: true });
  const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  const body = { items: [{ sku: skus[0], quantity: 1 }] };
  const embed = { baseUrl: `${on.publicUrl}/checkout` };
  const device = (token: string = randomUUID()) => ({ headers: { 'x-device-id': token }, method: 'POST' });
  const writes: { what: string; good: number; ask: () => Promise<Answer> }[] = [
    {
      what: 'a hold by the API',
      good: 201,
      ask: () => ask(on, `/events/${slug}/reservations`, { ...device(), key: host, body }),
    },
    {
      what: 'a hold by the embed',
      good: 201,
      ask: () => ask(embed, `/${slug}/reservations`, { ...device(), body }),
    },
    {
      what: 'an order by the embed',
      good: 201,
      ask: () =>
        ask(embed, `/${slug}/orders`, {
          ...device(cart.token),
          body: { ...BUYER, quoteReference: cart.quoteReference, query: '' },
        }),
    },
    {
      what: 'a key by the dashboard',
      good: 201,
      ask: () =>
        askDashboard(on, `/hosts/${host.hostId}/keys`, {
          as: owner,
          method: 'POST',
          body: { name: 'Another' },
        }),
    },
  ];
  await takeNoWrites();
  for (const write of writes) {
    // The first of them may have been under way on a session that was ended.
    for (let turn = 0; turn < 3; turn++) assertComeBack(await write.ask(), write.what);
  }
  assertComeBack(await order(on, host, cart), 'an order by the API');
  const { status } = await ask(on, `/events/${slug}/tickets`, { key: host });
  assert.equal(status, 200, 'what only reads goes on');

  await onServer(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  // A connection from before is found out by who gets it, once; those of a pool are so many.
  const mostFound = Math.max(...on.app.database.pools().map(({ size }) => size));
  for (const write of writes) {
    const statuses: number[] = [];
    while (statuses.at(-1) !== write.good && statuses.length <= mostFound)
      statuses.push((await write.ask()).status);
    assert.equal(statuses.at(-1), write.good, `${write.what}: ${statuses.join()}`);
  }
  // Jobs are taken on connections of their own.
  await until('the tickets to be mailed', async () => {
    const { rows } = await on.testDatabase.database.query<{ mails: number }>(
      `SELECT count(*)::integer AS mails FROM jobs WHERE kind = 'send_mail'`,
    );
    return rows[0]?.mails === 0;
  });
});

function assertComeBack({ status, headers, body }: Answer, what: string): void {
  assert.equal(status, 503, `${what}: ${JSON.stringify(body)}`);
  assert.equal(headers.get('retry-after'), '1', what);
  assert.equal(body.error_code, 'unavailable', what);
}
