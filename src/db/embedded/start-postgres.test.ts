import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
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
