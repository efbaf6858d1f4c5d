import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeChanges } from './merge-changes.ts';

const base = { version: 1, name: 'A', email: 'a@x.example', sites: ['a'] };

test('a change of one side only is taken, and the version is the newest', () => {
  const mine = { ...base, name: 'Mine' };
  const theirs = { ...base, version: 2, email: 'theirs@x.example', sites: ['a', 'b'] };
  assert.deepEqual(mergeChanges({ base, mine, theirs }), {
    values: { version: 2, name: 'Mine', email: 'theirs@x.example', sites: ['a', 'b'] },
    clashes: [],
  });
});

test('if both have changed it, mine stays until I choose; the same change is none', () => {
  const mine = { ...base, name: 'Mine', email: 'same@x.example' };
  const theirs = { ...base, version: 2, name: 'Theirs', email: 'same@x.example' };
  assert.deepEqual(mergeChanges({ base, mine, theirs }), {
    values: { ...mine, version: 2 },
    clashes: [{ name: 'name', mine: 'Mine', theirs: 'Theirs' }],
  });
});
