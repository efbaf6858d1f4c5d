import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable, Transaction } from '../../db/database.ts';
import type { EncodedPicture } from '../../media/encode-picture.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { Refusal } from '../../refusal.ts';
import { removeIfNobodys } from './remove-leftovers.ts';
import { lockFilesOf } from './stored-picture.ts';

export type StoredFiles = {
  /** The rows that had the same files before these were stored. */
  rowsBefore: ReadonlySet<string>;
  /** Whether they still are where they were stored. */
  areThere: () => Promise<boolean>;
};

/** Somebody removes, or has removed, the very files that were stored just now. */
class FilesWent extends Error {}

const MAX_TRIES = 5;
const PAUSE_MS = 200;
const RETRY_AFTER_SECONDS = 5;

/**
 * Stores a picture's files, which may go over a network, and then its row, by `record`, in a transaction. If the same files, of another
 * picture that was forgotten, went meanwhile, they are stored once more. If one of them can't be stored, or the row, none stays.
 */
export async function storePicture<T>(
  { database, media }: { database: Database; media: Pick<MediaStore, 'put' | 'isBucket' | 'folder'> },
  { files }: EncodedPicture,
  record: (stored: StoredFiles) => Promise<T>,
): Promise<T> {
  const names = files.map(({ name }) => name);
  const areThere = async (): Promise<boolean> => media.isBucket || areFiles(media.folder, names);
  for (let tries = 1; ; tries++) {
    const rowsBefore = new Set((await rowsWith(database, names)).map(({ id }) => id));
    try {
      for (const { name, bytes } of files) await media.put(name, bytes);
      return await record({ rowsBefore, areThere });
    } catch (error) {
      if (error instanceof FilesWent && tries < MAX_TRIES) {
        await delay(PAUSE_MS);
        continue;
      }
      // If that fails too, the files go with the leftovers of killed processes.
      await removeIfNobodys(database, media, names).catch(() => {});
      throw error instanceof FilesWent ? stillGoing() : error;
    }
  }
}

async function areFiles(folder: string, names: string[]): Promise<boolean> {
  const found = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => null)));
  return found.every((file) => file !== null);
}

const stillGoing = (): Refusal =>
  new Refusal('unavailable', 'The same picture is being removed right now: try again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** From here to the end of the transaction nobody decides that the files go; and nobody has, since they were stored. */
export async function keepFiles(
  tx: Transaction,
  { files, stored }: { files: string[]; stored: StoredFiles },
): Promise<void> {
  await lockFilesOf(tx, files[0] ?? '');
  const rows = await rowsWith(tx, files);
  const isGoing = rows.some(({ isRemoved }) => isRemoved);
  const left = new Set(rows.map(({ id }) => id));
  if (isGoing || !stored.rowsBefore.isSubsetOf(left) || !(await stored.areThere()))
    throw new FilesWent('the files are being removed');
}

async function rowsWith(database: Queryable, names: string[]): Promise<{ id: string; isRemoved: boolean }[]> {
  const { rows } = await database.query<{ id: string; isRemoved: boolean }>(
    `SELECT id, removal_began_at IS NOT NULL AS "isRemoved" FROM pictures WHERE files && $1::text[]`,
    [names],
  );
  return rows;
}
