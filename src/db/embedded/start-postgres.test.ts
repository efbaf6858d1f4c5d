import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { until } from '../../../test/harness/until.ts';
import { freePort } from './free-port.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start-postgres.ts';

type Options = Omit<Parameters<typeof startEmbeddedPostgres>[0], 'dataDir'>;

/** A server in a folder of its own. The folder goes when the server has ended. */
async function start(t: TestContext, options: Options): Promise<EmbeddedPostgres & { cluster: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-postgres-'));
  const server = await startEmbeddedPostgres({ dataDir, ...options });
  t.after(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
  return { ...server, cluster: path.join(dataDir, 'postgres') };
}

test('a port that is taken after it was found free costs another look', async (t) => {
  const winner = createServer().listen(0, '127.0.0.1');
  await once(winner, 'listening');
  t.after(() => winner.close());
  const { port: taken } = winner.address() as AddressInfo;
  const found = [taken, taken];
  const server = await start(t, {
    onUnexpectedExit: (reason) => assert.fail(reason),
    findPort: async () => found.pop() ?? freePort(),
  });
  assert.deepEqual(found, []);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.end();
});

test('a server that ends by itself and can’t start is started again until it can', async (t) => {
  const reasons: string[] = [];
  const { cluster, url } = await start(t, { onUnexpectedExit: (reason) => void reasons.push(reason) });
  const pid = Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8'), 10);
  // As on a disk that is full: it ends, and its recovery fails.
  await rename(path.join(cluster, 'pg_wal'), path.join(cluster, 'away'));
  process.kill(pid, 'SIGQUIT');
  const failed = (): number => reasons.filter((reason) => reason.includes('did not start')).length;
  await until('two starts to have failed', () => failed() >= 2);
  await rename(path.join(cluster, 'away'), path.join(cluster, 'pg_wal'));
  await until('it to answer', async () => {
    const client = new pg.Client({ connectionString: url });
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
  process.env['SECRET_KEY'] = 'canary-of-a-key';
  t.after(() => delete process.env['SECRET_KEY']);
  const { cluster } = await start(t, { onUnexpectedExit: (reason) => assert.fail(reason) });
  const pid = Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8'), 10);
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  assert.match(environment, /PATH=/);
  assert.doesNotMatch(environment, /canary/);
});
