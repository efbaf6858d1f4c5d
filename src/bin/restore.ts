import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { drain } from '../backup/make-backup.ts';
import { readBackup } from '../backup/read-backup.ts';
import { restoreBackup, type GivenKeys } from '../backup/restore-backup.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { createSecretKeys, type SecretKeys } from '../secrets/secret-keys.ts';
import { parseSecretKeys } from './open-database.ts';
import { readOnePath, readWords } from './read-words.ts';
import { refuseExternal } from './refuse-external.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { dim, print, progressOfBytes, step } from './terminal.ts';

const HELP = `tessera restore <file|folder>

  Makes a data folder from a backup: the file, or the newest one in the folder. It compares every checksum, starts the
  database on the copy and opens its secrets before you can use the folder.

  --into <folder>            the folder to make, by default DATA_DIR. It must be new or empty
  --secret-key-file <file>   a copy of secret.key, if the backup has none and SECRET_KEY is not set
  --verify                   only read the file and compare every checksum`;

// As tessera backup names them: the last by name is the newest.
const BACKUP_NAME = /^tessera-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/;

export async function restore(words: string[]): Promise<void> {
  const { values, positionals } = readWords('restore', words, {
    into: { type: 'string' },
    'secret-key-file': { type: 'string' },
    verify: { type: 'boolean', default: false },
  });
  if (positionals[0] === 'help') return print(HELP);
  const file = await chooseFile(readOnePath('restore', positionals));
  if (values.verify) return verify(file);
  const config = readConfig(process.env);
  if (refuseExternal(config)) return;
  const given = await readGivenKeys(config, values['secret-key-file']);
  const restored = await restoreBackup({
    file,
    folder: values.into === undefined ? config.dataDir : path.resolve(values.into),
    given,
    readKeys: (text) => keysOf(text, 'secret.key in the backup', config),
    signal: stopOnSignal(),
    onProgress: progressOfBytes('… unpacked, in MB'),
    step,
  });
  const { folder, facts, orderCount, lastOrderAt } = restored;
  print(`  ${folder}`);
  print(`  from ${file}, started at ${facts.madeAt}`);
  const last = lastOrderAt ? `, the last one at ${lastOrderAt.toISOString()}` : '';
  print(`  with ${orderCount.toLocaleString('en')} orders${last}`);
  print(
    `  ${dim('Next: run tessera check, then start. For tickets sold after the backup, see docs/operating/backups.md.')}`,
  );
}

async function verify(file: string): Promise<void> {
  const facts = await readBackup(
    file,
    { facts: async () => {}, entry: drain },
    { signal: stopOnSignal(), onProgress: progressOfBytes('… read, in MB') },
  );
  print(`  ${file} is complete: started at ${facts.madeAt}, by release ${facts.release}`);
  print(
    `  ${facts.holdsSecretKey ? '! It includes the secret key.' : `It does not include the secret key (${facts.secretKeys.join(', ')}).`}`,
  );
}

async function chooseFile(source: string): Promise<string> {
  const wanted = path.resolve(source);
  if (!(await stat(wanted).catch(() => null))?.isDirectory()) return wanted;
  const newest = (await readdir(wanted))
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) throw new ConfigError(`There is no backup in ${wanted}.`);
  return path.join(wanted, newest);
}

async function readGivenKeys(config: Config, keyFile: string | undefined): Promise<GivenKeys | null> {
  if (keyFile !== undefined) {
    if (config.secretKey)
      throw new ConfigError('SECRET_KEY is set and would replace --secret-key-file: use only one of them.');
    const text = await readFile(keyFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`--secret-key-file ${keyFile} can't be read: ${error.code ?? error.message}.`);
    });
    return { secretKeys: keysOf(text, keyFile, config), text };
  }
  if (!config.secretKey) return null;
  return { secretKeys: createSecretKeys(config.secretKey, config.acceptedSecretKeys), text: null };
}

function keysOf(text: string, file: string, config: Config): SecretKeys {
  const [current, ...others] = parseSecretKeys(text, file);
  return createSecretKeys(current, [...others, ...config.acceptedSecretKeys]);
}
