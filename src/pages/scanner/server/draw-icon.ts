import { encodePng } from '../../../media/encode-png.ts';

/** The mark on paper. `maskable`: phones cut a circle or a drop out of it, so there is more paper around it. */
export const ICONS = {
  '192.png': { sidePx: 192, purpose: 'any', paperShare: 0.14 },
  '512.png': { sidePx: 512, purpose: 'any', paperShare: 0.14 },
  'maskable-512.png': { sidePx: 512, purpose: 'maskable', paperShare: 0.26 },
} as const;

// The T of src/pages/home/favicon.svg, tile by tile. Pictures of that format are not read in this program, for safety's sake: the few
// squares are drawn here.
const PALETTE = Buffer.from('fbf8f3c8623f1f7a7cdca948', 'hex');
const [PAPER, TERRACOTTA, TEAL, OCHRE] = [0, 1, 2, 3];
const TILES = [
  [TERRACOTTA, TERRACOTTA, TERRACOTTA],
  [PAPER, TEAL, OCHRE],
  [PAPER, TEAL, PAPER],
];
// Of each tile, the part that is the joint to the next.
const JOINT_SHARE = 0.1;

const drawn = new Map<keyof typeof ICONS, Promise<Buffer>>();

/** Drawn when it is first asked for. */
export function drawIcon(name: keyof typeof ICONS): Promise<Buffer> {
  let icon = drawn.get(name);
  if (!icon) drawn.set(name, (icon = draw(ICONS[name])));
  return icon;
}

function draw({ sidePx, paperShare }: (typeof ICONS)[keyof typeof ICONS]): Promise<Buffer> {
  const rows = Buffer.alloc(sidePx * sidePx, PAPER);
  const startPx = Math.round(sidePx * paperShare);
  const stepPx = (sidePx - 2 * startPx) / TILES.length;
  const tilePx = Math.round(stepPx * (1 - JOINT_SHARE));
  for (const [y, row] of TILES.entries()) {
    for (const [x, colour] of row.entries()) {
      const left = startPx + Math.round(x * stepPx);
      const top = startPx + Math.round(y * stepPx);
      for (let line = top; line < top + tilePx; line++)
        rows.fill(colour, line * sidePx + left, line * sidePx + left + tilePx);
    }
  }
  return encodePng({ widthPx: sidePx, heightPx: sidePx, bitsPerPixel: 8, palette: PALETTE, rows });
}
