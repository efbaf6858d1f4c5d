import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '../../test/harness/until.ts';
import { createBatcher } from './batcher.ts';

/** Batches that end when they are told to. */
function heldBatches(options: {
  stuckAfterMs?: number;
  gatherMs?: number;
  groupOf?: (request: number) => string;
}) {
  const underWay: { size: number; end: () => void; fail: (error: Error) => void }[] = [];
  const batcher = createBatcher<number, number>({
    keyOf: String,
    ...options,
    run: (requests) =>
      new Promise((resolve, reject) =>
        underWay.push({ size: requests.length, end: () => resolve(requests), fail: reject }),
      ),
  });
  return {
    underWay,
    add: batcher.add,
    addMany: (from: number, to: number): Promise<number>[] =>
      Array.from({ length: to - from + 1 }, (_, index) => batcher.add(from + index)),
    turn: (count: number): Promise<unknown> =>
      until(`${count} batches under way`, () => underWay.length === count),
    endFirst: (): void => underWay.shift()?.end(),
  };
}
const LONG_MS = 1_000_000;

test('one batch is under way, and all who wait meanwhile are the next', async () => {
  const { underWay, add, turn, endFirst } = heldBatches({ stuckAfterMs: LONG_MS });
  const first = add(1);
  await turn(1);
  const others = [add(2), add(3), add(4)];
  await nextTurn();
  assert.equal(underWay.length, 1);
  endFirst();
  assert.equal(await first, 1);
  await turn(1);
  assert.equal(underWay[0]?.size, 3);
  endFirst();
  assert.deepEqual(await Promise.all(others), [2, 3, 4]);
});

test('after a large batch the next one waits for half as many, and no longer than it may', async () => {
  const { underWay, add, addMany, turn, endFirst } = heldBatches({
    stuckAfterMs: LONG_MS,
    gatherMs: LONG_MS,
  });
  const first = addMany(1, 10);
  await turn(1);
  const early = add(11);
  endFirst();
  await Promise.all(first);
  for (let turns = 0; turns < 10; turns++) await nextTurn();
  assert.equal(underWay.length, 0, 'one is too few');
  const late = addMany(12, 15);
  await turn(1);
  assert.equal(underWay[0]?.size, 5);
  endFirst();
  assert.deepEqual(await Promise.all([early, ...late]), [11, 12, 13, 14, 15]);

  const hasty = heldBatches({ gatherMs: 0 });
  const many = hasty.addMany(1, 10);
  await hasty.turn(1);
  const alone = hasty.add(11);
  hasty.endFirst();
  await Promise.all(many);
  await hasty.turn(1);
  hasty.endFirst();
  assert.equal(await alone, 11);
});

test('while a batch is stuck another may be under way, for those who wait already too', async () => {
  const { add, turn, endFirst } = heldBatches({ stuckAfterMs: 5 });
  const answers = [add(1)];
  await turn(1);
  answers.push(add(2));
  await turn(2);
  endFirst();
  endFirst();
  assert.deepEqual(await Promise.all(answers), [1, 2]);
});

test('a request that may wait for the same lock as a stuck batch is left to that one, and the others are not', async () => {
  const { underWay, add, addMany, turn, endFirst } = heldBatches({
    stuckAfterMs: 5,
    groupOf: (request) => (request < 100 ? 'hot' : 'other'),
  });
  const hot = [add(1)];
  await turn(1);
  hot.push(...addMany(2, 20));
  const others = addMany(101, 103);
  await turn(2);
  assert.deepEqual(
    underWay.map(({ size }) => size),
    [1, 3],
  );
  underWay.pop()?.end();
  assert.deepEqual(await Promise.all(others), [101, 102, 103]);
  // Nobody new comes: those of the hot one are not forgotten.
  endFirst();
  await turn(1);
  endFirst();
  assert.equal((await Promise.all(hot)).length, 20);
});

test('if a lock is kept for too long its buyers are told, and the others are served', async () => {
  const { underWay, addMany, turn } = heldBatches({
    groupOf: (request) => (request < 100 ? 'hot' : 'other'),
  });
  const timeout = (): Error => Object.assign(new Error('lock timeout'), { code: '55P03' });
  const answers = Promise.allSettled([...addMany(1, 9), ...addMany(101, 102)]);
  await turn(1);
  underWay.shift()?.fail(timeout());
  await turn(1);
  assert.equal(underWay[0]?.size, 2, 'the fewest first');
  underWay.shift()?.end();
  await turn(1);
  underWay.shift()?.fail(timeout());
  const outcomes = (await answers).map(({ status }) => status);
  assert.deepEqual(outcomes, [...Array<string>(9).fill('rejected'), 'fulfilled', 'fulfilled']);
});
