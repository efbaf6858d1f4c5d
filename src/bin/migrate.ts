import { readConfig } from '../config/read-config.ts';
import { ConfigError } from '../config/config-error.ts';
import { previewMigrations, type LockedTable } from '../db/preview-migrations.ts';
import { openDatabase, openDatabaseOrRunning, requireProduct } from './open-database.ts';
import { readWords, takesNothing } from './read-words.ts';
import { bold, dim, keepStdoutForJson, print, printJson } from './terminal.ts';

/** Brings the schema up to date and does nothing else: for deployments that migrate before they start. */
export async function migrateOnly(words: string[]): Promise<void> {
  const { values, positionals } = readWords('migrate', words, {
    preview: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  takesNothing('migrate', positionals);
  if (values.json && !values.preview) throw new ConfigError('--json is for migrate --preview.');
  const config = readConfig(process.env);
  await requireProduct(config);
  if (values.json) keepStdoutForJson();
  const opened = values.preview
    ? await openDatabaseOrRunning(config, print, { migrates: false })
    : await openDatabase(config, print);
  try {
    if (values.preview) await preview(opened.url, values.json ?? false);
  } finally {
    await opened.close();
  }
}

async function preview(url: string, asJson: boolean): Promise<void> {
  const { migrations, functions } = await previewMigrations(url);
  if (asJson) return printJson({ migrations, functions });
  if (migrations.length === 0 && functions.length === 0) return print('  The schema is up to date.');
  for (const { name, sql, locks } of migrations) {
    print(`\n  ${bold(name)}`);
    for (const line of sql.trim().split('\n')) print(`  ${dim(line)}`);
    if (locks.length === 0) print('  locks nothing that is there');
    for (const line of locks.map(describe)) print(`  ${line}`);
  }
  if (functions.length > 0)
    print(`\n  Functions that are replaced, in one transaction: ${functions.join(', ')}.`);
}

function describe({ table, lock, stops, isRewritten, rows, bytes }: LockedTable): string {
  const size = `about ${Math.round(rows).toLocaleString('en')} rows, ${(bytes / 1_000_000).toFixed(1)} MB`;
  const waits = stops === 'nothing' ? 'sales go on' : `stops ${stops} of it until it is committed`;
  return `locks ${table} (${size}): ${lock}, ${waits}${isRewritten ? '; WRITES THE WHOLE TABLE AGAIN' : ''}`;
}
