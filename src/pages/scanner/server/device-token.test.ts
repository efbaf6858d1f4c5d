import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../../audit/actor.ts';
import {
  makeDoorDevice,
  makeDoorEvent,
  pairPhone,
  renew,
  revoke,
  sellTickets,
  type DoorEvent,
  type MadeDevice,
  type SoldTicket,
} from '../../../../test/harness/make-door.ts';
import { MAX_SEARCHES_A_DAY, MAX_SEARCHES_AT_ONCE } from '../../../check-in/limit-searches.ts';
import { setCheckInRules } from '../../../check-in/set-check-in-rules.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { ALL_ROUTES, type Route } from '../../../routes.ts';
import { takeCodeApart } from '../../../rules/ticket-code.ts';

type Body = Record<string, unknown>;

suite('a phone’s token', () => {
  let on: TestApp;
  let event: DoorEvent;
  let device: MadeDevice;
  let token: string;
  let ticket: SoldTicket;
  before(async () => {
    on = await startTestApp();
    event = await makeDoorEvent(on);
    [ticket] = (await sellTickets(on, event, { count: 2 })) as [SoldTicket];
    device = await makeDoorDevice(on, event, { door: 'Main' });
    token = await pairPhone(on, device);
  });
  after(() => on.close());

  const ask = (path: string, { as = token, body }: { as?: string; body?: Body } = {}) =>
    fetch(`${on.publicUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${as}`,
        accept: 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const scan = async (read: Body, as = token): Promise<Body> => {
    const scans = [
      { id: randomUUID(), kind: 'entry', how: 'code', at: new Date().toISOString(), verdict: null, ...read },
    ];
    const answer = await ask('/scan/scans', {
      as,
      body: { sentAt: new Date().toISOString(), waiting: 0, scans },
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    return ((await answer.json()) as { results: Body[] }).results[0] ?? {};
  };

  test('opens the phone’s own routes, and no other that asks who is there', async () => {
    const opened: string[] = [];
    const isPublic = ({ calledWith }: Route): boolean => calledWith === 'nothing';
    // M-Pesa is told the same whatever it sends.
    const isOfMpesa = ({ path }: Route): boolean => path.startsWith('/payments/mpesa/');
    for (const { method, path } of ALL_ROUTES.filter((route) => !isPublic(route) && !isOfMpesa(route))) {
      const address = path
        .replace(':hostId', event.host.hostId)
        .replace(':eventId', event.eventId)
        .replace(':slug', event.slug)
        .replaceAll(/:\w+|\*/g, randomUUID());
      const answer = await fetch(on.publicUrl + address, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${token}`,
          cookie: `tessera-session=${token}`,
          'x-device-id': token,
          accept: 'application/json',
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        },
        ...(method !== 'GET' && { body: '{}' }),
      });
      await answer.body?.cancel();
      // A browser without a session is led to the sign-in; a bad body is refused to everybody.
      if (answer.status < 300) opened.push(`${method} ${path}`);
    }
    assert.deepEqual(opened, ['GET /scan/device', 'GET /scan/list', 'GET /scan/counts']);
  });

  test('tells nothing of another event: neither its tickets nor its guests', async () => {
    const other = await makeDoorEvent(on);
    const [theirs] = await sellTickets(on, other, { count: 1 });
    assert.ok(theirs);
    for (const read of [
      { code: theirs.code },
      { how: 'short_code', shortCode: theirs.shortCode },
      { ticketId: theirs.ticketId },
    ]) {
      const { outcome, guest, otherEventName } = await scan(read);
      assert.deepEqual(
        { outcome, guest, otherEventName },
        { outcome: 'unknown', guest: null, otherEventName: null },
      );
    }
    const list = await (await ask('/scan/list')).json();
    assert.equal((list as { entries: unknown[] }).entries.length, 2);
    // Of this event it does: the negative control.
    assert.equal((await scan({ code: ticket.code }))['outcome'], 'admitted');
  });

  test('does not search by name where the host did not allow it', async () => {
    const refused = await ask('/scan/guests?search=Ada');
    assert.deepEqual([refused.status, ((await refused.json()) as Body)['error_code']], [403, 'not_allowed']);
    const allowed = await makeDoorDevice(on, event, { door: 'Help desk', maySearch: true });
    const found = await ask('/scan/guests?search=Ada', { as: await pairPhone(on, allowed) });
    const { guests } = (await found.json()) as { guests: Body[] };
    assert.deepEqual(
      guests.map(({ firstName, state }) => `${String(firstName)} ${String(state)}`).toSorted(),
      ['Ada came_in', 'Ada good'],
    );
    assert.equal(JSON.stringify(guests).includes('@'), false);
  });

  test('opens no ticket by its id alone, unless it may search; with the signature of its code it does, and of another’s it does not', async () => {
    const [one, other] = (await sellTickets(on, event, { count: 2 })) as [SoldTicket, SoldTicket];
    const { ticketId } = one;
    const gate = await pairPhone(on, await makeDoorDevice(on, event, { door: 'Gate' }));
    const signatureOf = ({ code }: SoldTicket): string =>
      Buffer.from(takeCodeApart(code)?.signature ?? []).toString('base64url');
    for (const read of [
      { ticketId },
      { ticketId, how: 'name' },
      { ticketId, signature: signatureOf(other) },
      { ticketId, signature: 'A'.repeat(86) },
    ]) {
      const { outcome, guest } = await scan(read, gate);
      assert.deepEqual({ outcome, guest }, { outcome: 'unknown', guest: null });
    }
    // A program of before kept no signatures: what it let in with no network is written down, for the host to look at.
    const told = await scan({ ticketId, verdict: 'admitted' }, gate);
    assert.deepEqual([told['outcome'], told['conflict'], told['guest']], ['admitted', 'unknown', null]);
    const proven = await scan({ ticketId: other.ticketId, signature: signatureOf(other) }, gate);
    assert.equal(proven['outcome'], 'admitted');
    assert.equal((proven['guest'] as Body)['firstName'], 'Ada');
    const allowed = await makeDoorDevice(on, event, { door: 'Guest list', maySearch: true });
    const desk = await pairPhone(on, allowed);
    assert.equal((await scan({ ticketId, how: 'name' }, desk))['outcome'], 'already_used');
  });

  test('searches so often and no oftener: nobody reads the list of guests by its first letters', async () => {
    const made = await makeDoorDevice(on, event, { door: 'Box office', maySearch: true });
    const as = await pairPhone(on, made);
    const search = (text: string) => ask(`/scan/guests?search=${text}`, { as });
    const told: number[] = [];
    for (let nr = 0; nr < MAX_SEARCHES_AT_ONCE + 5; nr++) told.push((await search(`ob${nr}`)).status);
    assert.deepEqual(
      told,
      told.map((_, nr) => (nr < MAX_SEARCHES_AT_ONCE ? 200 : 429)),
    );
    const limited = await search('obi');
    const body = (await limited.json()) as Body;
    assert.equal(body['error_code'], 'rate_limited');
    assert.match(String(body['message']), /^Too many searches on this phone: try again in 10 minutes/);
    assert.ok(Number(limited.headers.get('retry-after')) > 0);
    const later = (interval: string) =>
      on.app.database.query(
        `UPDATE door_devices SET searched_from = searched_from - $2::interval WHERE id = $1`,
        [made.deviceId, interval],
      );
    await later('10 minutes');
    assert.equal((await search('obi')).status, 200);
    // Trying all night long does not help either.
    await on.app.database.query('UPDATE door_devices SET day_searches = $2 WHERE id = $1', [
      made.deviceId,
      MAX_SEARCHES_A_DAY,
    ]);
    const night = await search('obi');
    assert.equal(night.status, 429);
    assert.match(String(((await night.json()) as Body)['message']), /tomorrow/);
    // Two letters find who is called so, and not who begins so.
    const [li, lia] = [
      await sellTickets(on, event, { count: 1 }),
      await sellTickets(on, event, { count: 1 }),
    ].map(([sold]) => sold?.ticketId ?? '');
    await on.app.database.query(`UPDATE tickets SET last_name = 'Xu' WHERE id = $1`, [li]);
    await on.app.database.query(`UPDATE tickets SET last_name = 'Xuan' WHERE id = $1`, [lia]);
    const other = await makeDoorDevice(on, event, { door: 'Balcony box', maySearch: true });
    const found = await ask('/scan/guests?search=xu', { as: await pairPhone(on, other) });
    assert.deepEqual(
      ((await found.json()) as { guests: Body[] }).guests.map(({ ticketId }) => ticketId),
      [li],
    );
  });

  test('is good until the device is revoked, or another phone has taken its place', async () => {
    const made = await makeDoorDevice(on, event, { door: 'Side' });
    const first = await pairPhone(on, made);
    const link = await renew(on, event, made.deviceId);
    assert.equal((await ask('/scan/device', { as: first })).status, 200);
    const second = await pairPhone(on, { ...made, link });
    for (const [as, status] of [
      [first, 401],
      [second, 200],
    ] as const)
      assert.equal((await ask('/scan/device', { as })).status, status);
    await revoke(on, event, made.deviceId);
    const out = await ask('/scan/scans', {
      as: second,
      body: { sentAt: new Date().toISOString(), waiting: 0, scans: [] },
    });
    assert.deepEqual([out.status, ((await out.json()) as Body)['error_code']], [401, 'device_revoked']);
    assert.equal(out.headers.get('cache-control'), 'no-store');
  });

  test('says what the phone has to know: its door, the rules, and its own conflicts', async () => {
    const other = await makeDoorDevice(on, event, { door: 'Back' });
    const back = await pairPhone(on, other);
    await on.app.database.transaction((tx) =>
      setCheckInRules(tx, { ...event.host, eventId: event.eventId, actor: OPERATOR, allowsReentry: true }),
    );
    const [, , both] = await sellTickets(on, event, { count: 3 });
    assert.ok(both);
    const id = randomUUID();
    await scan({ id, code: both.code, verdict: 'admitted' });
    const late = randomUUID();
    await scan({ id: late, code: both.code, verdict: 'admitted' }, back);
    const about = async (as: string) => (await (await ask('/scan/device', { as })).json()) as Body;
    const { door, rules, conflicts } = await about(token);
    const { allowsReentry, opensAt, ...more } = rules as Body;
    assert.deepEqual([(door as Body)['name'], allowsReentry, more], ['Main', true, {}]);
    const { rows } = await on.app.database.query('SELECT $1::timestamptz < now() AS "isOpen"', [opensAt]);
    assert.deepEqual(rows, [{ isOpen: true }]);
    const told = (own: unknown) =>
      (own as { scanId: string; why: string; other: Body | null }[]).map(({ scanId, why, other: where }) => ({
        scanId,
        why,
        door: where?.['door'],
      }));
    // Both are told of the other one, whoever was first.
    assert.deepEqual(told(conflicts), [{ scanId: id, why: 'double', door: 'Back' }]);
    assert.deepEqual(told((await about(back))['conflicts']), [{ scanId: late, why: 'double', door: 'Main' }]);
  });

  test('lets a phone in that was in before, however many bad tokens come from the same network', async () => {
    const strict = await startTestApp({ on, environment: { RATE_LIMIT_PER_ADDRESS: '20' } });
    const enter = async (as: string): Promise<number> => {
      const answer = await fetch(`${strict.publicUrl}/scan/device`, {
        headers: { authorization: `Bearer ${as}` },
      });
      await answer.body?.cancel();
      return answer.status;
    };
    try {
      const stranger = (): string => randomBytes(32).toString('base64url');
      const late = await pairPhone(on, await makeDoorDevice(on, event, { door: 'Late' }));
      assert.equal(await enter(token), 200);
      const turnedAway = async () => (await enter(stranger())) === 429;
      await until('strangers are turned away', turnedAway);
      assert.equal(await enter(token), 200);
      // A phone that was never seen is a stranger like the others, until the minute is over: the negative control.
      assert.equal(await enter(late), 429);
      await revoke(on, event, device.deviceId);
      assert.equal(await enter(token), 401);
      assert.equal(await enter(token), 429);
    } finally {
      await strict.close();
    }
  });
});
