import type { Box } from './map-view.ts';
import { seatAt, type Seating } from './seating.ts';

type Point = { x: number; y: number };
export type Outline = {
  name: string;
  points: [number, number][];
  box: Box;
  middle: Point;
  /** In front of the first row, where its name is in nobody's way. */
  head: Point;
};

// Clear of the front row by a seat and a half.
const HEAD_DISTANCE = 1.55;

/** The convex hull of every section's seats, by Andrew's monotone chain. */
export function outlineSections({ seats, sections, rows }: Seating): Outline[] {
  const bySection = sections.map((): [number, number][] => []);
  for (const { s, x, y } of seats) bySection[s]?.push([x, y]);
  return bySection.flatMap((points, section) => {
    if (points.length === 0) return [];
    const hull = hullOf(points);
    const xs = hull.map(([x]) => x);
    const ys = hull.map(([, y]) => y);
    const box = {
      left: Math.min(...xs),
      top: Math.min(...ys),
      right: Math.max(...xs),
      bottom: Math.max(...ys),
    };
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    const front = rows.find((row) => row.section === section)?.places ?? [];
    const nearest = seatAt(seats, front[front.length >> 1] ?? 0);
    const head = { x: front.length % 2 ? nearest.x : nearest.x - 0.5, y: nearest.y - HEAD_DISTANCE };
    return [{ name: sections[section] ?? '', points: hull, box, middle, head }];
  });
}

function hullOf(points: [number, number][]): [number, number][] {
  const there = points.slice().sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const back = points.slice().sort(([ax, ay], [bx, by]) => bx - ax || by - ay);
  return [...halfOf(there), ...halfOf(back)];
}

function halfOf(sorted: [number, number][]): [number, number][] {
  const half: [number, number][] = [];
  for (const point of sorted) {
    while (half.length > 1 && !turnsLeft(half.at(-2), half.at(-1), point)) half.pop();
    half.push(point);
  }
  // Its last point is the other half's first.
  return half.length > 1 ? half.slice(0, -1) : half;
}

function turnsLeft(
  a: [number, number] | undefined,
  b: [number, number] | undefined,
  c: [number, number],
): boolean {
  if (!a || !b) return true;
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}
