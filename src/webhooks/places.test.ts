import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaces, PLACE_LIMITS, type Place } from './places.ts';

const LIMITS = {
  ...PLACE_LIMITS,
  freshInAll: 20,
  freshPerReceiver: 8,
  slowInAll: 40,
  inAllPerReceiver: 12,
  perTroubled: 3,
};

const sender = (name: string, receiver = `${name}.example:443`) => ({ subscriptionId: name, receiver });
const named = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, nr) => sender(`${prefix}${nr}`));
const LATER_MS = LIMITS.slowAfterMs;

function takeAll(places: ReturnType<typeof createPlaces>, names: string[], nowMs: number): Place[] {
  return places
    .share(
      names.map((name) => sender(name)),
      nowMs,
    )
    .flatMap((share) => Array.from({ length: share.places }, () => places.take(share, nowMs)));
}

test('one receiver gets its share and no more, however much it has waiting', () => {
  const places = createPlaces(LIMITS);
  assert.equal(takeAll(places, ['a'], 0).length, LIMITS.freshPerReceiver);
  assert.deepEqual(takeAll(places, ['a'], 0), []);
  assert.equal(takeAll(places, ['b'], 0).length, LIMITS.freshPerReceiver);
});

test('two subscriptions of one receiver share its places', () => {
  const places = createPlaces(LIMITS);
  const [one, two] = [sender('one', 'same.example:443'), sender('two', 'same.example:443')];
  const shares = places.share([one, two], 0);
  assert.ok(shares.reduce((sum, share) => sum + share.places, 0) <= LIMITS.freshPerReceiver);
});

test('where there are more receivers than places, each gets one until they are used up', () => {
  const places = createPlaces(LIMITS);
  const shares = places.share(named(50, 'r'), 0);
  assert.equal(shares.length, LIMITS.freshInAll);
  assert.ok(shares.every((share) => share.places === 1));
});

test('attempts that hang stand in nobody else’s way', () => {
  const places = createPlaces(LIMITS);
  const hanging = takeAll(
    places,
    named(50, 'dead').map(({ subscriptionId }) => subscriptionId),
    0,
  );
  assert.equal(hanging.length, LIMITS.freshInAll);
  assert.deepEqual(takeAll(places, ['healthy'], LATER_MS - 1), []);
  assert.equal(takeAll(places, ['healthy'], LATER_MS).length, LIMITS.freshPerReceiver);
});

test('a subscription that was slow has a small share until an answer comes in time', () => {
  const places = createPlaces(LIMITS);
  const hanging = takeAll(places, ['dead'], 0);
  assert.equal(hanging.length, LIMITS.freshPerReceiver);
  assert.deepEqual(takeAll(places, ['dead'], LATER_MS), [], 'it has more than its share already');
  for (const place of hanging) places.giveBack(place, 10_000);
  const few = takeAll(places, ['dead'], 10_000);
  assert.equal(few.length, LIMITS.perTroubled);
  for (const place of few) places.giveBack(place, 10_001);
  assert.equal(takeAll(places, ['dead'], 10_001).length, LIMITS.freshPerReceiver);
});

test('the more receivers are in trouble, the less each of them has', () => {
  const places = createPlaces(LIMITS);
  const names = named(20, 'dead').map(({ subscriptionId }) => subscriptionId);
  for (const place of takeAll(places, names, 0)) places.giveBack(place, 10_000);
  for (const name of names) assert.equal(places.freeFor(name), 1);
});

test('trouble of long ago is forgotten', () => {
  const places = createPlaces(LIMITS);
  for (const place of takeAll(places, ['dead'], 0)) places.giveBack(place, 10_000);
  assert.equal(places.freeFor('dead'), LIMITS.perTroubled);
  assert.equal(takeAll(places, ['dead'], 200_000).length, LIMITS.freshPerReceiver);
});
