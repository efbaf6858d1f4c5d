import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { readName } from '../../media/picture-names.ts';
import { changeEvent } from '../change-event.ts';
import { lockEvent, type StoredEvent } from '../event-fields.ts';
import { keepPicture, shownFile, usePicture } from './stored-picture.ts';

// Only the shape of an old poster is known.
const OLD_WIDTH_PX = 1_000;

/** Shows another poster, or none. `before` is the picture that was shown, for whoever takes it back. */
export async function changePoster(
  tx: Transaction,
  input: {
    hostId: string;
    eventId: string;
    actor: Actor;
    version: number;
    pictureId: string | null;
  },
): Promise<{ event: StoredEvent; before: string | null }> {
  const { hostId, eventId, actor, version, pictureId } = input;
  const { posterFile, posterAspectRatio } = await lockEvent(tx, input);
  const before =
    posterFile === null
      ? null
      : await keepPicture(tx, {
          hostId,
          eventId,
          file: posterFile,
          thumbnailFile: posterFile,
          ...sizeOf(posterFile, posterAspectRatio),
        });
  const picture = pictureId === null ? null : await usePicture(tx, { hostId, eventId, pictureId });
  const event = await changeEvent(tx, {
    hostId,
    eventId,
    actor,
    version,
    action: picture ? 'event.change_poster' : 'event.remove_poster',
    changes: {
      posterFile: picture && shownFile(picture),
      posterAspectRatio: picture && picture.widthPx / picture.heightPx,
    },
  });
  return { event, before };
}

function sizeOf(file: string, ratio: number | null): { widthPx: number; heightPx: number } {
  const name = readName(file);
  if (name) return name;
  return { widthPx: OLD_WIDTH_PX, heightPx: Math.max(1, Math.round(OLD_WIDTH_PX / (ratio ?? 1))) };
}
