import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { Refusal } from '../refusal.ts';
import { encodePicture, type EncodedPicture } from './encode-picture.ts';
import { pictureSources } from './picture-sources.ts';
import { isImageName } from './store-image.ts';

// Every picture here is made by the test. Red, green, blue and white quarters tell which way up it is.
const QUARTERS = [
  [255, 0, 0],
  [0, 160, 0],
  [0, 0, 255],
  [255, 255, 255],
];

type Place = [x: number, y: number];

const quarters = (width = 400, height = 200): Sharp => draw(width, height, (x, y) => [x / width, y / height]);

/** Each pixel is taken from where in the upright picture the function says, in fractions of it. */
function draw(width: number, height: number, from: (x: number, y: number) => Place): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [across, down] = from(x + 0.5, y + 0.5);
      const quarter = (down < 0.5 ? 0 : 2) + (across < 0.5 ? 0 : 1);
      pixels.set(QUARTERS[quarter] ?? [], (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The colours of the four quarters of a file, as numbers of QUARTERS. */
async function look(bytes: Buffer): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const distances = QUARTERS.map((colour) =>
      colour.reduce((sum, value, index) => sum + Math.abs(value - (data[start + index] ?? 0)), 0),
    );
    assert.ok(Math.min(...distances) < 90, `no colour of ours: ${data.subarray(start, start + 3).join(' ')}`);
    return distances.indexOf(Math.min(...distances));
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

const jpegs = ({ files }: EncodedPicture): Buffer[] =>
  files.filter(({ name }) => name.endsWith('.jpg')).map(({ bytes }) => bytes);

async function largest(picture: EncodedPicture): Promise<{ bytes: Buffer; metadata: Metadata }> {
  const bytes = jpegs(picture).at(-1) ?? Buffer.alloc(0);
  return { bytes, metadata: await sharp(bytes).metadata() };
}

const refused = (message: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.field === 'picture' && message.test(error.message);

test('each format becomes WebP and JPEG of a few widths, none larger than it was, named by what is in them', async () => {
  for (const [format, upload] of Object.entries({
    jpeg: await quarters(700, 350).jpeg().toBuffer(),
    png: await quarters(700, 350).png().toBuffer(),
    webp: await quarters(700, 350).webp().toBuffer(),
    avif: await quarters(700, 350).avif({ effort: 0 }).toBuffer(),
    gif: await quarters(700, 350).gif().toBuffer(),
  })) {
    const picture = await encodePicture(upload, null);
    const sizes = picture.files.map(({ name }) => name.slice(40));
    assert.deepEqual(
      sizes,
      [320, 640, 700].flatMap((width) => [`-700x350-${width}.webp`, `-700x350-${width}.jpg`]),
      format,
    );
    assert.ok(picture.files.every(({ name }) => isImageName(name)));
    for (const { name, bytes } of picture.files) {
      const { width, format: made, space } = await sharp(bytes).metadata();
      assert.deepEqual([made, space], [name.endsWith('webp') ? 'webp' : 'jpeg', 'srgb']);
      assert.ok(name.includes(`-${width}.`));
      assert.deepEqual(await look(bytes), [0, 1, 2, 3], `${format} as ${name}`);
    }
    const again = await encodePicture(upload, null);
    assert.deepEqual(
      again.files.map(({ name }) => name),
      picture.files.map(({ name }) => name),
    );
  }
});

/** The place of a stored pixel in the upright picture, by the tag (EXIF 2.3, 4.6.4). */
const TURNS: Record<number, (x: number, y: number) => Place> = {
  1: (x, y) => [x, y],
  2: (x, y) => [1 - x, y],
  3: (x, y) => [1 - x, 1 - y],
  4: (x, y) => [x, 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [1 - y, x],
  7: (x, y) => [1 - y, 1 - x],
  8: (x, y) => [y, 1 - x],
};

test('however a camera was held, the picture is upright, and cut where it was cut upright', async () => {
  for (const [tag, turn] of Object.entries(TURNS)) {
    const orientation = Number(tag);
    const [width, height] = orientation < 5 ? [400, 200] : [200, 400];
    const upload = await draw(width, height, (x, y) => turn(x / width, y / height))
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const whole = await largest(await encodePicture(upload, null));
    assert.deepEqual(
      [whole.metadata.width, whole.metadata.height, whole.metadata.orientation ?? 1],
      [400, 200, 1],
      `${orientation}`,
    );
    assert.deepEqual(await look(whole.bytes), [0, 1, 2, 3], `orientation ${orientation}`);
    const corner = await largest(await encodePicture(upload, { left: 0.5, top: 0, width: 0.5, height: 0.5 }));
    assert.deepEqual([corner.metadata.width, corner.metadata.height], [200, 100]);
    assert.deepEqual(await look(corner.bytes), [1, 1, 1, 1], `the right top corner, ${orientation}`);
  }
});

test('nothing that was said beside the pixels is in what is kept, nor what was hidden behind them', async () => {
  const secret = '<script>canary</script>';
  const upload = await quarters()
    .withExif({
      IFD0: { ImageDescription: secret, Copyright: secret, Artist: 'canary' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '6/1 27/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '3/1 24/1 0/1',
      },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`)
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  const before = await sharp(upload).metadata();
  assert.ok(before.exif && before.xmp && before.icc, 'the upload has all of it');
  const zip = Buffer.from('PK\x03\x04 canary', 'latin1');
  for (const polyglot of [upload, Buffer.concat([upload, Buffer.from(secret), zip])]) {
    for (const { name, bytes } of (await encodePicture(polyglot, null)).files) {
      const { exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata();
      assert.deepEqual(
        { exif, xmp, icc, iptc, comments },
        {
          exif: undefined,
          xmp: undefined,
          icc: undefined,
          iptc: undefined,
          comments: undefined,
        },
      );
      assert.ok(!bytes.includes('canary') && !bytes.includes('PK\x03\x04') && !bytes.includes('Exif'), name);
    }
  }
});

test('odd pictures of honest people are read: print colours, 16 bits, transparency, animations', async () => {
  const animation = (frames: number): Sharp =>
    sharp(Buffer.alloc(200 * 100 * frames * 3, 200), {
      raw: { width: 200, height: 100 * frames, channels: 3, pageHeight: 100 },
    });
  const odd: Record<string, Buffer> = {
    cmyk: await quarters().toColourspace('cmyk').jpeg().toBuffer(),
    deep: await quarters().toColourspace('rgb16').png().toBuffer(),
    grey: await quarters().greyscale().png().toBuffer(),
    palette: await quarters().png({ palette: true }).toBuffer(),
    gif: await animation(100).gif().toBuffer(),
    webp: await animation(5).webp().toBuffer(),
  };
  for (const [what, upload] of Object.entries(odd)) {
    const { bytes, metadata } = await largest(await encodePicture(upload, null));
    assert.deepEqual([metadata.space, metadata.channels, metadata.depth], ['srgb', 3, 'uchar'], what);
    assert.equal(metadata.pages, undefined);
    if (what === 'deep' || what === 'palette') assert.deepEqual(await look(bytes), [0, 1, 2, 3], what);
  }
  const clear = await sharp({ create: { width: 100, height: 100, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  assert.deepEqual(await look((await largest(await encodePicture(clear, null))).bytes), [3, 3, 3, 3]);
});

test('a file that is not a picture, a bomb, or half a picture is refused in words that say what to do', async () => {
  const good = await quarters(2_000, 1_000).jpeg().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>1</script></svg>';
  const nonsense = /not a supported picture: upload a JPEG/;
  for (const text of [
    svg,
    `<?xml version="1.0"?>${svg}`,
    '<!doctype html><img src=x onerror=alert(1)>',
    '%PDF-1.7\n1 0 obj',
    'PK\x03\x04\x14\x00',
    'GIF89a',
    '\x89PNG\r\n\x1a\n',
    'push graphic-context\nviewbox 0 0 640 480\nfill url(https://127.0.0.1/)',
    'P6 10000 10000 255\n',
    '\0'.repeat(1_000),
  ]) {
    await assert.rejects(
      encodePicture(Buffer.from(text, 'latin1'), null),
      refused(nonsense),
      text.slice(0, 20),
    );
  }
  const tiff = await quarters().tiff().toBuffer();
  await assert.rejects(encodePicture(tiff, null), refused(nonsense));
  await assert.rejects(encodePicture(Buffer.alloc(0), null), refused(/is empty/));
  await assert.rejects(encodePicture(bomb(30_000, 30_000), null), refused(/more than 50 megapixels/));
  await assert.rejects(
    encodePicture(good.subarray(0, good.length / 2), null),
    refused(/damaged or incomplete/),
  );
  const png = await quarters().png().toBuffer();
  await assert.rejects(encodePicture(png.subarray(0, png.length - 40), null), refused(/damaged|no picture/));
  const tiny = await quarters(40, 40).png().toBuffer();
  await assert.rejects(encodePicture(tiny, null), refused(/too small: 40 by 40/));
  const line = await quarters(1_000, 100).png().toBuffer();
  await assert.rejects(encodePicture(line, null), refused(/too long and narrow/));
  await assert.rejects(
    encodePicture(good, { left: 0.5, top: 0.5, width: 0.01, height: 0.01 }),
    refused(/too small/),
  );
});

/** A PNG that says it is this large, and is a few kilobytes. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const rows = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('a page has the sources of a picture from its name alone, and none of one from before', () => {
  const name = `${'a'.repeat(40)}-700x350-640.jpg`;
  assert.deepEqual(pictureSources('https://x.example/media', name), {
    url: `https://x.example/media/${name}`,
    srcset: {
      webp: [320, 640, 700]
        .map((width) => `https://x.example/media/${'a'.repeat(40)}-700x350-${width}.webp ${width}w`)
        .join(', '),
      jpeg: [320, 640, 700]
        .map((width) => `https://x.example/media/${'a'.repeat(40)}-700x350-${width}.jpg ${width}w`)
        .join(', '),
    },
  });
  const old = `${'a'.repeat(40)}.png`;
  assert.deepEqual(pictureSources('/media', old), { url: `/media/${old}`, srcset: null });
});
