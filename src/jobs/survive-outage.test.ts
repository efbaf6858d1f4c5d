import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cuttableUrl } from './cut-connection.fixture.ts';
import { enqueueJob } from './enqueue-job.ts';
import { databaseFor, jobKind, jobRows, startRunner, waitUntil } from './test-runner.fixture.ts';

test('a runner whose connections are all terminated goes on, also with the job that is running', async (t) => {
  const { url, database } = await databaseFor(t);
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const ran: string[] = [];
  const kind = jobKind<{ name: string }>({
    run: async ({ name }) => {
      ran.push(name);
      begun.resolve();
      if (name === 'during') await mayEnd.promise;
    },
  });
  await startRunner(t, { url, kinds: [kind] });
  await enqueueJob(database, { kind: 'test', payload: { name: 'during' } });
  await begun.promise;
  const { rowCount } = await database.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  assert.ok((rowCount ?? 0) >= 2, 'a pooled connection and the one that listens');
  await enqueueJob(database, { kind: 'test', payload: { name: 'after' } });
  await waitUntil('a new job has run', () => ran.length === 2);
  mayEnd.resolve();
  await waitUntil('both are done', async () => (await jobRows(database)).length === 0);
  assert.deepEqual(ran, ['during', 'after']);
});

test('a runner that is started while the database is away begins when it is back', async (t) => {
  const { url, database } = await databaseFor(t);
  const way = await cuttableUrl(t, url);
  way.cut();
  let runs = 0;
  const kind = jobKind({ everyMs: 60 * 60_000, run: async () => void runs++ });
  let isStarted = false;
  const starting = startRunner(t, { url: way.url, listenUrl: url, kinds: [kind] });
  starting.then(
    () => (isStarted = true),
    () => {},
  );
  // Tried, and tried again: it was turned away twice.
  await waitUntil('it has met the outage', () => way.refused() > 1);
  assert.equal(isStarted, false);
  way.mend();
  await starting;
  await waitUntil('its job has run', () => runs === 1);
  assert.equal((await jobRows(database)).length, 1);
});

test('a job whose NOTIFY was lost with the connection runs when the connection is back', async (t) => {
  const { url, database } = await databaseFor(t);
  const way = await cuttableUrl(t, url);
  const kind = jobKind({ run: async () => {} });
  const runner = await startRunner(t, { url, listenUrl: way.url, kinds: [kind] });
  await runner.idle();
  way.cut();
  await enqueueJob(database, { kind: 'test', payload: {} });
  way.mend();
  await waitUntil('it is done', async () => (await jobRows(database)).length === 0);
});

test('a job that ends while the database is away is recorded when it is back, and not run again', async (t) => {
  const { url, database } = await databaseFor(t);
  const way = await cuttableUrl(t, url);
  let runs = 0;
  const ended = Promise.withResolvers<void>();
  const kind = jobKind({
    run: async () => {
      runs++;
      way.cut();
      ended.resolve();
    },
  });
  const runner = await startRunner(t, { url: way.url, kinds: [kind] });
  await enqueueJob(database, { kind: 'test', payload: {} });
  await ended.promise;
  await waitUntil('the runner has met the outage', () => runner.logged('jobs could not be taken'));
  assert.equal((await jobRows(database)).length, 1);
  way.mend();
  await waitUntil('its end is recorded', async () => (await jobRows(database)).length === 0);
  assert.equal(runs, 1);

  await enqueueJob(database, { kind: 'test', payload: {} });
  await waitUntil('a later job runs too', () => runs === 2);
});

test('a job that is cut off from the database for longer than its lease is told by its signal', async (t) => {
  const { url, database } = await databaseFor(t);
  const way = await cuttableUrl(t, url);
  const told = Promise.withResolvers<void>();
  const kind = jobKind({
    leaseMs: 900,
    retryDelaysMs: [0],
    run: (_payload, { attempt, signal }) => {
      if (attempt > 1) return Promise.resolve();
      way.cut();
      signal.addEventListener('abort', () => told.resolve());
      // This process was kept waiting for so long that the lease was over before it began.
      if (signal.aborted) told.resolve();
      return told.promise;
    },
  });
  const runner = await startRunner(t, { url: way.url, kinds: [kind] });
  await enqueueJob(database, { kind: 'test', payload: {} });
  await told.promise;
  assert.ok(runner.logged('job lost its lease: it could not be extended in time'));
  way.mend();
  await waitUntil('it is done after all', async () => (await jobRows(database)).length === 0);
});
