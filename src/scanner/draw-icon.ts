import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const MARK = path.join(import.meta.dirname, '../../web/pages/favicon.svg');

/** The mark on paper. `maskable`: phones cut a circle or a drop out of it, so there is more paper around it. */
export const ICONS = {
  '192.png': { sidePx: 192, purpose: 'any', paperShare: 0.14 },
  '512.png': { sidePx: 512, purpose: 'any', paperShare: 0.14 },
  'maskable-512.png': { sidePx: 512, purpose: 'maskable', paperShare: 0.26 },
} as const;

const PAPER = '#fbf8f3';

const drawn = new Map<keyof typeof ICONS, Promise<Buffer>>();

/** Drawn when it is first asked for. */
export function drawIcon(name: keyof typeof ICONS): Promise<Buffer> {
  let icon = drawn.get(name);
  if (!icon) drawn.set(name, (icon = draw(ICONS[name])));
  return icon;
}

async function draw({ sidePx, paperShare }: (typeof ICONS)[keyof typeof ICONS]): Promise<Buffer> {
  const paperPx = Math.round(sidePx * paperShare);
  return sharp(await readFile(MARK), { density: 1200 })
    .resize(sidePx - 2 * paperPx, sidePx - 2 * paperPx, { fit: 'fill' })
    .extend({ top: paperPx, bottom: paperPx, left: paperPx, right: paperPx, background: PAPER })
    .flatten({ background: PAPER })
    .png({ palette: true })
    .toBuffer();
}
