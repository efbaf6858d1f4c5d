import assert from 'node:assert/strict';
import { randomUUID, webcrypto } from 'node:crypto';
import { test } from 'node:test';
import { hashOf, makeSeed, rankOf } from '../../../../waiting-room/draw.ts';
import { checkDraw } from './check-draw.ts';

const subtle = webcrypto.subtle as SubtleCrypto;

/** A list as the server writes it. */
function makeDraw(count: number) {
  const seed = makeSeed();
  const entries = Array.from({ length: count }, () => randomUUID() as string)
    .map((entry) => ({ entry, rank: rankOf(seed, entry) }))
    .toSorted((one, other) => Buffer.compare(one.rank, other.rank))
    .map(({ entry }) => entry);
  const hash = hashOf(seed).toString('hex');
  const write = (lines: string[]) =>
    [`seed ${seed.toString('hex')}`, `hash ${hash}`, `count ${lines.length}`, ...lines, ''].join('\n');
  return { entries, hash, write };
}

test('a browser draws the same as the server, and finds its own place', async () => {
  const { entries, hash, write } = makeDraw(300);
  const entry = entries[41] ?? '';
  assert.deepEqual(await checkDraw(write(entries), { entry, toldHash: hash }, subtle), {
    isRight: true,
    place: 42,
    count: 300,
    checked: 300,
  });
  const stranger = await checkDraw(write(entries), { entry: randomUUID(), toldHash: null }, subtle);
  assert.deepEqual(stranger, { isRight: true, place: null, count: 300, checked: 300 });
  assert.equal((await checkDraw(write([]), { entry: null, toldHash: null }, subtle)).isRight, true);
});

test('of a long list some thousand places are calculated, and those around the own one', async () => {
  const { entries, write } = makeDraw(9_000);
  const entry = entries[4_001] ?? '';
  const found = await checkDraw(write(entries), { entry, toldHash: null }, subtle);
  assert.ok(found.isRight && found.place === 4_002);
  assert.ok(found.checked > 3_000 && found.checked < 5_000, `${found.checked}`);
  // Somebody was put before us.
  const moved = [...entries];
  [moved[4_000], moved[4_001]] = [entries[4_001] ?? '', entries[4_000] ?? ''];
  assert.deepEqual(await checkDraw(write(moved), { entry, toldHash: null }, subtle), {
    isRight: false,
    problem: 'order',
  });
});

test('another seed, another fingerprint, another order or a cut list is noticed', async () => {
  const { entries, hash, write } = makeDraw(20);
  const problemOf = async (list: string, toldHash: string | null = hash) => {
    const found = await checkDraw(list, { entry: null, toldHash }, subtle);
    return found.isRight ? null : found.problem;
  };
  const list = write(entries);
  assert.equal(await problemOf(list), null);
  assert.equal(await problemOf(list, 'f'.repeat(64)), 'other_hash');
  assert.equal(await problemOf(list.replace(/^seed .*/, `seed ${'0'.repeat(64)}`)), 'other_seed');
  assert.equal(await problemOf(write(entries.toReversed())), 'order');
  assert.equal(await problemOf(write([...entries, entries[0] ?? ''])), 'order');
  assert.equal(await problemOf(list.split('\n').slice(0, -3).join('\n')), 'unreadable');
  assert.equal(await problemOf('{"message":"no"}'), 'unreadable');
});
