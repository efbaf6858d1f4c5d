import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBoundedMap } from './bounded-map.ts';

test('a value is found, the newest of a key alone, until it is deleted', () => {
  const map = createBoundedMap<string, number>({ max: 10 });
  map.set('a', 1);
  map.set('b', 0);
  map.set('a', 2);
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [2, 0, undefined]);
  map.delete('a');
  map.delete('c');
  assert.deepEqual(map.entries(), [['b', 0]]);
  map.clear();
  assert.deepEqual([map.get('b'), map.entries()], [undefined, []]);
});

test('an entry that is used stays, however many others come and go', () => {
  const map = createBoundedMap<string, string>({ max: 10 });
  map.set('used', 'value');
  map.set('unused', 'value');
  for (let n = 0; n < 1_000; n++) {
    assert.equal(map.get('used'), 'value', `after ${n} others`);
    map.set(`other ${n}`, 'value');
  }
  assert.equal(map.get('unused'), undefined);
});

test('half of the limit fits for good: five entries used in turn stay in a map of ten', () => {
  const map = createBoundedMap<number, string>({ max: 10 });
  const keys = [1, 2, 3, 4, 5];
  for (const key of keys) map.set(key, 'value');
  for (let round = 0; round < 20; round++)
    for (const key of keys) assert.equal(map.get(key), 'value', `key ${key} in round ${round}`);
});

test('a key that is set or deleted again and again takes no room from the others', () => {
  const map = createBoundedMap<string, number>({ max: 10 });
  map.set('other', 0);
  for (let n = 0; n < 1_000; n++) {
    map.set('again', n);
    map.set('now and then', n);
    map.delete('now and then');
  }
  assert.deepEqual(map.entries(), [
    ['other', 0],
    ['again', 999],
  ]);
});

test('a value that weighs more than half of the limit is not stored, and what it should replace is gone', () => {
  const map = createBoundedMap<string, string>({ max: 10, weigh: (text) => text.length });
  map.set('a', 'small');
  map.set('b', 'b');
  map.set('a', 'larger');
  assert.deepEqual(map.entries(), [['b', 'b']]);
});

test('it never weighs more than its limit, and finds what was set last, whatever is done with it', () => {
  const max = 100;
  const step = fc.record({
    act: fc.constantFrom('set', 'set', 'get', 'delete', 'clear'),
    key: fc.nat({ max: 30 }),
    weight: fc.nat({ max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const map = createBoundedMap<number, { weight: number }>({ max, weigh: ({ weight }) => weight });
      const model = new Map<number, { weight: number }>();
      for (const { act, key, weight } of steps) {
        if (act === 'set') {
          const value = { weight };
          map.set(key, value);
          model.set(key, value);
        } else if (act === 'get') {
          const found = map.get(key);
          assert.ok(found === undefined || found === model.get(key), 'an outdated value');
        } else if (act === 'delete') {
          map.delete(key);
          model.delete(key);
        } else {
          map.clear();
          model.clear();
        }
        const entries = map.entries();
        assert.equal(new Set(entries.map(([known]) => known)).size, entries.length, 'a key twice');
        for (const [known, value] of entries) assert.equal(value, model.get(known));
        const sum = entries.reduce((total, [, value]) => total + value.weight, 0);
        assert.ok(sum <= max, `it weighs ${sum}`);
      }
    }),
  );
});
