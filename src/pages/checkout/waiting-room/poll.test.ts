import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAWS_AT, makeEntry, makeState } from './line.fixture.ts';
import { mustAskOwn, pauseMs } from './poll.ts';

const DRAW_MS = Date.parse(DRAWS_AT);

test('pages ask as often as the server says, a quarter sooner or later, so that they don’t ask together', () => {
  const pause = (random: number) => pauseMs(makeState(), { nowMs: DRAW_MS, failures: 0, random });
  assert.deepEqual([pause(0), pause(0.5), pause(1)], [3_000, 4_000, 5_000]);
});

test('at the draw pages ask once it is made, spread over the time between two rounds', () => {
  const state = makeState({ phase: 'line_up', pollSeconds: 10 });
  const pause = (untilDrawMs: number, random: number) =>
    pauseMs(state, { nowMs: DRAW_MS - untilDrawMs, failures: 0, random });
  assert.equal(pause(2_000, 0), 2_000);
  assert.equal(pause(2_000, 1), 12_000);
  assert.equal(pause(60_000, 0.5), 10_000);
  // It is due, and not made yet.
  assert.equal(pause(-100, 0.5), 10_000);
});

test('after failures the page asks less and less, up to half a minute', () => {
  const pause = (failures: number) => pauseMs(makeState(), { nowMs: DRAW_MS, failures, random: 0.5 });
  assert.deepEqual([1, 2, 3, 9].map(pause), [8_000, 16_000, 30_000, 30_000]);
  assert.equal(pauseMs(null, { nowMs: 0, failures: 1, random: 0.5 }), 6_000);
});

test('the own place is asked for after the draw, when the line has come there, and once a minute', () => {
  const asks = (own: Parameters<typeof mustAskOwn>[0], state = makeState(), nowMs = 0) =>
    mustAskOwn(own, state, { askedAtMs: 0, nowMs });
  const early = makeEntry({ place: null });
  assert.equal(asks(null), true);
  assert.equal(asks(early, makeState({ phase: 'line_up' })), false);
  assert.equal(asks(early), true);
  assert.equal(asks(makeEntry()), false);
  assert.equal(asks(makeEntry(), makeState({ frontPlace: 1_704 })), true);
  assert.equal(asks(makeEntry(), makeState(), 60_000), true);
  assert.equal(asks(makeEntry({ hasExpired: true }), makeState({ frontPlace: 1_704 })), false);
});
