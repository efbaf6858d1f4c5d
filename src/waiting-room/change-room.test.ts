import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import { forgetWaitingEntriesJob } from './forget-rooms.ts';
import { changeRoom, closeRoom, letInNow, openRoom, pauseRoom, resumeRoom } from './change-room.ts';
import { readReport } from './report-room.ts';
import { readRoom } from './read-room.ts';
import { makeRoomWorld, SETTINGS, type RoomWorld } from './room.fixture.ts';

let world: RoomWorld;
before(async () => {
  world = await makeRoomWorld();
});
after(() => world.close());

const soon = (): Date => new Date(Date.now() + 3_600_000);
const open = (eventId: string, settings = {}, owner = world.owner) =>
  world.change((tx) =>
    openRoom(tx, {
      ...owner,
      eventId,
      secretKeys: world.secretKeys,
      settings: { ...SETTINGS, drawsAt: soon(), ...settings },
    }),
  );
const logOf = async (eventId: string): Promise<string[]> => {
  const { rows } = await world.database.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE subject_id = $1 AND action LIKE 'waiting_room.%' ORDER BY id`,
    [eventId],
  );
  return rows.map(({ action }) => action);
};

test('a room is opened, changed, paused, resumed and closed, and every step is on record', async () => {
  const { eventId } = await makeEvent(world.on, world.host);
  const which = { ...world.owner, eventId };
  await open(eventId);
  await assert.rejects(open(eventId), { code: 'wrong_state' });
  const opened = await readRoom(world.database, which);
  assert.deepEqual([opened?.phase, opened?.seed, opened?.waitingNow, opened?.pace], ['line_up', null, 0, 1]);
  await assert.rejects(
    world.change((tx) => pauseRoom(tx, which)),
    { code: 'wrong_state' },
  );
  await assert.rejects(
    world.change((tx) => letInNow(tx, { ...which, count: 1 })),
    { code: 'wrong_state' },
  );
  const drawsAt = new Date(Date.now() + 7_200_000);
  await world.change((tx) =>
    changeRoom(tx, { ...which, settings: { ...SETTINGS, drawsAt, perMinute: 7, asksEmail: true } }),
  );
  await world.draw(eventId);
  const settings = { ...SETTINGS, drawsAt: (await readRoom(world.database, which))?.drawsAt ?? drawsAt };
  await assert.rejects(
    world.change((tx) => changeRoom(tx, { ...which, settings })),
    { field: 'asksEmail' },
  );
  await assert.rejects(
    world.change((tx) => changeRoom(tx, { ...which, settings: { ...settings, asksEmail: true, drawsAt } })),
    { field: 'drawsAt' },
  );
  await world.change((tx) =>
    changeRoom(tx, { ...which, settings: { ...settings, asksEmail: true, mostInside: 5 } }),
  );
  await world.change((tx) => pauseRoom(tx, which));
  await assert.rejects(
    world.change((tx) => pauseRoom(tx, which)),
    { code: 'wrong_state' },
  );
  await world.change((tx) => resumeRoom(tx, which));
  await assert.rejects(
    world.change((tx) => letInNow(tx, { ...which, count: 10_001 })),
    { field: 'count' },
  );
  await world.change((tx) => letInNow(tx, { ...which, count: 3 }));
  await world.change((tx) => closeRoom(tx, which));
  await assert.rejects(
    world.change((tx) => closeRoom(tx, which)),
    { code: 'wrong_state' },
  );
  const closed = await readRoom(world.database, which);
  assert.equal(closed?.phase, 'closed');
  assert.match(closed.seed ?? '', /^[0-9a-f]{64}$/);
  // A new one in its place, with a seed of its own.
  await open(eventId);
  assert.notEqual((await readRoom(world.database, which))?.seedHash, closed.seedHash);
  assert.deepEqual(
    await logOf(eventId),
    ['open', 'change', 'change', 'pause', 'resume', 'let_in', 'close', 'open'].map(
      (one) => `waiting_room.${one}`,
    ),
  );
});

test('a setting that a host may not make is refused by its name', async () => {
  const { eventId } = await makeEvent(world.on, world.host);
  for (const [field, value] of [
    ['perMinute', 0],
    ['perMinute', 60_001],
    ['mostInside', 1.5],
    ['admissionMinutes', 1],
    ['drawsAt', new Date(Date.now() - 120_000)],
    ['drawsAt', new Date(Date.now() + 400 * 86_400_000)],
    ['drawsAt', new Date(Number.NaN)],
  ] as const) {
    await assert.rejects(open(eventId, { [field]: value }), { code: 'validation_failed', field });
  }
  // A time that is past when it is written was chosen a moment ago.
  await open(eventId, { drawsAt: new Date() });
});

test('another host has no hand in it, and an event that is over has no room', async () => {
  const { eventId } = await makeEvent(world.on, world.host);
  const stranger = { ...world.owner, hostId: (await makeHost(world.on)).hostId };
  await assert.rejects(open(eventId, {}, stranger), { code: 'not_found' });
  await open(eventId);
  for (const act of [pauseRoom, resumeRoom, closeRoom]) {
    await assert.rejects(
      world.change((tx) => act(tx, { ...stranger, eventId })),
      { code: 'not_found' },
    );
  }
  assert.equal(await readRoom(world.database, { ...stranger, eventId }), null);
  assert.equal(await readReport(world.database, { ...stranger, eventId }), null);
  const ended = await makeEvent(world.on, world.host, { status: 'CANCELLED' });
  await assert.rejects(open(ended.eventId), { code: 'wrong_state' });
});

test('the report tells what became of everybody, and stays when the entries are forgotten', async () => {
  const room = await world.openRoom({ perMinute: 180 });
  const { eventId } = room;
  const entries = await Promise.all(Array.from({ length: 6 }, () => world.join(eventId)));
  await world.draw(eventId);
  const late = await world.join(eventId);
  await world.rooms.leave(eventId, late.token);
  assert.equal((await world.tick(eventId)).let_in, 3);
  const states = await Promise.all(entries.map(({ token }) => world.rooms.entryOf(eventId, token)));
  const admission = states.find((state) => state?.admission)?.admission?.token;
  const cart = randomUUID();
  await world.rooms.admit({ ...room, token: cart, admission, byApi: false, address: null });
  await world.holdDirectly(room, cart);
  await world.database.query(
    'UPDATE waiting_entries SET bought_at = now() WHERE event_id = $1 AND cart_token = $2',
    [eventId, cart],
  );
  await world.change((tx) => closeRoom(tx, { ...world.owner, eventId }));
  const report = await readReport(world.database, { ...world.owner, eventId });
  assert.ok(report?.endedAt && report.startedAt);
  assert.ok((report.medianWaitSeconds ?? -1) >= 0 && (report.longestWaitSeconds ?? -1) >= 0);
  assert.deepEqual(report, {
    linedUp: { early: 6, late: 1 },
    letIn: 3,
    held: 1,
    bought: 1,
    left: 1,
    expired: 2,
    medianWaitSeconds: report.medianWaitSeconds,
    longestWaitSeconds: report.longestWaitSeconds,
    peakInside: 3,
    startedAt: report.startedAt,
    endedAt: report.endedAt,
    series: [{ startsAt: report.series[0]?.startsAt, letIn: 3 }],
    seriesMinutes: 1,
  });

  const countRows = async () => {
    const { rows } = await world.database.query<{ entries: number; traces: number; addresses: number }>(
      `SELECT count(*) AS entries, count(device_id) + count(email_hash) AS traces,
              (SELECT count(*) FROM waiting_addresses WHERE event_id = $1) AS addresses
         FROM waiting_entries WHERE event_id = $1`,
      [eventId],
    );
    return rows[0];
  };
  const age = (days: number) =>
    world.database.query(
      `UPDATE waiting_rooms SET closed_at = now() - $2 * interval '1 day' - interval '1 minute' WHERE event_id = $1`,
      [eventId, days],
    );
  const forget = () =>
    forgetWaitingEntriesJob(world.database).run({}, { signal: new AbortController().signal } as never);
  await world.database.query('UPDATE waiting_entries SET device_id = id WHERE event_id = $1', [eventId]);
  await forget();
  assert.deepEqual(await countRows(), { entries: 7, traces: 7, addresses: 7 });
  await age(1);
  await forget();
  assert.deepEqual(await countRows(), { entries: 7, traces: 0, addresses: 0 });
  await age(30);
  await forget();
  assert.deepEqual(await countRows(), { entries: 0, traces: 0, addresses: 0 });
  const stored = await readReport(world.database, { ...world.owner, eventId });
  assert.deepEqual({ ...stored, endedAt: report.endedAt }, report);
});
