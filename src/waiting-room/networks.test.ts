import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { makeRoomWorld, type RoomWorld } from './room.fixture.ts';

// How many places one network may have in line: docs/decisions/waiting-room.md.

let world: RoomWorld;
before(async () => {
  world = await makeRoomWorld();
});
after(() => world.close());
afterEach(async () => assert.deepEqual(await checkInvariants(world.database), []));

const PHONE = '198.51.100.7';
const joined = async (eventId: string, count: number, address: string) => {
  const all = await Promise.all(Array.from({ length: count }, () => world.join(eventId, { address })));
  return all.filter(({ outcome }) => outcome === 'joined');
};
/** As if so many minutes had passed since. */
const pass = async (eventId: string, minutes: number, of = ['waiting_entries', 'waiting_addresses']) => {
  for (const table of of) {
    const columns = table === 'waiting_entries' ? ['lined_up_at', 'seen_at'] : ['crowded_at', 'counted_at'];
    const set = columns.map((column) => `${column} = ${column} - $2 * interval '1 minute'`).join(', ');
    await world.database.query(`UPDATE ${table} SET ${set} WHERE event_id = $1`, [eventId, minutes]);
  }
};
const isOver = async (eventId: string, { token }: { token: string }) =>
  (await world.rooms.entryOf(eventId, token))?.hasExpired;

test('a /48 of IPv6 has as many places as four addresses, however many /64 it is taken apart into', async () => {
  const { eventId } = await world.openRoom();
  let count = 0;
  for (const part of ['1', 'a', 'ff', 'beef', '0']) {
    count += (await joined(eventId, 310, `2001:db8:7:${part}::/64`)).length;
  }
  assert.equal(count, 1_200);
  assert.equal((await joined(eventId, 1, '2001:db8:77:1::/64')).length, 1, 'another one has its own');
});

test('places that are given up can be had again by the same network', async () => {
  const { eventId } = await world.openRoom();
  const all = await joined(eventId, 310, PHONE);
  assert.equal(all.length, 300);
  await pass(eventId, 1);
  for (const { token } of all.slice(0, 20)) await world.rooms.leave(eventId, token);
  assert.equal((await joined(eventId, 30, PHONE)).length, 20);
});

test('people who were let in and whose time is over no longer count', async () => {
  const { eventId } = await world.openRoom();
  await joined(eventId, 300, PHONE);
  await world.draw(eventId);
  assert.equal((await world.tick(eventId)).let_in, 10);
  await world.database.query(
    'UPDATE waiting_entries SET admitted_until = now() WHERE event_id = $1 AND let_in_at IS NOT NULL',
    [eventId],
  );
  assert.equal((await joined(eventId, 30, PHONE)).length, 10);
});

test('three hundred requests of one phone that nobody looks after shut nobody out for long', async () => {
  const { eventId } = await world.openRoom();
  const bots = await joined(eventId, 300, PHONE);
  assert.equal((await joined(eventId, 1, PHONE)).length, 0);
  await pass(eventId, 4);
  // An open page counts as present.
  const people = bots.slice(0, 20);
  for (const one of people) assert.equal(await isOver(eventId, one), false);
  assert.equal((await joined(eventId, 50, PHONE)).length, 50);
  for (const one of people) assert.equal(await isOver(eventId, one), false);
  // A phone may sleep for a while.
  await pass(eventId, 4);
  await joined(eventId, 300, PHONE);
  for (const one of people) assert.equal(await isOver(eventId, one), false);
});

test('a rush pushes nobody out who was there before, and is given the time to be looked at', async () => {
  const { eventId } = await world.openRoom();
  const people = await joined(eventId, 60, PHONE);
  await pass(eventId, 60, ['waiting_entries']);
  assert.equal((await joined(eventId, 400, PHONE)).length, 240);
  await pass(eventId, 2);
  assert.equal((await joined(eventId, 10, PHONE)).length, 0);
  for (const one of people) assert.equal(await isOver(eventId, one), false);
});

test('a device of a shop that asks again is there', async () => {
  const { eventId, slug } = await world.openRoom();
  const device = randomUUID();
  const ask = () => world.rooms.admit({ eventId, slug, token: device, byApi: true, address: PHONE });
  await assert.rejects(ask);
  const process = await world.openProcess();
  await joined(eventId, 299, PHONE);
  await pass(eventId, 4);
  await assert.rejects(process.rooms.admit({ eventId, slug, token: device, byApi: true, address: PHONE }));
  assert.equal((await joined(eventId, 300, PHONE)).length, 100);
  const { rows } = await world.database.query<{ left: Date | null }>(
    'SELECT left_at AS left FROM waiting_entries WHERE event_id = $1 AND device_id = $2',
    [eventId, device],
  );
  assert.equal(rows[0]?.left, null);
});
