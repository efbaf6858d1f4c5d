import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enqueueJob } from './enqueue-job.ts';
import { databaseFor, jobKind, jobRows, startRunner, waitUntil } from './test-runner.fixture.ts';

type Named = { name: string };

function noteNames(ran: string[]) {
  return jobKind<Named>({
    run: async ({ name }) => {
      ran.push(name);
    },
  });
}

test('NOTIFY wakes an idle runner when the transaction of a job commits, and not before', async (t) => {
  const { url, database } = await databaseFor(t);
  const ran: string[] = [];
  const runner = await startRunner(t, { url, kinds: [noteNames(ran)] });
  await runner.idle();
  await database.transaction(async (tx) => {
    await enqueueJob(tx, { kind: 'test', payload: { name: 'in the open transaction' } });
    await enqueueJob(database, { kind: 'test', payload: { name: 'meanwhile' } });
    await waitUntil('the other job has run', () => ran.length > 0);
    assert.deepEqual(ran, ['meanwhile']);
    await runner.idle();
  });
  await waitUntil('all rows are gone', async () => (await jobRows(database)).length === 0);
  assert.deepEqual(ran, ['meanwhile', 'in the open transaction']);
});

test('a job of a transaction that is rolled back never runs', async (t) => {
  const { url, database } = await databaseFor(t);
  const ran: string[] = [];
  await startRunner(t, { url, kinds: [noteNames(ran)] });
  const rolledBack = database.transaction(async (tx) => {
    await enqueueJob(tx, { kind: 'test', payload: { name: 'rolled back' } });
    throw new Error('the cause did not happen');
  });
  await assert.rejects(rolledBack, /the cause did not happen/);
  await enqueueJob(database, { kind: 'test', payload: { name: 'after it' } });
  await waitUntil('the later job has run', async () => (await jobRows(database)).length === 0);
  assert.deepEqual(ran, ['after it']);
});

test('a job with a delay waits for the time of the database', async (t) => {
  const { url, database } = await databaseFor(t);
  const ran: string[] = [];
  await startRunner(t, { url, kinds: [noteNames(ran)] });
  await enqueueJob(database, { kind: 'test', payload: { name: 'in an hour' }, delayMs: 3_600_000 });
  await enqueueJob(database, {
    kind: 'test',
    payload: { name: 'tomorrow' },
    runAt: new Date(Date.now() + 86_400_000),
  });
  await enqueueJob(database, { kind: 'test', payload: { name: 'soon' }, delayMs: 100 });
  await waitUntil('the first has run', async () => (await jobRows(database)).length === 2);
  assert.deepEqual(ran, ['soon']);
  await database.query(`UPDATE jobs SET run_at = run_at - interval '1 hour'`);
  await enqueueJob(database, { kind: 'test', payload: { name: 'now' } });
  await waitUntil('two more have run', async () => (await jobRows(database)).length === 1);
  assert.deepEqual(ran.slice(1).sort(), ['in an hour', 'now']);
});

test('ten who ask for the same unique key at once get one job, which runs once', async (t) => {
  const { url, database } = await databaseFor(t);
  const job = { kind: 'test', payload: { name: 'receipt' }, uniqueKey: 'order 7' };
  const ids = await Promise.all(Array.from({ length: 10 }, () => enqueueJob(database, job)));
  assert.equal(ids.filter((id) => id !== null).length, 1);
  assert.notEqual(await enqueueJob(database, { ...job, uniqueKey: 'order 8' }), null);
  assert.notEqual(await enqueueJob(database, { ...job, kind: 'other' }), null);

  const ran: string[] = [];
  await startRunner(t, { url, kinds: [noteNames(ran)] });
  await waitUntil('only the other kind is left', async () => (await jobRows(database)).length === 1);
  assert.equal(ran.length, 2);
  assert.notEqual(await enqueueJob(database, job), null, 'a key is free again once its job is done');
});
