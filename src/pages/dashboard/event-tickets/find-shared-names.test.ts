import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSharedNames } from './find-shared-names.ts';

const named = (name: string, seatsOf: string | null = null) => ({ name, seatsOf });

test('a name that several ticket types have is told once, however they write it', () => {
  assert.deepEqual(findSharedNames([named('VIP'), named('Regular'), named(' vip'), named('Vip')]), ['VIP']);
  assert.deepEqual(findSharedNames([named('VIP'), named('VIP table')]), []);
});

test('a further price may be called as one of other seats, but not as another of the same', () => {
  assert.deepEqual(findSharedNames([named('Child', 'stalls'), named('Child', 'circle')]), []);
  assert.deepEqual(findSharedNames([named('Child', 'stalls'), named('Child', 'stalls')]), ['Child']);
});
