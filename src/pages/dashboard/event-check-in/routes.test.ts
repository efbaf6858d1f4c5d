import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { openRaw } from '../../../../test/harness/raw-socket.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { MAX_OPENS_MINUTES } from '../../../rules/check-in-hours.ts';
import { fetchFile, linesOf } from '../exports/exports.fixture.ts';
import { openCheckInDesk, type CheckInDesk } from './check-in-desk.fixture.ts';
import type { EventArrivalsView, LiveCheckIn } from './data.ts';

suite('check-in in the dashboard', () => {
  let desk: CheckInDesk;
  before(async () => {
    desk = await openCheckInDesk();
  });
  after(() => desk.close());

  test('a door is made, changed and removed; what is wrong is said at its field; and the log has each', async () => {
    const event = await desk.event([{ name: 'Stalls' }, { name: 'Box' }]);
    const [stalls = ''] = event.skus;
    const doorId = await desk.door(event, 'Gate 1');
    const twice = await desk.ask(desk.at(event, '/doors'), 'POST', { name: 'gate 1', ticketTypeIds: [] });
    assert.deepEqual([twice.status, twice.body.field], [400, 'name']);
    const foreign = await desk.ask(desk.at(event, '/doors'), 'POST', {
      name: 'Gate 2',
      ticketTypeIds: [randomUUID()],
    });
    assert.deepEqual([foreign.status, foreign.body.field], [400, 'ticketTypeIds']);
    const change = { name: 'Gate A', ticketTypeIds: [stalls], version: 1 };
    const changed = await desk.ask(desk.at(event, `/doors/${doorId}`), 'PATCH', change);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const late = await desk.ask(desk.at(event, `/doors/${doorId}`), 'PATCH', change);
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    assert.deepEqual((await desk.view(event)).doors, [
      { doorId, name: 'Gate A', ticketTypeIds: [stalls], version: 2, devices: [] },
    ]);
    const removed = await desk.ask(desk.at(event, `/doors/${doorId}`), 'DELETE');
    assert.equal(removed.status, 200);
    assert.deepEqual((await desk.view(event)).doors, []);
    assert.deepEqual(await desk.log(3), ['door.create Gate 1', 'door.change Gate A', 'door.remove Gate A']);
  });

  test('a device’s link is told once, pairs one phone, is renewed and revoked; no secret is kept', async () => {
    const event = await desk.event(undefined, {
      startsAt: new Date('2198-12-31T20:00Z'),
      closesAt: new Date('2199-01-01T04:00Z'),
    });
    const doorId = await desk.door(event);
    const link = await desk.link(event, doorId, { endsAt: '2199-01-02T03:00', maySearch: true });
    assert.match(link.address, /^https?:\/\/[^/]+\/scan\/#[\w-]{43}$/);
    assert.ok(link.qr.side > 20 && link.qr.path.startsWith('M'));
    assert.ok(link.secondsLeft > 3_500 && link.secondsLeft <= 3_600, String(link.secondsLeft));
    const only = async () => (await desk.view(event)).doors[0]?.devices[0];
    assert.partialDeepStrictEqual(await only(), {
      name: 'Phone of Chi',
      maySearch: true,
      state: 'waiting',
      pairedAt: null,
      endsAt: '2199-01-02T02:00:00.000Z',
      waitingScans: 0,
    });
    await desk.pair(link);
    assert.partialDeepStrictEqual(await only(), { state: 'paired', linkExpiresAt: null });
    await assert.rejects(desk.pair(link), /expired or been used/);
    const renewed = await desk.ask(desk.at(event, `/devices/${link.deviceId}/link`), 'POST');
    assert.equal(renewed.status, 201);
    assert.notEqual(renewed.body.address, link.address);
    const revoked = await desk.ask(desk.at(event, `/devices/${link.deviceId}/revoke`), 'POST');
    assert.equal(revoked.status, 200);
    assert.equal(await only(), undefined);
    assert.deepEqual(await desk.log(4), [
      'device.create Phone of Chi',
      'device.pair Phone of Chi',
      'device.renew Phone of Chi',
      'device.revoke Phone of Chi',
    ]);
    const { rows } = await desk.on.app.database.query<{ text: string }>(
      `SELECT (SELECT string_agg(d::text, '') FROM door_devices AS d) || (SELECT string_agg(a::text, '') FROM audit_log AS a) AS text`,
    );
    for (const { address } of [link, renewed.body])
      assert.ok(!rows[0]?.text.includes(new URL(address).hash.slice(1)), 'the link is nowhere');
    // In the past, or more than a week after the event.
    for (const endsAt of ['2001-01-01T00:00', '2199-01-09T00:00']) {
      const refused = await desk.ask(desk.at(event, `/doors/${doorId}/devices`), 'POST', {
        name: 'Late',
        maySearch: false,
        endsAt,
      });
      assert.deepEqual([refused.status, refused.body.field], [400, 'endsAt'], endsAt);
    }
  });

  test('the door sees check-in and makes devices, and no doors; finance sees nothing of it', async () => {
    const event = await desk.event();
    const doorId = await desk.door(event);
    const door = await signInAs(desk.on, desk.host, { role: 'door', eventIds: [event.eventId] });
    assert.equal((await desk.view(event, door)).doors.length, 1);
    const device = { name: 'Mine', maySearch: false, endsAt: null };
    const made = await desk.ask(desk.at(event, `/doors/${doorId}/devices`), 'POST', device, door);
    assert.equal(made.status, 201);
    for (const [path, method, body] of [
      ['/doors', 'POST', { name: 'Another', ticketTypeIds: [] }],
      [`/doors/${doorId}`, 'DELETE', undefined],
      ['/rules', 'PATCH', { allowsReentry: true }],
      ['/rules', 'PATCH', { opensNow: true }],
    ] as const)
      assert.equal((await desk.ask(desk.at(event, path), method, body, door)).status, 403, path);
    const finance = await signInAs(desk.on, desk.host, { role: 'finance', hasFactor: true });
    assert.equal((await desk.ask(desk.at(event), 'GET', undefined, finance)).status, 403);
    const other = await desk.event();
    assert.equal((await desk.ask(desk.at(other), 'GET', undefined, door)).status, 404);
  });

  test('search by name is granted by owners and managers alone: not by the door, nor by a new link to a device that has it', async () => {
    const event = await desk.event();
    const doorId = await desk.door(event);
    const door = await signInAs(desk.on, desk.host, { role: 'door', eventIds: [event.eventId] });
    const manager = await signInAs(desk.on, desk.host, { role: 'manager' });
    const searches = async (as = manager) => (await desk.view(event, as)).doors[0]?.devices[0]?.maySearch;
    const make = (maySearch: boolean, as = door) =>
      desk.ask(
        desk.at(event, `/doors/${doorId}/devices`),
        'POST',
        { name: 'Mine', maySearch, endsAt: null },
        as,
      );
    const refused = await make(true);
    assert.deepEqual([refused.status, refused.body.error_code], [403, 'not_allowed']);
    assert.equal(refused.body.field, 'maySearch');
    const { body: made } = await make(false);
    const at = desk.at(event, `/devices/${made.deviceId}`);
    assert.equal((await desk.ask(at, 'PATCH', { maySearch: true }, door)).status, 403);
    assert.equal(await searches(), false);
    assert.equal((await desk.ask(at, 'PATCH', { maySearch: true }, manager)).status, 200);
    assert.equal(await searches(), true);
    // The link would make another phone the one that searches.
    assert.equal((await desk.ask(`${at}/link`, 'POST', undefined, door)).status, 403);
    assert.equal((await desk.ask(`${at}/link`, 'POST', undefined, manager)).status, 201);
    assert.equal((await desk.ask(at, 'PATCH', { maySearch: false }, manager)).status, 200);
    assert.equal((await desk.ask(`${at}/link`, 'POST', undefined, door)).status, 201);
    assert.deepEqual(await desk.log(4), [
      'device.change Mine',
      'device.renew Mine',
      'device.change Mine',
      'device.renew Mine',
    ]);
  });

  test('search goes to the phone that is at the door, and not by a link that was made before', async () => {
    const event = await desk.event();
    const doorId = await desk.door(event);
    const door = await signInAs(desk.on, desk.host, { role: 'door', eventIds: [event.eventId] });
    const made = await desk.link(event, doorId);
    const at = desk.at(event, `/devices/${made.deviceId}`);
    // Not opened yet: whoever was given the link is the one who is meant.
    assert.equal((await desk.ask(at, 'PATCH', { maySearch: true })).status, 200);
    assert.equal((await desk.ask(at, 'PATCH', { maySearch: false })).status, 200);
    await desk.pair(made);
    const { body: kept } = await desk.ask(`${at}/link`, 'POST', undefined, door);
    assert.equal((await desk.ask(at, 'PATCH', { maySearch: true })).status, 200);
    await assert.rejects(desk.pair(kept), /link/);
    const { body: another } = await desk.ask(`${at}/link`, 'POST');
    await desk.pair(another);
  });

  test('scans of a revoked phone wait on the page, and an owner or a manager accepts or discards them; the door does not', async () => {
    const event = await desk.event();
    const doorId = await desk.door(event);
    const [first = '', second = ''] = await desk.sell(event, 2);
    const { device, late } = await desk.pair(await desk.link(event, doorId));
    const at = desk.at(event, `/devices/${device.deviceId}`);
    assert.equal((await desk.ask(`${at}/revoke`, 'POST')).status, 200);
    const door = await signInAs(desk.on, desk.host, { role: 'door', eventIds: [event.eventId] });
    const waiting = async (as = desk.owner) => (await desk.view(event, as)).waiting;
    assert.deepEqual(await late(first), [200, 'held']);
    const [shown] = await waiting(door);
    assert.ok(shown);
    assert.deepEqual([shown.name, shown.count], ['Phone of Chi', 1]);
    const decide = (what: string, last: number, as = desk.owner) =>
      desk.ask(`${at}/late-scans/${what}`, 'POST', { until: last }, as);
    for (const what of ['accept', 'discard'])
      assert.equal((await decide(what, shown.until, door)).status, 403, what);
    assert.deepEqual(await late(second), [200, 'held']);
    assert.deepEqual((await decide('accept', shown.until)).body, { count: 1 });
    assert.deepEqual((await decide('accept', shown.until)).body, { count: 0 });
    assert.equal((await desk.view(event)).counts.came, 1);
    const [rest] = await waiting();
    assert.equal(rest?.count, 1);
    assert.deepEqual((await decide('discard', rest?.until ?? 0)).body, { count: 1 });
    assert.deepEqual(await late(second), [200, 'held'], 'sent again');
    assert.deepEqual(await waiting(), []);
    assert.equal((await desk.view(event)).counts.came, 1);
    assert.deepEqual(await desk.log(2), [
      'device.accept_scans Phone of Chi',
      'device.discard_scans Phone of Chi',
    ]);
  });

  test('a member at the door is led to check-in, and to no other page of the event', async () => {
    const event = await desk.event([{ priceMinor: 0 }], { name: 'Harmattan Ball' });
    const door = await signInAs(desk.on, desk.host, { role: 'door', eventIds: [event.eventId] });
    const at = `/hosts/${desk.host.hostId}`;
    assert.equal((await desk.ask(`${at}/events/${event.eventId}`, 'GET', undefined, door)).status, 403);
    const found = await desk.ask(`${at}/search?q=Harmattan`, 'GET', undefined, door);
    assert.deepEqual(
      found.body.results.map(({ href }: { href: string }) => href),
      [`/dashboard${desk.at(event)}`],
    );
  });

  test('a member who manages the doors says when phones let guests in, and opens check-in now; everybody at the doors sees when', async () => {
    const event = await desk.event();
    const [ticketId] = await desk.sell(event);
    const phone = await desk.pair(await desk.link(event, await desk.door(event)));
    const door = await signInAs(desk.on, desk.host, { role: 'door', eventIds: [event.eventId] });
    const set = (body: object) => desk.ask(desk.at(event, '/rules'), 'PATCH', body);
    for (const wrong of [-1, 1.5, MAX_OPENS_MINUTES + 1, '90'])
      assert.equal((await set({ opensMinutesBefore: wrong })).status, 400, String(wrong));
    assert.equal((await set({ opensMinutesBefore: 90 })).status, 200);
    const { rules, event: shown } = await desk.view(event, door);
    assert.deepEqual([rules.opensMinutesBefore, rules.isOpen], [90, false]);
    assert.equal(Date.parse(shown.startsAt) - Date.parse(rules.opensAt), 90 * 60_000);
    assert.deepEqual(
      (await phone.scan({ ticketId })).map(({ outcome }) => outcome),
      ['too_early'],
    );
    assert.equal((await set({ opensNow: true })).status, 200);
    assert.equal((await desk.view(event)).rules.isOpen, true);
    assert.deepEqual(
      (await phone.scan({ ticketId })).map(({ outcome }) => outcome),
      ['admitted'],
    );
    assert.deepEqual(await desk.log(2), ['check_in.change', 'check_in.change']);
  });

  test('counts rise as guests come, go and come again; what is undone is as if it had not been', async () => {
    const event = await desk.event([{ priceMinor: 0 }, { priceMinor: 0 }]);
    const [first = '', second = ''] = await desk.sell(event, 2);
    await desk.sell(event, 1, { type: 1 });
    const doorId = await desk.door(event);
    await desk.ask(desk.at(event, '/rules'), 'PATCH', { allowsReentry: true });
    const phone = await desk.pair(await desk.link(event, doorId));
    await phone.scan({ ticketId: first }, { ticketId: second });
    await phone.scan({ ticketId: first, kind: 'exit' });
    const { counts, rules } = await desk.view(event);
    assert.equal(rules.allowsReentry, true);
    assert.deepEqual(counts, {
      expected: 3,
      came: 2,
      inside: 1,
      types: [
        { ticketTypeId: event.skus[0], expected: 2, came: 2, inside: 1 },
        { ticketTypeId: event.skus[1], expected: 1, came: 0, inside: 0 },
      ],
      doors: [{ doorId, came: 2 }],
    });
    const { scans } = await desk.scans(event, '?outcome=admitted');
    assert.equal(scans.length, 2);
    const undo = desk.at(event, `/scans/${scans[0]?.scanId}/undo`);
    assert.equal((await desk.ask(undo, 'POST')).status, 200);
    assert.equal((await desk.ask(undo, 'POST')).status, 200, 'pressed twice');
    assert.equal((await desk.view(event)).counts.came, 1);
    assert.deepEqual(await desk.log(1), ['check_in.undo']);
    const [newest] = (await desk.scans(event)).scans;
    assert.partialDeepStrictEqual(newest, { kind: 'undo', outcome: 'undone', device: null, mayUndo: false });
    assert.match(newest?.member ?? '', /^Member /);
  });

  test('two phones that let the same ticket in offline are a conflict, with both times and doors, until one is undone', async () => {
    const event = await desk.event();
    const [ticketId = ''] = await desk.sell(event);
    const [north, south] = [await desk.door(event, 'North'), await desk.door(event, 'South')];
    const one = await desk.pair(await desk.link(event, north, { name: 'One' }));
    const other = await desk.pair(await desk.link(event, south, { name: 'Other' }));
    const offline = { ticketId, verdict: 'admitted' } as const;
    await one.scan({ ...offline, at: new Date(Date.now() - 60_000) });
    await other.scan(offline);
    const { conflicts, conflictCount, counts } = await desk.view(event);
    assert.equal(conflictCount, 1);
    assert.partialDeepStrictEqual(conflicts, [
      {
        why: 'double',
        door: 'South',
        device: 'Other',
        before: { door: 'North', device: 'One' },
        guest: { firstName: 'Ada', lastName: 'Obi' },
      },
    ]);
    assert.equal(counts.came, 1, 'one guest, however often');
    assert.partialDeepStrictEqual((await desk.scans(event, '?outcome=conflict')).scans, [
      { isConflict: true, wasOffline: true },
    ]);
    await desk.ask(desk.at(event, `/scans/${conflicts[0]?.scanId}/undo`), 'POST');
    assert.deepEqual((await desk.view(event)).conflicts, []);
  });

  test('the log of scans: by door, by outcome, page by page; a refusal can’t be undone', async () => {
    const event = await desk.event();
    const [ticketId = ''] = await desk.sell(event);
    const [north, south] = [await desk.door(event, 'North'), await desk.door(event, 'South')];
    const phone = await desk.pair(await desk.link(event, north));
    await phone.scan({ ticketId });
    for (let nr = 0; nr < 60; nr++) await phone.scan({ ticketId });
    await (await desk.pair(await desk.link(event, south))).scan({ ticketId });
    const first = await desk.scans(event);
    assert.equal(first.scans.length, 50);
    const rest = await desk.scans(event, `?cursor=${first.nextCursor}`);
    assert.equal(rest.scans.length, 12);
    assert.equal(rest.nextCursor, null);
    assert.equal(new Set([...first.scans, ...rest.scans].map(({ scanId }) => scanId)).size, 62);
    assert.deepEqual(
      first.doors.map(({ name }) => name),
      ['North', 'South'],
    );
    const refused = await desk.scans(event, `?door=${south}&outcome=any_refusal`);
    assert.partialDeepStrictEqual(refused.scans, [
      { door: 'South', outcome: 'already_used', mayUndo: false },
    ]);
    assert.equal((await desk.scans(event, '?outcome=void')).scans.length, 0);
    const undo = await desk.ask(desk.at(event, `/scans/${refused.scans[0]?.scanId}/undo`), 'POST');
    assert.deepEqual([undo.status, undo.body.error_code], [409, 'wrong_state']);
    const wrong = await desk.ask(desk.at(event, '/scans?cursor=x'));
    assert.deepEqual([wrong.status, wrong.body.error_code], [400, 'invalid_cursor']);
  });

  test('the report has who came when, by door and ticket type, and who did not', async () => {
    const event = await desk.event([
      { priceMinor: 0, name: 'Stalls' },
      { priceMinor: 0, name: 'Box' },
    ]);
    const [first = '', second = ''] = await desk.sell(event, 3);
    const [box = ''] = await desk.sell(event, 1, { type: 1 });
    const doorId = await desk.door(event, 'North');
    const phone = await desk.pair(await desk.link(event, doorId));
    // At the door since this morning: what it scanned then is as old as it says.
    await desk.on.app.database.query(
      `UPDATE doors SET created_at = now() - interval '5 hours' WHERE id = $1`,
      [doorId],
    );
    const quarter = Math.floor(Date.now() / 900_000) * 900_000;
    await phone.scan(
      { ticketId: first, at: new Date(quarter - 3 * 900_000), verdict: 'admitted' },
      { ticketId: box, at: new Date(quarter - 900_000), verdict: 'admitted' },
      { ticketId: second, at: new Date(quarter - 900_000 + 1_000), verdict: 'admitted' },
    );
    const { body } = await desk.ask(desk.at(event, '/report'));
    const report = body.data as EventArrivalsView;
    assert.equal(report.quarters.length, 3);
    assert.deepEqual(
      report.types.map(({ name, came }) => [name, came]),
      [
        ['Stalls', [1, 0, 1]],
        ['Box', [0, 0, 1]],
      ],
    );
    assert.deepEqual(report.doors, [{ id: doorId, name: 'North', came: [1, 0, 2] }]);
    assert.partialDeepStrictEqual(report.ticketTypes, [
      { name: 'Stalls', expected: 3, came: 2, noShows: 1 },
      { name: 'Box', expected: 1, came: 1, noShows: 0 },
    ]);
  });

  test('the stream tells who watches of a scan and of a phone that has paired, and ends with the role', async (t) => {
    const event = await desk.event();
    const [ticketId = ''] = await desk.sell(event);
    const doorId = await desk.door(event);
    const link = await desk.link(event, doorId);
    const door = await signInAs(desk.on, desk.host, { role: 'door' });
    const raw = openRaw(desk.on.publicUrl);
    t.after(() => raw.socket.destroy());
    raw.socket.write(
      `GET /dashboard${desk.at(event, '/live')} HTTP/1.1\r\nHost: a\r\nCookie: ${door.cookie}\r\nAccept: text/event-stream\r\n\r\n`,
    );
    const heard = (): LiveCheckIn[] =>
      [...raw.received().matchAll(/^event: check_in\ndata: (.*)\n\n/gm)].map(([, text = '']) =>
        JSON.parse(text),
      );
    const now = () => heard().at(-1);
    const first = await until('the first news', () => now());
    assert.equal(first.counts.came, 0);
    const phone = await desk.pair(link);
    const paired = await until('a phone', () => (now()?.mark === first.mark ? null : now()));
    await phone.scan({ ticketId });
    const came = await until('a guest', () => (now()?.counts.came === 1 ? now() : null));
    assert.notEqual(came.scanMark, paired.scanMark);
    assert.deepEqual(came.counts.doors, [{ doorId, came: 1 }]);
    await phone.scan({ ticketId });
    await until('a refusal', () => now()?.scanMark !== came.scanMark);
    await desk.on.app.database.query(`UPDATE members SET role = 'finance' WHERE person_id = $1`, [
      door.personId,
    ]);
    await raw.closed;
  });

  test('scans as a file: the event’s clock, no formula, no code; after a second step, and not for the door', async () => {
    const event = await desk.event([{ priceMinor: 0, name: 'Stalls' }], { timezone: 'Africa/Lagos' });
    const [ticketId = ''] = await desk.sell(event, 1, { firstName: '+Ada', lastName: '@Obi' });
    const doorId = await desk.door(event, '=1+1');
    const phone = await desk.pair(await desk.link(event, doorId, { name: '-1+1' }));
    await phone.scan({ ticketId });
    await phone.scan({ ticketId });
    const asked = { filters: { eventId: event.eventId } };
    const { text } = await fetchFile(desk.on, desk.host, desk.owner, 'check-ins', asked);
    const lines = linesOf(text);
    assert.equal(lines.length, 2);
    assert.partialDeepStrictEqual(lines[1], {
      'ticket type': 'Stalls',
      what: 'entry',
      outcome: 'admitted',
      how: 'name',
    });
    assert.equal(lines[0]?.['outcome'], 'already used');
    assert.match(lines[1]?.['at'] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+01:00$/);
    for (const name of ['first name', 'last name', 'door', 'device'])
      assert.match(lines[1]?.[name] ?? '', /^'[=+@-]/, name);
    assert.deepEqual(await desk.log(1), [`check_in.export ${await nameOf(event.eventId)}`]);
    const body = { withBom: false, separator: 'comma', ...asked };
    const path = `/hosts/${desk.host.hostId}/exports/check-ins`;
    const door = await signInAs(desk.on, desk.host, { role: 'door', hasFactor: true });
    assert.equal((await askDashboard(desk.on, path, { as: door, method: 'POST', body })).status, 403);
    const without = await signInAs(desk.on, desk.host);
    const refused = await askDashboard(desk.on, path, { as: without, method: 'POST', body });
    assert.deepEqual([refused.status, refused.body.error_code], [403, 'factor_required']);
    // Guests who did not come are in the file of guests, if their ticket is still valid.
    await desk.sell(event, 1, { lastName: 'Absent' });
    const filters = { eventId: event.eventId, search: null, ticketTypeId: null, state: 'good', how: null };
    const guests = await fetchFile(desk.on, desk.host, desk.owner, 'guests', { filters });
    assert.deepEqual(
      linesOf(guests.text).map((line) => line['last name']),
      ['Absent'],
    );
  });

  const nameOf = async (eventId: string): Promise<string> => {
    const { rows } = await desk.on.app.database.query<{ name: string }>(
      'SELECT name FROM events WHERE id = $1',
      [eventId],
    );
    return rows[0]?.name ?? '';
  };
});
