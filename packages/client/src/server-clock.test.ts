import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countDown, createServerClock } from './server-clock.ts';

const NOON = Date.parse('2027-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;

const dated = (at: number, cacheControl = 'no-store') =>
  new Headers({ date: new Date(at).toUTCString(), 'cache-control': cacheControl });

test('every second is told once, down to zero, also by a timer that comes early or late', (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOON });
  const ticks: number[] = [];
  countDown(createServerClock(), new Date(NOON + 2_500).toISOString(), (left) => ticks.push(left));
  for (const passMs of [400, 100, 1_000, 999, 1, 5_000]) t.mock.timers.tick(passMs);
  assert.deepEqual(ticks, [3, 2, 1, 0]);

  countDown(createServerClock(), new Date(NOON).toISOString(), (left) => ticks.push(left));
  assert.deepEqual(ticks, [3, 2, 1, 0, 0], 'what is over is told so at once');
});

test('it stops when it is told to, by the one that it calls too', (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOON });
  const ticks: number[] = [];
  const stop = countDown(createServerClock(), new Date(NOON + 5_000).toISOString(), (left) => {
    ticks.push(left);
    if (left === 3) stop();
  });
  for (let passed = 0; passed < 20; passed += 1) t.mock.timers.tick(500);
  assert.deepEqual(ticks, [5, 4, 3]);
});

test('on a device whose clock is wrong the server’s counts', (t) => {
  for (const wrongMs of [HOUR_MS, -HOUR_MS, 20_000]) {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOON + wrongMs });
    const clock = createServerClock();
    clock.learn(dated(NOON), Date.now());
    // The server sends whole seconds: half of one is the best guess at the rest.
    assert.equal(clock.now(), NOON + 500);
    const ticks: number[] = [];
    countDown(clock, new Date(NOON + 2_500).toISOString(), (left) => ticks.push(left));
    for (let passed = 0; passed < 10; passed += 1) t.mock.timers.tick(500);
    assert.deepEqual(ticks, [2, 1, 0]);
    t.mock.timers.reset();
  }
});

test('a clock that is right within two seconds, or half the time that the answer took, is left alone', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOON });
  const clock = createServerClock();
  clock.learn(dated(NOON - 1_000), NOON);
  assert.equal(clock.now(), NOON);
  clock.learn(dated(NOON - 8_000), NOON - 20_000);
  assert.equal(clock.now(), NOON);
});

test('an answer from a cache, or without a date, teaches nothing', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOON });
  const clock = createServerClock();
  clock.learn(dated(NOON - HOUR_MS, 'private, max-age=60'), NOON);
  clock.learn(new Headers({ 'cache-control': 'no-store' }), NOON);
  assert.equal(clock.now(), NOON);
});
