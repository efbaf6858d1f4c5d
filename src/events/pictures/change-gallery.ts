import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { lockEvent } from '../event-fields.ts';
import { keepPicture, usePicture } from './stored-picture.ts';

/** More than this nobody looks at. */
export const MAX_GALLERY_IMAGES = 30;

export type StoredGalleryImage = {
  imageId: string;
  file: string;
  thumbnailFile: string;
  widthPx: number;
  heightPx: number;
  alt: string;
};

type Change = { hostId: string; eventId: string; actor: Actor };

export async function readGallery(
  database: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<StoredGalleryImage[]> {
  const { rows } = await database.query<StoredGalleryImage>(
    `SELECT image.id AS "imageId", image.file, image.thumbnail_file AS "thumbnailFile", image.width_px AS "widthPx",
            image.height_px AS "heightPx", image.alt
       FROM gallery_images AS image JOIN events AS event ON event.id = image.event_id
      WHERE event.id = $1 AND event.host_id = $2 ORDER BY image.position, image.id`,
    [eventId, hostId],
  );
  return rows;
}

/** Shows one picture more: at the end, or where it was before it was removed. */
export async function addToGallery(
  tx: Transaction,
  input: Change & { pictureId: string; alt: string; at: number | null },
): Promise<{ imageId: string }> {
  const { eventId, pictureId, alt, at } = input;
  const { name } = await lockEvent(tx, input);
  const images = await readGallery(tx, input);
  if (images.length >= MAX_GALLERY_IMAGES) {
    throw new Refusal(
      'validation_failed',
      `A gallery can have at most ${MAX_GALLERY_IMAGES} pictures: remove one first.`,
    );
  }
  const picture = await usePicture(tx, input);
  const imageId = randomUUIDv7();
  const ids = images.map((image) => image.imageId);
  await tx.query(
    `INSERT INTO gallery_images (id, event_id, file, thumbnail_file, width_px, height_px, alt, position)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      imageId,
      eventId,
      picture.file,
      picture.thumbnailFile,
      picture.widthPx,
      picture.heightPx,
      alt,
      images.length,
    ],
  );
  await putInOrder(tx, eventId, ids.toSpliced(at ?? ids.length, 0, imageId));
  await tell(tx, input, name, { action: 'event.add_picture', after: { pictureId, alt } });
  return { imageId };
}

/** Changes the description of a picture; with `pictureId`, also the picture itself. */
export async function changeGalleryImage(
  tx: Transaction,
  input: Change & { imageId: string; alt: string; wasAlt: string; pictureId: string | null },
): Promise<void> {
  const { imageId, alt, wasAlt, pictureId } = input;
  const { name } = await lockEvent(tx, input);
  const image = await find(tx, input);
  if (image.alt !== wasAlt) {
    throw new Refusal(
      'changed_meanwhile',
      'Somebody else has changed the description of this picture since you opened it.',
      {
        current: { alt: image.alt },
      },
    );
  }
  if (pictureId !== null) {
    await keepPicture(tx, { ...input, ...image });
    const picture = await usePicture(tx, { ...input, pictureId });
    await tx.query(
      'UPDATE gallery_images SET file = $2, thumbnail_file = $3, width_px = $4, height_px = $5 WHERE id = $1',
      [imageId, picture.file, picture.thumbnailFile, picture.widthPx, picture.heightPx],
    );
  }
  await tx.query('UPDATE gallery_images SET alt = $2 WHERE id = $1', [imageId, alt]);
  await tell(tx, input, name, {
    action: pictureId === null ? 'event.describe_picture' : 'event.replace_picture',
    before: { alt: image.alt },
    after: { alt, ...(pictureId !== null && { pictureId }) },
  });
}

/** The whole gallery, in the order it is shown. */
export async function orderGallery(tx: Transaction, input: Change & { imageIds: string[] }): Promise<void> {
  const { eventId, imageIds } = input;
  const { name } = await lockEvent(tx, input);
  const ids = (await readGallery(tx, input)).map(({ imageId }) => imageId);
  const isWhole = imageIds.length === ids.length && new Set(imageIds).size === ids.length;
  if (!isWhole || !ids.every((id) => imageIds.includes(id))) {
    throw new Refusal(
      'changed_meanwhile',
      'Somebody else has added or removed pictures since you opened this page.',
      {
        current: { imageIds: ids },
      },
    );
  }
  await putInOrder(tx, eventId, imageIds);
  await tell(tx, input, name, { action: 'event.order_pictures' });
}

/** Takes a picture out of the gallery. The answer has what brings it back. */
export async function removeFromGallery(
  tx: Transaction,
  input: Change & { imageId: string },
): Promise<{ pictureId: string; alt: string; at: number }> {
  const { eventId, imageId } = input;
  const { name } = await lockEvent(tx, input);
  const image = await find(tx, input);
  const ids = (await readGallery(tx, input)).map((other) => other.imageId);
  const pictureId = await keepPicture(tx, { ...input, ...image });
  await tx.query('DELETE FROM gallery_images WHERE id = $1', [imageId]);
  await putInOrder(
    tx,
    eventId,
    ids.filter((id) => id !== imageId),
  );
  await tell(tx, input, name, { action: 'event.remove_picture', before: { pictureId, alt: image.alt } });
  return { pictureId, alt: image.alt, at: ids.indexOf(imageId) };
}

async function find(
  tx: Transaction,
  input: Change & { imageId: string },
): Promise<Omit<StoredGalleryImage, 'imageId'>> {
  const image = (await readGallery(tx, input)).find(({ imageId }) => imageId === input.imageId);
  if (!image) throw new Refusal('not_found', 'There is no such picture in the gallery of this event.');
  const { imageId: _, ...rest } = image;
  return rest;
}

/** Only what moves is written. */
const putInOrder = (tx: Transaction, eventId: string, ids: string[]): Promise<unknown> =>
  tx.query(
    `UPDATE gallery_images AS image SET position = place.at - 1
       FROM unnest($2::uuid[]) WITH ORDINALITY AS place (id, at)
      WHERE image.id = place.id AND image.event_id = $1 AND image.position <> place.at - 1`,
    [eventId, ids],
  );

const tell = (
  tx: Transaction,
  { hostId, eventId, actor }: Change,
  name: string,
  change: { action: `event.${string}`; before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> => recordChange(tx, { hostId, actor, subject: { id: eventId, name }, ...change });
