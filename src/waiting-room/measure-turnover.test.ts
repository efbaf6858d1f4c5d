import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutesUntilTurn } from '../rules/waiting-room.ts';
import { createTurnoverMeter } from './measure-turnover.ts';

const SECOND_MS = 1_000;

test('a full waiting room’s real pace is measured over a minute at least, and by the last five', () => {
  const measure = createTurnoverMeter();
  const full = { inside: 50, mostInside: 50 };
  const at = (seconds: number, frontPlace: number): number | null =>
    measure('a', { nowMs: seconds * SECOND_MS, frontPlace, ...full });
  assert.equal(at(0, 100), null);
  assert.equal(at(59, 110), null);
  assert.equal(at(60, 120), 20);
  assert.equal(measure('b', { nowMs: 60 * SECOND_MS, frontPlace: 5, ...full }), null);
  for (let seconds = 65; seconds <= 600; seconds += 5) at(seconds, 120);
  assert.equal(at(601, 120), 0, 'nobody has come out for five minutes');
});

test('a place that is free for a moment, until the next one comes in, makes nothing forgotten', () => {
  const measure = createTurnoverMeter();
  const at = (seconds: number): number | null =>
    measure('a', {
      nowMs: seconds * SECOND_MS,
      frontPlace: Math.ceil(seconds / 3),
      // One comes out every three seconds, and the next one comes in a second later.
      inside: seconds % 3 === 0 ? 9 : 10,
      mostInside: 10,
    });
  const told = Array.from({ length: 121 }, (_, seconds) => at(seconds)).slice(60);
  assert.deepEqual(
    told.filter((pace) => pace === null || pace < 19 || pace > 23),
    [],
  );
});

test('if it is half full, twice as many would come out of a full one; how long people stay is not known from the first few', () => {
  const measure = createTurnoverMeter();
  const at = (minutes: number, frontPlace: number): number | null =>
    measure('a', { nowMs: minutes * 60 * SECOND_MS, frontPlace, inside: 50, mostInside: 100 });
  assert.equal(at(0, 50), null);
  assert.equal(at(1, 54), null);
  assert.equal(at(2, 90), 40);
});

test('the estimate counts how many fit inside, and the pace of a full waiting room for everybody else', () => {
  const state = { phase: 'letting_in' as const, frontPlace: 100, perMinute: 60 };
  // All of them fit.
  assert.equal(minutesUntilTurn(160, { ...state, freeInside: 500, perMinuteWhenFull: 2 }), 1);
  // Thirty go at once, thirty as people come out.
  assert.equal(minutesUntilTurn(160, { ...state, freeInside: 30, perMinuteWhenFull: 2 }), 16);
  assert.equal(minutesUntilTurn(160, { ...state, freeInside: 0, perMinuteWhenFull: 2 }), 30);
  // Never quicker than the host lets people in.
  assert.equal(minutesUntilTurn(160, { ...state, freeInside: 0, perMinuteWhenFull: 1_000 }), 1);
  assert.equal(minutesUntilTurn(160, { ...state, freeInside: 0, perMinuteWhenFull: 0 }), null);
  assert.equal(minutesUntilTurn(100, { ...state, freeInside: 0, perMinuteWhenFull: 0 }), 0);
});
