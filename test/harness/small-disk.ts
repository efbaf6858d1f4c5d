import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export type SmallDisk = {
  folder: string;
  /** Writes until not a page is left. */
  fill(): Promise<void>;
  /** Gives the space back. */
  empty(): Promise<void>;
  remove(): Promise<void>;
};

const MIB = 1024 * 1024;
const A_PAGE = 4096;

/** A file system of its own, in memory; null where this user may mount none. */
export async function mountSmallDisk(sizeMib: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-disk-'));
  const run = promisify(execFile);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m,mode=0755`, 'tmpfs', folder]);
  } catch {
    await rmdir(folder);
    return null;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'w');
      try {
        for (const pieceBytes of [MIB, A_PAGE])
          while (await file.write(Buffer.alloc(pieceBytes)).then(isWhole(pieceBytes), isFull));
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    async remove() {
      await run('umount', ['--lazy', folder]);
      await rmdir(folder);
    },
  };
}

const isWhole = (bytes: number) => (written: { bytesWritten: number }) => written.bytesWritten === bytes;

function isFull(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ENOSPC') throw error;
  return false;
}
