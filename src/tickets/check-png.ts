import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const SIGNATURE_BYTES = 8;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const HIGHEST_FILTER = 4;
// Pixels with transparency are taken apart one by one, in this process.
const MAX_TRANSPARENT_PIXELS = 2_000_000;

/**
 * Whether pdfkit takes this PNG without harm. One without transparency is copied as it is. One with transparency is unpacked
 * later, in a callback whose errors nobody can catch: a picture that does not unpack would end the process. So it is
 * unpacked here first, to no more than the size that it says it has. Interlaced ones are unpacked too, and are too rare
 * to be worth it.
 */
export async function isSafePng(bytes: Buffer): Promise<boolean> {
  const data: Buffer[] = [];
  let header: Buffer | null = null;
  let isTransparent = false;
  for (const { type, content } of chunksOf(bytes)) {
    if (type === 'IHDR') header = content;
    if (type === 'tRNS') isTransparent = true;
    if (type === 'IDAT') data.push(content);
  }
  if (header?.length !== 13 || header[12] !== 0) return false;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = header[8] ?? 0;
  const colourType = header[9] ?? 0;
  if (!isTransparent && colourType < 4) return true;
  if (width * height > MAX_TRANSPARENT_PIXELS) return false;
  const rowBytes = 1 + Math.ceil((width * bits * (CHANNELS[colourType] ?? 0)) / 8);
  const rows = await unpack(Buffer.concat(data), rowBytes * height);
  if (rows?.length !== rowBytes * height) return false;
  return Array.from({ length: height }, (_, row) => rows[row * rowBytes] ?? 255).every(
    (filter) => filter <= HIGHEST_FILTER,
  );
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (at + 12 + length > bytes.length) return;
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + 8, at + 8 + length),
    };
    at += 12 + length;
  }
}

async function unpack(packed: Buffer, maxOutputLength: number): Promise<Buffer | null> {
  return promisify(inflate)(packed, { maxOutputLength: Math.max(1, maxOutputLength) }).catch(() => null);
}
