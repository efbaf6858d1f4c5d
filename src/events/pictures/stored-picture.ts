import { randomUUIDv7 } from 'node:crypto';
import type { Queryable, Transaction } from '../../db/database.ts';
import { jpegOfWidth, nameFile, readName, widthsOf } from '../../media/picture-names.ts';
import { Refusal } from '../../refusal.ts';

export type StoredPicture = {
  pictureId: string;
  /** Its largest JPEG. */
  file: string;
  thumbnailFile: string;
  /** Of `file`. */
  widthPx: number;
  heightPx: number;
};

/** Three to a row on a desk, two on a phone, with sharp edges on both. */
export const THUMBNAIL_WIDTH_PX = 640;
// Wide enough for a phone's whole screen; larger ones are in `srcset`.
const SHOWN_WIDTH_PX = 1_280;

/** The JPEG of a good size, which the API tells of: for the poster, and for a headliner. */
export function shownFile({ file }: Pick<StoredPicture, 'file'>): string {
  const name = readName(file);
  return name ? jpegOfWidth(name, SHOWN_WIDTH_PX) : file;
}

const COLUMNS = `id AS "pictureId", file, thumbnail_file AS "thumbnailFile", width_px AS "widthPx", height_px AS "heightPx"`;

type Which = { hostId: string; eventId: string };

/**
 * A picture that the event is about to show: one that was uploaded for it, or for an event of this host that was not made yet. It is
 * not forgotten before the transaction ends, and afterwards the event refers to it.
 */
export async function usePicture(
  tx: Transaction,
  { hostId, eventId, pictureId }: Which & { pictureId: string },
): Promise<StoredPicture> {
  const { rows } = await tx.query<StoredPicture>(
    `UPDATE pictures SET event_id = $2, unused_since = NULL
      WHERE id = $3 AND host_id = $1 AND (event_id = $2 OR event_id IS NULL) AND NOT is_forgotten RETURNING ${COLUMNS}`,
    [hostId, eventId, pictureId],
  );
  const [picture] = rows;
  if (!picture) {
    throw new Refusal('validation_failed', 'This picture no longer exists: upload it again.', {
      field: 'pictureId',
    });
  }
  return picture;
}

/**
 * The same for a picture that is known by one of its files, and belongs to the event already: the file to show, or null where it has
 * no such picture.
 */
export async function findShownFile(
  tx: Transaction,
  { hostId, eventId, file }: Which & { file: string },
): Promise<string | null> {
  const { rows } = await tx.query<StoredPicture>(
    `UPDATE pictures SET unused_since = NULL
      WHERE files @> ARRAY[$3] AND host_id = $1 AND event_id = $2 AND NOT is_forgotten RETURNING ${COLUMNS}`,
    [hostId, eventId, file],
  );
  return rows[0] ? shownFile(rows[0]) : null;
}

/**
 * Keeps a picture that an event no longer shows, so that it can be shown again: its row, made now for files from before pictures had
 * rows.
 */
export async function keepPicture(
  tx: Transaction,
  input: Which & Omit<StoredPicture, 'pictureId'>,
): Promise<string> {
  const { hostId, eventId, file, thumbnailFile, widthPx, heightPx } = input;
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM pictures WHERE files @> ARRAY[$3] AND host_id = $1 AND event_id = $2 AND NOT is_forgotten LIMIT 1 FOR UPDATE`,
    [hostId, eventId, file],
  );
  if (rows[0]) return rows[0].id;
  const pictureId = randomUUIDv7();
  const name = readName(file);
  // An event that is a copy of another shows a picture that was uploaded for that one.
  const files = name
    ? widthsOf(name.widthPx).flatMap((width) => [
        nameFile(name, { widthPx: width, format: 'webp' }),
        nameFile(name, { widthPx: width, format: 'jpg' }),
      ])
    : [...new Set([file, thumbnailFile])];
  await lockFilesOf(tx, file);
  await tx.query(
    `INSERT INTO pictures (id, host_id, event_id, file, thumbnail_file, files, width_px, height_px, bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)`,
    [
      pictureId,
      hostId,
      eventId,
      name ? jpegOfWidth(name, name.widthPx) : file,
      name ? jpegOfWidth(name, THUMBNAIL_WIDTH_PX) : thumbnailFile,
      files,
      name?.widthPx ?? widthPx,
      name?.heightPx ?? heightPx,
    ],
  );
  return pictureId;
}

/** Storing and removing the same files wait for each other. */
export async function lockFilesOf(tx: Queryable, file: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`picture ${digitsOf(file)}`]);
}

/** The beginning that the names of one picture's files share. */
export const digitsOf = (file: string): string => file.slice(0, 40);

/** Whether anything shows one of the files. A file that two pictures share, being the same, is found by both. */
export const isReferredTo = (files: string): string => `(
  EXISTS (SELECT 1 FROM events WHERE poster_file = ANY (${files}))
  OR EXISTS (SELECT 1 FROM headliners WHERE image_file = ANY (${files}))
  OR EXISTS (SELECT 1 FROM gallery_images WHERE file = ANY (${files}))
  OR EXISTS (SELECT 1 FROM gallery_images WHERE thumbnail_file = ANY (${files}))
  OR EXISTS (SELECT 1 FROM seating_plan_pictures WHERE file = ANY (${files})))`;

/** All files or none: a page that shows one of them takes the others from its name. */
export async function isNobodysNow(tx: Queryable, files: string[]): Promise<boolean> {
  const { rows } = await tx.query<{ isNobodys: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM pictures WHERE files && $1::text[] AND NOT is_forgotten)
        AND NOT ${isReferredTo('$1::text[]')} AS "isNobodys"`,
    [files],
  );
  return rows[0]?.isNobodys ?? false;
}

/** Those of many files that no row has and nothing shows. */
export async function findNobodys(database: Queryable, files: string[]): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS found (name)
      WHERE NOT EXISTS (SELECT 1 FROM pictures WHERE files @> ARRAY[name]) AND NOT ${isReferredTo('ARRAY[name]')}`,
    [files],
  );
  return rows.map(({ name }) => name);
}
