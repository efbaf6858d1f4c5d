import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import type { EventsView } from './data.ts';

suite('the events of a host', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(() => on.close());

  const at = (path: string, as = owner, of = host) => askDashboard(on, `/hosts/${of.hostId}${path}`, { as });
  const eventsAt = async (query: string, as = owner): Promise<string[]> => {
    const { status, body } = await at(`/events${query}`, as);
    assert.equal(status, 200, JSON.stringify(body));
    return (body.data as EventsView).events.map(({ name }) => name);
  };

  test('a part of the name finds them, in any case, and another host’s never', async () => {
    const jazz = await makeEvent(on, host, { name: 'Jazz in the Garden' });
    await makeEvent(on, host, { name: '100 % Highlife_' });
    await makeEvent(on, host, { name: 'Jazz draft', status: 'DRAFT' });
    await makeEvent(on, await makeHost(on), { name: 'Jazz elsewhere' });
    assert.deepEqual(await eventsAt('?q=jAZZ'), ['Jazz in the Garden']);
    assert.deepEqual(await eventsAt('?q=jazz&shown=drafts'), ['Jazz draft']);
    assert.deepEqual(await eventsAt('?q=%25'), ['100 % Highlife_']);
    assert.deepEqual(await eventsAt('?q=nothing'), []);
    const some = await signInAs(on, host, { role: 'manager', eventIds: [jazz.eventId] });
    assert.deepEqual(await eventsAt('', some), ['Jazz in the Garden']);
  });

  test('drafts and past events are behind a filter, and not on Home; the next event is first, of past ones the latest', async () => {
    const own = await makeHost(on);
    const as = await signInAs(on, own);
    const A_DAY_MS = 86_400_000;
    const when = (days: number) => ({
      startsAt: new Date(Date.now() + days * A_DAY_MS),
      closesAt: new Date(Date.now() + (days + 0.5) * A_DAY_MS),
    });
    await makeEvent(on, own, { name: 'Later', ...when(20) });
    await makeEvent(on, own, { name: 'Next', ...when(2) });
    await makeEvent(on, own, { name: 'Draft', status: 'DRAFT', ...when(1) });
    await makeEvent(on, own, { name: 'Long ago', ...when(-30) });
    await makeEvent(on, own, { name: 'Just over', ...when(-2) });
    await makeEvent(on, own, { name: 'Cancelled', status: 'CANCELLED', ...when(5) });
    const shown = async (path: string) => {
      const { events } = (await at(path, as, own)).body.data as EventsView;
      return events.map(({ name, state }) => `${name}: ${state}`);
    };
    const upcoming = ['Next: on_sale', 'Later: on_sale'];
    assert.deepEqual(await shown('/events'), upcoming);
    assert.deepEqual(await shown(''), upcoming);
    assert.deepEqual(await shown('/events?shown=drafts'), ['Draft: draft']);
    assert.deepEqual(await shown('/events?shown=past'), [
      'Cancelled: cancelled',
      'Just over: ended',
      'Long ago: ended',
    ]);
    assert.equal((await at('/events?shown=all', as, own)).status, 400);
  });

  test('guests and check-in lead to the only event that is on, and else to a choice', async () => {
    const own = await makeHost(on);
    const member = await signInAs(on, own);
    const locationOf = async (path: string): Promise<string | null> =>
      (await at(path, member, own)).headers.get('location');
    const events = `/dashboard/hosts/${own.hostId}/events`;
    assert.equal(await locationOf('/check-in'), `${events}?for=check-in`);
    const { eventId } = await makeEvent(on, own);
    assert.equal(await locationOf('/check-in'), `${events}/${eventId}/check-in`);
    assert.equal(await locationOf('/guests'), `${events}/${eventId}/guests`);
    const { eventId: later } = await makeEvent(on, own);
    assert.equal(await locationOf('/guests'), `${events}?for=guests`);
    await on.app.database.query(`UPDATE events SET starts_at = now() - interval '1 hour' WHERE id = $1`, [
      later,
    ]);
    assert.equal(await locationOf('/check-in'), `${events}/${later}/check-in`);
  });
});
