import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseFor, jobKind, jobRows, NEVER_MS, startRunner, waitUntil } from './test-runner.fixture.ts';

test('a recurring job runs again and again in one row, though three processes start together', async (t) => {
  const { url, database } = await databaseFor(t);
  let runs = 0;
  let atOnce = 0;
  const kind = jobKind({
    everyMs: 20,
    run: async () => {
      assert.equal(++atOnce, 1);
      await database.query('SELECT 1');
      atOnce--;
      runs++;
    },
  });
  await Promise.all(['a', 'b', 'c'].map((processId) => startRunner(t, { url, processId, kinds: [kind] })));
  await waitUntil('it has run five times', () => runs >= 5);
  const rows = await jobRows(database);
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.last_error, null);
});

test('a recurring job waits for its interval after a success, whatever process starts in between', async (t) => {
  const { url, database } = await databaseFor(t);
  let runs = 0;
  const kind = jobKind({ everyMs: NEVER_MS, run: async () => void runs++ });
  await startRunner(t, { url, kinds: [kind] });
  await waitUntil('it is scheduled again', async () => (await jobRows(database))[0]?.is_due === false);
  await startRunner(t, { url, kinds: [kind] });
  assert.equal(runs, 1);
  const [row, ...others] = await jobRows(database);
  assert.partialDeepStrictEqual(row, { attempts: 0, leased_by: null, is_due: false });
  assert.equal(others.length, 0);
});

test('a recurring job that keeps failing starts over after its interval and is never set aside', async (t) => {
  const { url, database } = await databaseFor(t);
  const attempts: number[] = [];
  const kind = jobKind({
    everyMs: 1,
    retryDelaysMs: [1],
    run: async (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length < 4) throw new Error('the far side is down');
    },
  });
  await startRunner(t, { url, kinds: [kind] });
  await waitUntil('it succeeded', () => attempts.length >= 5);
  assert.deepEqual(attempts.slice(0, 5), [1, 2, 1, 2, 1]);
  await waitUntil('its error is forgotten', async () => (await jobRows(database))[0]?.last_error === null);
});
