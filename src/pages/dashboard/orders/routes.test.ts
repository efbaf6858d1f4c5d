import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy } from '../../../../test/harness/buy.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import type { OrdersView } from './data.ts';

suite('the lists of orders', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let elsewhere: TestHost;
  const events: Record<string, { eventId: string; slug: string; skus: string[] }> = {};
  const references: Record<string, string> = {};
  before(async () => {
    on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
    host = await makeHost(on);
    elsewhere = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    const free = { ticketTypes: [{ priceMinor: 0, capacity: 100 }] };
    for (const [name, of] of [
      ['jazz', host],
      ['drama', host],
      ['theirs', elsewhere],
    ] as const) {
      const event = await makeEvent(on, of, { name, ...free });
      events[name] = event;
      const cart = { slug: event.slug, items: [{ sku: event.skus[0], quantity: 1 }] };
      references[name] = (await buy(on, of, cart)).reference;
    }
  });
  after(() => on.close());

  const idOf = (name: string): string => events[name]?.eventId ?? assert.fail(name);
  const read = async (path: string, as = owner): Promise<{ status: number; names: string[] }> => {
    const { status, body } = await askDashboard(on, `/hosts/${host.hostId}${path}`, { as });
    const { orders = [] } = (body.data ?? {}) as Partial<OrdersView>;
    return { status, names: orders.map(({ event }) => event.name).toSorted() };
  };
  const resend = (names: string[], as = owner) =>
    askDashboard(on, `/hosts/${host.hostId}/orders/resend`, {
      as,
      method: 'POST',
      body: { references: names.map((name) => references[name] ?? name) },
    });

  test('a host sees its own, an event’s page that event’s, and neither another host’s', async () => {
    assert.deepEqual(await read('/orders'), { status: 200, names: ['drama', 'jazz'] });
    assert.deepEqual(await read(`/events/${idOf('jazz')}/orders`), { status: 200, names: ['jazz'] });
    assert.deepEqual(await read(`/orders?event=${idOf('theirs')}`), { status: 200, names: [] });
    assert.equal((await read(`/events/${idOf('theirs')}/orders`)).status, 404);
    assert.deepEqual(await read(`/orders?search=${references['theirs']}`), { status: 200, names: [] });
  });

  test('a member of chosen events sees these, whatever the address says', async () => {
    const member = await signInAs(on, host, { role: 'manager', eventIds: [idOf('drama')] });
    for (const query of [
      '',
      `?event=${idOf('drama')}`,
      '?search=ada@example.com',
      '?source=api',
      '?status=confirmed',
    ])
      assert.deepEqual(await read(`/orders${query}`, member), { status: 200, names: ['drama'] }, query);
    assert.deepEqual(await read(`/orders?event=${idOf('jazz')}`, member), { status: 200, names: [] });
    assert.deepEqual(await read(`/orders?search=${references['jazz']}`, member), { status: 200, names: [] });
    assert.equal((await resend(['jazz'], member)).status, 404);
    assert.equal((await resend(['drama', 'jazz'], member)).status, 404);
    assert.equal((await resend(['drama'], member)).status, 200);
  });

  test('no text that is searched for, as a promo code either, does more than find nothing', async () => {
    for (const text of [
      ...HOSTILE_TEXTS,
      '%',
      '_',
      "' OR true --",
      '\\',
      '(((',
      '\u{10FFFF}',
      'ı',
      'İ',
      'ﬀ',
    ]) {
      const typed = encodeURIComponent(text.slice(0, 50));
      for (const query of [
        `search=${typed}x`,
        `promo=${typed}`,
        `search=${typed}&status=confirmed&source=embed`,
      ]) {
        const { status, names } = await read(`/orders?${query}`);
        assert.ok(status === 200 || status === 400, `${status} ${query}`);
        assert.deepEqual(names, [], query);
      }
    }
    for (const query of [
      'status=sold',
      'from=tomorrow',
      'event=x',
      'cursor=x',
      `search=${'x'.repeat(301)}`,
      'from=2026-02-31',
    ])
      assert.equal((await read(`/orders?${query}`)).status, 400, query);
  });

  test('tickets are sent again, each order with its own limit, and the log has a line for each', async () => {
    for (let nr = 0; nr < 5; nr += 1)
      assert.deepEqual((await resend(['jazz', 'jazz'])).body, { sent: 1, refused: [] });
    const { status, body } = await resend(['jazz', 'drama']);
    assert.equal(status, 200);
    assert.equal(body.sent, 1);
    assert.deepEqual(
      (body.refused as { reference: string }[]).map(({ reference }) => reference),
      [references['jazz']],
    );
    const { rows } = await on.app.database.query(
      `SELECT FROM audit_log WHERE host_id = $1 AND action = 'order.resend' AND subject_name = $2`,
      [host.hostId, references['jazz']],
    );
    assert.equal(rows.length, 5);
  });

  test('of none, of too many, or of another host’s orders none are sent', async () => {
    assert.equal((await resend([])).status, 400);
    assert.equal((await resend(Array.from({ length: 101 }, () => 'jazz'))).status, 400);
    assert.equal((await resend(['theirs'])).status, 404);
    assert.equal((await resend(['TSR-0000-0000-0000-0000'])).status, 404);
    const door = await signInAs(on, host, { role: 'door' });
    assert.equal((await resend(['jazz'], door)).status, 403);
  });
});
