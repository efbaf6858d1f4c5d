import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { connectDatabase } from '../database.ts';
import { startEmbeddedPostgres } from './start-postgres.ts';

test('the server’s log does not say what a statement failed by, nor the row that it was about', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-log-'));
  const server = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: assert.fail });
  const database = connectDatabase({ url: server.url, poolSize: 1, onIdleError: () => {} });
  const email = 'canary@example.com';
  await database.query('CREATE TABLE buyers (email text PRIMARY KEY CHECK (length(email) < 30))');
  await database.query('INSERT INTO buyers VALUES ($1)', [email]);
  for (const refused of [email, `${'x'.repeat(30)}${email}`])
    await assert.rejects(database.query('INSERT INTO buyers VALUES ($1)', [refused]), { code: /^23/ });
  await assert.rejects(database.query(`SELECT '${email}'::uuid`), { code: '22P02' });
  await database.close();
  await server.stop();
  const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8');
  await rm(dataDir, { recursive: true, force: true });
  assert.match(log, /LOG: /, 'what the server does by itself is in it');
  assert.doesNotMatch(log, /canary/);
});
