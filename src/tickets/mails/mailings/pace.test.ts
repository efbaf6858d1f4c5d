import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './pace.ts';

test('turns lie as far apart as the rate says, whoever asks; what was missed is not made up for', () => {
  const takeTurn = createTurns(10);
  assert.deepEqual([0, 0, 0, 250].map(takeTurn), [0, 100, 200, 300]);
  assert.deepEqual([5_000, 5_001, 5_002].map(takeTurn), [5_000, 5_100, 5_200]);
});
