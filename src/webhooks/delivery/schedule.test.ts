import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attemptLimitMs,
  withoutRetries,
  PURCHASE_SCHEDULE,
  retryDelayMs,
  type DeliverySchedule,
} from './schedule.ts';

/** Delivers by a clock that only this test moves: every attempt fails after `takesMs`, or is cut. */
function timeline(schedule: DeliverySchedule, takesMs: number): { startMs: number; endMs: number }[] {
  const attempts: { startMs: number; endMs: number }[] = [];
  let clockMs = 0;
  for (let attempt = 1; ; attempt++) {
    const limitMs = attemptLimitMs(schedule, { attempt, elapsedMs: clockMs });
    if (limitMs === null) return attempts;
    const startMs = clockMs;
    clockMs += Math.min(takesMs, limitMs);
    attempts.push({ startMs, endMs: clockMs });
    const delayMs = retryDelayMs(schedule, { attempt, elapsedMs: clockMs });
    if (delayMs === null) return attempts;
    clockMs += delayMs;
  }
}

const startsInSeconds = (takesMs: number) =>
  timeline(PURCHASE_SCHEDULE, takesMs).map(({ startMs }) => startMs / 1000);

test('a receiver that refuses at once is tried five times: after 1, 2, 4 and 8 seconds', () => {
  assert.deepEqual(startsInSeconds(0), [0, 1, 3, 7, 15]);
});

test('a receiver that never answers is tried three times, each for 10 seconds and the last cut at 30', () => {
  assert.deepEqual(timeline(PURCHASE_SCHEDULE, Infinity), [
    { startMs: 0, endMs: 10_000 },
    { startMs: 11_000, endMs: 21_000 },
    { startMs: 23_000, endMs: 30_000 },
  ]);
});

test('however long the receiver takes, no attempt starts or ends after 30 seconds and none takes more than 10', () => {
  for (let takesMs = 0; takesMs <= 12_000; takesMs += 37) {
    const attempts = timeline(PURCHASE_SCHEDULE, takesMs);
    assert.ok(attempts.length >= 3 && attempts.length <= 5, `${attempts.length} attempts of ${takesMs} ms`);
    for (const { startMs, endMs } of attempts) {
      assert.ok(startMs < 30_000);
      assert.ok(endMs <= 30_000);
      assert.ok(endMs - startMs <= 10_000);
    }
  }
});

test('the budget goes on while nobody delivers: an attempt left over after a crash comes too late at 30 seconds', () => {
  assert.equal(attemptLimitMs(PURCHASE_SCHEDULE, { attempt: 2, elapsedMs: 29_999 }), 1);
  assert.equal(attemptLimitMs(PURCHASE_SCHEDULE, { attempt: 2, elapsedMs: 30_000 }), null);
  assert.equal(attemptLimitMs(PURCHASE_SCHEDULE, { attempt: 6, elapsedMs: 0 }), null);
});

test('a test is tried once', () => {
  assert.equal(timeline(withoutRetries(PURCHASE_SCHEDULE), 0).length, 1);
});
