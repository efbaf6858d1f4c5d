import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test/harness/until.ts';
import { createBatcher } from './batcher.ts';

test('as many batches are under way as may be now, and nobody is forgotten when that changes', async () => {
  let allowed = 2;
  const underWay: { size: number; end: () => void }[] = [];
  const batcher = createBatcher<number, number>({
    keyOf: String,
    maxAtOnce: () => allowed,
    run: (requests) =>
      new Promise((resolve) => underWay.push({ size: requests.length, end: () => resolve(requests) })),
  });
  const turn = (count: number): Promise<unknown> =>
    until(`${count} batches under way`, () => underWay.length === count);
  const endFirst = (): void => underWay.shift()?.end();

  const first = batcher.add(1);
  await turn(1);
  const second = batcher.add(2);
  await turn(2);
  allowed = 1;
  const others = [batcher.add(3), batcher.add(4)];
  endFirst();
  assert.equal(await first, 1);
  assert.equal(underWay.length, 1, 'the first loop has ended');
  endFirst();
  assert.equal(await second, 2);
  await turn(1);
  assert.equal(underWay[0]?.size, 2, 'all who waited are one batch');
  allowed = 2;
  const last = batcher.add(5);
  await turn(2);
  endFirst();
  endFirst();
  assert.deepEqual(await Promise.all([...others, last]), [3, 4, 5]);
});
