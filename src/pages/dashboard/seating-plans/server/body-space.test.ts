import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../../refusal.ts';
import { createBodySpace } from './body-space.ts';

const MIB = 1024 * 1024;
const refused = (error: unknown): boolean => error instanceof Refusal && error.code === 'unavailable';

test('so much of plans is in memory at once, of one host and of all; what is small gets in, and who leaves makes room', () => {
  const room = createBodySpace();
  const first = room.enter('a');
  const second = room.enter('a');
  first.add(12 * MIB);
  second.add(12 * MIB);
  const third = room.enter('a');
  assert.throws(() => third.add(65 * 1024), refused);
  third.add(60 * 1024);
  assert.throws(() => third.add(5 * 1024), refused);
  // Another host has its own share, until there is no more for anybody.
  for (const hostId of ['b', 'c', 'd']) room.enter(hostId).add(12 * MIB);
  const late = room.enter('e');
  assert.throws(() => late.add(12 * MIB), refused);
  late.add(3 * MIB);
  first.leave();
  first.leave();
  late.add(9 * MIB);
  third.add(5 * 1024);
  assert.throws(() => first.add(1), refused);
});
