import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { knownMigrations } from '../db/migrate.ts';
import { readSchemaAge } from '../db/schema-age.ts';
import { openDatabaseOrRunning, requireProduct } from './open-database.ts';
import { print } from './terminal.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

export type Deps = { database: Database; url: string; secretKeys: SecretKeys; config: Config };

const UNDEFINED_TABLE = '42P01';
// An operator can wait longer than a buyer: the machine may be at its limit, and that may be the reason for the command.
const CONNECT_TIMEOUT_MS = 30_000;

/** Opens the database, beside a running program too, for as long as the work takes. */
export async function withDatabase(
  work: (deps: Deps) => Promise<void>,
  options: { migrates?: boolean; statementTimeoutMs?: number } = {},
): Promise<void> {
  const { migrates = false, ...limits } = options;
  const config = readConfig(process.env);
  if (!migrates) await requireProduct(config);
  const opened = await openDatabaseOrRunning(config, print, { migrates });
  const database = connectDatabase({
    url: opened.url,
    poolSize: 2,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    onIdleError: () => {},
    ...limits,
  });
  try {
    await readSchemaAge(database, await knownMigrations());
    await work({ database, url: opened.url, secretKeys: opened.secretKeys, config });
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    throw new ConfigError("The database lacks Tessera's tables: run tessera migrate first.", {
      cause: error,
    });
  } finally {
    await database.close();
    await opened.close();
  }
}
