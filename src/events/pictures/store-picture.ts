import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { EncodedPicture } from '../../media/encode-picture.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { Refusal } from '../../refusal.ts';
import { lockFilesOf } from './stored-picture.ts';

/** The rows that had the same files before these were stored. */
export type RowsBefore = ReadonlySet<string>;

/** Somebody removes, or has removed, the very files that were stored just now. */
class FilesWent extends Error {}

const MAX_TRIES = 5;
const PAUSE_MS = 200;
const RETRY_AFTER_SECONDS = 5;

/**
 * Stores a picture's files, which may go over a network, and then its row, by `record`, in a transaction. If the same files, of another
 * picture that was forgotten, went meanwhile, they are stored once more.
 */
export async function storePicture<T>(
  { database, media }: { database: Queryable; media: Pick<MediaStore, 'put'> },
  { files }: EncodedPicture,
  record: (before: RowsBefore) => Promise<T>,
): Promise<T> {
  const names = files.map(({ name }) => name);
  for (let tries = 1; ; tries++) {
    const before = new Set((await rowsWith(database, names)).map(({ id }) => id));
    for (const { name, bytes } of files) await media.put(name, bytes);
    try {
      return await record(before);
    } catch (error) {
      if (!(error instanceof FilesWent)) throw error;
      if (tries === MAX_TRIES) throw stillGoing();
      await delay(PAUSE_MS);
    }
  }
}

const stillGoing = (): Refusal =>
  new Refusal('unavailable', 'The same picture is being removed right now: try again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** From here to the end of the transaction nobody decides that the files go; and nobody has, since they were stored. */
export async function keepFiles(
  tx: Transaction,
  { files, before }: { files: string[]; before: RowsBefore },
): Promise<void> {
  await lockFilesOf(tx, files[0] ?? '');
  const rows = await rowsWith(tx, files);
  const isGoing = rows.some(({ isRemoved }) => isRemoved);
  const left = new Set(rows.map(({ id }) => id));
  if (isGoing || !before.isSubsetOf(left)) throw new FilesWent('the files are being removed');
}

async function rowsWith(database: Queryable, names: string[]): Promise<{ id: string; isRemoved: boolean }[]> {
  const { rows } = await database.query<{ id: string; isRemoved: boolean }>(
    `SELECT id, removal_began_at IS NOT NULL AS "isRemoved" FROM pictures WHERE files && $1::text[]`,
    [names],
  );
  return rows;
}
