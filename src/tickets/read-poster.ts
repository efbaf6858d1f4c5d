import { open } from 'node:fs/promises';
import path from 'node:path';
import { jpegOfWidth, readName } from '../media/picture-names.ts';

export type Poster = { bytes: Buffer; contentType: 'image/jpeg' | 'image/png' };

const JPEG = Buffer.from('ffd8ff', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

// Sharp on paper and on a phone, and small enough for every ticket's mail.
const MAX_WIDTH_PX = 640;

/** The file of the poster that is printed and mailed; null where there is none. */
export function printedFile(posterFile: string | null): string | null {
  if (posterFile === null || path.basename(posterFile) !== posterFile) return null;
  const name = readName(posterFile);
  return name ? jpegOfWidth(name, MAX_WIDTH_PX) : posterFile;
}

/** An event's poster where it is of a format that PDFs and mail programs take; null where not, or where it can't be read. */
export async function readPoster(
  mediaDir: string,
  posterFile: string | null,
  { maxBytes }: { maxBytes: number },
): Promise<Poster | null> {
  const name = printedFile(posterFile);
  if (name === null) return null;
  const file = await open(path.join(mediaDir, name)).catch(() => null);
  if (!file) return null;
  try {
    const { size } = await file.stat();
    if (size > maxBytes) return null;
    const bytes = await file.readFile();
    if (bytes.subarray(0, JPEG.length).equals(JPEG)) return { bytes, contentType: 'image/jpeg' };
    if (bytes.subarray(0, PNG.length).equals(PNG)) return { bytes, contentType: 'image/png' };
    return null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
