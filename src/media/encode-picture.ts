import sharp, { type Metadata, type Sharp } from 'sharp';
import { Refusal } from '../refusal.ts';
import { MAX_PICTURE, nameFile, widthsOf, type EncodedName, type PictureFormat } from './picture-names.ts';
import { hashContent } from './store-image.ts';

/** The part that is kept, as fractions of the picture's width and height, the way it is shown. */
export type Crop = { left: number; top: number; width: number; height: number };

export type EncodedPicture = EncodedName & { files: { name: string; bytes: Buffer }[] };

const MAX_PIXELS = 50_000_000;
const MIN_SIDE_PX = 64;
// A longer one is a line on a phone.
const MAX_RATIO = 5;
// Fifty megapixels take four seconds on a slow core.
const MAX_SECONDS = 20;

// A process has two cores or four, and buyers need them: one picture at a time (picture-queue.ts), on one of them.
sharp.concurrency(1);
sharp.cache(false);
// Only formats named here are read, whatever the file is called: drawings and documents are programs of a kind.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});

/**
 * Makes of an upload the files that we keep: turned upright, cut, in sRGB, in a few widths, as WebP and JPEG. They are drawn anew from
 * its pixels, so that nothing else of the upload is in them: no place, no camera, no comment, no file that was hidden behind it.
 */
export async function encodePicture(upload: Buffer, crop: Crop | null): Promise<EncodedPicture> {
  const size = checkHeader(await readHeader(upload));
  const { data, info } = await pixelsOf(upload, cutOf(size, crop));
  const { width: widthPx, height: heightPx, channels } = info;
  const pixels = (): Sharp =>
    sharp(data, { raw: { width: widthPx, height: heightPx, channels } }).timeout({ seconds: MAX_SECONDS });
  const encoded: { widthPx: number; format: PictureFormat; bytes: Buffer }[] = [];
  // One after the other: together they would take as long, and all the memory at once.
  for (const width of widthsOf(widthPx)) {
    const drawn = width === widthPx ? pixels() : pixels().resize({ width });
    const webp = await drawn.clone().webp({ quality: 78, effort: 4 }).toBuffer();
    const jpeg = await drawn.clone().jpeg({ quality: 80, mozjpeg: true }).toBuffer();
    encoded.push({ widthPx: width, format: 'webp', bytes: webp });
    encoded.push({ widthPx: width, format: 'jpg', bytes: jpeg });
  }
  const name: EncodedName = { hash: hashContent(encoded.map(({ bytes }) => bytes)), widthPx, heightPx };
  return { ...name, files: encoded.map((file) => ({ name: nameFile(name, file), bytes: file.bytes })) };
}

// The first picture of an animation. Little that is wrong with phones' pictures matters; half a picture does.
const open = (upload: Buffer): Sharp =>
  sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', page: 0, pages: 1, sequentialRead: true });

async function readHeader(upload: Buffer): Promise<Metadata> {
  if (upload.length === 0) throw refuse('The file is empty: choose another.');
  try {
    return await open(upload).metadata();
  } catch (error) {
    throw /pixel limit/.test(String(error)) ? tooManyPixels() : noPicture();
  }
}

/** The size of the picture the way it is shown. */
function checkHeader(header: Metadata): { width: number; height: number } {
  if (header.format === 'heif' && header.compression !== 'av1') {
    throw refuse('HEIC pictures are not supported: save it as JPEG, and upload that.');
  }
  const { width, height } = header.autoOrient;
  if (width * height > MAX_PIXELS) throw tooManyPixels();
  return { width, height };
}

type Cut = { left: number; top: number; width: number; height: number };

/** In whole pixels, and within the picture. */
function cutOf(size: { width: number; height: number }, crop: Crop | null): Cut {
  const { left, top, width, height } = crop ?? { left: 0, top: 0, width: 1, height: 1 };
  const at = {
    left: Math.min(Math.round(left * size.width), size.width - 1),
    top: Math.min(Math.round(top * size.height), size.height - 1),
  };
  const cut = {
    ...at,
    width: Math.max(1, Math.min(Math.round(width * size.width), size.width - at.left)),
    height: Math.max(1, Math.min(Math.round(height * size.height), size.height - at.top)),
  };
  const ratio = cut.width / cut.height;
  if (Math.min(cut.width, cut.height) < MIN_SIDE_PX) {
    throw refuse(
      `The picture is too small: ${cut.width} by ${cut.height} pixels. Use one of at least ${MIN_SIDE_PX} by ${MIN_SIDE_PX}, better 1200 or more.`,
    );
  }
  if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO) {
    throw refuse('The picture is too long and narrow: crop it.');
  }
  return cut;
}

async function pixelsOf(upload: Buffer, cut: Cut) {
  try {
    return await open(upload)
      .autoOrient()
      .extract(cut)
      .resize({
        width: MAX_PICTURE.widthPx,
        height: MAX_PICTURE.heightPx,
        fit: 'inside',
        withoutEnlargement: true,
      })
      // The same ground in every format and every theme.
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: MAX_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (/timeout/i.test(String(error)))
      throw refuse('This picture takes too long to process: save it as JPEG, and upload that.');
    throw refuse('The picture is damaged or incomplete: save it again, and upload that.');
  }
}

const refuse = (message: string): Refusal => new Refusal('validation_failed', message, { field: 'picture' });
const noPicture = (): Refusal =>
  refuse('This file is not a supported picture: upload a JPEG, PNG, WebP, AVIF or GIF.');
const tooManyPixels = (): Refusal =>
  refuse('The picture has more than 50 megapixels: make it smaller, for example 4000 pixels wide.');

/** A small picture of exactly this size, cut where its shape is another, for those who take no other format. */
export const drawThumbnail = (
  bytes: Buffer,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Promise<Buffer> =>
  open(bytes)
    .resize({ width: widthPx, height: heightPx, fit: 'cover' })
    .png({ palette: true })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer();
