import { readConfig } from '../config.ts';
import { openDatabase } from './open-database.ts';
import { print } from './terminal.ts';

/** Brings the schema up to date and does nothing else: for deployments that migrate before they start. */
export async function migrateOnly(): Promise<void> {
  const opened = await openDatabase(readConfig(process.env), print);
  await opened.close();
}
