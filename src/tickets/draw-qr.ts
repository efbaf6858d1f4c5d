import { createBoundedMap } from '../cache/bounded-map.ts';
import { encodePng } from '../media/encode-png.ts';
import { html, Html } from '../mail/html.ts';
import { drawUnderBestMask, type Matrix } from './choose-mask.ts';

// The white border that readers need around the code, in modules (ISO/IEC 18004).
export const QUIET_MODULES = 4;
// A mail shows a code this large, in pixels per module: a phone's screen away from the reader.
const PNG_MODULE_PX = 5;
const PNG_PALETTE = Buffer.from('ffffff000000', 'hex');
// One takes under 2 KB. More codes than all buyers of a large hall look at in a minute.
const MAX_REMEMBERED = 4_000;

/** A horizontal run of dark modules. */
export type DarkRun = { x: number; y: number; length: number };

export type QrModules = { size: number; runs: DarkRun[] };

const remembered = createBoundedMap<string, Matrix>({ max: MAX_REMEMBERED });

/** Worked out once per code: a buyer who waits at the door loads the receipt again and again. */
function matrixOf(code: string, { isSecret }: { isSecret: boolean }): Matrix {
  const known = remembered.get(code);
  if (known) return known;
  // M: a thumb-sized smudge does no harm, and the modules stay large. A ticket's code is of capitals and digits: where that
  // is said, the library does not search for the shortest mixture of modes, which takes longer than the code itself.
  const text = ALPHANUMERIC.test(code) ? [{ data: code, mode: 'alphanumeric' as const }] : code;
  const matrix = drawUnderBestMask(text);
  if (!isSecret) remembered.set(code, matrix);
  return matrix;
}

const ALPHANUMERIC = /^[0-9A-Z]+$/;

/** A code as its dark modules. Runs rather than single squares: no hairlines between them on paper or screen. */
export function qrModules(code: string, { isSecret = false } = {}): QrModules {
  const { size, modules } = matrixOf(code, { isSecret });
  const runs: DarkRun[] = [];
  let run: DarkRun | null = null;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!modules[y * size + x]) run = null;
      else if (run) run.length += 1;
      else runs.push((run = { x, y, length: 1 }));
    }
    run = null;
  }
  return { size, runs };
}

/**
 * The dark of a QR code as the path of an SVG, in a square of that side: sharp at any size. What is secret is not remembered.
 */
export function qrPath(code: string, { isSecret = false } = {}): { side: number; path: string } {
  const { size, runs } = qrModules(code, { isSecret });
  const path = runs
    .map(({ x, y, length }) => `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h${length}v1h-${length}z`)
    .join('');
  return { side: size + 2 * QUIET_MODULES, path };
}

/** A QR code for a page; its own white ground keeps it readable on dark pages. */
export function qrSvg(code: string, { title }: { title: string }): Html {
  const { side, path } = qrPath(code);
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${side} ${side}"
    role="img"
    shape-rendering="crispEdges"
  >
    <title>${title}</title>
    <path fill="#fff" d="M0 0h${side}v${side}H0z" />
    <path fill="#000" d="${path}" />
  </svg>`;
}

/** A QR code for e-mails, whose readers show no SVG. */
export function qrPng(code: string): Promise<Buffer> {
  const { size, runs } = qrModules(code);
  const sidePx = (size + 2 * QUIET_MODULES) * PNG_MODULE_PX;
  const rowBytes = Math.ceil(sidePx / 8);
  const rows = Buffer.alloc(rowBytes * sidePx);
  for (const { x, y, length } of runs) {
    const top = (y + QUIET_MODULES) * PNG_MODULE_PX * rowBytes;
    const left = (x + QUIET_MODULES) * PNG_MODULE_PX;
    for (let px = left; px < left + length * PNG_MODULE_PX; px++) {
      for (let line = 0; line < PNG_MODULE_PX; line++) {
        const at = top + line * rowBytes + (px >> 3);
        rows[at] = (rows[at] ?? 0) | (0x80 >> (px & 7));
      }
    }
  }
  return encodePng({ widthPx: sidePx, heightPx: sidePx, bitsPerPixel: 1, palette: PNG_PALETTE, rows });
}
