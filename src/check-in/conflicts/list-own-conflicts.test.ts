import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { SYSTEM } from '../../audit/actor.ts';
import { openDoors, type Phone } from '../door-world.fixture.ts';
import { listOwnConflicts } from './list-own-conflicts.ts';
import type { SentScan } from '../read-scans.ts';
import { setCheckInRules } from '../set-check-in-rules.ts';

test('a phone is told of the two scans that don’t fit, and of no right one before or after; what is resolved is no longer told', async (t) => {
  const world = await openDoors(t);
  const { database, host, event } = world;
  const mine = { hostId: host.hostId, eventId: event.eventId, actor: SYSTEM };
  await database.transaction((tx) => setCheckInRules(tx, { ...mine, allowsReentry: true }));
  const [north, south] = [await world.door('North'), await world.door('South')];
  await database.query(`UPDATE doors SET created_at = now() - interval '1 day'`);
  const [a, b] = [await world.phone(north), await world.phone(south)];
  const [guest, other] = await world.sell(2);
  assert(guest && other);
  const at = (minutesAgo: number, more: Partial<SentScan> = {}): Partial<SentScan> & { id: string } => ({
    id: randomUUID(),
    code: guest.code,
    verdict: 'admitted',
    at: new Date(Date.now() - minutesAgo * 60_000),
    ...more,
  });
  const told = async (phone: Phone) =>
    (await listOwnConflicts(database, phone)).map(({ scanId, why, other: where }) => [
      scanId,
      why,
      where?.door ?? null,
    ]);

  // In, out and in again, all by one phone: nothing is wrong with that.
  const [first, out, second, outAgain, third] = [
    at(60),
    at(50, { kind: 'exit' }),
    at(40),
    at(20, { kind: 'exit' }),
    at(10),
  ];
  await world.send(a, [first, out, second, outAgain, third]);
  assert.deepEqual(await told(a), []);

  // Another door let the same ticket in between: that one and the one before it don't fit.
  const double = at(30);
  await world.send(b, [double]);
  assert.deepEqual(await told(a), [[second.id, 'double', 'South']]);
  assert.deepEqual(await told(b), [[double.id, 'double', 'North']]);
  // One more, by the first phone: the one in the middle is part of both.
  const last = at(25);
  await world.send(a, [last]);
  assert.deepEqual(await told(a), [
    [last.id, 'double', 'South'],
    [second.id, 'double', 'South'],
  ]);
  assert.deepEqual(await told(b), [[double.id, 'double', 'North']]);
  await world.send(a, [{ kind: 'undo', undoes: last.id }]);

  // Let in twice by the same phone is one, too.
  const [once, twice] = [at(9, { code: other.code }), at(8, { code: other.code })];
  await world.send(a, [once, twice]);
  assert.deepEqual(await told(a), [
    [twice.id, 'double', 'North'],
    [once.id, 'double', 'North'],
    [second.id, 'double', 'South'],
  ]);

  await world.send(b, [{ kind: 'undo', undoes: double.id }]);
  await world.send(a, [{ kind: 'undo', undoes: twice.id }]);
  assert.deepEqual([await told(a), await told(b)], [[], []]);
});
