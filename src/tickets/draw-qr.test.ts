import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBytes, randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import jsQrModule from 'jsqr';
import { qrModules, qrPng, qrSvg, QUIET_MODULES } from './draw-qr.ts';
import { signTicketCode } from './ticket-code.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';

const jsQr = jsQrModule as unknown as typeof jsQrModule.default;
const code = signTicketCode(createSecretKeys(randomBytes(32)).current, {
  eventId: randomUUID(),
  serial: randomUUID(),
});

/** Paints rectangles, in modules, as a screen would. */
function scan(side: number, rectangles: { x: number; y: number; length: number }[]): string | null {
  const scale = 4;
  const width = side * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const { x, y, length } of rectangles) {
    for (let row = y * scale; row < (y + 1) * scale; row++) {
      for (let column = x * scale; column < (x + length) * scale; column++) {
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return jsQr(pixels, width, width)?.data ?? null;
}

test('the modules of a code, painted, are read back; it takes version 6 and no more', () => {
  const { size, runs } = qrModules(code);
  assert.equal(size, 41);
  const moved = runs.map((run) => ({ ...run, x: run.x + QUIET_MODULES, y: run.y + QUIET_MODULES }));
  assert.equal(scan(size + 2 * QUIET_MODULES, moved), code);
});

test('the SVG has the same modules, a white ground, and a title that is escaped', () => {
  const { markup } = qrSvg(code, { title: 'Ticket 1 of <Ada & Obi>' });
  assert.ok(markup.includes('<title>Ticket 1 of &lt;Ada &amp; Obi&gt;</title>'));
  const path = /fill="#000" d="([^"]+)"/.exec(markup)?.[1] ?? '';
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map(([, x, y, length]) => ({
    x: Number(x),
    y: Number(y),
    length: Number(length),
  }));
  assert.equal(scan(41 + 2 * QUIET_MODULES, rectangles), code);
  assert.match(markup, /role="img"/);
});

test('the PNG of a mail is read back, on white, also drawn a second time', async () => {
  const png = await qrPng(code);
  assert.ok((await qrPng(code)).equals(png));
  const side = png.readUInt32BE(16);
  assert.equal(side, (41 + 2 * QUIET_MODULES) * 5);
  const at = png.indexOf('IDAT');
  const scanlines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const rowBytes = Math.ceil(side / 8);
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const byte = scanlines[y * (rowBytes + 1) + 1 + (x >> 3)] ?? 0;
      if ((byte >> (7 - (x & 7))) & 1) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  assert.equal(jsQr(pixels, side, side)?.data, code);
});

test('a text that is not of capitals and digits is a code all the same', () => {
  const { size, runs } = qrModules('https://example.com/ẹ̀kọ́');
  const moved = runs.map((run) => ({ ...run, x: run.x + QUIET_MODULES, y: run.y + QUIET_MODULES }));
  assert.equal(scan(size + 2 * QUIET_MODULES, moved), 'https://example.com/ẹ̀kọ́');
});
