import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { enqueueJob } from './enqueue-job.ts';
import { databaseFor, jobKind, jobRows, startRunner, waitUntil } from './test-runner.fixture.ts';

// Short enough to wait for, long enough that a busy machine does not lose it by itself.
const LEASE_MS = 6_000;

for (const [how, outcome] of [
  ['success', () => Promise.resolve()],
  ['failure', () => Promise.reject(new Error('too late'))],
] as const) {
  test(`a job whose lease went to another is told by its signal, and its ${how} is ignored`, async (t) => {
    const { url, database } = await databaseFor(t);
    let isTold = false;
    const kind = jobKind({
      leaseMs: LEASE_MS,
      run: async (_payload, { signal }) => {
        await database.query(
          `UPDATE jobs SET attempts = 2, leased_by = 'another', leased_until = now() + interval '1 hour'`,
        );
        if (!signal.aborted) await once(signal, 'abort');
        isTold = true;
        return outcome();
      },
    });
    const runner = await startRunner(t, { url, kinds: [kind] });
    await enqueueJob(database, { kind: 'test', payload: {} });
    await waitUntil('its end is found not to count', () =>
      runner.logged('job ended after its lease had gone to another: not recorded'),
    );
    assert.ok(isTold);
    assert.ok(runner.logged('job lost its lease: it has gone to another'));
    assert.partialDeepStrictEqual(await jobRows(database), [
      { attempts: 2, leased_by: 'another', last_error: null, set_aside_at: null },
    ]);
  });
}

test('a job that takes longer than its lease keeps it, so that nobody else runs it', async (t) => {
  const { url, database } = await databaseFor(t);
  const ran: string[] = [];
  const otherHasLooked = Promise.withResolvers<void>();
  const slow = (runner: string) =>
    jobKind({
      leaseMs: LEASE_MS,
      run: async () => {
        ran.push(runner);
        const { rows } = await database.query<{ leased_until: Date }>('SELECT leased_until FROM jobs');
        await waitUntil('the time of the first lease is over', async () => {
          const past = 'SELECT 1 WHERE now() > $1::timestamptz';
          return (await database.query(past, [rows[0]?.leased_until])).rowCount === 1;
        });
        await enqueueJob(database, { kind: 'look', payload: {} });
        await otherHasLooked.promise;
      },
    });
  const look = jobKind({ kind: 'look', run: async () => otherHasLooked.resolve() });
  await startRunner(t, { url, kinds: [slow('first')] });
  await enqueueJob(database, { kind: 'test', payload: {} });
  await waitUntil('the first has it', () => ran.length === 1);
  await startRunner(t, { url, kinds: [slow('second'), look] });
  await waitUntil('both are done', async () => (await jobRows(database)).length === 0);
  assert.deepEqual(ran, ['first']);
});
