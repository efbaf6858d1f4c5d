import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCachedLookUps } from './cached-look-ups.ts';

/** A look-up that says which run of it the answer comes from. */
function counting() {
  const counter = { runs: 0, lookUp: async () => `run ${++counter.runs}` };
  return counter;
}

test('those who ask while a look-up is under way share it, and so do those who ask later', async () => {
  const cached = createCachedLookUps<string>({ max: 10 });
  const { lookUp } = counting();
  const together = await Promise.all([cached.find('a', lookUp), cached.find('a', lookUp)]);
  assert.deepEqual([...together, await cached.find('a', lookUp)], ['run 1', 'run 1', 'run 1']);
  assert.equal(await cached.find('b', lookUp), 'run 2');
});

test('a look-up that fails is told to all who wait for it, and tried again by the next', async () => {
  const cached = createCachedLookUps<string>({ max: 10 });
  const failing = async (): Promise<string> => {
    throw new Error('gone');
  };
  const outcomes = await Promise.allSettled([cached.find('a', failing), cached.find('a', failing)]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await cached.find('a', counting().lookUp), 'run 1');
});

test('an answer is looked up anew when its time is over, counted from the beginning of the look-up', async () => {
  let nowMs = 1_000;
  const cached = createCachedLookUps<string>({ max: 10, freshForMs: 50, now: () => nowMs });
  const slow = Promise.withResolvers<string>();
  const first = cached.find('a', () => slow.promise);
  nowMs += 40;
  slow.resolve('slow');
  assert.equal(await first, 'slow');
  nowMs += 9;
  const { lookUp } = counting();
  assert.equal(await cached.find('a', lookUp), 'slow');
  nowMs += 1;
  assert.equal(await cached.find('a', lookUp), 'run 1');
});

test('a look-up under way that is forgotten is given to nobody who asks later, even if it ends last', async () => {
  for (const forget of ['forget', 'forgetAll', 'forgetWhere'] as const) {
    const cached = createCachedLookUps<string>({ max: 10 });
    const slow = Promise.withResolvers<string>();
    const early = cached.find('a', () => slow.promise);
    if (forget === 'forgetWhere') cached.forgetWhere((key, value) => key === 'a' && value === undefined);
    else cached[forget]('a');
    const { lookUp } = counting();
    assert.equal(await cached.find('a', lookUp), 'run 1', forget);
    slow.resolve('outdated');
    assert.equal(await early, 'outdated', 'who asked before may see what was before');
    assert.equal(await cached.find('a', lookUp), 'run 1', forget);
  }
});

test('an outdated look-up that fails last does not take the newer answer with it', async () => {
  const cached = createCachedLookUps<string>({ max: 10 });
  const slow = Promise.withResolvers<string>();
  const early = cached.find('a', () => slow.promise);
  cached.forget('a');
  const { lookUp } = counting();
  await cached.find('a', lookUp);
  slow.reject(new Error('gone'));
  await assert.rejects(early, /gone/);
  assert.equal(await cached.find('a', lookUp), 'run 1');
});

test('forgetWhere forgets by key and by value, and nothing else', async () => {
  const cached = createCachedLookUps<string>({ max: 10 });
  for (const key of ['a', 'b', 'c']) await cached.find(key, async () => `first ${key}`);
  cached.forgetWhere((key, value) => key === 'a' || value === 'first b');
  const found = ['a', 'b', 'c'].map((key) => cached.find(key, async () => `second ${key}`));
  assert.deepEqual(await Promise.all(found), ['second a', 'second b', 'first c']);
});
