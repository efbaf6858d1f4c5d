import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database } from '../db/database.ts';
import { isImageName } from '../media/store-image.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { BackupError } from './backup-error.ts';
import { FACTS_FILE, gatherFacts, type BackupFacts } from './backup-facts.ts';
import { withChecksums } from './checksums.ts';
import { copyCluster } from './copy-cluster.ts';
import { readBackup } from './read-backup.ts';
import { syncFolder } from './sync-folder.ts';
import { entryOf, readTar, writeTar, type TarEntry } from './tar.ts';

export type Backup = { file: string; sizeBytes: number; imageCount: number; facts: BackupFacts };

type Source = {
  database: Database;
  /** Of the embedded server, which runs. */
  url: string;
  dataDir: string;
  secretKeys: SecretKeys;
  withSecrets: boolean;
};

type Options = {
  signal: AbortSignal;
  onProgress: (doneBytes: number, totalBytes: number) => void;
};

// Pages of a database become a fifth at this level, in a third of the time that the usual one takes. A sale goes on meanwhile.
const GZIP_LEVEL = 1;

/**
 * Writes one file with the database and the images in it, while tickets are sold. It is there as a whole, read back and compared,
 * or not at all; a file that is there already is left alone.
 */
export async function makeBackup(source: Source, file: string, options: Options): Promise<Backup> {
  const facts = await gatherFacts(source.database, {
    secretKeys: source.secretKeys,
    holdsSecretKey: source.withSecrets,
  });
  const draft = `${file}.partial-${randomBytes(4).toString('hex')}`;
  try {
    const counts = { imageCount: 0 };
    const totalBytes = await estimateBytes(source);
    await pipeline(
      writeTar(withChecksums(entriesOf(source, facts, counts))),
      (bytes) =>
        counted(bytes, (doneBytes) => options.onProgress(Math.min(doneBytes, totalBytes), totalBytes)),
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      { signal: options.signal },
    );
    await readBackup(draft, { facts: async () => {}, entry: drain }, { signal: options.signal });
    await nameFinally(draft, file);
    return { file, sizeBytes: (await stat(file)).size, imageCount: counts.imageCount, facts };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Reads an entry for its checksum alone. */
export async function drain({ content }: TarEntry): Promise<void> {
  for await (const _ of content);
}

/**
 * The images come after the database: each that the database names was stored before, and is kept for a day after nobody needs it
 * any more.
 */
async function* entriesOf(
  { url, dataDir, withSecrets }: Source,
  facts: BackupFacts,
  counts: { imageCount: number },
): AsyncGenerator<TarEntry> {
  yield entryOf(FACTS_FILE, Buffer.from(`${JSON.stringify(facts, null, 2)}\n`));
  if (withSecrets) {
    for (const name of ['secret.key', 'demo.json']) {
      const bytes = await readFile(path.join(dataDir, name)).catch(() => null);
      if (bytes) yield entryOf(name, bytes);
    }
  }
  for await (const entry of readTar(copyCluster(url))) yield { ...entry, name: inCluster(entry.name) };
  for await (const image of imagesIn(path.join(dataDir, 'media'))) {
    counts.imageCount += 1;
    yield image;
  }
}

/** The server names the cluster itself `.` where it names it at all. */
const inCluster = (name: string): string => path.posix.join('postgres', name);

async function* imagesIn(folder: string): AsyncGenerator<TarEntry> {
  const entries = await opendir(folder).catch(() => null);
  if (!entries) return;
  for await (const entry of entries) {
    // Neither half-written files nor links, which would lead elsewhere.
    if (!entry.isFile() || !isImageName(entry.name)) continue;
    const handle = await open(path.join(folder, entry.name)).catch(() => null);
    // Forgotten since the folder was read.
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      const content = handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
      yield { name: `media/${entry.name}`, kind: 'file', sizeBytes: size, content };
    } finally {
      await handle.close();
    }
  }
}

/** How much there is to read, for the progress. What is written meanwhile comes on top. */
async function estimateBytes({ database, dataDir }: Source): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    'SELECT sum(pg_database_size(oid))::float8 AS bytes FROM pg_database',
  );
  let imageBytes = 0;
  const media = path.join(dataDir, 'media');
  const names = await opendir(media).catch(() => null);
  if (names)
    for await (const { name } of names)
      imageBytes += (await stat(path.join(media, name)).catch(() => ({ size: 0 }))).size;
  return (rows[0]?.bytes ?? 0) + imageBytes;
}

async function* counted(
  bytes: AsyncIterable<Buffer>,
  tell: (doneBytes: number) => void,
): AsyncGenerator<Buffer> {
  let doneBytes = 0;
  for await (const chunk of bytes) {
    doneBytes += chunk.length;
    tell(doneBytes);
    yield chunk;
  }
}

/** A link is refused where the name is taken, which a rename is not. Not every file system has links. */
async function nameFinally(draft: string, file: string): Promise<void> {
  await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || (await stat(file).catch(() => null))) throw alreadyThere(file);
    await rename(draft, file);
  });
  await syncFolder(path.dirname(file));
}

export const alreadyThere = (file: string): BackupError =>
  new BackupError(`${file} already exists: a backup never replaces a file. Choose another name.`);
