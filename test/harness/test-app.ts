import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { createApp, type App } from '../../src/app/create-app.ts';
import type { Role } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { ownPort } from './own-port.ts';
import { printQueues } from './print-queues.ts';
import { createLogger } from '../../src/log/logger.ts';
import { createTestDatabase, LONG_TIMEOUTS, type TestDatabase } from './test-database.ts';
import { createSecretKeys, type SecretKeys } from '../../src/secrets/secret-keys.ts';

export type TestApp = {
  app: App;
  baseUrl: string;
  publicUrl: string;
  secretKey: Buffer;
  secretKeys: SecretKeys;
  testDatabase: TestDatabase;
  /** Every line that the app logged so far. */
  logLines: () => string[];
  close(): Promise<void>;
  /** Closes the last app of a database. Nobody hears of a deadlock but the server: the engines try again. */
  closeAndCountDeadlocks(): Promise<number>;
};

/** The product in this process, listening on a port of its own, on a database of its own (or on a given one). */
export async function startTestApp(
  options: {
    environment?: Record<string, string>;
    on?: TestApp;
    role?: Role;
    databaseUrl?: string;
    /** Gives the database up as early as the product does. */
    isHasty?: boolean;
  } = {},
): Promise<TestApp> {
  const testDatabase = options.on?.testDatabase ?? (await createTestDatabase());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-app-'));
  const secretKey = options.on?.secretKey ?? randomBytes(32);
  const config = readConfig({
    PORT: String(await ownPort()),
    DATA_DIR: dataDir,
    ENVIRONMENT: 'development',
    DATABASE_URL: options.databaseUrl ?? testDatabase.url,
    SECRET_KEY: secretKey.toString('hex'),
    LOG_LEVEL: 'info',
    ...options.environment,
  });
  const secretKeys = createSecretKeys(config.secretKey ?? secretKey, config.acceptedSecretKeys);
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const app = await createApp(
    {
      ...config,
      databaseUrl: options.databaseUrl ?? testDatabase.url,
      secretKeys,
      ...(!options.isHasty && { databaseLimits: LONG_TIMEOUTS }),
    },
    createLogger(config.logLevel, sink),
    { printQueues, ...(options.role && { role: options.role }) },
  );
  await app.listen();
  return {
    app,
    baseUrl: `http://127.0.0.1:${config.port}/api/v1`,
    publicUrl: `http://127.0.0.1:${config.port}`,
    secretKey: secretKeys.current.bytes,
    secretKeys,
    testDatabase,
    logLines: () => lines,
    async close() {
      await app.close();
      if (!options.on) await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
    async closeAndCountDeadlocks() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
      return testDatabase.dropAndCountDeadlocks();
    },
  };
}
