import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaces, PLACE_LIMITS, type Place } from './places.ts';

const LIMITS = {
  ...PLACE_LIMITS,
  inAll: { fresh: 20, slow: 40 },
  perReceiver: { fresh: 8, slow: 12 },
  perTroubled: 3,
};

const sender = (name: string, receiver = `${name}.example:443`) => ({ subscriptionId: name, receiver });
const named = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, nr) => sender(`${prefix}${nr}`));
const SHARED = 'shared.example:443';
const LATER_MS = LIMITS.slowAfterMs;

function takeAll(
  places: ReturnType<typeof createPlaces>,
  names: string[],
  nowMs: number,
  receiver?: string,
): Place[] {
  return places
    .share(
      names.map((name) => sender(name, receiver)),
      nowMs,
    )
    .flatMap((share) => Array.from({ length: share.places }, () => places.take(share, nowMs)));
}

test('one receiver gets its share and no more, however much it has waiting', () => {
  const places = createPlaces(LIMITS);
  assert.equal(takeAll(places, ['a'], 0).length, LIMITS.perReceiver.fresh);
  assert.deepEqual(takeAll(places, ['a'], 0), []);
  assert.equal(takeAll(places, ['b'], 0).length, LIMITS.perReceiver.fresh);
});

test('two subscriptions of one receiver share its places', () => {
  const places = createPlaces(LIMITS);
  const [one, two] = [sender('one', 'same.example:443'), sender('two', 'same.example:443')];
  const shares = places.share([one, two], 0);
  assert.deepEqual(
    shares.map((share) => share.places),
    [LIMITS.perReceiver.fresh / 2, LIMITS.perReceiver.fresh / 2],
  );
});

test('where there are more receivers than places, each gets one until they are used up', () => {
  const places = createPlaces(LIMITS);
  const shares = places.share(named(50, 'r'), 0);
  assert.equal(shares.length, LIMITS.inAll.fresh);
  assert.ok(shares.every((share) => share.places === 1));
});

test('attempts that hang stand in nobody else’s way', () => {
  const places = createPlaces(LIMITS);
  const hanging = takeAll(
    places,
    named(50, 'dead').map(({ subscriptionId }) => subscriptionId),
    0,
  );
  assert.equal(hanging.length, LIMITS.inAll.fresh);
  assert.deepEqual(takeAll(places, ['healthy'], LATER_MS - 1), []);
  assert.equal(takeAll(places, ['healthy'], LATER_MS).length, LIMITS.perReceiver.fresh);
});

test('a subscription that was slow has a small share until an answer comes in time', () => {
  const places = createPlaces(LIMITS);
  const hanging = takeAll(places, ['dead'], 0);
  assert.equal(hanging.length, LIMITS.perReceiver.fresh);
  assert.deepEqual(takeAll(places, ['dead'], LATER_MS), [], 'it has more than its share already');
  for (const place of hanging) places.giveBack(place, 10_000);
  const few = takeAll(places, ['dead'], 10_000);
  assert.equal(few.length, LIMITS.perTroubled);
  for (const place of few) places.giveBack(place, 10_001);
  assert.equal(takeAll(places, ['dead'], 10_001).length, LIMITS.perReceiver.fresh);
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
  assert.equal(takeAll(places, ['dead'], 200_000).length, LIMITS.perReceiver.fresh);
});

test('of a receiver’s places those in trouble may have half, and the others are for who is not', () => {
  const places = createPlaces(LIMITS);
  const names = named(6, 'dead').map(({ subscriptionId }) => subscriptionId);
  const takeThere = (its: string[], nowMs: number) => takeAll(places, its, nowMs, SHARED);
  for (const place of takeThere(names, 0)) places.giveBack(place, 10_000);
  assert.equal(takeThere(names, 10_000).length, LIMITS.perReceiver.fresh / 2);
  assert.deepEqual(takeThere(names, 10_000), []);
  assert.equal(takeThere(['healthy'], 10_000).length, LIMITS.perReceiver.fresh / 2);
});

test('of all places those in trouble may have half, wherever they lead to', () => {
  const places = createPlaces(LIMITS);
  const names = named(15, 'dead').map(({ subscriptionId }) => subscriptionId);
  for (const place of takeAll(places, names, 0)) places.giveBack(place, 10_000);
  assert.equal(takeAll(places, names, 10_000).length, LIMITS.inAll.fresh / 2);
  assert.equal(takeAll(places, ['healthy'], 10_000).length, LIMITS.perReceiver.fresh);
});

test('however many hang at a receiver, whoever does not hang there has its places', () => {
  const places = createPlaces(LIMITS);
  const names = named(30, 'dead').map(({ subscriptionId }) => subscriptionId);
  let nowMs = 0;
  let hanging = 0;
  const beginAll = (): number => takeAll(places, names, nowMs, SHARED).length;
  for (let begun = beginAll(); begun > 0; begun = beginAll()) {
    hanging += begun;
    nowMs += LATER_MS;
  }
  assert.ok(hanging >= LIMITS.perReceiver.slow, 'they have all that they may have');
  assert.equal(takeAll(places, ['healthy'], nowMs, SHARED).length, LIMITS.perReceiver.fresh);
});

test('who was slow at a receiver can show that it no longer is, while others there still hang', () => {
  const places = createPlaces(LIMITS);
  const names = named(5, 'dead').map(({ subscriptionId }) => subscriptionId);
  const takeThere = (its: string[], nowMs: number) => takeAll(places, its, nowMs, SHARED);
  for (const place of takeThere(['recovering'], 0)) places.giveBack(place, LATER_MS);
  // Again and again, so that they have all that they may have.
  for (let nowMs = LATER_MS; nowMs < 10_000; nowMs += LATER_MS) takeThere(names, nowMs);
  assert.equal(takeThere(['recovering'], 10_000).length, 1);
});
