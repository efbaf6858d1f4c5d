import type { Box } from './points.ts';

/** Lines that what is moved may be laid on, sorted. */
export type Guides = { x: readonly number[]; y: readonly number[] };

const linesAcross = ({ left, right }: Box): number[] => [left, (left + right) / 2, right];
const linesDown = ({ top, bottom }: Box): number[] => [top, (top + bottom) / 2, bottom];

/** The edges and the middles of what stays. */
export const guidesOf = (boxes: readonly Box[]): Guides => ({
  x: sortLines(boxes.flatMap(linesAcross)),
  y: sortLines(boxes.flatMap(linesDown)),
});

const sortLines = (lines: number[]): number[] => [...new Set(lines)].sort((one, other) => one - other);

export type Snapped = {
  /** By how much to move besides. */
  x: number;
  y: number;
  /** The lines that it lies on then. */
  lines: { axis: 'x' | 'y'; at: number }[];
};

/** Lays a box on the nearest lines, where they are no farther than `reach`. */
export function snapBox(box: Box, guides: Guides, reach: number): Snapped {
  const [across, down] = [
    nearestOf(linesAcross(box), guides.x, reach),
    nearestOf(linesDown(box), guides.y, reach),
  ];
  return {
    x: across?.by ?? 0,
    y: down?.by ?? 0,
    lines: [
      ...(across ? [{ axis: 'x' as const, at: across.at }] : []),
      ...(down ? [{ axis: 'y' as const, at: down.at }] : []),
    ],
  };
}

type Found = { by: number; at: number };

function nearestOf(own: readonly number[], lines: readonly number[], reach: number): Found | null {
  let found: Found | null = null;
  for (const line of own)
    for (const at of around(lines, line)) {
      const by = at - line;
      if (Math.abs(by) <= reach && (!found || Math.abs(by) < Math.abs(found.by))) found = { by, at };
    }
  return found;
}

/** The line before a value and the one behind it. */
function around(lines: readonly number[], value: number): number[] {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return lines.slice(Math.max(0, low - 1), low + 1);
}
