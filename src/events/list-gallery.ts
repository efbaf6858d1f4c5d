import type { Queryable } from '../db/database.ts';
import type { GalleryImage } from './event-schemas.ts';
import { noSuchEvent } from './slug.ts';

type GalleryRow = {
  id: string | null;
  file: string;
  thumbnail_file: string;
  width_px: number;
  height_px: number;
  alt: string;
  position: number;
};

export async function listGallery(
  database: Queryable,
  mediaUrl: string,
  input: { hostId: string; slug: string; isPreview?: boolean },
): Promise<{ payload: GalleryImage[]; validForMs: number }> {
  const { rows } = await database.query<GalleryRow>(
    `SELECT image.id, image.file, image.thumbnail_file, image.width_px, image.height_px, image.alt, image.position
       FROM events AS event LEFT JOIN gallery_images AS image ON image.event_id = event.id
      WHERE event.slug = $2 AND event.host_id = $1 AND ($3 OR event.status <> 'DRAFT')
      ORDER BY image.position, image.id`,
    [input.hostId, input.slug, input.isPreview ?? false],
  );
  if (rows.length === 0) throw noSuchEvent(input.slug);
  const images = rows.flatMap((row): GalleryImage[] =>
    // An event without images still has its one row.
    row.id === null
      ? []
      : [
          {
            id: row.id,
            url: `${mediaUrl}/${row.file}`,
            thumbnailURL: `${mediaUrl}/${row.thumbnail_file}`,
            width: row.width_px,
            height: row.height_px,
            alt: row.alt,
            position: row.position,
          },
        ],
  );
  return { payload: images, validForMs: Infinity };
}
