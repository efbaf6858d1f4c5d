import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { isImageName } from '../media/store-image.ts';
import { BackupError } from './backup-error.ts';
import { FACTS_FILE, readFacts, type BackupFacts } from './backup-facts.ts';
import { CHECKSUMS_FILE, summed, writeChecksums, type Checksums } from './checksums.ts';
import { readTar, TarError, type TarEntry } from './tar.ts';

/** Takes the files of a backup as they come. Any throw ends the reading. */
export type Taker = {
  facts(facts: BackupFacts): Promise<void>;
  entry(entry: TarEntry): Promise<void>;
};

type Options = { signal?: AbortSignal; onProgress?: (doneBytes: number, totalBytes: number) => void };

// Both are read into memory: a cluster has some thousand files, and a shop perhaps a million images.
const MAX_FACTS_BYTES = 16 * 1024 * 1024;
const MAX_CHECKSUMS_BYTES = 256 * 1024 * 1024;

/**
 * Reads a backup from the first byte to the last and compares every checksum. What it has handed out before that is over may be
 * damaged. Throws a BackupError where the file is not what was once written.
 */
export async function readBackup(file: string, taker: Taker, options: Options = {}): Promise<BackupFacts> {
  const checksums: Checksums = new Map();
  let facts: BackupFacts | null = null;
  let isWhole = false;
  try {
    for await (const entry of readTar(unzip(file, await sizeOf(file), options))) {
      if (isWhole) throw new TarError('something comes after its checksums');
      if (!facts) {
        facts = readFacts((await readText(entry, { name: FACTS_FILE, checksums })).toString());
        await taker.facts(facts);
      } else if (entry.name === CHECKSUMS_FILE) {
        const written = await readText(entry, { name: CHECKSUMS_FILE, checksums: new Map() });
        if (written.toString() !== writeChecksums(checksums)) throw new TarError('a checksum is wrong');
        isWhole = true;
      } else {
        refuseStranger(entry, checksums);
        await taker.entry(summed(entry, checksums));
      }
    }
    if (!facts || !isWhole) throw new TarError('it ends too early');
    return facts;
  } catch (error) {
    throw explained(error, file);
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} can’t be read: ${error.code}.`,
    );
  });
  if (!found.isFile()) throw new BackupError(`${file} is not a file.`);
  return found.size;
}

async function* unzip(
  file: string,
  totalBytes: number,
  { signal, onProgress }: Options,
): AsyncGenerator<Buffer> {
  const input = createReadStream(file);
  // Its error is the reader's below.
  const output = pipeline(input, createGunzip(), () => {});
  try {
    for await (const chunk of output) {
      signal?.throwIfAborted();
      onProgress?.(Math.min(input.bytesRead, totalBytes), totalBytes);
      yield chunk as Buffer;
    }
  } finally {
    output.destroy();
  }
}

async function readText(
  entry: TarEntry,
  { name, checksums }: { name: string; checksums: Checksums },
): Promise<Buffer> {
  if (entry.name !== name || entry.kind !== 'file') throw new TarError('it is not a backup of Tessera');
  const maxBytes = name === FACTS_FILE ? MAX_FACTS_BYTES : MAX_CHECKSUMS_BYTES;
  if (entry.sizeBytes > maxBytes) throw new TarError(`${name} is too large`);
  return buffer(summed(entry, checksums).content);
}

// Of the server's files no name has another character. With these no path leads anywhere else.
const SERVER_FILE = /^postgres(\/(?!\.{1,2}(\/|$))[\w.-]+)*$/;

/** Files of a backup are these, each once. A name that leads out of the folder is none of them. */
function refuseStranger({ name, kind }: TarEntry, seen: Checksums): void {
  const isKnown =
    SERVER_FILE.test(name) ||
    (kind === 'file' && (name === 'secret.key' || name === 'demo.json')) ||
    (kind === 'file' && name.startsWith('media/') && isImageName(name.slice('media/'.length)));
  if (!isKnown) throw new TarError(`${JSON.stringify(name)} does not belong in a backup`);
  if (seen.has(name)) throw new TarError(`${JSON.stringify(name)} is in it twice`);
}

function explained(error: unknown, file: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof TarError) return new BackupError(`${file} is damaged: ${message}.`, { cause: error });
  // zlib's errors for bytes that are not gzip, or end too early.
  if (code?.startsWith('Z_')) return new BackupError(`${file} is damaged: ${message}.`, { cause: error });
  return error;
}
