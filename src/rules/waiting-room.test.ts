import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutesUntilTurn, normaliseWaitingEmail, pollAfterSeconds } from './waiting-room.ts';

test('spellings of one mailbox are one address', () => {
  for (const [typed, one] of [
    [' Ada@Example.com ', 'ada@example.com'],
    ['ada+tickets@example.com', 'ada@example.com'],
    ['a.d.a@example.com', 'a.d.a@example.com'],
    ['A.da+1@gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
    ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['+@example.com', '+@example.com'],
    ['nonsense', 'nonsense'],
  ] as const) {
    assert.equal(normaliseWaitingEmail(typed), one);
  }
});

test('the more wait, the more seldom a page asks', () => {
  assert.deepEqual([0, 2_000, 2_001, 15_000, 1_000_000].map(pollAfterSeconds), [2, 2, 3, 15, 30]);
});

test('a turn comes at the rate of now, and nobody can say when while it is paused', () => {
  const state = {
    phase: 'letting_in',
    frontPlace: 100,
    perMinute: 50,
    freeInside: 100,
    perMinuteWhenFull: 50,
  } as const;
  assert.deepEqual(
    [99, 100, 101, 150, 151].map((place) => minutesUntilTurn(place, state)),
    [0, 0, 1, 1, 2],
  );
  assert.equal(minutesUntilTurn(101, { ...state, phase: 'paused' }), null);
  assert.equal(minutesUntilTurn(101, { ...state, phase: 'line_up' }), null);
});
