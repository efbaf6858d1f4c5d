import { readConfig, type Config } from '../config.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { openDatabaseOrRunning } from './open-database.ts';
import { print } from './terminal.ts';

/** Opens the database, beside a running program too, for as long as the work takes. */
export async function withDatabase<T>(
  work: (parts: { database: Database; secretKey: Buffer; config: Config }) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  const opened = await openDatabaseOrRunning(config, print, { migrates: false });
  const database = connectDatabase({ url: opened.url, poolSize: 2, onIdleError: () => {} });
  try {
    return await work({ database, secretKey: opened.secretKey, config });
  } finally {
    await database.close();
    await opened.close();
  }
}
