import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { encodePicture } from '../media/encode-picture.ts';
import { jpegOfWidth } from '../media/picture-names.ts';
import { storeFile, storeImage } from '../media/store-image.ts';
import { readPoster } from './read-poster.ts';

test('mails and PDFs take a JPEG of 640 pixels, or an older poster as it is', async (t) => {
  const mediaDir = await mkdtemp(path.join(tmpdir(), 'tessera-poster-'));
  t.after(() => rm(mediaDir, { recursive: true }));
  const png = await sharp({ create: { width: 1_500, height: 2_000, channels: 3, background: '#c00000' } })
    .png()
    .toBuffer();
  const picture = await encodePicture(png, null);
  for (const { name, bytes } of picture.files) await storeFile(mediaDir, name, bytes);
  const widthOf = async (file: string): Promise<[string | undefined, number | undefined]> => {
    const poster = await readPoster(mediaDir, file, { maxBytes: 1_000_000 });
    return [poster?.contentType, poster ? (await sharp(poster.bytes).metadata()).width : undefined];
  };
  assert.deepEqual(await widthOf(jpegOfWidth(picture, 1_280)), ['image/jpeg', 640]);
  assert.deepEqual(await widthOf(await storeImage(mediaDir, png, 'png')), ['image/png', 1_500]);
});
