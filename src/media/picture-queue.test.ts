import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../refusal.ts';
import { createPictureQueue } from './picture-queue.ts';

const refused = (error: unknown): boolean => error instanceof Refusal && error.code === 'unavailable';

test('a client that hangs up keeps its place until its picture is out of memory, and one that waits is passed over', async () => {
  const queue = createPictureQueue();
  const { promise: isDrawn, resolve: finish } = Promise.withResolvers<void>();
  const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
  const places = [queue.enter('host'), queue.enter('host'), queue.enter('host')];
  const drawn: number[] = [];
  const work = places.map((place, nr) =>
    place.inTurn(async () => {
      drawn.push(nr);
      begin();
      await isDrawn;
    }),
  );
  const ends = Promise.allSettled(work);
  await isBegun;
  assert.throws(() => queue.enter('host'), refused);
  for (const place of places) place.leave();
  assert.throws(() => queue.enter('host'), refused, 'three pictures are still in memory');
  finish();
  assert.deepEqual(
    (await ends).map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
  assert.deepEqual(drawn, [0]);
  for (let nr = 0; nr < 3; nr++) queue.enter('host').leave();
  const again = [queue.enter('host'), queue.enter('host'), queue.enter('host')];
  assert.throws(() => queue.enter('host'), refused);
  assert.equal(await again[0]?.inTurn(async () => 'drawn'), 'drawn');
});
