import { boundsOf, middleOf, type Box, type Point } from './map-view.ts';
import { seatAt } from './plan.ts';
import type { Seating } from './arrange-seating.ts';

export type Outline = {
  name: string;
  points: Point[];
  box: Box;
  middle: Point;
  /** In front of the first row, where its name covers no seat. */
  head: Point;
};

// Clear of the front row by a seat and a half.
const HEAD_DISTANCE = 1.55;

/** The convex hull of every section's seats, by Andrew's monotone chain. */
export function outlineSections({ seats, sections, rows }: Seating): Outline[] {
  const bySection = sections.map((): Point[] => []);
  for (const { s, x, y } of seats) bySection[s]?.push({ x, y });
  return bySection.flatMap((points, section) => {
    if (points.length === 0) return [];
    const hull = hullOf(points);
    const box = boundsOf(hull);
    const front = rows.find((row) => row.section === section)?.indexes ?? [];
    const nearest = seatAt(seats, front[front.length >> 1] ?? 0);
    const head = { x: front.length % 2 ? nearest.x : nearest.x - 0.5, y: nearest.y - HEAD_DISTANCE };
    return [{ name: sections[section] ?? '', points: hull, box, middle: middleOf(box), head }];
  });
}

function hullOf(points: Point[]): Point[] {
  const there = points.slice().sort((a, b) => a.x - b.x || a.y - b.y);
  const back = points.slice().sort((a, b) => b.x - a.x || b.y - a.y);
  return [...halfOf(there), ...halfOf(back)];
}

function halfOf(sorted: Point[]): Point[] {
  const half: Point[] = [];
  for (const point of sorted) {
    while (half.length > 1 && !turnsLeft(half.at(-2), half.at(-1), point)) half.pop();
    half.push(point);
  }
  // Its last point is the other half's first.
  return half.length > 1 ? half.slice(0, -1) : half;
}

function turnsLeft(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}
