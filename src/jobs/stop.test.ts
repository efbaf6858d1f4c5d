import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enqueueJob } from './enqueue-job.ts';
import { databaseFor, jobKind, jobRows, NEVER_MS, startRunner, waitUntil } from './test-runner.fixture.ts';

test('stop() waits for a running job and records its success, and takes no other', async (t) => {
  const { url, database } = await databaseFor(t);
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  let runs = 0;
  const kind = jobKind({
    concurrency: 1,
    run: () => {
      runs++;
      begun.resolve();
      return mayEnd.promise;
    },
  });
  const runner = await startRunner(t, { url, kinds: [kind], stopPatienceMs: NEVER_MS });
  await enqueueJob(database, { kind: 'test', payload: {} });
  await begun.promise;
  await enqueueJob(database, { kind: 'test', payload: {} });
  let isStopped = false;
  const stopped = runner.stop().finally(() => (isStopped = true));
  await runner.idle();
  assert.equal(isStopped, false);
  mayEnd.resolve();
  await stopped;
  assert.equal(runs, 1);
  const rows = await jobRows(database);
  assert.equal(rows.length, 1);
  assert.partialDeepStrictEqual(rows[0], { attempts: 0, leased_by: null });
});

test('stop() while jobs are being leased gives them back without running them', async (t) => {
  const { url, database } = await databaseFor(t);
  await enqueueJob(database, { kind: 'test', payload: {} });
  let runs = 0;
  const runner = await startRunner(t, { url, kinds: [jobKind({ run: async () => void runs++ })] });
  await runner.stop();
  assert.equal(runs, 0);
  assert.partialDeepStrictEqual(await jobRows(database), [{ attempts: 0, leased_by: null }]);
});

for (const [how, obey] of [
  ['heeds its signal', true],
  ['ignores its signal', false],
] as const) {
  test(`stop() gives a job back that ${how}: another takes it at once, and no attempt is lost`, async (t) => {
    const { url, database } = await databaseFor(t);
    const begun = Promise.withResolvers<AbortSignal>();
    const endless = jobKind({
      run: (_payload, { signal }) => {
        begun.resolve(signal);
        return new Promise((_resolve, reject) => {
          if (obey) signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    const stopping = await startRunner(t, { url, kinds: [endless] });
    await enqueueJob(database, { kind: 'test', payload: {} });
    const signal = await begun.promise;
    const attempts: number[] = [];
    const quick = jobKind({ run: async (_payload, { attempt }) => void attempts.push(attempt) });
    const other = await startRunner(t, { url, kinds: [quick] });
    await other.idle();

    await stopping.stop();
    assert.ok(signal.aborted);
    await stopping.idle();
    assert.deepEqual(
      stopping.log.map((line) => line.message),
      ['jobs given back'],
    );
    await waitUntil('the other has done it', async () => (await jobRows(database)).length === 0);
    assert.deepEqual(attempts, [1]);
  });
}
