import { nameFile, readName, widthsOf, type EncodedName, type PictureFormat } from './picture-names.ts';

/**
 * The data of a page to show a stored file. `<Picture of={…} sizes="…" />` of src/pages/shared/picture.tsx makes the markup: WebP if the
 * browser takes it, the width that fits, and a JPEG for everybody else.
 */
export type PictureSources = {
  /** For `src`, and for whoever takes one address. */
  url: string;
  /** For `srcset`; null where the file has no other sizes, as those of the demo. */
  srcset: { webp: string; jpeg: string } | null;
};

/** From the name alone: no page waits for the database for it. */
export function pictureSources(mediaUrl: string, file: string): PictureSources {
  const picture = readName(file);
  return {
    url: `${mediaUrl}/${file}`,
    srcset: picture && {
      webp: srcset(mediaUrl, picture, 'webp'),
      jpeg: srcset(mediaUrl, picture, 'jpg'),
    },
  };
}

/** Of a picture whose address is known, and not the name of its file. */
export function sourcesAt(url: string): PictureSources {
  const end = url.lastIndexOf('/');
  return pictureSources(url.slice(0, end), url.slice(end + 1));
}

const srcset = (mediaUrl: string, picture: EncodedName, format: PictureFormat): string =>
  widthsOf(picture.widthPx)
    .map((widthPx) => `${mediaUrl}/${nameFile(picture, { widthPx, format })} ${widthPx}w`)
    .join(', ');
