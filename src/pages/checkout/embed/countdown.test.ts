import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatClock } from '../../shared/format-clock.ts';
import { onThisClock, secondsUntil } from './countdown.ts';

const EXPIRES_AT = '2027-03-06T18:10:00.000Z';

test('a phone whose clock is an hour wrong counts the same ten minutes', () => {
  const date = 'Sat, 06 Mar 2027 18:00:00 GMT';
  for (const wrongByMs of [-3_600_000, 0, 3_600_000]) {
    const nowMs = Date.parse('2027-03-06T18:00:00Z') + wrongByMs;
    const endsAtMs = onThisClock(EXPIRES_AT, { date, nowMs });
    assert.equal(secondsUntil(endsAtMs, nowMs), 600);
  }
});

test('without the server’s time the device’s own is believed', () => {
  const nowMs = Date.parse('2027-03-06T18:09:00Z');
  for (const date of [null, 'not a date'])
    assert.equal(secondsUntil(onThisClock(EXPIRES_AT, { date, nowMs }), nowMs), 60);
});

test('the last second is counted to its end, and there is no time below zero', () => {
  assert.equal(secondsUntil(10_000, 9_999), 1);
  assert.equal(secondsUntil(10_000, 10_000), 0);
  assert.equal(secondsUntil(10_000, 99_000), 0);
});

test('a clock shows minutes and seconds, and hours where there are some', () => {
  assert.equal(formatClock(0), '0:00');
  assert.equal(formatClock(65), '1:05');
  assert.equal(formatClock(599), '9:59');
  assert.equal(formatClock(3_600), '1:00:00');
});
