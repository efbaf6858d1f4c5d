import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetChangesOf, keptChanges, type KeptStorage } from './kept-changes.ts';

const DAY = 24 * 3_600_000;
const CHANGES = { at: 1_000, base: { name: '' }, values: { name: 'Ada' } };
const FORM = { email: 'ada@example.com', keepAs: 'details 1', schema: { type: 'object' } };

function inMemory(): KeptStorage {
  const map = new Map<string, string>();
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (at) => [...map.keys()][at] ?? null,
    get length() {
      return map.size;
    },
  };
}

test('changes are found by who made them, in the form that they were made in, for a week', () => {
  const storage = inMemory();
  storage.setItem('another', 'stays');
  const kept = keptChanges(() => storage, FORM);
  kept.write(CHANGES);
  assert.deepEqual(kept.read(2_000), CHANGES);
  assert.ok(!storage.key(1)?.includes('ada'));
  for (const other of [
    { email: 'eve@example.com' },
    { keepAs: 'details 2' },
    { schema: { type: 'array' } },
  ]) {
    assert.equal(keptChanges(() => storage, { ...FORM, ...other }).read(2_000), null);
  }
  assert.deepEqual(kept.read(7 * DAY), CHANGES);
  assert.equal(kept.read(7 * DAY + 1_001), null);
  assert.equal(storage.length, 1);

  kept.write(CHANGES);
  keptChanges(() => storage, { ...FORM, keepAs: 'details 2' }).write(CHANGES);
  const eves = keptChanges(() => storage, { ...FORM, email: 'eve@example.com' });
  eves.write(CHANGES);
  forgetChangesOf(() => storage, 'Ada@example.com');
  assert.deepEqual([kept.read(2_000), eves.read(2_000), storage.length], [null, CHANGES, 2]);
});

test('a storage that is blocked, full or spoilt forgets, and nothing else', () => {
  const blocked = keptChanges(() => {
    throw new Error('blocked');
  }, FORM);
  blocked.write(CHANGES);
  assert.equal(blocked.read(2_000), null);

  const storage = inMemory();
  const kept = keptChanges(() => storage, FORM);
  kept.write(CHANGES);
  const key = storage.key(0) ?? '';
  for (const spoilt of ['', 'null', '[]', '{}', '{"form":1}', '{"at":1,"base":[],"values":{},"form":""}']) {
    storage.setItem(key, spoilt);
    assert.equal(kept.read(2_000), null, spoilt);
    assert.equal(storage.length, 0);
  }
  // Too large changes are not kept, and neither are those before them: they would be half of the truth.
  kept.write(CHANGES);
  kept.write({ ...CHANGES, values: { name: 'a'.repeat(200_000) } });
  assert.equal(storage.length, 0);
});
