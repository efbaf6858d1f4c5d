import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { until } from '../../test/harness/until.ts';
import { listenForChanges } from '../db/changes.ts';
import { createRequestIds } from '../http/request-id.ts';
import { createHttpServer } from '../http/server.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { createJobRunner } from '../jobs/run-jobs.ts';
import { createLogger, tellOutage } from './logger.ts';

type Line = { msg: string; requestId?: string; jobId?: string; jobKind?: string; of?: string };

function collectLines() {
  const lines: Line[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  return { lines, logger: createLogger('info', sink) };
}

test('every line of a request has the id that its answer has, before its body and after it', async (t) => {
  const { lines, logger } = collectLines();
  const http = createHttpServer({ requestIds: createRequestIds('test'), logger });
  t.after(() => http.close());
  const tell = tellOutage(logger, 'an outage that all notice');
  http.addHook('onRequest', async () => {
    await nextTurn();
    logger.info('before');
  });
  http.post('/', async ({ body }) => {
    const { of } = body as { of: string };
    logger.info({ of }, 'in the handler');
    await nextTurn();
    logger.info({ of }, 'later');
    tell(new Error('away'));
    return {};
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const all = ['one', 'two', 'three'];
  const asked = all.map((of) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', headers });
    sent.flushHeaders();
    return { of, sent, answered: once(sent, 'response') as Promise<[IncomingMessage]> };
  });
  // The bodies come later than the heads: they are read when nothing else of the request is under way.
  await until('all heads to be read', () => lines.length === all.length);
  for (const { of, sent } of asked) sent.end(JSON.stringify({ of }));
  const ids = await Promise.all(
    asked.map(async ({ of, answered }) => {
      const [answer] = await answered;
      answer.resume();
      assert.equal(answer.statusCode, 200);
      return [of, answer.headers['x-request-id']] as const;
    }),
  );
  for (const [of, id] of ids) {
    assert.ok(id);
    const own = lines.filter((line) => line.requestId === id);
    assert.deepEqual(
      own.map(({ msg }) => msg),
      ['before', 'in the handler', 'later'],
    );
    assert.deepEqual(own.map((line) => line.of).slice(1), [of, of]);
  }
  const outage = lines.filter(({ msg }) => msg === 'an outage that all notice');
  assert.deepEqual(
    outage.map(({ requestId }) => requestId),
    [undefined],
  );
});

test('every line of a job has its id and kind', async (t) => {
  const { lines, logger } = collectLines();
  const testDatabase = await createTestDatabase();
  t.after(() => testDatabase.drop());
  const { database } = testDatabase;
  const changes = listenForChanges(database, () => {});
  const run = async (): Promise<void> => {
    await database.query('SELECT 1');
    logger.warn('something of a job');
  };
  const kind = { kind: 'logs', retryDelaysMs: [], leaseMs: 60_000, concurrency: 2, run };
  const runner = createJobRunner({ database, changes, kinds: [kind], processId: 'test', logger });
  await changes.start();
  await runner.start();
  t.after(async () => {
    await runner.stop();
    await changes.close();
  });
  const ids = [
    await enqueueJob(database, { kind: 'logs', payload: {} }),
    await enqueueJob(database, { kind: 'logs', payload: {} }),
  ];
  const told = () => lines.filter(({ msg }) => msg === 'something of a job');
  await until('both to be done', () => told().length === 2);
  assert.deepEqual(
    told()
      .map(({ jobId, jobKind }) => `${jobKind} ${jobId}`)
      .toSorted(),
    ids.map((id) => `logs ${id}`).toSorted(),
  );
});
