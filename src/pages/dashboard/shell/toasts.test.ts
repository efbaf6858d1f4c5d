import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToasts } from './toasts.ts';

/** A toast that records its calls. */
function tell(text: string) {
  const toasts = createToasts();
  const done: unknown[] = [];
  const add = (what: string): void =>
    toasts.tell({
      tone: 'good',
      text: what,
      undo: async () => done.push(`${what} undone`),
      settle: ({ isLeaving }) => done.push([what, isLeaving]),
    });
  add(text);
  return { toasts, done, add };
}

test('an undone action is not done for good, and the other way round', async () => {
  const { toasts, done } = tell('a');
  const [toast] = toasts.shown.value;
  assert.ok(toast);
  await toasts.undo(toast);
  toasts.dismiss(toast);
  await toasts.undo(toast);
  assert.deepEqual(done, ['a undone']);
});

test('when the page goes, an action that could still be undone is done for good, once', () => {
  const { toasts, done } = tell('a');
  toasts.settleAll();
  toasts.settleAll();
  assert.deepEqual(done, [['a', true]]);
});

test('three are shown: a fourth sends the oldest away, which is done for good', () => {
  const { toasts, done, add } = tell('a');
  for (const text of ['b', 'c', 'd']) add(text);
  assert.deepEqual(
    toasts.shown.value.map(({ text }) => text),
    ['b', 'c', 'd'],
  );
  assert.deepEqual(done, [['a', false]]);
});
