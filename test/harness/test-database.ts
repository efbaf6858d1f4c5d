import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectDatabase, type Database, type DatabaseLimits } from '../../src/db/database.ts';
import { until } from './until.ts';

export type TestDatabase = {
  url: string;
  database: Database;
  drop(): Promise<void>;
  /** For when everybody else has closed: answers how often the server had to break a deadlock here. */
  dropAndCountDeadlocks(): Promise<number>;
};

/**
 * On a machine that runs three files at once and more, all takes longer than buyers are to wait: what the product gives up after two
 * seconds, because somebody has kept a lock, a test may only just have seen. Tests of the product's own limits don't take these.
 */
export const LONG_TIMEOUTS: DatabaseLimits = {
  connectTimeoutMs: 20_000,
  statementTimeoutMs: 90_000,
  lockTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 90_000,
};

/** The server that the run's global setup started; see global-setup.ts. */
export function testServerUrl(): string {
  const url = process.env['TESSERA_TEST_SERVER_URL'];
  if (!url)
    throw new Error(
      'There is no test server: run the tests with npm test, or with npm run test:file <path>.',
    );
  return url;
}

/** A database of its own for a test file: a copy of the migrated template, made in milliseconds. */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = databaseUrl(name);
  // By default the server would write each page of the copy to its log: ten times the work.
  await onServer(`CREATE DATABASE ${name} TEMPLATE tessera_template STRATEGY file_copy`);
  const { poolSize = 10 } = options;
  const database = connectDatabase({ url, poolSize, onIdleError: () => {}, ...LONG_TIMEOUTS });
  const remove = () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return {
    url,
    database,
    async drop() {
      await database.close();
      await remove();
    },
    async dropAndCountDeadlocks() {
      await database.close();
      const deadlocks = await countDeadlocks(name);
      await remove();
      return deadlocks;
    },
  };
}

/** A session reports its deadlocks when it ends, or some seconds later: they are counted when no session is left. */
async function countDeadlocks(name: string): Promise<number> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    await until('all sessions to be gone', async () => {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
        [name],
      );
      return rows.length === 0;
    });
    const { rows } = await client.query<{ deadlocks: number }>(
      'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = $1',
      [name],
    );
    return rows[0]?.deadlocks ?? Number.NaN;
  } finally {
    await client.end();
  }
}

export function databaseUrl(name: string): string {
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
