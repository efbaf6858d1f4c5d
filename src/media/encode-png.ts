import { promisify } from 'node:util';
import { crc32, deflate, deflateSync } from 'node:zlib';

const deflateAsync = promisify(deflate);
// To hand less than this to another thread takes longer than to pack it. A QR code is less.
const SMALL_BYTES = 16_384;

/** A picture of few colours. Each pixel is the index of a colour in the palette. */
export type IndexedPicture = {
  widthPx: number;
  heightPx: number;
  bitsPerPixel: 1 | 8;
  /** Red, green and blue of each colour. */
  palette: Uint8Array;
  /** Row by row, each packed into whole bytes. */
  rows: Uint8Array;
};

export async function encodePng(picture: IndexedPicture): Promise<Buffer> {
  const { widthPx, heightPx, bitsPerPixel, palette, rows } = picture;
  const header = Buffer.alloc(13); // the last three bytes stay 0: deflate, standard filters, not interlaced
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.writeUInt8(bitsPerPixel, 8);
  header.writeUInt8(3, 9); // colour type 3: each pixel is a palette index

  const rowBytes = Math.ceil((widthPx * bitsPerPixel) / 8);
  const scanlines = Buffer.alloc((rowBytes + 1) * heightPx); // each opens with filter type 0, none
  for (let y = 0; y < heightPx; y++) {
    scanlines.set(rows.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('PLTE', palette),
    pngChunk(
      'IDAT',
      scanlines.length <= SMALL_BYTES ? deflateSync(scanlines) : await deflateAsync(scanlines),
    ),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
