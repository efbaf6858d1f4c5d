import type { Database } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { removeLeftovers } from './remove-leftovers.ts';
import { isNobodysNow, isReferredTo, lockFilesOf } from './stored-picture.ts';

const AN_HOUR_MS = 60 * 60_000;
// Each is looked for in five indexes: a set takes some hundredths of a second.
const SET_SIZE = 500;

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
      await removeLeftovers(database, { media, signal });
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
