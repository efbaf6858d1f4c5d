import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlots, SLOT_LIMITS, type Slot } from './slots.ts';

const LIMITS = {
  ...SLOT_LIMITS,
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
  slots: ReturnType<typeof createSlots>,
  names: string[],
  nowMs: number,
  receiver?: string,
): Slot[] {
  return slots
    .share(
      names.map((name) => sender(name, receiver)),
      nowMs,
    )
    .flatMap((share) => Array.from({ length: share.slots }, () => slots.take(share, nowMs)));
}

test('one receiver gets its share and no more, however much it has waiting', () => {
  const slots = createSlots(LIMITS);
  assert.equal(takeAll(slots, ['a'], 0).length, LIMITS.perReceiver.fresh);
  assert.deepEqual(takeAll(slots, ['a'], 0), []);
  assert.equal(takeAll(slots, ['b'], 0).length, LIMITS.perReceiver.fresh);
});

test('two subscriptions of one receiver share its slots', () => {
  const slots = createSlots(LIMITS);
  const [one, two] = [sender('one', 'same.example:443'), sender('two', 'same.example:443')];
  const shares = slots.share([one, two], 0);
  assert.deepEqual(
    shares.map((share) => share.slots),
    [LIMITS.perReceiver.fresh / 2, LIMITS.perReceiver.fresh / 2],
  );
});

test('if there are more receivers than slots, each gets one until they are used up', () => {
  const slots = createSlots(LIMITS);
  const shares = slots.share(named(50, 'r'), 0);
  assert.equal(shares.length, LIMITS.inAll.fresh);
  assert.ok(shares.every((share) => share.slots === 1));
});

test('attempts that hang stand in nobody else’s way', () => {
  const slots = createSlots(LIMITS);
  const hanging = takeAll(
    slots,
    named(50, 'dead').map(({ subscriptionId }) => subscriptionId),
    0,
  );
  assert.equal(hanging.length, LIMITS.inAll.fresh);
  assert.deepEqual(takeAll(slots, ['healthy'], LATER_MS - 1), []);
  assert.equal(takeAll(slots, ['healthy'], LATER_MS).length, LIMITS.perReceiver.fresh);
});

test('a subscription that was slow has a small share until an answer comes in time', () => {
  const slots = createSlots(LIMITS);
  const hanging = takeAll(slots, ['dead'], 0);
  assert.equal(hanging.length, LIMITS.perReceiver.fresh);
  assert.deepEqual(takeAll(slots, ['dead'], LATER_MS), [], 'it has more than its share already');
  for (const slot of hanging) slots.giveBack(slot, 10_000);
  const few = takeAll(slots, ['dead'], 10_000);
  assert.equal(few.length, LIMITS.perTroubled);
  for (const slot of few) slots.giveBack(slot, 10_001);
  assert.equal(takeAll(slots, ['dead'], 10_001).length, LIMITS.perReceiver.fresh);
});

test('the more receivers are in trouble, the less each of them has', () => {
  const slots = createSlots(LIMITS);
  const names = named(20, 'dead').map(({ subscriptionId }) => subscriptionId);
  for (const slot of takeAll(slots, names, 0)) slots.giveBack(slot, 10_000);
  for (const name of names) assert.equal(slots.freeFor(name), 1);
});

test('trouble of long ago is forgotten', () => {
  const slots = createSlots(LIMITS);
  for (const slot of takeAll(slots, ['dead'], 0)) slots.giveBack(slot, 10_000);
  assert.equal(slots.freeFor('dead'), LIMITS.perTroubled);
  assert.equal(takeAll(slots, ['dead'], 200_000).length, LIMITS.perReceiver.fresh);
});

test('of a receiver’s slots those in trouble may have half, and the others are for who is not', () => {
  const slots = createSlots(LIMITS);
  const names = named(6, 'dead').map(({ subscriptionId }) => subscriptionId);
  const takeThere = (its: string[], nowMs: number) => takeAll(slots, its, nowMs, SHARED);
  for (const slot of takeThere(names, 0)) slots.giveBack(slot, 10_000);
  assert.equal(takeThere(names, 10_000).length, LIMITS.perReceiver.fresh / 2);
  assert.deepEqual(takeThere(names, 10_000), []);
  assert.equal(takeThere(['healthy'], 10_000).length, LIMITS.perReceiver.fresh / 2);
});

test('of all slots those in trouble may have half, wherever they lead to', () => {
  const slots = createSlots(LIMITS);
  const names = named(15, 'dead').map(({ subscriptionId }) => subscriptionId);
  for (const slot of takeAll(slots, names, 0)) slots.giveBack(slot, 10_000);
  assert.equal(takeAll(slots, names, 10_000).length, LIMITS.inAll.fresh / 2);
  assert.equal(takeAll(slots, ['healthy'], 10_000).length, LIMITS.perReceiver.fresh);
});

test('however many hang at a receiver, those that do not hang there have their slots', () => {
  const slots = createSlots(LIMITS);
  const names = named(30, 'dead').map(({ subscriptionId }) => subscriptionId);
  let nowMs = 0;
  let hanging = 0;
  const beginAll = (): number => takeAll(slots, names, nowMs, SHARED).length;
  for (let begun = beginAll(); begun > 0; begun = beginAll()) {
    hanging += begun;
    nowMs += LATER_MS;
  }
  assert.ok(hanging >= LIMITS.perReceiver.slow, 'they have all that they may have');
  assert.equal(takeAll(slots, ['healthy'], nowMs, SHARED).length, LIMITS.perReceiver.fresh);
});

test('a host that was slow at a receiver can show that it no longer is, while others there still hang', () => {
  const slots = createSlots(LIMITS);
  const names = named(5, 'dead').map(({ subscriptionId }) => subscriptionId);
  const takeThere = (its: string[], nowMs: number) => takeAll(slots, its, nowMs, SHARED);
  for (const slot of takeThere(['recovering'], 0)) slots.giveBack(slot, LATER_MS);
  // Again and again, so that they have all that they may have.
  for (let nowMs = LATER_MS; nowMs < 10_000; nowMs += LATER_MS) takeThere(names, nowMs);
  assert.equal(takeThere(['recovering'], 10_000).length, 1);
});
