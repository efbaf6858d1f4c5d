import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { connectDatabase, type Database } from '../db/database.ts';
import { takeDataFolder } from '../db/embedded/data-folder.ts';
import { renewPassword } from '../db/embedded/renew-password.ts';
import { embeddedMajor } from '../db/embedded/server-binaries.ts';
import { startEmbeddedPostgres } from '../db/embedded/start-postgres.ts';
import { secretKeyMistake } from '../secrets/known-keys.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { BackupError } from './backup-error.ts';
import { refuseUnusable, type BackupFacts } from './backup-facts.ts';
import { readBackup } from './read-backup.ts';
import { syncFolder } from './sync-folder.ts';
import type { TarEntry } from './tar.ts';
import { DRAFT } from './unfinished-restore.ts';

/** The keys that were given with the command, and the text of `secret.key` if they are to be kept in the folder. */
export type GivenKeys = { secretKeys: SecretKeys; text: string | null };

export type Restored = {
  folder: string;
  facts: BackupFacts;
  orderCount: number;
  lastOrderAt: Date | null;
};

type Options = {
  file: string;
  folder: string;
  /** Null: those in the backup. */
  given: GivenKeys | null;
  readKeys: (text: string) => SecretKeys;
  signal: AbortSignal;
  onProgress: (doneBytes: number, totalBytes: number) => void;
  /** Runs a part of it that takes time, and says so. */
  step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
};

// The files that a program leaves in a folder that it has only locked.
const OF_THE_LOCK = ['lock', 'lock-journal', 'owner.pid'];

/**
 * Makes a data folder of a backup. All is unpacked, compared and tried inside the folder's own draft, under the folder's lock; the
 * last rename makes it a product's. Whatever goes wrong before leaves the folder as it was.
 */
export async function restoreBackup(options: Options): Promise<Restored> {
  const { folder } = options;
  await refuseUsed(folder);
  const isNew = await mkdir(folder, { recursive: true, mode: 0o700 });
  // From here on no program starts in it.
  const lock = await takeDataFolder(folder);
  const draft = path.join(folder, DRAFT);
  try {
    const built = await build(options, draft).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      for (const name of OF_THE_LOCK) await rm(path.join(folder, name), { force: true });
      if (isNew !== undefined) await rmdir(folder).catch(() => {});
      throw error;
    });
    await moveUp(draft, folder);
    return { folder, ...built };
  } finally {
    lock.release();
  }
}

async function build(options: Options, draft: string): Promise<Omit<Restored, 'folder'>> {
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const facts = await unpack(options, draft);
  return { facts, ...(await tryOut(options, draft)) };
}

async function refuseUsed(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[];
    throw new BackupError(`Can’t restore into ${folder}: ${error.code ?? error.message}.`);
  });
  // A restore that was cut short has left its draft: this one begins anew.
  const others = names.filter((name) => name !== DRAFT && !OF_THE_LOCK.includes(name));
  if (others.length === 0) return;
  // If a program runs there, its lock says so in a line of its own.
  if (names.includes('lock')) (await takeDataFolder(folder)).release();
  throw new BackupError(
    `${folder} is not empty (${others.slice(0, 3).join(', ')}): name a new folder with --into, or move that one away first.`,
  );
}

async function unpack({ file, given, signal, onProgress }: Options, draft: string): Promise<BackupFacts> {
  const here = { postgresMajor: await embeddedMajor() };
  const facts = await readBackup(
    file,
    {
      async facts(found) {
        await refuseUnusable(found, here);
        refuseMissingKeys(found, given);
      },
      entry: (entry) => writeEntry(entry, draft),
    },
    { signal, onProgress },
  );
  if (given?.text != null)
    await writeFile(path.join(draft, 'secret.key'), given.text, { mode: 0o600, flush: true });
  return facts;
}

/** Before anything is unpacked: without its key a backup is of no use. */
export function refuseMissingKeys(
  { secretKeys, holdsSecretKey }: BackupFacts,
  given: GivenKeys | null,
): void {
  const accepted = given?.secretKeys.accepted.map(({ id }) => id);
  if (!accepted && holdsSecretKey) return;
  const missing = secretKeys.filter((id) => !accepted?.includes(id));
  if (missing.length === 0 && accepted) return;
  const which = missing.length === 0 ? 'its secret key' : `secret key ${missing.join(' and ')}`;
  const isWrong = accepted ? `, and the one that was given is ${accepted.join(', ')}` : '';
  throw new BackupError(
    `The backup needs ${which}${isWrong}: without it nobody can open the hosts' private keys, payment accounts and ` +
      `authenticator apps in it. Give it with --secret-key-file (a copy of secret.key), or as SECRET_KEY.`,
  );
}

async function writeEntry({ name, kind, content }: TarEntry, draft: string): Promise<void> {
  const target = path.join(draft, name);
  if (kind === 'folder') {
    await mkdir(target, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  // The server puts its own files on the disk when it starts on them.
  const flush = !name.startsWith('postgres/');
  await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600, flush }));
}

/** A copy of a database is good when a server has started on it and its secrets open. */
async function tryOut(
  { given, readKeys, step }: Options,
  draft: string,
): Promise<Pick<Restored, 'orderCount' | 'lastOrderAt'>> {
  const secretKeys =
    given?.secretKeys ?? readKeys(await readFile(path.join(draft, 'secret.key'), 'utf8').catch(() => ''));
  await step('database recovered', () => renewPassword(draft));
  const server = await startEmbeddedPostgres({ dataDir: draft, onUnexpectedExit: () => {} });
  const database = connectDatabase({ url: server.url, poolSize: 1, onIdleError: () => {} });
  try {
    const mistake = await secretKeyMistake(database, secretKeys);
    if (mistake) throw new BackupError(mistake);
    return await countOrders(database);
  } finally {
    await database.close();
    await server.stop();
  }
}

async function countOrders(database: Database): Promise<Pick<Restored, 'orderCount' | 'lastOrderAt'>> {
  const { rows } = await database.query<{ orderCount: number; lastOrderAt: Date | null }>(
    'SELECT count(*) AS "orderCount", max(created_at) AS "lastOrderAt" FROM orders',
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

/** For as long as the draft's folder is there, nothing starts here: see unfinished-restore.ts. */
async function moveUp(draft: string, folder: string): Promise<void> {
  await rm(path.join(draft, 'postgres.log'), { force: true });
  for (const name of await readdir(draft)) await rename(path.join(draft, name), path.join(folder, name));
  await syncFolder(folder);
  await rmdir(draft);
  await syncFolder(folder);
}
