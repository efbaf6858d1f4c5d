import type { MediaStore } from '../media/media-store.ts';
import { nameImage } from '../media/store-image.ts';
import { drawMosaic } from './draw-mosaic.ts';
import type { DemoHost } from './story-types.ts';

const POSTER = { widthPx: 480, heightPx: 640 };
const GALLERY = { widthPx: 960, heightPx: 640 };
const THUMBNAIL = { widthPx: 240, heightPx: 160 };

type DemoGalleryImage = { file: string; thumbnailFile: string; widthPx: number; heightPx: number };

/** File names by event slug. */
export type DemoImages = {
  posters: Map<string, string>;
  posterAspectRatio: number;
  galleries: Map<string, DemoGalleryImage[]>;
};

export async function drawDemoImages(media: Pick<MediaStore, 'put'>, hosts: DemoHost[]): Promise<DemoImages> {
  const posters = new Map<string, string>();
  const galleries = new Map<string, DemoGalleryImage[]>();
  const draw = async (seed: string, size: { widthPx: number; heightPx: number }): Promise<string> => {
    const bytes = await drawMosaic({ seed, ...size });
    const name = nameImage(bytes, 'png');
    await media.put(name, bytes);
    return name;
  };

  for (const event of hosts.flatMap((host) => host.events)) {
    posters.set(event.slug, await draw(event.slug, POSTER));
    const images: DemoGalleryImage[] = [];
    for (const index of event.gallery.keys()) {
      const seed = `${event.slug} ${index}`;
      images.push({
        file: await draw(seed, GALLERY),
        thumbnailFile: await draw(seed, THUMBNAIL),
        ...GALLERY,
      });
    }
    galleries.set(event.slug, images);
  }
  return { posters, posterAspectRatio: POSTER.widthPx / POSTER.heightPx, galleries };
}
