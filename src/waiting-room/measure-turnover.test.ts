import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutesUntilTurn } from '../rules/waiting-room.ts';
import { createTurnoverMeter } from './measure-turnover.ts';

const SECOND_MS = 1_000;

test('a full waiting room’s real pace is measured over a minute at least, and by the last five', () => {
  const measure = createTurnoverMeter();
  const at = (seconds: number, frontPlace: number, isFull = true): number | null =>
    measure('a', { nowMs: seconds * SECOND_MS, frontPlace, isFull });
  assert.equal(at(0, 100), null);
  assert.equal(at(59, 110), null);
  assert.equal(at(60, 120), 20);
  assert.equal(measure('b', { nowMs: 60 * SECOND_MS, frontPlace: 5, isFull: true }), null);
  for (let seconds = 65; seconds <= 600; seconds += 5) at(seconds, 120);
  assert.equal(at(601, 120), 0, 'nobody has come out for five minutes');
});

test('a waiting room with room inside has no pace of its own, and forgets the one it had', () => {
  const measure = createTurnoverMeter();
  const at = (seconds: number, isFull: boolean): number | null =>
    measure('a', { nowMs: seconds * SECOND_MS, frontPlace: seconds, isFull });
  at(0, true);
  assert.equal(at(70, true), 60);
  assert.equal(at(71, false), null);
  assert.equal(at(72, true), null);
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
