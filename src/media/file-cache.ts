import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DRAFT_ENDING, storeFile } from './store-image.ts';

// Emptied a good deal at a time: to look at all files for every one that comes would be too often.
const LEFT_SHARE = 0.8;
const OLD_DRAFT_MS = 60 * 60_000;

/**
 * Files in a folder that may be lost, of no more than so many bytes. The oldest go first. Processes that share the folder each count
 * what they add: what they know of each other's they find when they look.
 */
export function createFileCache({ folder, maxBytes }: { folder: string; maxBytes: number }) {
  /** Null until it is known what was there before. */
  let bytes: number | null = null;
  let sweeping: Promise<void> | null = null;

  async function sweep(): Promise<void> {
    const files = await listFiles(folder);
    let left = files.reduce((sum, { size }) => sum + size, 0);
    const limit = left > maxBytes ? maxBytes * LEFT_SHARE : maxBytes;
    for (const { file, size } of files.toSorted((a, b) => a.changedAtMs - b.changedAtMs)) {
      if (left <= limit) break;
      await rm(file, { force: true });
      left -= size;
    }
    bytes = left;
  }

  return {
    async add(name: string, content: Uint8Array): Promise<void> {
      await storeFile(folder, path.basename(name), content);
      if (bytes !== null) bytes += content.length;
      if (bytes === null || bytes > maxBytes) await (sweeping ??= sweep().finally(() => (sweeping = null)));
    },
  };
}

async function listFiles(folder: string): Promise<{ file: string; size: number; changedAtMs: number }[]> {
  const files: { file: string; size: number; changedAtMs: number }[] = [];
  for await (const { name } of await opendir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) continue;
    if (!name.endsWith(DRAFT_ENDING)) files.push({ file, size: found.size, changedAtMs: found.mtimeMs });
    // A leftover of a process that was killed in between.
    else if (Date.now() - found.mtimeMs > OLD_DRAFT_MS) await rm(file, { force: true });
  }
  return files;
}
