import { createHash } from 'node:crypto';
import { entryOf, type TarEntry } from './tar.ts';

/** The last file of a backup: a line for each of the others, as `sha256sum -c` reads it. */
export const CHECKSUMS_FILE = 'checksums.sha256';

/** The SHA-256 of every file by its name, filled while the files are read. */
export type Checksums = Map<string, string>;

/** The same entry; when its content has been read, its checksum is known. */
export function summed(entry: TarEntry, checksums: Checksums): TarEntry {
  return entry.kind === 'file' ? { ...entry, content: sum(entry, checksums) } : entry;
}

async function* sum({ name, content }: TarEntry, checksums: Checksums): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  checksums.set(name, hash.digest('hex'));
}

/** All entries, and after them the checksums of those that are files. */
export async function* withChecksums(entries: AsyncIterable<TarEntry>): AsyncGenerator<TarEntry> {
  const checksums: Checksums = new Map();
  for await (const entry of entries) yield summed(entry, checksums);
  yield entryOf(CHECKSUMS_FILE, Buffer.from(writeChecksums(checksums)));
}

/** A name may be in it once, so a text that is the same means files that are the same. */
export function writeChecksums(checksums: Checksums): string {
  return Array.from(checksums, ([name, digest]) => `${digest}  ${name}\n`).join('');
}
