import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeHost } from '../../../../test/harness/make-catalog.ts';
import { openRaw } from '../../../../test/harness/raw-socket.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import type { LiveRoom } from './data.ts';
import { onTheClock, openWaitingRoomDesk, type WaitingRoomDesk } from './waiting-room-desk.fixture.ts';

const A_DAY_MS = 24 * 60 * 60_000;

suite('the waiting room in the dashboard', () => {
  let desk: WaitingRoomDesk;
  before(async () => {
    desk = await openWaitingRoomDesk();
  });
  after(() => desk.close());

  test('without a room there is a form: the draw when the first sale starts, on the event’s clock', async () => {
    const saleStartsAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 2 * A_DAY_MS);
    const later = new Date(saleStartsAt.getTime() + A_DAY_MS);
    const event = await desk.event({
      ticketTypes: [
        { capacity: 40, saleStartsAt: later },
        { capacity: 50, saleStartsAt },
      ],
    });
    const { room, report, suggested, firstSaleAt, addresses } = await desk.view(event);
    assert.deepEqual([room, report], [null, null]);
    assert.equal(firstSaleAt, saleStartsAt.toISOString());
    assert.deepEqual(suggested, {
      drawsAt: onTheClock(saleStartsAt),
      perMinute: 18,
      mostInside: 90,
      admissionMinutes: 10,
      asksEmail: false,
    });
    assert.match(addresses.draw, new RegExp(`/checkout/${event.slug}/room/draw$`));
    // The suggested settings can be sent unchanged.
    await desk.post(event, '', suggested);
    const opened = (await desk.view(event)).room;
    assert.partialDeepStrictEqual(opened, {
      phase: 'line_up',
      drawsAt: saleStartsAt.toISOString(),
      isDrawn: false,
      settings: suggested,
      early: 0,
      waiting: 0,
      inside: 0,
      seed: null,
    });
    assert.match(opened?.seedHash ?? '', /^[0-9a-f]{64}$/);
    const again = await desk.ask(desk.at(event), 'POST', suggested);
    assert.deepEqual([again.status, again.body.error_code], [409, 'wrong_state']);
    assert.match((await desk.log(1))[0] ?? '', /^waiting_room\.open Event/);
  });

  test('a value that can’t be set is told at its field, and nothing is opened', async () => {
    const event = await desk.event();
    const good = { ...(await desk.view(event)).suggested };
    for (const [field, value] of [
      ['drawsAt', onTheClock(-A_DAY_MS)],
      ['drawsAt', onTheClock(400 * A_DAY_MS)],
      ['drawsAt', 'tomorrow'],
      ['perMinute', 0],
      ['perMinute', 60_001],
      ['mostInside', 100_001],
      ['admissionMinutes', 1],
      ['admissionMinutes', 61],
      ['asksEmail', 'yes'],
      ['more', 1],
    ] as const) {
      const { status, body } = await desk.ask(desk.at(event), 'POST', { ...good, [field]: value });
      assert.deepEqual([status, body.field], [400, field], `${field} ${value}: ${JSON.stringify(body)}`);
    }
    assert.equal((await desk.view(event)).room, null);
    for (const [rest, body] of [
      ['/pause', undefined],
      ['/resume', undefined],
      ['/let-in', { count: 1 }],
      ['/close', undefined],
    ] as const)
      assert.equal((await desk.ask(desk.at(event, rest), 'POST', body)).status, 404, rest);
    assert.equal((await desk.ask(desk.at(event), 'PATCH', { perMinute: 1 })).status, 404);
  });

  test('a change of one setting leaves the others as they are; after the draw the draw itself stays', async () => {
    const event = await desk.event();
    await desk.open(event);
    const before_ = (await desk.view(event)).room?.settings;
    const change = (body: object) => desk.ask(desk.at(event), 'PATCH', body);
    const drawsAt = onTheClock(2 * A_DAY_MS);
    for (const body of [{ perMinute: 30 }, { asksEmail: true }, { drawsAt }])
      assert.equal((await change(body)).status, 200);
    const settings = { ...before_, perMinute: 30, asksEmail: true, drawsAt };
    assert.deepEqual((await desk.view(event)).room?.settings, settings);
    assert.equal((await change({ drawsAt: onTheClock(-A_DAY_MS) })).body.field, 'drawsAt');
    await desk.draw(event);
    assert.equal((await change({ mostInside: 7, admissionMinutes: 3 })).status, 200);
    for (const body of [{ asksEmail: false }, { drawsAt }]) {
      const { status } = await change(body);
      assert.ok(status === 400 || status === 409, String(status));
    }
    assert.partialDeepStrictEqual((await desk.view(event)).room?.settings, {
      perMinute: 30,
      mostInside: 7,
      admissionMinutes: 3,
      asksEmail: true,
    });
    // Nothing to change is no failure.
    assert.equal((await change({})).status, 200);
  });

  test('from the line to the report: drawn, let in, paused, let in at once, closed', async () => {
    const event = await desk.event();
    await desk.open(event, { mostInside: 3 });
    await desk.lineUp(event, 6);
    assert.partialDeepStrictEqual((await desk.view(event)).room, { early: 6, waiting: 6, inside: 0 });
    await desk.draw(event);
    await desk.untilLetIn(event, 3);
    assert.partialDeepStrictEqual((await desk.view(event)).room, {
      phase: 'letting_in',
      waiting: 3,
      inside: 3,
      late: 0,
      pace: 1,
    });
    await desk.post(event, '/pause');
    assert.equal((await desk.view(event)).room?.phase, 'paused');
    assert.equal((await desk.ask(desk.at(event), 'PATCH', { mostInside: 100, perMinute: 1 })).status, 200);
    await desk.post(event, '/resume');
    await desk.post(event, '/let-in', { count: 2 });
    await until('two more', async () => ((await desk.view(event)).room?.letIn ?? 0) >= 5);
    await desk.lineUp(event);
    await desk.post(event, '/close');
    const { room, report, addresses } = await desk.view(event);
    assert.equal(room?.phase, 'closed');
    // The shared pages still answer.
    for (const address of [addresses.draw, addresses.fairness])
      assert.equal((await fetch(desk.on.publicUrl + new URL(address).pathname)).status, 200, address);
    assert.match(room?.seed ?? '', /^[0-9a-f]{64}$/);
    assert.partialDeepStrictEqual(report, {
      early: 6,
      late: 1,
      letIn: room?.letIn,
      held: 0,
      bought: 0,
      left: 0,
    });
    assert.ok(report?.startedAt && report.endedAt && report.endedAt > report.startedAt);
    assert.equal(
      report.series.reduce((sum, span) => sum + span.letIn, 0),
      room?.letIn,
    );
    assert.ok((report.medianWaitSeconds ?? -1) >= 0 && (report.longestWaitSeconds ?? -1) >= 0);
    assert.deepEqual(
      (await desk.log(6)).map((line) => line.split(' ')[0]),
      ['open', 'pause', 'change', 'resume', 'let_in', 'close'].map((verb) => `waiting_room.${verb}`),
    );
    // A closed one stays closed; a new one starts over.
    assert.equal((await desk.ask(desk.at(event, '/pause'), 'POST')).status, 409);
    await desk.open(event);
    assert.partialDeepStrictEqual((await desk.view(event)).room, { phase: 'line_up', early: 0, letIn: 0 });
  });

  test('finance sees the room and changes nothing, the door sees nothing of it', async () => {
    const event = await desk.event();
    await desk.open(event);
    const finance = await signInAs(desk.on, desk.host, { role: 'finance', hasFactor: true });
    assert.equal((await desk.view(event, finance)).room?.phase, 'line_up');
    for (const [rest, method, body] of [
      ['', 'PATCH', { perMinute: 1 }],
      ['/let-in', 'POST', { count: 1 }],
      ['/close', 'POST', undefined],
    ] as const)
      assert.equal((await desk.ask(desk.at(event, rest), method, body, finance)).status, 403, rest);
    const door = await signInAs(desk.on, desk.host, { role: 'door', eventIds: [event.eventId] });
    assert.equal((await desk.ask(desk.at(event), 'GET', undefined, door)).status, 403);
    assert.equal((await desk.ask(desk.at(event, '/live'), 'GET', undefined, door)).status, 403);
  });

  test('to another host the room is not there', async () => {
    const event = await desk.event();
    await desk.open(event);
    const host = await makeHost(desk.on);
    const stranger = await signInAs(desk.on, host);
    const at = `/hosts/${host.hostId}/events/${event.eventId}/waiting-room`;
    for (const [rest, method, body] of [
      ['', 'GET', undefined],
      ['/live', 'GET', undefined],
      ['', 'POST', (await desk.view(event)).suggested],
      ['', 'PATCH', { perMinute: 1 }],
      ['/pause', 'POST', undefined],
      ['/resume', 'POST', undefined],
      ['/let-in', 'POST', { count: 1 }],
      ['/close', 'POST', undefined],
    ] as const)
      assert.equal((await desk.ask(at + rest, method, body, stranger)).status, 404, `${method} ${rest}`);
    assert.partialDeepStrictEqual((await desk.view(event)).room, {
      phase: 'line_up',
      settings: { perMinute: 60_000 },
    });
  });

  test('a host who watches is told of those who line up, and of the draw', async (t) => {
    const event = await desk.event();
    const raw = openRaw(desk.on.publicUrl);
    t.after(() => raw.socket.destroy());
    raw.socket.write(
      `GET /dashboard${desk.at(event, '/live')} HTTP/1.1\r\nHost: a\r\nCookie: ${desk.owner.cookie}\r\n\r\n`,
    );
    const now = (): LiveRoom | undefined => {
      const [, text = ''] =
        [...raw.received().matchAll(/^event: waiting_room\ndata: (.*)\n\n/gm)].at(-1) ?? [];
      return text === '' ? undefined : (JSON.parse(text) as LiveRoom);
    };
    await until('a first word', () => now()?.room === null);
    await desk.open(event);
    await until('the room', () => now()?.room?.phase === 'line_up');
    await desk.lineUp(event, 2);
    await until('two in line', () => now()?.room?.waiting === 2);
    assert.equal(now()?.room?.seed, null);
    await desk.draw(event);
    await until('both to be let in', () => now()?.room?.inside === 2);
  });
});
