import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../db/database.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { DRAFT_ENDING, isImageName } from '../../media/store-image.ts';
import { digitsOf, findNobodys, isNobodysNow, lockFilesOf } from './stored-picture.ts';

const A_DAY_MS = 24 * 60 * 60_000;
// Longer: a database that was restored to a wrong moment does not know the pictures of later, until it is restored to the right one.
const A_WEEK_MS = 7 * A_DAY_MS;
// Pictures of some six files each.
const SET_SIZE = 100;

/**
 * Removes files that were stored just now, or were found, and are nobody's: no row has them, and nothing shows them. Whoever stores the
 * same waits meanwhile, and stores them once more (`keepFiles()`). In a bucket they stay: a network is not waited for under a lock.
 */
export async function removeIfNobodys(
  database: Pick<Database, 'transaction'>,
  { isBucket, folder }: Pick<MediaStore, 'isBucket' | 'folder'>,
  files: string[],
): Promise<void> {
  if (isBucket) return;
  await database.transaction(async (tx) => {
    await lockFilesOf(tx, files[0] ?? '');
    if (!(await isNobodysNow(tx, files))) return;
    for (const name of files) await rm(path.join(folder, name), { force: true });
  });
}

/** Clears what a killed process has left in the folder: drafts after a day, files whose row was never written after a week. */
export async function removeLeftovers(
  database: Pick<Database, 'query' | 'transaction'>,
  { media, signal }: { media: MediaStore; signal: AbortSignal },
): Promise<void> {
  const pictures = new Map<string, { files: string[]; isOld: boolean }>();
  for await (const { name } of await opendir(media.folder)) {
    const isDraft = name.endsWith(DRAFT_ENDING);
    if (!isDraft && (media.isBucket || !isImageName(name))) continue;
    const file = path.join(media.folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
    const isOld = Date.now() - mtimeMs > (isDraft ? A_DAY_MS : A_WEEK_MS);
    if (!isDraft) {
      const picture = pictures.get(digitsOf(name)) ?? { files: [], isOld: true };
      pictures.set(digitsOf(name), { files: [...picture.files, name], isOld: isOld && picture.isOld });
    } else if (isOld) await rm(file, { force: true });
  }
  const old = [...pictures.values()].filter(({ isOld }) => isOld).map(({ files }) => files);
  for (let at = 0; at < old.length && !signal.aborted; at += SET_SIZE) {
    const set = old.slice(at, at + SET_SIZE);
    const nobodys = new Set(await findNobodys(database, set.flat()));
    for (const files of set)
      if (files.every((name) => nobodys.has(name))) await removeIfNobodys(database, media, files);
  }
}
