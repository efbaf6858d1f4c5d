import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTally } from './tally.ts';

test('each counter has the sum of what was added, until its time is over', async () => {
  let nowMs = 0;
  const tally = createTally(() => nowMs);
  const add = (name: string, by: number): Promise<number[]> => tally.add([{ name, by }], 100);
  assert.deepEqual(await add('a', 2), [2]);
  nowMs = 60;
  assert.deepEqual(
    await tally.add(
      [
        { name: 'a', by: 3 },
        { name: 'b', by: -1 },
        { name: 'a', by: 1 },
      ],
      100,
    ),
    [5, -1, 6],
  );
  nowMs = 99;
  assert.deepEqual(await add('a', 0), [6]);
  // Counted from its first use, and not from its last.
  nowMs = 100;
  assert.deepEqual(await add('a', 1), [1]);
  assert.deepEqual(await add('b', 1), [0]);
});
