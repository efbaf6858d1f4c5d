import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';

export async function addHeadliner(
  tx: Transaction,
  headliner: { eventId: string; name: string; role: string; imageFile: string | null; position: number },
): Promise<void> {
  await tx.query(
    'INSERT INTO headliners (id, event_id, name, role, image_file, position) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      randomUUIDv7(),
      headliner.eventId,
      headliner.name,
      headliner.role,
      headliner.imageFile,
      headliner.position,
    ],
  );
}

export async function addGalleryImage(
  tx: Transaction,
  image: {
    eventId: string;
    file: string;
    thumbnailFile: string;
    widthPx: number;
    heightPx: number;
    alt: string;
    position: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO gallery_images (id, event_id, file, thumbnail_file, width_px, height_px, alt, position)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      randomUUIDv7(),
      image.eventId,
      image.file,
      image.thumbnailFile,
      image.widthPx,
      image.heightPx,
      image.alt,
      image.position,
    ],
  );
}
