import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { EncodedPicture } from '../../media/encode-picture.ts';
import { jpegOfWidth } from '../../media/picture-names.ts';
import { Refusal } from '../../refusal.ts';
import { keepFiles, type StoredFiles } from './store-picture.ts';
import { THUMBNAIL_WIDTH_PX, type StoredPicture } from './stored-picture.ts';

// A poster, a gallery and headliners, and each of them changed a few times within a day.
const MAX_OF_EVENT = 200;
// Ten events with all their pictures.
const MAX_OF_HOST_IN_A_DAY = 500;

type Whose = { hostId: string; eventId: string | null };

/** Refuses what would be one picture too many: asked before the upload is read, and again when it is stored. */
export async function requireRoom(database: Queryable, { hostId, eventId }: Whose): Promise<void> {
  const { rows } = await database.query<{ ofEvent: number; ofDay: number }>(
    `SELECT (SELECT count(*) FROM pictures WHERE event_id = $2) AS "ofEvent",
            (SELECT count(*) FROM pictures WHERE host_id = $1 AND created_at > now() - interval '1 day') AS "ofDay"`,
    [hostId, eventId],
  );
  const { ofEvent = 0, ofDay = 0 } = rows[0] ?? {};
  if (ofEvent >= MAX_OF_EVENT) {
    throw new Refusal(
      'rate_limited',
      `This event has ${MAX_OF_EVENT} pictures, including old ones: unused pictures are deleted within two days.`,
      { retryAfterSeconds: 3_600 },
    );
  }
  if (ofDay >= MAX_OF_HOST_IN_A_DAY) {
    throw new Refusal(
      'rate_limited',
      `You uploaded ${MAX_OF_HOST_IN_A_DAY} pictures today: try again tomorrow.`,
      { retryAfterSeconds: 3_600 },
    );
  }
}

/** The row of a picture whose files were stored (`storePicture()`). Nothing shows it yet; what shows it says so within a day. */
export async function addPicture(
  tx: Transaction,
  input: Whose & { actor: Actor; eventName: string; stored: StoredFiles; picture: EncodedPicture },
): Promise<StoredPicture> {
  const { hostId, eventId, actor, picture } = input;
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('pictures'), hashtext($1))`, [hostId]);
  await requireRoom(tx, input);
  const added: StoredPicture = {
    pictureId: randomUUIDv7(),
    file: jpegOfWidth(picture, picture.widthPx),
    thumbnailFile: jpegOfWidth(picture, THUMBNAIL_WIDTH_PX),
    widthPx: picture.widthPx,
    heightPx: picture.heightPx,
  };
  const files = picture.files.map(({ name }) => name);
  await keepFiles(tx, { files, stored: input.stored });
  await tx.query(
    `INSERT INTO pictures (id, host_id, event_id, file, thumbnail_file, files, width_px, height_px, bytes, uploaded_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      added.pictureId,
      hostId,
      eventId,
      added.file,
      added.thumbnailFile,
      files,
      added.widthPx,
      added.heightPx,
      picture.files.reduce((sum, { bytes }) => sum + bytes.length, 0),
      actor.kind === 'member' ? actor.personId : null,
    ],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'event.upload_picture',
    ...(eventId !== null && { subject: { id: eventId, name: input.eventName } }),
    after: { file: added.file },
  });
  return added;
}
