import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepAsking } from './keep-asking.ts';

const NEVER_MS = 600_000;

test('however many ask, the question is put once, and again only when it is time', async () => {
  let put = 0;
  const asked = keepAsking(async () => ++put, { everyMs: NEVER_MS, patienceMs: NEVER_MS });
  assert.equal(asked.answer(), null);
  await Promise.all([asked.ask(), asked.ask(), asked.ask()]);
  await asked.ask();
  assert.equal(asked.answer()?.value, 1);
  assert.equal(put, 1);
  const often = keepAsking(async () => ++put, { everyMs: 0, patienceMs: NEVER_MS });
  await often.ask();
  await often.ask();
  assert.equal(often.answer()?.value, 3);
});

test('a reader waits for so long, and the late answer is there for the next', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked = keepAsking(() => promise, { everyMs: NEVER_MS, patienceMs: 1 });
  await asked.ask();
  assert.equal(asked.answer(), null);
  resolve('at last');
  await promise;
  await asked.ask();
  assert.equal(asked.answer()?.value, 'at last');
});

test('a question that fails is no answer, and the one before it is forgotten', async () => {
  let fails = false;
  const asked = keepAsking(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve(1)), {
    everyMs: 0,
    patienceMs: NEVER_MS,
  });
  await asked.ask();
  assert.equal(asked.answer()?.value, 1);
  fails = true;
  await asked.ask();
  assert.equal(asked.answer(), null);
});
