import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { readOutbox, type OutboxRow } from '../../src/stream/outbox.ts';
import { buy } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';

// Any number: nothing else takes shared advisory locks of this database.
const LOCK = 1;
const STUCK = `SELECT pid FROM pg_locks
  WHERE locktype = 'advisory' AND objid = ${LOCK} AND mode = 'ShareLock' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const PATIENCE_MS = 180_000;

/**
 * The program in a process of its own, with a database of its own, that is stopped when it is about to forget events that were
 * published, and can be killed there.
 */
export async function openCrashStage(t: TestContext, environment: Record<string, string>) {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const secretKey = randomBytes(32);
  const { dataDir, remove } = await makeDataDir();
  const on = {
    app: { database },
    secretKeys: createSecretKeys(secretKey),
    testDatabase,
  } as unknown as TestApp;
  const host = await makeHost(on);
  const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });

  // Made from outside, in the database: the program knows nothing of it.
  await database.query(`
    CREATE FUNCTION wait_before_forgetting() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NULL; END $$;
    CREATE TRIGGER stopped BEFORE DELETE ON stream_events FOR EACH STATEMENT EXECUTE FUNCTION wait_before_forgetting()`);
  const holder = new pg.Client({ connectionString: testDatabase.url });
  holder.on('error', () => {});
  let program: Program | null = null;
  const end = async (): Promise<void> => {
    program?.child.kill('SIGKILL');
    await program?.exited;
    program = null;
  };
  t.after(async () => {
    await end();
    await holder.end();
    await testDatabase.drop();
    await remove();
  });
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);

  return {
    host,
    eventsOfAnOrder: 4,
    outbox: (): Promise<OutboxRow[]> => readOutbox(database, 1_000),
    async start(): Promise<void> {
      program = await launch({
        ENVIRONMENT: 'development',
        DATABASE_URL: testDatabase.url,
        SECRET_KEY: secretKey.toString('hex'),
        DATA_DIR: dataDir,
        ...environment,
      });
      await untilHealthy(program);
    },
    /** A free order of two tickets. */
    async buy(): Promise<void> {
      assert(program);
      const cart = { slug: event.slug, items: [{ sku: event.skus[0], quantity: 2 }] };
      assert.equal((await buy(program, host, cart)).status, 'confirmed');
    },
    untilForgetting: () =>
      until('events to be forgotten', async () => (await database.query(STUCK)).rows.length > 0, PATIENCE_MS),
    /** Kill -9. Stopped steps are undone, and from now on nobody is stopped. */
    async kill(): Promise<void> {
      await end();
      await database.query(`SELECT pg_terminate_backend(pid) FROM (${STUCK}) AS stuck`);
      await until('it to be undone', async () => (await database.query(STUCK)).rows.length === 0);
      await holder.query('SELECT pg_advisory_unlock_all()');
    },
  };
}
