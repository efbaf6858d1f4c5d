import assert from 'node:assert/strict';
import { after, before, suite, test, type TestContext } from 'node:test';
import { buy, hold, lapse, pay, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { openRaw } from '../../../../test/harness/raw-socket.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import type { LiveEvent, LiveFigures } from './server/live-figures.ts';

expectNothingUnhandled();

suite('live figures', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(() => on.close());

  /** Listens as a page does that shows these events. */
  function listen(t: TestContext, as: SignedIn, shown: string[]) {
    const raw = openRaw(on.publicUrl);
    t.after(() => raw.socket.destroy());
    raw.socket.write(
      `GET /dashboard/hosts/${host.hostId}/live?shown=${shown.join(',')} HTTP/1.1\r\nHost: a\r\nCookie: ${as.cookie}\r\n` +
        `Accept: text/event-stream\r\n\r\n`,
    );
    const heard = (): LiveFigures[] =>
      [...raw.received().matchAll(/^event: figures\ndata: (.*)\n\n/gm)].map(
        ([, text = '']) => JSON.parse(text) as LiveFigures,
      );
    /** As the page would have it by now. */
    const now = (eventId: string): LiveEvent | undefined =>
      heard()
        .flatMap(({ events }) => events)
        .findLast((event) => event.eventId === eventId);
    let isClosed = false;
    void raw.closed.then(() => (isClosed = true));
    const untilClosed = () => until('the stream to end', () => isClosed);
    return { heard, now, text: raw.received, untilClosed };
  }

  test('a hold, its lapse, a sale: each is told to all who show the event, within a moment, and what has not changed is not', async (t) => {
    const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 10 }] });
    const other = await makeEvent(on, host);
    const [first, second] = [listen(t, owner, [eventId]), listen(t, owner, [other.eventId])];
    const isNow = (sold: number, held: number) => () => {
      const figures = first.now(eventId)?.figures;
      return figures?.sold === sold && figures.held === held && figures.left === 10 - sold - held;
    };
    await until('the first figures', isNow(0, 0));
    assert.match(
      first.text(),
      /^HTTP\/1\.1 200 OK\r\n[^]*content-type: text\/event-stream; charset=utf-8\r\n/i,
    );
    assert.match(first.text(), /cache-control: no-store\r\n/i);
    const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 3 }] });
    await until('the hold', isNow(0, 3));
    await lapse(on, cart.token);
    await until('the lapse', isNow(0, 0));
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    await pay(order.checkoutUrl);
    await untilStatus(on, order.reference, 'confirmed');
    await until('the sale', isNow(2, 0));
    const live = first.now(eventId);
    assert.equal(live?.figures?.money?.salesMinor, order.total);
    assert.deepEqual(
      live?.types.map(({ ticketTypeId, figures }) => [ticketTypeId, figures.sold]),
      [[skus[0], 2]],
    );
    // A page of another event hears of that event once, and of the sums.
    assert.deepEqual(
      second
        .heard()
        .flatMap(({ events }) => events)
        .map((event) => event.eventId),
      [other.eventId],
    );
    await until('the sum', () => second.heard().some(({ sums }) => (sums?.[0]?.figures.sold ?? 0) === 2));
  });

  test('an event that is over is gone', async (t) => {
    const { eventId } = await makeEvent(on, host);
    const page = listen(t, owner, [eventId]);
    await until('the first figures', () => page.now(eventId));
    await on.app.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [eventId]);
    await until('its end', () => page.heard().some(({ gone }) => gone.includes(eventId)));
  });

  test('the door, and members of other events, are told no figures', async (t) => {
    const { eventId } = await makeEvent(on, host, { ticketTypes: [{ capacity: 4_321 }] });
    const mine = await makeEvent(on, host, { ticketTypes: [{ capacity: 77 }] });
    const door = listen(t, await signInAs(on, host, { role: 'door' }), [eventId]);
    const chosen = await signInAs(on, host, { role: 'manager', eventIds: [mine.eventId] });
    const manager = listen(t, chosen, [eventId, mine.eventId]);
    await until('the door to hear', () => door.now(eventId));
    await until('the manager to hear', () => manager.now(mine.eventId));
    assert.deepEqual(door.heard()[0], {
      events: [{ eventId, state: 'on_sale', figures: null, types: [] }],
      gone: [],
      sums: null,
    });
    assert.equal(manager.now(eventId), undefined);
    assert.deepEqual(
      manager.heard()[0]?.sums?.map(({ figures }) => figures.capacity),
      [77],
    );
  });

  test('a stream ends with its session, with a change of role, and with the host', async (t) => {
    const [signedOut, demoted] = [
      await signInAs(on, host, { role: 'manager' }),
      await signInAs(on, host, { role: 'manager' }),
    ];
    const streams = [signedOut, demoted, owner].map((as) => listen(t, as, []));
    for (const { heard } of streams) await until('a first word', () => heard().length > 0);
    await on.app.database.query('DELETE FROM sessions WHERE person_id = $1', [signedOut.personId]);
    await streams[0]?.untilClosed();
    await on.app.database.query(`UPDATE members SET role = 'door' WHERE person_id = $1`, [demoted.personId]);
    await streams[1]?.untilClosed();
    await on.app.database.query('UPDATE hosts SET suspended_at = now() WHERE id = $1', [host.hostId]);
    await streams[2]?.untilClosed();
    await on.app.database.query('UPDATE hosts SET suspended_at = NULL WHERE id = $1', [host.hostId]);
  });

  test('an open stream is no use of the session: it ends like one that is left alone', async (t) => {
    const idle = await signInAs(on, host, { role: 'manager' });
    const stream = listen(t, idle, []);
    await until('a first word', () => stream.heard().length > 0);
    await on.app.database.query(
      `UPDATE sessions SET last_used_at = now() - interval '25 hours' WHERE person_id = $1`,
      [idle.personId],
    );
    await stream.untilClosed();
  });

  test('a dozen pages of one person are enough, and leave others their room', async (t) => {
    const many = await signInAs(on, host, { role: 'manager' });
    const streams = Array.from({ length: 12 }, () => listen(t, many, []));
    for (const { heard } of streams) await until('a first word', () => heard().length > 0);
    const refused = await askDashboard(on, `/hosts/${host.hostId}/live`, { as: many });
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '10']);
    const another = listen(t, owner, []);
    await until('others to have their room', () => another.heard().length > 0);
  });

  test('closing the app ends every stream and waits for none', async (t) => {
    const second = await startTestApp({ on });
    const raw = openRaw(second.publicUrl);
    t.after(() => raw.socket.destroy());
    raw.socket.write(
      `GET /dashboard/hosts/${host.hostId}/live HTTP/1.1\r\nHost: a\r\nCookie: ${owner.cookie}\r\n\r\n`,
    );
    await until('a first word', () => raw.received().includes('event: figures'));
    await second.close();
    await raw.closed;
  });
});
