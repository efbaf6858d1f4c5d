import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { until } from '../../test/harness/until.ts';
import type { Counters } from '../cache/cache.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';

const A_MINUTE_MS = 60_000;

function limiterFor(
  t: TestContext,
  options: Partial<Parameters<typeof createRateLimiter>[0]> = {},
): RateLimiter {
  const limiter = createRateLimiter({
    counters: null,
    perKey: 5,
    perAddress: 3,
    onCacheError: () => {},
    now: () => 0,
    ...options,
  });
  t.after(limiter.close);
  return limiter;
}

/** What Redis does for several processes. */
function countersInMemory(): Counters {
  const totals = new Map<string, number>();
  return {
    add: async (additions) =>
      additions.map(({ name, by }) => {
        const total = (totals.get(name) ?? 0) + by;
        totals.set(name, total);
        return total;
      }),
  };
}

const allowed = (limiter: RateLimiter, key: string | null, address: string): boolean =>
  limiter.take(key, address).isAllowed;
const countAllowed = (limiter: RateLimiter, times: number, key: string | null, address: string): number =>
  Array.from({ length: times }, () => allowed(limiter, key, address)).filter(Boolean).length;

test('one address may make so many requests with a key, and the key so many from all addresses', (t) => {
  const limiter = limiterFor(t);
  assert.equal(countAllowed(limiter, 10, 'key', 'a'), 3);
  assert.equal(countAllowed(limiter, 10, 'key', 'b'), 2);
  assert.equal(countAllowed(limiter, 10, 'key', 'c'), 0);
  assert.equal(countAllowed(limiter, 10, 'other', 'a'), 3, 'another key is counted apart');
});

test('without a key each address is counted alone, however many there are', (t) => {
  const limiter = limiterFor(t);
  for (let nr = 0; nr < 20; nr++) assert.equal(countAllowed(limiter, 10, null, `address ${nr}`), 3);
  assert.equal(limiter.take(null, 'another').header.startsWith('"address";r=2;'), true);
});

test('requests that the address limit refuses do not eat up the key', (t) => {
  const limiter = limiterFor(t);
  countAllowed(limiter, 1_000, 'key', 'a');
  assert.equal(countAllowed(limiter, 10, 'key', 'b'), 2);
});

test('the headers name the limit that is nearest to its end and when it starts afresh', (t) => {
  let nowMs = 15_500;
  const limiter = limiterFor(t, { now: () => nowMs });
  assert.equal(limiter.policy, '"key";q=5;w=60, "address";q=3;w=60');
  assert.deepEqual(limiter.take('key', 'a'), {
    isAllowed: true,
    header: '"address";r=2;t=45',
    secondsLeft: 45,
  });
  nowMs = 59_999;
  assert.equal(limiter.take('key', 'a').header, '"address";r=1;t=1');
  limiter.take('key', 'b');
  limiter.take('key', 'b');
  assert.equal(limiter.take('key', 'c').header, '"key";r=0;t=1');
  assert.deepEqual(limiter.take('key', 'c'), { isAllowed: false, header: '"key";r=0;t=1', secondsLeft: 1 });
});

test('when the minute turns, everybody starts afresh', (t) => {
  let nowMs = 0;
  const limiter = limiterFor(t, { now: () => nowMs });
  for (let minute = 0; minute < 3; minute++) {
    nowMs = minute * A_MINUTE_MS + 59_999;
    assert.equal(countAllowed(limiter, 10, 'key', 'a'), 3);
    const refused = limiter.take('key', 'a');
    assert.deepEqual([refused.isAllowed, refused.secondsLeft], [false, 1]);
  }
});

test('two processes learn of each other’s counts through the cache', async (t) => {
  const shared = { counters: countersInMemory(), perKey: 1_000 };
  const [one, two] = [limiterFor(t, shared), limiterFor(t, shared)];
  const leftOf = (limiter: RateLimiter): number =>
    Number(/r=(\d+)/.exec(limiter.take('key', 'a').header)?.[1]);
  assert.equal(countAllowed(one, 10, 'key', 'a'), 3);
  // Each asks with an address of its own meanwhile: the count of the key is what they share.
  const left = (limiter: RateLimiter, address: string) => {
    const { header } = limiter.take('key', address);
    return { header, left: Number(/r=(\d+)/.exec(header)?.[1]) };
  };
  assert.equal(leftOf(two), 2, 'it has not heard yet');
  await until(
    'the second to hear of the first',
    () => left(two, 'a').left === 0 && !allowed(two, 'key', 'a'),
  );
});

test('together two processes allow no more than the limit once they have shared', async (t) => {
  const shared = { counters: countersInMemory(), perKey: 100, perAddress: 100 };
  const [one, two] = [limiterFor(t, shared), limiterFor(t, shared)];
  let total = countAllowed(one, 60, 'key', 'a');
  assert.equal(total, 60);
  total += countAllowed(two, 1, 'key', 'a');
  await until('the second to hear of the first', () => {
    const verdict = two.take('key', 'a');
    if (verdict.isAllowed) total += 1;
    return Number(/r=(\d+)/.exec(verdict.header)?.[1]) < 60;
  });
  total += countAllowed(two, 200, 'key', 'a');
  assert.equal(total, 100);
});

const brokenCaches: Record<string, Counters['add']> = {
  rejects: () => Promise.reject(new Error('gone')),
  hangs: () => new Promise(() => {}),
};

for (const [how, add] of Object.entries(brokenCaches)) {
  test(`a cache that ${how} stops neither requests nor their limits`, async (t) => {
    let asked = 0;
    const errors: Error[] = [];
    const counters: Counters = { add: (...input) => (asked++, add(...input)) };
    let nowMs = 0;
    const limiter = limiterFor(t, {
      counters,
      onCacheError: (error) => errors.push(error),
      now: () => nowMs,
    });
    assert.equal(countAllowed(limiter, 2, 'key', 'a'), 2);
    await until('the cache to be asked', () => asked > 0);
    assert.equal(countAllowed(limiter, 10, 'key', 'a'), 1);
    if (how === 'rejects') await until('the failure to be told', () => errors.length > 0);
    nowMs = A_MINUTE_MS;
    assert.equal(countAllowed(limiter, 10, 'key', 'a'), 3);
  });
}

test('counts that the cache lost are made up by the process itself', async (t) => {
  // A cache that was emptied answers with less than this process alone has taken.
  let asked = 0;
  const counters: Counters = { add: async (additions) => (asked++, additions.map(() => 0)) };
  const limiter = limiterFor(t, { counters });
  assert.equal(countAllowed(limiter, 2, 'key', 'a'), 2);
  await until('the cache to be asked', () => asked > 0);
  assert.equal(countAllowed(limiter, 10, 'key', 'a'), 1);
});
