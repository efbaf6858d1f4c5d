import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database, Queryable } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { DRAFT_ENDING } from '../../media/store-image.ts';
import { lockFilesOf } from './stored-picture.ts';

const AN_HOUR_MS = 60 * 60_000;
const A_DAY_MS = 24 * AN_HOUR_MS;
// Each is looked for in five indexes: a set takes some hundredths of a second.
const SET_SIZE = 500;

/** Whether anything shows one of the files. A file that two pictures share, being the same, is found by both. */
const isReferredTo = (files: string): string => `(
  EXISTS (SELECT 1 FROM events WHERE poster_file = ANY (${files}))
  OR EXISTS (SELECT 1 FROM headliners WHERE image_file = ANY (${files}))
  OR EXISTS (SELECT 1 FROM gallery_images WHERE file = ANY (${files}))
  OR EXISTS (SELECT 1 FROM gallery_images WHERE thumbnail_file = ANY (${files}))
  OR EXISTS (SELECT 1 FROM seating_plan_pictures WHERE file = ANY (${files})))`;

/** Forgets pictures that nothing has shown for a day: uploads that were given up, posters that were replaced. */
export function forgetUnusedPicturesJob(
  database: Database,
  { media }: { media: MediaStore },
): JobKind<Record<string, never>> {
  return {
    kind: 'forget_unused_pictures',
    retryDelaysMs: [60_000, 600_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: AN_HOUR_MS,
    async run(_payload, { signal }) {
      await noteUnused(database, signal);
      await forgetUnused(database);
      await removeForgotten(database, { media, signal });
      await removeDrafts(media.folder);
    },
  };
}

/** Through all pictures, a set at a time: writes down since when each is not shown, or that it is again. */
async function noteUnused(database: Database, signal: AbortSignal): Promise<void> {
  for (let after: string | null = NO_ID; after !== null && !signal.aborted;) {
    const { rows }: { rows: { last: string | null; count: number }[] } = await database.query(
      `WITH looked_at AS MATERIALIZED (
         SELECT id, unused_since, ${isReferredTo('p.files')} AS is_used
           FROM pictures AS p WHERE id > $1 AND NOT is_forgotten ORDER BY id LIMIT ${SET_SIZE}
       ), noted AS (
         UPDATE pictures SET unused_since = CASE WHEN is_used THEN NULL ELSE now() END
           FROM looked_at WHERE pictures.id = looked_at.id AND (looked_at.unused_since IS NULL) <> is_used
       )
       -- The largest: there is no max() of ids.
       SELECT (SELECT id FROM looked_at ORDER BY id DESC LIMIT 1) AS last, count(*) FROM looked_at`,
      [after],
    );
    after = rows[0]?.count === SET_SIZE ? rows[0].last : null;
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * From here on nobody shows them again. Only then do their files go: were they gone first, and this not committed, a removal that is
 * taken back would show nothing.
 */
const forgetUnused = (database: Database): Promise<unknown> =>
  database.query(
    `UPDATE pictures SET is_forgotten = true WHERE id IN (
       SELECT id FROM pictures WHERE unused_since < now() - interval '1 day' AND NOT is_forgotten AND NOT ${isReferredTo('files')}
        FOR UPDATE SKIP LOCKED)`,
  );

/** One picture at a time. Whoever is stopped in between begins with it again: its row goes last. */
async function removeForgotten(
  database: Database,
  { media, signal }: { media: MediaStore; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    const next = await decideOnNext(database);
    if (!next || signal.aborted) return;
    for (const name of next.files) {
      // From the moment the lease is lost another process may have gone on, and whoever uploads the same may have come.
      if (signal.aborted) return;
      await media.remove(name);
    }
    await database.query('DELETE FROM pictures WHERE id = $1', [next.id]);
  }
}

/**
 * A forgotten picture, and its files where nobody else has them: those go. That they do is on record before they do, so that whoever
 * uploads the same meanwhile stores them once more afterwards (store-picture.ts).
 */
const decideOnNext = (database: Database): Promise<{ id: string; files: string[] } | null> =>
  database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; file: string; files: string[]; isRemoved: boolean }>(
      `SELECT id, file, files, removal_began_at IS NOT NULL AS "isRemoved" FROM pictures
        WHERE unused_since IS NOT NULL AND is_forgotten ORDER BY unused_since LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const [picture] = rows;
    if (!picture) return null;
    // An upload of the same file waits here: for the decision alone, and not for the store.
    await lockFilesOf(tx, picture.file);
    const goes = picture.isRemoved || (await isNobodysNow(tx, picture.files));
    if (!goes) return { id: picture.id, files: [] };
    await tx.query('UPDATE pictures SET removal_began_at = now() WHERE id = $1', [picture.id]);
    return picture;
  });

/** All files or none: a page that shows one of them takes the others from its name. */
async function isNobodysNow(tx: Queryable, files: string[]): Promise<boolean> {
  const { rows } = await tx.query<{ isNobodys: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM pictures WHERE files && $1::text[] AND NOT is_forgotten)
        AND NOT ${isReferredTo('$1::text[]')} AS "isNobodys"`,
    [files],
  );
  return rows[0]?.isNobodys ?? false;
}

/** Removes leftovers of a process that was killed while it stored a file. */
async function removeDrafts(mediaDir: string): Promise<void> {
  const folder = await opendir(mediaDir).catch(() => null);
  if (!folder) return;
  for await (const { name } of folder) {
    if (!name.endsWith(DRAFT_ENDING)) continue;
    const file = path.join(mediaDir, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > A_DAY_MS) await rm(file, { force: true });
  }
}
