import { create, type QRCodeMaskPattern, type QRCodeSegment } from 'qrcode';

/** Row by row, 1 where it is dark. */
export type Matrix = { size: number; modules: Uint8Array };

type Segments = QRCodeSegment[] | string;

const MASKS: QRCodeMaskPattern[] = [0, 1, 2, 3, 4, 5, 6, 7];
// The points of ISO/IEC 18004, 7.8.3.
const SQUARE = 3;
const LIKE_A_FINDER = 40;
const SHARE = 10;
// As its finders look, with four light modules behind or before them.
const FINDERS = new Set([0b10111010000, 0b00001011101]);
const WINDOW = 0x7ff;

/** The points for the last six modules of a line: three where a run becomes five long, one for each module more. */
const ofRun = (window: number): number =>
  (window & 31) === 0 || (window & 31) === 31 ? ((window & 63) === 31 || (window & 63) === 32 ? 3 : 1) : 0;
const RUN_POINTS = Uint8Array.from({ length: WINDOW + 1 }, (_, window) => ofRun(window));
const LINE_POINTS = RUN_POINTS.map((points, window) => points + (FINDERS.has(window) ? LIKE_A_FINDER : 0));

const draw = (text: Segments, maskPattern: QRCodeMaskPattern): Matrix => {
  const { modules } = create(text, { errorCorrectionLevel: 'M', maskPattern });
  return { size: modules.size, modules: modules.data };
};

// For each size of a code the modules in which each mask differs from the first: which is the same for all texts.
const differences = new Map<number, Uint8Array[]>();

/**
 * A QR code under the mask that is read most easily: the one that the library would choose, module for module. That one goes through all modules some
 * forty times, which took a tenth of a mail.
 */
export function drawUnderBestMask(text: Segments): Matrix {
  const { size, modules } = draw(text, 0);
  let ofMasks = differences.get(size);
  if (!ofMasks) {
    ofMasks = MASKS.map((mask) => draw(text, mask).modules.map((module, at) => module ^ (modules[at] ?? 0)));
    differences.set(size, ofMasks);
  }
  let best = { modules, points: Infinity };
  for (const difference of ofMasks) {
    const masked = new Uint8Array(modules.length);
    for (let at = 0; at < masked.length; at++) masked[at] = (modules[at] ?? 0) ^ (difference[at] ?? 0);
    const points = pointsOf(size, masked);
    if (points < best.points) best = { modules: masked, points };
  }
  return { size, modules: best.modules };
}

/** The fewer, the more easily it is read. */
function pointsOf(size: number, modules: Uint8Array): number {
  let points = 0;
  let dark = 0;
  for (let line = 0; line < size; line++) {
    // Before its beginning a line is of the other colour, so that a run which begins there is counted as any other.
    let row = modules[line * size] ? 0 : WINDOW;
    let column = modules[line] ? 0 : WINDOW;
    let rowAbove = 0;
    for (let at = 0; at < size; at++) {
      const module = modules[line * size + at] ?? 0;
      dark += module;
      row = ((row << 1) & WINDOW) | module;
      column = ((column << 1) & WINDOW) | (modules[at * size + line] ?? 0);
      const table = at < 10 ? RUN_POINTS : LINE_POINTS;
      points += (table[row] ?? 0) + (table[column] ?? 0);
      if (line === 0) continue;
      rowAbove = ((rowAbove << 1) & 3) | (modules[(line - 1) * size + at] ?? 0);
      if (at > 0 && (row & 3) === rowAbove && (rowAbove === 0 || rowAbove === 3)) points += SQUARE;
    }
  }
  return points + SHARE * Math.abs(Math.ceil((dark * 20) / modules.length) - 10);
}
