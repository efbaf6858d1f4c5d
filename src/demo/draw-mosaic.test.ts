import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { drawMosaic } from './draw-mosaic.ts';

const poster = { widthPx: 480, heightPx: 640 };

type Chunk = { type: string; data: Buffer };

function readChunks(png: Buffer): Chunk[] {
  assert.deepEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length;) {
    const dataEnd = at + 8 + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    assert.equal(png.readUInt32BE(dataEnd), crc32(png.subarray(at + 4, dataEnd)), `the CRC of ${type}`);
    chunks.push({ type, data: png.subarray(at + 8, dataEnd) });
    at = dataEnd + 4;
  }
  return chunks;
}

function assertDecodes(png: Buffer, { widthPx, heightPx }: { widthPx: number; heightPx: number }): void {
  const chunks = readChunks(png);
  assert.deepEqual(
    chunks.map(({ type }) => type),
    ['IHDR', 'PLTE', 'IDAT', 'IEND'],
  );
  const [header, palette, image] = chunks;
  assert(header && palette && image);
  assert.equal(header.data.readUInt32BE(0), widthPx);
  assert.equal(header.data.readUInt32BE(4), heightPx);
  assert.deepEqual([...header.data.subarray(8)], [8, 3, 0, 0, 0]);

  const scanlines = inflateSync(image.data);
  assert.equal(scanlines.length, (widthPx + 1) * heightPx);
  const paletteSize = palette.data.length / 3;
  for (let y = 0; y < heightPx; y++) {
    const line = scanlines.subarray(y * (widthPx + 1), (y + 1) * (widthPx + 1));
    assert.equal(line[0], 0, 'no filter');
    assert(
      line.every((index) => index < paletteSize),
      `line ${y} stays within the palette`,
    );
  }
}

test('the same seed draws the same bytes', async () => {
  const [first, second] = await Promise.all([
    drawMosaic({ seed: 'lagos-rooftop-sessions', ...poster }),
    drawMosaic({ seed: 'lagos-rooftop-sessions', ...poster }),
  ]);
  assert(first.equals(second));
});

test('forty seeds draw forty different posters', async () => {
  const drawn = new Set<string>();
  for (let index = 0; index < 40; index++) {
    drawn.add((await drawMosaic({ seed: `event-${index}`, ...poster })).toString('base64'));
  }
  assert.equal(drawn.size, 40);
});

test('a poster is a well-formed indexed PNG of at most 25 kB', async () => {
  for (let index = 0; index < 12; index++) {
    const png = await drawMosaic({ seed: `poster-${index}`, ...poster });
    assertDecodes(png, poster);
    assert(png.length <= 25_000, `${png.length} bytes`);
  }
});

test('sizes that no tile divides evenly are filled to the edge too', async () => {
  for (const size of [
    { widthPx: 1200, heightPx: 630 },
    { widthPx: 331, heightPx: 97 },
    { widthPx: 1, heightPx: 1 },
  ]) {
    for (let index = 0; index < 12; index++) {
      assertDecodes(await drawMosaic({ seed: `odd-${index}`, ...size }), size);
    }
  }
});

test('a side of no pixels, of half a pixel or beyond the limit is refused', async () => {
  for (const widthPx of [0, -80, 0.5, 4097, Number.NaN]) {
    await assert.rejects(drawMosaic({ seed: 'any', widthPx, heightPx: 80 }), /a mosaic side of/);
  }
});
