import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { signTicketCode } from '../../../tickets/ticket-code.ts';
import type { SearchResult } from './server/search-answer.ts';

suite('search in the dashboard', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  const events: Record<string, Awaited<ReturnType<typeof makeEvent>>> = {};
  const references: Record<string, string> = {};

  async function give(
    event: string,
    body: { email: string; firstName: string; lastName: string },
    of = host,
  ): Promise<string> {
    const { slug, skus } = events[event] ?? assert.fail(event);
    const { reference } = await buy(on, of, { slug, items: [{ sku: skus[0], quantity: 1 }] }, { body });
    return reference;
  }
  before(async () => {
    on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    const free = { ticketTypes: [{ priceMinor: 0, capacity: 1_000 }] };
    events['jazz'] = await makeEvent(on, host, { name: 'Jazz in the Garden', ...free });
    events['drama'] = await makeEvent(on, host, { name: 'Théâtre de minuit', ...free });
    await makeEvent(on, host, { name: 'Jazz of next year', status: 'DRAFT', ...free });
    references['ada'] = await give('jazz', {
      email: 'Ada.Obi@example.com',
      firstName: 'Ada',
      lastName: 'Obi',
    });
    references['ben'] = await give('drama', {
      email: 'ben@example.org',
      firstName: 'Ben',
      lastName: 'Obiora',
    });
    references['cee'] = await give('jazz', {
      email: 'ada100%_x@example.com',
      firstName: 'Cee',
      lastName: 'de la Cruz',
    });
    const other = await makeHost(on);
    events['theirs'] = await makeEvent(on, other, { name: 'Jazz elsewhere', ...free });
    references['theirs'] = await give(
      'theirs',
      { email: 'ada.obi@example.com', firstName: 'Ada', lastName: 'Obi' },
      other,
    );
  });
  after(() => on.close());

  async function found(q: string, as = owner): Promise<SearchResult[]> {
    const { status, body } = await askDashboard(
      on,
      `/hosts/${host.hostId}/search?q=${encodeURIComponent(q)}`,
      { as },
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body.results as SearchResult[];
  }
  /** The buyers of the orders, by the names above. */
  const ordersBy = async (q: string, as = owner): Promise<string[]> =>
    (await found(q, as))
      .filter(({ kind }) => kind === 'order')
      .map(
        ({ href }) =>
          Object.entries(references).find(([, reference]) => href.endsWith(reference))?.[0] ?? href,
      );
  const eventsBy = async (q: string, as = owner): Promise<string[]> =>
    (await found(q, as)).filter(({ kind }) => kind === 'event').map(({ title }) => title);

  test('an order is found by its reference, in whatever way it is typed', async () => {
    const reference = references['ada'] ?? '';
    for (const typed of [
      reference,
      reference.toLowerCase(),
      reference.replaceAll('-', ''),
      reference.slice(4),
      reference.slice(4).replaceAll('-', '').toLowerCase(),
      reference.replaceAll('-', ' '),
      reference.slice(4).replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      assert.deepEqual(await ordersBy(typed), ['ada'], typed);
    const [result] = await found(reference);
    assert.deepEqual(result, {
      kind: 'order',
      title: 'Ada Obi',
      detail: `${reference} · Ada.Obi@example.com · Jazz in the Garden`,
      href: `/dashboard/hosts/${host.hostId}/orders/${reference}`,
      status: 'confirmed',
    });
  });

  test('by the buyer’s e-mail, whole or its beginning, in any case', async () => {
    assert.deepEqual(await ordersBy('ADA.obi@EXAMPLE.com'), ['ada']);
    assert.deepEqual(await ordersBy('ada.o'), ['ada']);
    assert.deepEqual((await ordersBy('ada')).toSorted(), ['ada', 'cee']);
    assert.deepEqual(await ordersBy('example.com'), []);
  });

  test('typed text is not a pattern', async () => {
    assert.deepEqual(await ordersBy('ada100%_'), ['cee']);
    for (const typed of ['%%', '__', 'a%a', '\\\\', "' OR true --", '(((', '!&|', '\u{10FFFF}x'])
      assert.deepEqual(await ordersBy(typed), [], typed);
  });

  test('by the buyer’s last name, alone or with the first name before or after it', async () => {
    assert.deepEqual((await ordersBy('OBI')).toSorted(), ['ada', 'ben']);
    assert.deepEqual((await ordersBy('obi'))[0], 'ada', 'exactly so comes first');
    assert.deepEqual(await ordersBy('obior'), ['ben']);
    assert.deepEqual(await ordersBy('Ada Obi'), ['ada']);
    assert.deepEqual(await ordersBy('obi  ada'), ['ada']);
    assert.deepEqual(await ordersBy('be obio'), ['ben']);
    assert.deepEqual(await ordersBy('de la cruz'), ['cee']);
    assert.deepEqual(await ordersBy('cee cruz'), []);
  });

  test('by the code of a ticket, as it is scanned or typed, if we have signed it', async () => {
    const { rows } = await on.app.database.query<{ serial: string; event_id: string }>(
      `SELECT t.serial, t.event_id FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE o.reference = ANY ($1) ORDER BY o.id`,
      [[references['ada'], references['theirs']]],
    );
    const [mine, theirs] = rows.map(({ serial, event_id: eventId }) =>
      signTicketCode(on.secretKeys.current, { serial, eventId }),
    );
    assert.ok(mine && theirs);
    assert.deepEqual(await ordersBy(mine), ['ada']);
    assert.deepEqual(await ordersBy(mine.toLowerCase().replaceAll(/(.{5})(?=.)/g, '$1-')), ['ada']);
    assert.deepEqual(await ordersBy(mine.slice(0, -4) + 'AAAA'), []);
    assert.deepEqual(await ordersBy(theirs), []);
  });

  test('events are found by name, drafts too, and typos and accents are forgiven', async () => {
    assert.deepEqual((await eventsBy('jazz')).toSorted(), ['Jazz in the Garden', 'Jazz of next year']);
    assert.deepEqual(await eventsBy('gardne'), ['Jazz in the Garden']);
    assert.deepEqual(await eventsBy('theatre'), ['Théâtre de minuit']);
    const [drama] = await found('minuit');
    assert.equal(drama?.href, `/dashboard/hosts/${host.hostId}/events/${events['drama']?.eventId}`);
    assert.equal(drama?.status, 'LIVE');
  });

  test('nothing of other events is found by a member of chosen ones, and no order by the door', async () => {
    const eventIds = [events['drama']?.eventId ?? ''];
    const manager = await signInAs(on, host, { role: 'manager', eventIds });
    assert.deepEqual(await ordersBy('obi', manager), ['ben']);
    for (const typed of ['ada', references['ada'] ?? '', 'ada obi'])
      assert.deepEqual(await found(typed, manager), [], typed);
    assert.deepEqual(await eventsBy('jazz', manager), []);
    const door = await signInAs(on, host, { role: 'door', eventIds });
    assert.deepEqual(await ordersBy('obi', door), []);
    assert.deepEqual(await eventsBy('minuit', door), ['Théâtre de minuit']);
  });

  test('nothing of another host is found, by any name', async () => {
    for (const typed of [references['theirs'] ?? '', 'elsewhere'])
      assert.deepEqual(await found(typed), [], typed);
  });

  test('at most ten of each, and one letter or a novel finds nothing', async () => {
    for (let nr = 0; nr < 12; nr += 1)
      await give('jazz', { email: `zed${nr}@example.com`, firstName: 'Zed', lastName: 'Zulu' });
    assert.equal((await ordersBy('zulu')).length, 10);
    assert.equal((await ordersBy('zed')).length, 10);
    assert.deepEqual([await found('z'), await found('  ')], [[], []]);
    for (const typed of ['x'.repeat(301), '%00%00x']) {
      const { status } = await askDashboard(on, `/hosts/${host.hostId}/search?q=${typed}`, { as: owner });
      assert.equal(status, 400, typed);
    }
  });
});
