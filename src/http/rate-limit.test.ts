import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { until } from '../../test/harness/until.ts';
import type { Counters } from '../cache/cache.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import { createSharedCounts } from './shared-counts.ts';

const A_MINUTE_MS = 60_000;

function limiterFor(
  t: TestContext,
  options: Partial<Parameters<typeof createSharedCounts>[0]> & { perKey?: number; perAddress?: number } = {},
): RateLimiter {
  const { perKey = 5, perAddress = 3, ...rest } = options;
  const counts = createSharedCounts({ counters: null, onCacheError: () => {}, now: () => 0, ...rest });
  t.after(counts.close);
  return createRateLimiter({ counts, perKey, perAddress });
}

/** Redis's part for several processes. */
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

const allowed = (limiter: RateLimiter, key: string, address: string): boolean =>
  limiter.take(key, address).isAllowed;
const countAllowed = (limiter: RateLimiter, times: number, key: string, address: string): number =>
  Array.from({ length: times }, () => allowed(limiter, key, address)).filter(Boolean).length;

test('one address may make so many requests with a key, and the key so many from all addresses', (t) => {
  const limiter = limiterFor(t);
  assert.equal(countAllowed(limiter, 10, 'key', 'a'), 3);
  assert.equal(countAllowed(limiter, 10, 'key', 'b'), 2);
  assert.equal(countAllowed(limiter, 10, 'key', 'c'), 0);
  assert.equal(countAllowed(limiter, 10, 'other', 'a'), 3, 'another key is counted apart');
});

test('strangers are counted by address alone, however many there are, and each door for itself', (t) => {
  const limiter = limiterFor(t);
  const countStrangers = (door: string, address: string): number =>
    Array.from({ length: 10 }, () => limiter.takeAsStranger(door, address).isAllowed).filter(Boolean).length;
  for (let nr = 0; nr < 20; nr++) assert.equal(countStrangers('keys', `address ${nr}`), 3);
  assert.equal(countStrangers('embed', 'address 0'), 3);
  assert.match(limiter.takeAsStranger('keys', 'another').header, /^"address";r=2;/);
  assert.match(limiter.takeAsStranger('keys', 'address 0').header, /^"address";r=0;/);
});

test('a stranger who turns out to be known gives back what was counted, once, and only in its own minute', (t) => {
  let nowMs = 0;
  const limiter = limiterFor(t, { now: () => nowMs });
  const takeAs = (address: string) => limiter.takeAsStranger('keys', address);
  const [first] = [takeAs('a'), takeAs('a'), takeAs('a')];
  const refused = takeAs('a');
  assert.equal(refused.isAllowed, false);
  refused.giveBack();
  assert.equal(takeAs('a').isAllowed, false, 'what was refused was not counted');
  first.giveBack();
  assert.deepEqual([takeAs('a').isAllowed, takeAs('a').isAllowed], [true, false]);
  const late = takeAs('b');
  nowMs = A_MINUTE_MS;
  assert.match(takeAs('b').header, /r=2;/);
  late.giveBack();
  assert.match(takeAs('b').header, /r=1;/);
});

const DEFAULTS = { perKey: 60_000, perAddress: 3_000 };

test('twenty addresses spend a key’s limit, and who asks little is still served, as far as the reserve goes', (t) => {
  const limiter = limiterFor(t, DEFAULTS);
  for (let nr = 0; nr < 20; nr++) assert.equal(countAllowed(limiter, 5_000, 'key', `greedy ${nr}`), 3_000);
  assert.equal(allowed(limiter, 'key', 'greedy 0'), false);
  assert.deepEqual(limiter.take('key', 'visitor'), {
    isAllowed: true,
    header: '"key";r=59;t=60',
    secondsLeft: 60,
  });
  assert.equal(countAllowed(limiter, 1_000, 'key', 'visitor'), 59);
  assert.equal(limiter.take('key', 'visitor').header, '"key";r=0;t=60');
  // 30,000 in reserve: the first visitor had 60 of them.
  for (let nr = 1; nr < 499; nr++) assert.equal(countAllowed(limiter, 100, 'key', `visitor ${nr}`), 60);
  assert.equal(countAllowed(limiter, 50, 'key', 'last but one'), 50);
  assert.equal(limiter.take('key', 'last').header, '"key";r=9;t=60', 'nine are left in reserve');
  assert.equal(countAllowed(limiter, 100, 'key', 'last'), 9);
  assert.equal(allowed(limiter, 'key', 'too late'), false);
  assert.equal(allowed(limiter, 'other', 'too late'), true, 'another key has its own');
});

test('the rest of a key that is not spent is told as ever, also to clients that ask little', (t) => {
  const limiter = limiterFor(t, { perKey: 100, perAddress: 1_000 });
  assert.equal(limiter.take('key', 'a').header, '"key";r=99;t=60');
  assert.equal(countAllowed(limiter, 200, 'key', 'a'), 99);
  assert.equal(countAllowed(limiter, 200, 'key', 'b'), 20, 'a fiftieth of what an address may');
});

test('one IPv6 customer with a thousand networks gets a part of the reserve, and others the rest', (t) => {
  const limiter = limiterFor(t, DEFAULTS);
  for (let nr = 0; nr < 20; nr++) countAllowed(limiter, 3_000, 'key', `greedy ${nr}`);
  let total = 0;
  for (let nr = 0; nr < 1_000; nr++)
    total += countAllowed(limiter, 60, 'key', `2001:db8:1:${nr.toString(16)}::/64`);
  assert.equal(total, 600);
  assert.equal(countAllowed(limiter, 60, 'key', '2001:db8:2:1::/64'), 60);
  // Refused requests did not come out of the reserve: 29,340 are left.
  for (let nr = 0; nr < 489; nr++) assert.equal(countAllowed(limiter, 60, 'key', `visitor ${nr}`), 60);
  assert.equal(allowed(limiter, 'key', 'too late'), false);
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

test('two processes share the reserve, and who asked much of the one asks little of neither', async (t) => {
  const shared = { counters: countersInMemory(), perKey: 1_000, perAddress: 5_000 };
  const [one, two] = [limiterFor(t, shared), limiterFor(t, shared)];
  assert.equal(countAllowed(one, 1_500, 'key', 'greedy'), 1_000);
  await until('the second to hear of the greedy one', () => !allowed(two, 'key', 'greedy'));
  let served = 0;
  for (let nr = 0; nr < 10; nr++) served += countAllowed(two, 200, 'key', `visitor ${nr}`);
  assert.ok(served > 400 && served <= 500, `${served} of the reserve`);
  await until('the first to hear that the reserve is spent', () => !allowed(one, 'key', 'late visitor'));
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
