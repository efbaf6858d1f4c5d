import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientConfig } from 'pg';
import { isRestoreUnfinished } from '../backup/unfinished-restore.ts';
import { untilReachable } from '../db/database.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { readSecretKey } from '../config/parse-values.ts';
import { DataFolderError, takeDataFolder } from '../db/embedded/data-folder.ts';
import { hasEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/start-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { countSessions, lookAtServer } from '../db/look-at-server.ts';
import { print, step } from './terminal.ts';
import { createSecretKeys, type SecretKeys } from '../secrets/secret-keys.ts';

export type OpenDatabase = { url: string; secretKeys: SecretKeys; close(): Promise<void> };

const OLDEST_VERSION = 15;
const PATIENCE_MS = 5_000;
// At its start a program waits where a request would not: the machine may be starting with it.
const CONNECT_TIMEOUT_MS = 15_000;

/** The configured database, or the embedded one, started and, unless told otherwise, migrated. */
export async function openDatabase(
  config: Config,
  onTrouble: (reason: string) => void,
  options: { migrates?: boolean; connections?: number } = {},
): Promise<OpenDatabase> {
  const { migrates = true, connections } = options;
  const opened =
    config.databaseUrl && config.secretKey
      ? await openExternal(
          config.databaseUrl,
          createSecretKeys(config.secretKey, config.acceptedSecretKeys),
          connections,
        )
      : await openEmbedded(config, onTrouble, connections);
  try {
    if (migrates) await step('schema up to date', () => migrate(opened.url, print));
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openExternal(
  url: string,
  secretKeys: SecretKeys,
  connections?: number,
): Promise<OpenDatabase> {
  try {
    const connection = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
    const { major, hasPooler } = await step('database reached', () =>
      untilReachable(() => lookAtServer(connection), PATIENCE_MS),
    );
    if (major < OLDEST_VERSION) {
      throw new ConfigError(
        `DATABASE_URL leads to PostgreSQL ${major}: version ${OLDEST_VERSION} or newer is needed.`,
      );
    }
    if (hasPooler && connections !== undefined) await warnOfPooler(connection, connections);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { hostname, port } = new URL(url);
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new ConfigError(
      `DATABASE_URL: the database at ${hostname}:${port || 5432} can't be used: ${reason}.`,
      {
        cause: error,
      },
    );
  }
  return { url, secretKeys, close: async () => {} };
}

/** Connections that a pooler does not give are buyers who wait, and it gives too few only when many come. */
async function warnOfPooler(connection: ClientConfig, wanted: number): Promise<void> {
  const given = await countSessions(connection, wanted);
  if (given < wanted)
    print(
      `  ! The pooler gave ${given} of the ${wanted} connections that this start may open: raise its default_pool_size, or lower DATABASE_POOL_SIZE`,
    );
}

async function openEmbedded(
  config: Config,
  onTrouble: (reason: string) => void,
  connections?: number,
): Promise<OpenDatabase> {
  const folder = await takeDataFolder(config.dataDir);
  try {
    if (await isRestoreUnfinished(folder.path)) {
      throw new ConfigError(
        `DATA_DIR ${folder.path} holds an unfinished restore: empty the folder, and restore again.`,
      );
    }
    const secretKeys = await readSecretKeys(config);
    const server = await step('database started', () =>
      startEmbeddedPostgres({
        dataDir: folder.path,
        onUnexpectedExit: onTrouble,
        ...(connections !== undefined && { connections }),
      }),
    );
    const addressFile = addressFileOf(folder.path);
    await writeFile(addressFile, server.url, { mode: 0o600 });
    return {
      url: server.url,
      secretKeys,
      async close() {
        await server.stop();
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw error;
  }
}

const addressFileOf = (dataDir: string): string => path.join(dataDir, 'postgres.url');

/** For commands that may run beside the program: where that has the data folder, its database is used as it is. */
export async function openDatabaseOrRunning(
  config: Config,
  onTrouble: (reason: string) => void,
  options?: { migrates: boolean },
): Promise<OpenDatabase> {
  return openDatabase(config, onTrouble, options).catch(async (error: unknown) => {
    if (!(error instanceof DataFolderError)) throw error;
    const url = await readFile(addressFileOf(config.dataDir), 'utf8').catch(() => Promise.reject(error));
    return { url, secretKeys: await readSecretKeys(config), close: async () => {} };
  });
}

/** The database as another process has opened and migrated it: the configured one, or the embedded one that it runs. */
export async function useOpenDatabase(config: Config): Promise<Omit<OpenDatabase, 'close'>> {
  const url = config.databaseUrl ?? (await readFile(addressFileOf(config.dataDir), 'utf8'));
  return { url, secretKeys: await readSecretKeys(config) };
}

/** A command that only makes sense where something is on sale already must not create an empty shop. */
export async function requireProduct({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl || (await hasEmbeddedPostgres(dataDir))) return;
  throw new ConfigError(
    `No Tessera data in ${dataDir}: run this in the folder where you started Tessera, or set DATA_DIR or DATABASE_URL.`,
  );
}

/** The configured ones; else those in the data folder, a line each, the current one first. */
async function readSecretKeys({ secretKey, acceptedSecretKeys, dataDir }: Config): Promise<SecretKeys> {
  if (secretKey) return createSecretKeys(secretKey, acceptedSecretKeys);
  const [current, ...others] = await keepSecretKeys(path.join(dataDir, 'secret.key'));
  return createSecretKeys(current, [...others, ...acceptedSecretKeys]);
}

/** Made once: without it the private keys in the database can't be read any more. */
async function keepSecretKeys(file: string): Promise<[Buffer, ...Buffer[]]> {
  const fresh = randomBytes(32).toString('hex');
  await writeFile(file, fresh, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(file, 0o600);
  return parseSecretKeys(await readFile(file, 'utf8'), file);
}

/** `file` is what the text is from. */
export function parseSecretKeys(text: string, file: string): [Buffer, ...Buffer[]] {
  const keys = text.trim().split(/\s+/).map(readSecretKey);
  const [current, ...others] = keys.filter((key) => key !== undefined);
  if (!current || others.length + 1 < keys.length) {
    throw new ConfigError(`${file} must have 64 hexadecimal digits a line, the current key first.`);
  }
  return [current, ...others];
}
