import { jpegOfWidth, readName, widthsOf } from './picture-names.ts';

/** The picture beside a link, where links are shared. Its size is null where the file's name doesn't tell it. */
export type SharedPicture = { url: string; size: { widthPx: number; heightPx: number } | null };

// Messengers leave a picture of more than some 300 kilobytes away. A JPEG of this many pixels is smaller.
const MAX_PIXELS = 1_000_000;

/** A JPEG of moderate size: some of those who make such previews read no WebP. */
export function sharedPicture(mediaUrl: string, file: string): SharedPicture {
  const picture = readName(file);
  if (!picture) return { url: `${mediaUrl}/${file}`, size: null };
  const heightAt = (widthPx: number): number => Math.round((widthPx * picture.heightPx) / picture.widthPx);
  const widthPx =
    widthsOf(picture.widthPx).findLast((width) => width * heightAt(width) <= MAX_PIXELS) ?? picture.widthPx;
  return {
    url: `${mediaUrl}/${jpegOfWidth(picture, widthPx)}`,
    size: { widthPx, heightPx: heightAt(widthPx) },
  };
}
