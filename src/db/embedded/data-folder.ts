import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class DataFolderError extends Error {}

export type DataFolder = { path: string; release(): void };

/**
 * Makes the data folder and takes it for this process alone. The lock is SQLite's lock on an empty file: the system
 * releases it the moment the process ends, however it ends. A file with a process number in it can't do that.
 */
export async function takeDataFolder(folder: string): Promise<DataFolder> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataFolderError(`DATA_DIR ${folder} can't be made: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  const ownerFile = path.join(folder, 'owner.pid');
  const lock = await lockFile(path.join(folder, 'lock'), ownerFile, folder);
  await writeFile(ownerFile, `${process.pid}\n`);
  return { path: folder, release: () => lock.close() };
}

async function lockFile(lockPath: string, ownerFile: string, folder: string): Promise<DatabaseSync> {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockPath, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as Error).message.includes('locked')) {
      const owner = await readFile(ownerFile, 'utf8').catch(() => '');
      throw new DataFolderError(
        `DATA_DIR ${folder} is in use by another Tessera${owner ? ` (process ${owner.trim()})` : ''}. ` +
          'Stop that one first, or set DATA_DIR to another folder.',
        { cause: error },
      );
    }
    throw new DataFolderError(
      `DATA_DIR ${folder} can't be written to by this user: ${(error as Error).message}.`,
      {
        cause: error,
      },
    );
  }
}
