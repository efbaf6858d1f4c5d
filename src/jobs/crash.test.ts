import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { enqueueJob } from './enqueue-job.ts';
import { KILLER, STUCK } from './killed-kinds.fixture.ts';
import { databaseFor, jobKind, jobRows, startRunner, waitUntil } from './test-runner.fixture.ts';

function forkRunner(t: TestContext, url: string): ChildProcess {
  const child = fork(new URL('killed-runner.fixture.ts', import.meta.url), [url]);
  t.after(() => child.kill('SIGKILL'));
  return child;
}

test('a job whose process is killed with SIGKILL is taken over by another', async (t) => {
  const { url, database } = await databaseFor(t);
  await enqueueJob(database, { kind: STUCK.kind, payload: {} });
  const child = forkRunner(t, url);
  await once(child, 'message');
  const attempts: number[] = [];
  const kind = jobKind({ ...STUCK, run: async (_payload, { attempt }) => void attempts.push(attempt) });
  const runner = await startRunner(t, { url, kinds: [kind] });
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  await waitUntil('it is done', async () => (await jobRows(database)).length === 0);
  assert.deepEqual(attempts, [2]);
  assert.ok(runner.logged('job taken over: its lease ran out'));
});

test('a job that kills every process that runs it ends set aside, and the reason says so', async (t) => {
  const { url, database } = await databaseFor(t);
  await enqueueJob(database, { kind: KILLER.kind, payload: {} });
  for (const attempt of [1, 2]) {
    const [, signal] = await once(forkRunner(t, url), 'exit');
    assert.equal(signal, 'SIGKILL');
    assert.equal((await jobRows(database))[0]?.attempts, attempt);
  }
  let runs = 0;
  await startRunner(t, { url, kinds: [jobKind({ ...KILLER, run: async () => void runs++ })] });
  await waitUntil('it is set aside', async () => (await jobRows(database))[0]?.set_aside_at != null);
  assert.equal(runs, 0);
  assert.partialDeepStrictEqual((await jobRows(database))[0], {
    attempts: 2,
    last_error: 'Its process was killed, or lost the database, during attempt 2 of 2.',
  });
});
