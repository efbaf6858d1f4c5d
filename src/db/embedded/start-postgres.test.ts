import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../../../test/harness/until.ts';
import { freePort } from './free-port.ts';
import { startEmbeddedPostgres } from './start-postgres.ts';

test('a port that is taken after it was found free costs another look', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-postgres-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const winner = createServer().listen(0, '127.0.0.1');
  await once(winner, 'listening');
  t.after(() => winner.close());
  const { port: taken } = winner.address() as AddressInfo;
  const found = [taken, taken];
  const server = await startEmbeddedPostgres({
    dataDir,
    onUnexpectedExit: (reason) => assert.fail(reason),
    findPort: async () => found.pop() ?? freePort(),
  });
  t.after(() => server.stop());
  assert.deepEqual(found, []);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.end();
});

test('a server that ends by itself and can’t start is started again until it can', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-postgres-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const reasons: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    onUnexpectedExit: (reason) => void reasons.push(reason),
  });
  t.after(() => server.stop());
  const cluster = path.join(dataDir, 'postgres');
  const pid = Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8'), 10);
  // As on a disk that is full: it ends, and its recovery fails.
  await rename(path.join(cluster, 'pg_wal'), path.join(cluster, 'away'));
  process.kill(pid, 'SIGQUIT');
  const failed = (): number => reasons.filter((reason) => reason.includes('did not start')).length;
  await until('two starts to have failed', () => failed() >= 2);
  await rename(path.join(cluster, 'away'), path.join(cluster, 'pg_wal'));
  await until('it to answer', async () => {
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => {});
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    return isThere;
  });
});

test('the server gets no secret of the program in its environment', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-postgres-'));
  t.after(() => rm(dataDir, { recursive: true }));
  process.env['SECRET_KEY'] = 'canary-of-a-key';
  t.after(() => delete process.env['SECRET_KEY']);
  const server = await startEmbeddedPostgres({
    dataDir,
    onUnexpectedExit: (reason) => assert.fail(reason),
  });
  t.after(() => server.stop());
  const pid = Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  assert.match(environment, /PATH=/);
  assert.doesNotMatch(environment, /canary/);
});
