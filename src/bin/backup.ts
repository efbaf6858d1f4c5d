import { stat } from 'node:fs/promises';
import path from 'node:path';
import { alreadyThere, makeBackup, type Backup } from '../backup/make-backup.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import { errorMessage } from '../log/error-message.ts';
import { refuseExternal } from './refuse-external.ts';
import { readOnePath, readWords } from './read-words.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { dim, print, progressOfBytes } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera backup <file|folder>

  Writes the embedded database and the images into one file, while tickets are sold. In a folder, the file's name has the
  time in it. An existing file is never replaced.

  --with-secrets   include secret.key (and demo.json, if there is a demo): anyone who has the file then has everything

If DATABASE_URL is set, use PostgreSQL's own tools: see docs/operating/backups.md.`;

// Counting what is there takes long in a large database.
const STATEMENT_TIMEOUT_MS = 60_000;

export async function backup(words: string[]): Promise<void> {
  const { values, positionals } = readWords('backup', words, {
    'with-secrets': { type: 'boolean', default: false },
  });
  if (positionals[0] === 'help') return print(HELP);
  const target = readOnePath('backup', positionals);
  const config = readConfig(process.env);
  if (refuseExternal(config)) return;
  const withSecrets = values['with-secrets'];
  if (withSecrets && config.secretKey) {
    throw new ConfigError(
      '--with-secrets: the secret key is in SECRET_KEY, not in a file: keep a copy of it yourself.',
    );
  }
  const file = await chooseFile(target);
  await withDatabase(
    async ({ database, url, secretKeys }) => {
      const made = await makeBackup(
        { database, url, dataDir: config.dataDir, secretKeys, withSecrets },
        file,
        { signal: stopOnSignal(), onProgress: progressOfBytes('… copied, in MB') },
      );
      await noteBackup(database);
      describe(made, config);
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
}

/** For the metric of its age. The backup is made, whether or not that can be written down. */
async function noteBackup(database: Database): Promise<void> {
  await database.query('UPDATE last_backup SET ended_at = clock_timestamp()').catch((error: Error) => {
    print(`  ! The time of this backup could not be noted in the database: ${errorMessage(error)}`);
  });
}

/** Told before anything is copied. */
async function chooseFile(target: string): Promise<string> {
  const wanted = path.resolve(target);
  const found = await stat(wanted).catch(() => null);
  if (found?.isDirectory()) {
    const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    return path.join(wanted, `tessera-${now}Z.tar.gz`);
  }
  if (found) throw alreadyThere(wanted);
  const folder = target.endsWith('/') ? wanted : path.dirname(wanted);
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new ConfigError(`There is no folder ${folder}: make it first.`);
  return wanted;
}

function describe({ file, sizeBytes, imageCount, facts }: Backup, config: Config): void {
  const megabytes = (sizeBytes / 1_000_000).toFixed(1);
  print(`  ${file}`);
  print(
    `  ${megabytes} MB: the database and ${imageCount.toLocaleString('en')} images. Read back, and every checksum compared.`,
  );
  if (facts.holdsSecretKey) {
    print('  ! This file includes the secret key: anyone who has the file can open everything in it.');
    return;
  }
  const keys = facts.secretKeys.length > 0 ? ` (${facts.secretKeys.join(', ')})` : '';
  const where = config.secretKey ? 'SECRET_KEY' : path.join(config.dataDir, 'secret.key');
  print(
    `  ${dim(`The secret key is not in this file${keys}: to restore, you need a copy of ${where}. Keep it elsewhere.`)}`,
  );
}
