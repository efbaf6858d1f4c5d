import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectDatabase, type Database } from '../../src/db/database.ts';

export type TestDatabase = { url: string; database: Database; drop(): Promise<void> };

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
  await onServer(`CREATE DATABASE ${name} TEMPLATE tessera_template`);
  const database = connectDatabase({ url, poolSize: options.poolSize ?? 10, onIdleError: () => {} });
  return {
    url,
    database,
    async drop() {
      await database.close();
      await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
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
