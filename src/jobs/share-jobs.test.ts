import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../db/database.ts';
import { enqueueJob } from './enqueue-job.ts';
import { databaseFor, jobKind, jobRows, startRunner, waitUntil } from './test-runner.fixture.ts';

const JOBS = 200;

async function enqueueMany(database: Database, kind: string, count: number): Promise<void> {
  await database.transaction(async (tx) => {
    for (let n = 0; n < count; n++) await enqueueJob(tx, { kind, payload: {} });
  });
}

/** How often each job ran, as runs per job. */
function countRuns(ids: string[]): number[] {
  return [...Map.groupBy(ids, (id) => id).values()].map((runs) => runs.length);
}

test('two runners share 200 jobs, and each job runs exactly once', async (t) => {
  const { url, database } = await databaseFor(t);
  await enqueueMany(database, 'test', JOBS);
  const ran: Record<'a' | 'b', string[]> = { a: [], b: [] };
  const bothTakePart = Promise.withResolvers<void>();
  const startAs = (processId: 'a' | 'b') => {
    const kind = jobKind({
      concurrency: 5,
      run: async (_payload, { jobId }) => {
        ran[processId].push(jobId);
        if (ran.a.length > 0 && ran.b.length > 0) bothTakePart.resolve();
        await bothTakePart.promise;
      },
    });
    return startRunner(t, { url, processId, kinds: [kind] });
  };
  await Promise.all([startAs('a'), startAs('b')]);
  await waitUntil('all are done', async () => (await jobRows(database)).length === 0);
  assert.deepEqual(
    countRuns([...ran.a, ...ran.b]),
    Array.from({ length: JOBS }, () => 1),
  );
});

test('the control: taking jobs by SELECT, then UPDATE, runs some of them twice', async (t) => {
  const { database } = await databaseFor(t);
  await enqueueMany(database, 'test', JOBS);
  const ran: string[] = [];
  const haveLooked = new Set<string>();
  const bothHaveLooked = Promise.withResolvers<void>();
  const runNaively = async (processId: string): Promise<void> => {
    for (;;) {
      const { rows } = await database.query<{ id: string }>(
        'SELECT id FROM jobs WHERE leased_by IS NULL ORDER BY run_at, id LIMIT 5',
      );
      if (haveLooked.add(processId).size === 2) bothHaveLooked.resolve();
      await bothHaveLooked.promise;
      if (rows.length === 0) return;
      const ids = rows.map((row) => row.id);
      await database.query('UPDATE jobs SET leased_by = $1, leased_until = now() WHERE id = ANY ($2)', [
        processId,
        ids,
      ]);
      ran.push(...ids);
    }
  };
  await Promise.all([runNaively('a'), runNaively('b')]);
  assert.ok(countRuns(ran).some((runs) => runs > 1));
});

test('a flood of one kind does not keep another waiting', async (t) => {
  const { url, database } = await databaseFor(t);
  await enqueueMany(database, 'flood', 50);
  await enqueueMany(database, 'other', 1);
  const floodEnds = Promise.withResolvers<void>();
  let others = 0;
  const flood = jobKind({ kind: 'flood', concurrency: 2, run: () => floodEnds.promise });
  const other = jobKind({ kind: 'other', concurrency: 1, run: async () => void others++ });
  await startRunner(t, { url, kinds: [flood, other] });
  await waitUntil('the other is done', async () => (await jobRows(database)).length === 50);
  assert.equal(others, 1);
  const leased = (await jobRows(database)).filter((row) => row.leased_by !== null);
  assert.equal(leased.length, 2, 'no more than may run at once');
  floodEnds.resolve();
  await waitUntil('the flood is over', async () => (await jobRows(database)).length === 0);
});

test('jobs of a kind that a runner does not know are left to those who do', async (t) => {
  const { url, database } = await databaseFor(t);
  await enqueueMany(database, 'unknown', 1);
  await enqueueMany(database, 'test', 1);
  await startRunner(t, { url, kinds: [jobKind({ run: async () => {} })] });
  await waitUntil('its own job is done', async () => (await jobRows(database)).length === 1);
  assert.partialDeepStrictEqual((await jobRows(database))[0], { attempts: 0, leased_by: null });
});
