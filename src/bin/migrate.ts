import { readConfig } from '../config/read-config.ts';
import { openDatabase, requireProduct } from './open-database.ts';
import { takesNothing } from './read-words.ts';
import { print } from './terminal.ts';

/** Brings the schema up to date and does nothing else: for deployments that migrate before they start. */
export async function migrateOnly(words: string[]): Promise<void> {
  takesNothing('migrate', words);
  const config = readConfig(process.env);
  await requireProduct(config);
  const opened = await openDatabase(config, print);
  await opened.close();
}
