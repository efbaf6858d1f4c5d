import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../audit/actor.ts';
import type { Database } from '../db/database.ts';
import { enqueueJob } from './enqueue-job.ts';
import { dropSetAsideJob } from './drop-set-aside-job.ts';
import { findSetAsideJob, listSetAsideJobs } from './list-set-aside-jobs.ts';
import { retrySetAsideJob, type Retried } from './retry-set-aside-job.ts';
import { databaseFor, jobKind, jobRows, NEVER_MS, startRunner, waitUntil } from './test-runner.fixture.ts';

const retry = (database: Database, id: string): Promise<Retried> =>
  database.transaction((tx) => retrySetAsideJob(tx, { id, actor: OPERATOR }));
const drop = (database: Database, id: string): Promise<boolean> =>
  database.transaction((tx) => dropSetAsideJob(tx, { id, actor: OPERATOR }));
const linesOf = async (database: Database, id: string): Promise<unknown[]> => {
  const { rows } = await database.query(
    'SELECT host_id, actor_kind, action, subject_name FROM audit_log WHERE subject_id = $1',
    [id],
  );
  return rows;
};

test('a job that fails is tried again on its schedule, then set aside with its reason', async (t) => {
  const { url, database } = await databaseFor(t);
  const attempts: number[] = [];
  const kind = jobKind({
    retryDelaysMs: [1, 100],
    run: async (_payload, { attempt }) => {
      attempts.push(attempt);
      throw new Error(`no luck in attempt ${attempt}`);
    },
  });
  const runner = await startRunner(t, { url, kinds: [kind] });
  const id = await enqueueJob(database, { kind: 'test', payload: { secret: 'ada@example.com' } });
  await waitUntil(
    'it is set aside',
    async () => (await listSetAsideJobs(database, { limit: 1 })).length === 1,
  );

  assert.deepEqual(attempts, [1, 2, 3]);
  const [job] = await listSetAsideJobs(database, { limit: 1 });
  assert.equal(job?.id, id);
  assert.equal(job?.attempts, 3);
  assert.equal(job?.lastError, 'no luck in attempt 3');
  assert.ok(runner.logged('job failed for the last time: set aside'));
  assert.doesNotMatch(JSON.stringify(runner.log), /ada@example\.com/);
});

test('a job that finds the disk of the database full is never set aside, and done once there is space', async (t) => {
  const { url, database } = await databaseFor(t);
  const attempts: number[] = [];
  const kind = jobKind({
    retryDelaysMs: [1, 1],
    run: async (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length < 6) await database.query(`DO $$ BEGIN RAISE disk_full; END $$`);
    },
  });
  const runner = await startRunner(t, { url, kinds: [kind] });
  await enqueueJob(database, { kind: 'test', payload: {} });
  await waitUntil('it is done', async () => (await jobRows(database)).length === 0);
  assert.deepEqual(attempts, [1, 2, 3, 3, 3, 3]);
  assert.ok(!runner.logged('job failed for the last time: set aside'));
});

test('the schedule is kept: a job is not tried again before its time', async (t) => {
  const { url, database } = await databaseFor(t);
  let attempts = 0;
  const failing = jobKind({
    kind: 'failing',
    retryDelaysMs: [NEVER_MS],
    run: async () => {
      attempts++;
      throw new Error('not yet');
    },
  });
  let others = 0;
  const other = jobKind({ kind: 'other', run: async () => void others++ });
  await startRunner(t, { url, kinds: [failing, other] });
  await enqueueJob(database, { kind: 'failing', payload: {} });
  await waitUntil('it has failed', async () => (await jobRows(database))[0]?.last_error === 'not yet');
  await enqueueJob(database, { kind: 'other', payload: {} });
  await waitUntil('jobs were looked for again', () => others === 1);
  assert.equal(attempts, 1);
  assert.partialDeepStrictEqual((await jobRows(database))[0], {
    is_due: false,
    leased_by: null,
    attempts: 1,
  });
});

test('a poison job does not hold up the others, even of its kind and where only one may run', async (t) => {
  const { url, database } = await databaseFor(t);
  const done: number[] = [];
  const kind = jobKind<{ n: number }>({
    concurrency: 1,
    retryDelaysMs: [0, 0, 0],
    run: async ({ n }) => {
      if (n === 0) throw new TypeError('poison');
      done.push(n);
    },
  });
  for (const n of [0, 1, 2, 3, 4]) await enqueueJob(database, { kind: 'test', payload: { n } });
  await startRunner(t, { url, kinds: [kind] });
  await waitUntil('only the poison is left, set aside', async () => {
    const rows = await jobRows(database);
    return rows.length === 1 && rows[0]?.set_aside_at !== null;
  });
  assert.deepEqual(done, [1, 2, 3, 4]);
  assert.equal((await jobRows(database))[0]?.last_error, 'poison');
});

test('a reason that PostgreSQL could not store as it is, or that is endless, is recorded all the same', async (t) => {
  const { url, database } = await databaseFor(t);
  const kind = jobKind<{ thrown: string }>({
    run: async ({ thrown }) => {
      if (thrown === 'nothing') throw null;
      throw new Error(thrown === 'nul' ? 'a\0b\ud800' : 'x'.repeat(1_000_000));
    },
  });
  for (const thrown of ['nul', 'endless', 'nothing']) {
    await enqueueJob(database, { kind: 'test', payload: { thrown } });
  }
  await startRunner(t, { url, kinds: [kind] });
  await waitUntil('all are set aside', async () =>
    (await jobRows(database)).every((row) => row.set_aside_at),
  );
  const [nul, endless, nothing] = await jobRows(database);
  assert.equal(nul?.last_error, 'ab\ufffd');
  assert.equal(endless?.last_error?.length, 2_000);
  assert.equal(nothing?.last_error, 'Something that is not an Error was thrown.');
});

test('a job that was set aside runs again from its first attempt when it is retried', async (t) => {
  const { url, database } = await databaseFor(t);
  const attempts: number[] = [];
  let mended = false;
  const kind = jobKind({
    run: async (_payload, { attempt }) => {
      attempts.push(attempt);
      if (!mended) throw new Error('broken');
    },
  });
  const id = await enqueueJob(database, { kind: 'test', payload: {} });
  assert.ok(id);
  assert.equal(await retry(database, crypto.randomUUID()), 'not_there');
  assert.equal(await retry(database, id), 'not_there', 'it waits, and is not set aside');
  await startRunner(t, { url, kinds: [kind] });
  await waitUntil(
    'it is set aside',
    async () => (await listSetAsideJobs(database, { limit: 1 })).length === 1,
  );
  mended = true;
  assert.equal(await retry(database, id), 'retried');
  await waitUntil('it is done', async () => (await jobRows(database)).length === 0);
  assert.deepEqual(attempts, [1, 1]);
  assert.equal(await retry(database, id), 'not_there');
  const line = { host_id: null, actor_kind: 'operator', action: 'job.retry', subject_name: 'test' };
  assert.deepEqual(await linesOf(database, id), [line], 'what changed nothing leaves no line');
});

test('a job that was set aside is not retried while another has its unique key', async (t) => {
  const { database } = await databaseFor(t);
  const job = { kind: 'test', payload: {}, uniqueKey: 'order 7' };
  const id = await enqueueJob(database, job);
  assert.ok(id);
  await database.query(`UPDATE jobs SET set_aside_at = now(), last_error = 'broken'`);
  assert.ok(await enqueueJob(database, job), 'a job that was set aside does not keep its key');
  assert.equal(await retry(database, id), 'key_taken');
  assert.equal((await jobRows(database)).filter((row) => row.set_aside_at).length, 1);
});

test('of a job that was set aside the ids are told and nothing else; dropped, it is gone', async (t) => {
  const { database } = await databaseFor(t);
  const orderId = crypto.randomUUID();
  const id = await enqueueJob(database, {
    kind: 'test',
    payload: { orderId, email: 'ada@example.com', note: `about ${orderId}`, nested: { orderId } },
  });
  assert.ok(id);
  assert.equal(await findSetAsideJob(database, id), null);
  assert.equal(await drop(database, id), false, 'what still waits is not dropped');
  await database.query(`UPDATE jobs SET set_aside_at = now(), last_error = 'broken'`);
  assert.deepEqual((await findSetAsideJob(database, id))?.ids, { orderId });
  assert.equal(await drop(database, id), true);
  assert.equal(await drop(database, id), false);
  const line = { host_id: null, actor_kind: 'operator', action: 'job.drop', subject_name: 'test' };
  assert.deepEqual(await linesOf(database, id), [line]);
  assert.deepEqual(await jobRows(database), []);
});
