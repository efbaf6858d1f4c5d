import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test, type TestContext } from 'node:test';
import {
  buy,
  endPaymentWindow,
  hold,
  letTransferArrive,
  order,
  pay,
  untilStatus,
} from '../../test/harness/buy.ts';
import { ask } from '../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { askDashboard, signInAs } from '../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';
import { OPERATOR } from '../audit/actor.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { addSubscription } from '../webhooks/subscriptions/add-subscription.ts';
import { createGuard } from '../webhooks/delivery/guard.ts';
import { addMember } from './members/add-member.ts';
import { resumeHost, suspendHost } from './suspend-host.ts';

// Two processes on one database: what is said to one is heard by both.
let on: TestApp;
let second: TestApp;
const receiver = await startReceiver({ after: after as TestContext['after'] });
before(async () => {
  const environment = { RATE_LIMIT_PER_ADDRESS: '1000000', WEBHOOK_ALLOW: receiver.address };
  on = await startTestApp({ environment });
  second = await startTestApp({ on, environment });
});
after(async () => {
  assert.deepEqual(await checkInvariants(on.app.database), []);
  await second.close();
  await on.close();
});

const suspend = ({ hostId }: TestHost): Promise<boolean> =>
  on.app.database.transaction((tx) => suspendHost(tx, { hostId, actor: OPERATOR, reason: null }));
const resume = ({ hostId }: TestHost): Promise<boolean> =>
  on.app.database.transaction((tx) => resumeHost(tx, { hostId, actor: OPERATOR }));

const statusOf = async (app: TestApp, path: string): Promise<number> => {
  const response = await fetch(`${app.publicUrl}${path}`);
  await response.arrayBuffer();
  return response.status;
};

/** The answers of every process, by its key and on the event's page. */
const answersOf = async (app: TestApp, host: TestHost, slug: string): Promise<string> => {
  const answers = [
    await ask(app, '/events', { key: host }),
    await ask(app, `/events/${slug}`, { key: host }),
    await ask(app, `/events/${slug}/tickets`, { key: host }),
  ].map(({ status }) => status);
  const pages = [await statusOf(app, `/checkout/${slug}`), await statusOf(app, `/checkout/${slug}/tickets`)];
  return [...answers, ...pages].join(' ');
};

const untilBothAnswer = async (host: TestHost, slug: string, answers: string): Promise<void> => {
  for (const app of [on, second])
    await until(answers, async () => (await answersOf(app, host, slug)) === answers);
};

test('a suspended host is gone from API and embed in every process, and comes back when it is resumed', async () => {
  const host = await makeHost(on);
  const other = await makeHost(on);
  const { slug, skus } = await makeEvent(on, host);
  const beside = await makeEvent(on, other);
  await untilBothAnswer(host, slug, '200 200 200 200 200');
  const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });

  assert.equal(await suspend(host), true);
  await untilBothAnswer(host, slug, '401 401 401 404 404');
  for (const app of [on, second]) {
    const { body } = await ask(app, '/events', { key: host });
    assert.equal(body.error_code, 'unauthorized');
    assert.match(body.message, /suspended/);
    assert.equal((await order(app, host, cart)).status, 401);
    const page = await fetch(`${app.publicUrl}/checkout/${slug}`, { headers: { accept: 'text/html' } });
    assert.match(await page.text(), /<h1/);
    const held = await ask({ baseUrl: `${app.publicUrl}/checkout` }, `/${slug}/reservations`, {
      method: 'POST',
      headers: { 'x-device-id': randomUUID() },
      body: { items: [{ sku: skus[0], quantity: 1 }] },
    });
    assert.equal(held.status, 404);
    assert.equal(await answersOf(app, other, beside.slug), '200 200 200 200 200');
  }
  assert.equal(await suspend(host), false, 'it is suspended already');

  assert.equal(await resume(host), true);
  await untilBothAnswer(host, slug, '200 200 200 200 200');
  assert.equal((await order(second, host, cart)).status, 201);
  assert.equal(await resume(host), false);
  const { rows } = await on.app.database.query(
    `SELECT action, actor_kind FROM audit_log WHERE host_id = $1 AND action IN ('host.suspend', 'host.resume') ORDER BY id`,
    [host.hostId],
  );
  assert.deepEqual(rows, [
    { action: 'host.suspend', actor_kind: 'operator' },
    { action: 'host.resume', actor_kind: 'operator' },
  ]);
});

test('a process that heard nothing of it holds and orders nothing either: the database refuses', async (t) => {
  const host = await makeHost(on);
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }, {}] });
  const items = [{ sku: skus[0], quantity: 1 }];
  const free = await hold(on, host, { slug, items });
  const paid = await hold(on, host, { slug, items: [{ sku: skus[1], quantity: 1 }] });
  await on.app.database.query('ALTER TABLE hosts DISABLE TRIGGER hosts_suspended');
  t.after(() => on.app.database.query('ALTER TABLE hosts ENABLE TRIGGER hosts_suspended'));
  const page = `/checkout/${slug}`;
  /** A process that loses its connection for a moment reads the catalog anew. Then it has heard of it after all, and is asked again. */
  const post = (path: string, token: string, body: unknown) =>
    until('an answer by the catalog of before', async () => {
      await resume(host);
      assert.equal(await statusOf(on, page), 200);
      await suspend(host);
      const answer = await ask({ baseUrl: on.publicUrl }, `${page}/${path}`, {
        method: 'POST',
        headers: { 'x-device-id': token },
        body,
      });
      return (await statusOf(on, page)) === 200 && answer;
    });
  const held = await post('reservations', randomUUID(), { items });
  assert.deepEqual([held.status, held.body.error_code], [400, 'tickets_unavailable']);
  for (const { token, quoteReference } of [free, paid]) {
    const buyer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' };
    const ordered = await post('orders', token, { quoteReference, ...buyer, query: '' });
    assert.deepEqual([ordered.status, ordered.body.error_code], [400, 'tickets_unavailable']);
  }
});

test('a payment under way settles, its webhook and tickets go out, and the receipt stays open', async () => {
  const host = await makeHost(on);
  const { slug, skus } = await makeEvent(on, host);
  const guard = createGuard({ allow: [receiver.address] });
  const { database } = on.app;
  await addSubscription(
    { database, guard },
    { hostId: host.hostId, actor: OPERATOR, slug, url: `${receiver.url}/hook` },
  );
  const items = [{ sku: skus[0], quantity: 1 }];
  const bought = await buy(on, host, { slug, items });
  await suspend(host);
  await untilBothAnswer(host, slug, '401 401 401 404 404');

  assert.equal((await pay(bought.checkoutUrl)).status, 303);
  const { receipt_token: receipt } = await untilStatus(on, bought.reference, 'confirmed');
  for (const path of ['', '/tickets', '/tickets.pdf'])
    assert.equal(await statusOf(second, `/checkout/orders/${receipt}${path}`), 200, path);
  await until('the webhook to arrive', () => receiver.received.length === 1);
  await until('the tickets to be sent', async () => {
    const { rowCount } = await database.query(
      `SELECT 1 FROM mails WHERE order_id = (SELECT id FROM orders WHERE reference = $1) AND sent_at IS NOT NULL`,
      [bought.reference],
    );
    return rowCount === 1;
  });
});

test('a transfer that arrives when its tickets were given back goes back too: nothing new is sold', async () => {
  const host = await makeHost(on);
  const { slug, skus } = await makeEvent(on, host);
  const bought = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  await pay(bought.checkoutUrl, 'late');
  await endPaymentWindow(on, bought.reference);
  await untilStatus(on, bought.reference, 'expired');
  await on.app.database.query('SELECT give_back_lapsed(100)');
  await suspend(host);
  await letTransferArrive(on, bought.reference);
  await untilStatus(on, bought.reference, 'refunded');
});

test('nobody works in the dashboard of a suspended host, and the member is told why', async () => {
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const path = `/hosts/${host.hostId}/keys`;
  assert.equal((await askDashboard(on, path, { as: owner })).status, 200);
  await suspend(host);
  for (const app of [on, second]) {
    const { status, body } = await askDashboard(app, path, { as: owner });
    assert.deepEqual([status, body.error_code], [403, 'host_suspended']);
    assert.match(body.message, /suspended/);
    const page = await fetch(`${app.publicUrl}/dashboard${path}`, { headers: { cookie: owner.cookie } });
    assert.match(await page.text(), /<h1[^>]*>This host is suspended<\/h1>/);
  }
});

test('a member of another host too is led there', async () => {
  const [suspended, other] = [
    await makeHost(on, { name: 'A first' }),
    await makeHost(on, { name: 'Z last' }),
  ];
  const owner = await signInAs(on, suspended);
  const { hostId } = other;
  await on.app.database.transaction((tx) =>
    addMember(tx, { hostId, actor: OPERATOR, personId: owner.personId, role: 'owner' }),
  );
  const enter = async () => (await askDashboard(on, '', { as: owner })).headers.get('location');
  assert.equal(await enter(), `/dashboard/hosts/${suspended.hostId}`);
  await suspend(suspended);
  assert.equal(await enter(), `/dashboard/hosts/${other.hostId}`);
});
