import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../../refusal.ts';
import { createPlanQueue } from './plan-queue.ts';

const refused = (error: unknown): boolean => error instanceof Refusal && error.code === 'unavailable';

test('plans of a host come one after the other, few in all; who hangs up has the place until the work is done', async () => {
  const queue = createPlanQueue();
  const begun: string[] = [];
  const enter = (hostId: string, name = hostId) => {
    const place = queue.enter(hostId);
    place.turn.then(
      () => begun.push(name),
      (error: unknown) => assert.ok(refused(error)),
    );
    return place;
  };
  const first = enter('a', 'a1');
  const gone = enter('a', 'a2');
  const next = enter('a', 'a3');
  for (const hostId of ['b', 'c', 'd', 'e']) enter(hostId);
  await first.turn;
  assert.deepEqual(begun, ['a1', 'b', 'c', 'd']);

  const { promise: isSaved, resolve: finish } = Promise.withResolvers<void>();
  const work = first.hold(() => isSaved);
  first.leave();
  gone.leave();
  await assert.rejects(gone.turn, refused);
  assert.deepEqual(begun, ['a1', 'b', 'c', 'd'], 'what is being saved is still in memory');
  finish();
  await work;
  await next.turn;
  assert.deepEqual(begun, ['a1', 'b', 'c', 'd', 'a3']);
  first.leave();
  await assert.rejects(
    first.hold(async () => {}),
    refused,
  );

  for (let nr = 0; nr < 4; nr++) enter('a');
  assert.throws(() => enter('a'), refused);
});
