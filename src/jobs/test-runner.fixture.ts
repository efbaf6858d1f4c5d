import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { listenForChanges } from '../db/changes.ts';
import { connectDatabase, type Database, type Queryable } from '../db/database.ts';
import type { JobKind } from './job-kind.ts';
import { createJobRunner } from './run-jobs.ts';

/** Longer than any test takes: where this is the poll interval or the lease, it is not what moves the test on. */
export const NEVER_MS = 600_000;

const GIVE_UP_AFTER_MS = 60_000;

export type LogLine = { level: 'info' | 'warn' | 'error'; fields: object; message: string };

export type TestRunner = {
  database: Database;
  log: LogLine[];
  logged(message: string): boolean;
  /** Resolves when it asks nothing of the database and sleeps until something wakes it. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

/** A database that is dropped when the test ends. */
export async function databaseFor(t: TestContext): Promise<TestDatabase> {
  const testDatabase = await createTestDatabase();
  t.after(() => testDatabase.drop());
  return testDatabase;
}

/** A runner with connections of its own, as in a process of its own; stopped when the test ends. */
export async function startRunner(
  t: TestContext,
  options: {
    url: string;
    kinds: JobKind<never>[];
    /** The address for NOTIFY, if it is not `url`. */
    listenUrl?: string;
    processId?: string;
    maxPollMs?: number;
    stopPatienceMs?: number;
  },
): Promise<TestRunner> {
  const { url, listenUrl = url, processId = 'test', maxPollMs = NEVER_MS, stopPatienceMs = 0 } = options;
  const connected = connectDatabase({ url, poolSize: 5, onIdleError: () => {} });
  let queriesInFlight = 0;
  const counted = (on: Queryable): Queryable => ({
    query: (text, values) => {
      queriesInFlight++;
      return on.query<never>(text, values).finally(() => queriesInFlight--);
    },
  });
  const database: Database = { ...connected, ...counted(connected), prepared: counted(connected.prepared) };
  const listening = connectDatabase({ url: listenUrl, poolSize: 1, onIdleError: () => {} });
  const changes = listenForChanges(listening, () => {});
  const log: LogLine[] = [];
  const write = (level: LogLine['level']) => (fields: object, message: string) =>
    void log.push({ level, fields, message });
  const logger = { info: write('info'), warn: write('warn'), error: write('error') };
  const kinds = options.kinds;
  const runner = createJobRunner({ database, changes, kinds, processId, logger, maxPollMs, stopPatienceMs });
  await changes.start();
  await runner.start();
  t.after(async () => {
    await runner.stop();
    await changes.close();
    await Promise.all([database.close(), listening.close()]);
  });
  return {
    database,
    log,
    async idle() {
      // Work that was just requested begins first.
      await nextTurn();
      await waitUntil('the runner is idle', () => queriesInFlight === 0);
    },
    logged: (message) => log.some((line) => line.message === message),
    stop: () => runner.stop(),
  };
}

/** A kind with what most tests don't care about filled in. */
export function jobKind<Payload>(
  kind: Partial<JobKind<Payload>> & Pick<JobKind<Payload>, 'run'>,
): JobKind<Payload> {
  return { kind: 'test', retryDelaysMs: [], leaseMs: NEVER_MS, concurrency: 10, ...kind };
}

export async function waitUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(10);
  }
}

export type JobRow = {
  attempts: number;
  leased_by: string | null;
  set_aside_at: Date | null;
  last_error: string | null;
  is_due: boolean;
};

export async function jobRows(database: Database): Promise<JobRow[]> {
  const { rows } = await database.query<JobRow>(
    'SELECT attempts, leased_by, set_aside_at, last_error, run_at <= now() AS is_due FROM jobs ORDER BY created_at',
  );
  return rows;
}
