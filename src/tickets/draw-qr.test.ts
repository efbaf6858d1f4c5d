import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBytes, randomUUID } from 'node:crypto';
import jsQrModule from 'jsqr';
import { qrModules, qrSvg, QUIET_MODULES } from './draw-qr.ts';
import { signTicketCode } from './ticket-code.ts';

const jsQr = jsQrModule as unknown as typeof jsQrModule.default;
const code = signTicketCode(randomBytes(32), { eventId: randomUUID(), serial: randomUUID() });

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
