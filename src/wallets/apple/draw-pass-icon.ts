import { encodePng } from '../../media/encode-png.ts';
import { channels, type HexColor } from '../../values/contrast.ts';

const [GROUND, PAPER] = [0, 1];

/** A white ticket on the event's colour: what Wallet shows in notes about the pass. */
export function drawPassIcon(
  sidePx: number,
  { ground, paper }: { ground: HexColor; paper: HexColor },
): Promise<Buffer> {
  const rows = Buffer.alloc(sidePx * sidePx, GROUND);
  const part = (share: number): number => Math.round(sidePx * share);
  const notch = part(0.08);
  for (let y = part(0.3); y < part(0.7); y++) {
    const isNotched = Math.abs(y - sidePx / 2) < notch;
    const left = part(0.15) + (isNotched ? notch : 0);
    const right = part(0.85) - (isNotched ? notch : 0);
    rows.fill(PAPER, y * sidePx + left, y * sidePx + right);
  }
  const palette = Buffer.from([...channels(ground), ...channels(paper)]);
  return encodePng({ widthPx: sidePx, heightPx: sidePx, bitsPerPixel: 8, palette, rows });
}
