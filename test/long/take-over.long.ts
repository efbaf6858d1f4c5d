import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { dumpSchema } from '../../src/db/dump-schema.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readLedger } from '../../src/db/take-over.ts';
import { ask } from '../harness/client.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { databaseUrl, onServer } from '../harness/test-database.ts';
import { checkOut, whyNotRunnable } from './earlier-release.ts';

const { commit } = readLedger([]);
const skip = (await whyNotRunnable(commit)) ?? false;

async function makeDatabase(t: TestContext): Promise<{ url: string; client: pg.Client }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const client = new pg.Client({ connectionString: databaseUrl(name) });
  await client.connect();
  t.after(async () => {
    await client.end();
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url: databaseUrl(name), client };
}

const FACTS = `
  SELECT (SELECT array_agg(name ORDER BY name) FROM schema_migrations) AS migrations,
         (SELECT array_agg(p.oid::regprocedure || md5(prosrc) ORDER BY p.oid::regprocedure::text) FROM pg_proc AS p
           WHERE pronamespace = 'public'::regnamespace AND prolang > 99) AS functions`;

test(
  'the database of the last program from before the first release is taken over, and that program is not let back',
  { skip },
  async (t) => {
    const { url, client } = await makeDatabase(t);
    const earlier = await checkOut(commit);
    t.after(() => earlier.remove());
    const { dataDir, remove } = await makeDataDir();
    t.after(remove);
    const settings = {
      ENVIRONMENT: 'development',
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      SECRET_KEY: randomBytes(32).toString('hex'),
      DEMO: 'on',
    };
    const start = async (words: string[], folder?: string): Promise<Program> => {
      const program = await launch(settings, words, folder);
      t.after(() => program.child.kill('SIGKILL'));
      return program;
    };
    const run = async (words: string[], folder?: string): Promise<[number | null, string]> => {
      const program = await start(words, folder);
      return [await program.exited, program.output()];
    };
    const facts = async () => (await client.query<Record<string, string[]>>(FACTS)).rows[0];

    const old = await start(['start'], earlier.folder);
    await untilHealthy(old);
    const before = await facts();
    const [refused, why] = await run(['migrate']);
    assert.equal(refused, 1);
    assert.match(why, /An earlier program is connected to the database \(\d+ connections\): stop it first\./);
    assert.deepEqual(await facts(), before);

    old.child.kill('SIGTERM');
    assert.equal(await old.exited, 0, old.output());
    const [taken, told] = await run(['migrate']);
    assert.equal(taken, 0, told);
    assert.match(told, /^taken over: its 143 migrations from before the first release are one now$/m);
    const fresh = await makeDatabase(t);
    await migrate(fresh.url);
    assert.equal(await dumpSchema(client), await dumpSchema(fresh.client));
    const after = await facts();
    assert.deepEqual(after, (await fresh.client.query(FACTS)).rows[0]);
    assert.deepEqual(await run(['check']).then(([code]) => code), 0);

    const [ended, said] = await run(['start'], earlier.folder);
    assert.equal(ended, 1, said);
    assert.match(said, /Migration 0001_jobs\.sql failed: relation "jobs" already exists/);
    assert.deepEqual(await facts(), after);
    assert.equal(await dumpSchema(client), await dumpSchema(fresh.client));

    const current = await start(['start']);
    await untilHealthy(current);
    const { hosts } = await current.demo();
    const { status, body } = await ask(current, '/events?limit=3', { key: hosts[0]?.publicKey ?? '' });
    assert.equal(status, 200);
    assert.equal(body.data.items.length, 3, 'the demo of the earlier program is for sale');
  },
);
