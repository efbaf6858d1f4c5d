import type { Transaction } from '../../db/database.ts';
import { readName } from '../../media/picture-names.ts';
import { invalidField } from '../../refusal.ts';
import { findShownFile, keepPicture } from '../pictures/stored-picture.ts';
import type { GivenHeadliner, Headliner, NewHeadliner } from './headliners.ts';

// The size of a file from before pictures had rows: unknown.
const OLD_SIZE = { widthPx: 1_000, heightPx: 1_000 };

/**
 * Settles the picture of each headliner, under the event's lock: one that a headliner of this event already shows, or one uploaded for
 * the event. Unused pictures are kept, so that the change can be undone.
 */
export async function settlePictures(
  tx: Transaction,
  which: { hostId: string; eventId: string },
  { before, after }: { before: readonly Headliner[]; after: readonly GivenHeadliner[] },
): Promise<NewHeadliner[]> {
  const present = new Map(before.map(({ headlinerId, imageFile }) => [headlinerId, imageFile]));
  const shown = filesOf(before);
  const settled: NewHeadliner[] = [];
  for (const [index, { headlinerId, name, role, imageFile: given }] of after.entries()) {
    let imageFile = given ?? null;
    if (given === undefined && headlinerId !== null) imageFile = present.get(headlinerId) ?? null;
    if (imageFile !== null && !shown.has(imageFile)) {
      imageFile = await findShownFile(tx, { ...which, file: imageFile });
      if (imageFile === null) {
        const field = `headliners[${index}].imageFile`;
        throw invalidField(field, 'no longer exists: upload the picture again.');
      }
    }
    settled.push({ headlinerId, name, role, imageFile });
  }
  // In the same order everywhere: a copy of this event has the same files, and may be changed at the same time.
  for (const file of [...shown.difference(filesOf(settled))].toSorted())
    await keepPicture(tx, { ...which, file, thumbnailFile: file, ...(readName(file) ?? OLD_SIZE) });
  return settled;
}

const filesOf = (headliners: readonly Pick<Headliner, 'imageFile'>[]): Set<string> =>
  new Set(headliners.flatMap(({ imageFile }) => imageFile ?? []));
