import { middleOfArea } from './drawn-boxes.ts';
import { boundsOf, middleOf, type Box, type Point } from './map-view.ts';
import { seatAt } from './plan.ts';
import type { Seating } from './arrange-seating.ts';

export type Outline = {
  /** An index into the plan's sections. */
  section: number;
  name: string;
  points: readonly Point[];
  /** The host has drawn it: its border is where it is. A hull goes through the middles of seats. */
  isDrawn?: true;
  box: Box;
  middle: Point;
  /** In front of the first row, where its name covers no seat. */
  head: Point;
};

// Clear of the front row by a seat and a half.
const HEAD_DISTANCE = 1.55;
// Clear of the border of a drawn area.
const HEAD_WITHIN = 0.8;

/** The areas that were drawn of every section, or the convex hull of its seats. */
export function outlineSections(seating: Seating): Outline[] {
  const { seats, sections, rows, drawing } = seating;
  const bySection = sections.map((): Point[] => []);
  for (const { section, indexes } of rows)
    bySection[section]?.push(...cornersIn(indexes.map((index) => seatAt(seats, index))));
  const areas = Map.groupBy(
    drawing.filter((object) => object.type === 'outline'),
    ({ label }) => label,
  );
  return bySection.flatMap((points, section) => {
    if (points.length === 0) return [];
    const drawn = areas.get(sections[section] ?? '');
    if (drawn) return drawn.map((area) => outlineDrawn({ section, name: area.label }, area.points));
    const first = rows.find((row) => row.section === section);
    const outline = outlineOf(
      { section, name: sections[section] ?? '' },
      points,
      headOf(seating, first?.indexes ?? []),
    );
    return [first?.isTable ? { ...outline, head: headAbove(outline) } : outline];
  });
}

export function outlineOf(named: Pick<Outline, 'section' | 'name'>, points: Point[], head: Point): Outline {
  const hull = hullOf(points);
  const box = boundsOf(hull);
  return { ...named, points: hull, box, middle: middleOf(box), head };
}

/** The name of a drawn area stands in its middle, and from near at its top. */
export function outlineDrawn(named: Pick<Outline, 'section' | 'name'>, points: readonly Point[]): Outline {
  const box = boundsOf(points);
  const middle = middleOfArea(points);
  return { ...named, points, isDrawn: true, box, middle, head: { x: middle.x, y: box.top + HEAD_WITHIN } };
}

/** Tables have no first row: above all of them. */
export const headAbove = ({ box, middle }: Outline): Point => ({ x: middle.x, y: box.top - HEAD_DISTANCE });

export function headOf(
  { seats, front, isAround }: Pick<Seating, 'seats' | 'front' | 'isAround'>,
  row: readonly number[],
): Point {
  const nearest = seatAt(seats, row[row.length >> 1] ?? 0);
  if (!isAround) return { x: row.length % 2 ? nearest.x : nearest.x - 0.5, y: nearest.y - HEAD_DISTANCE };
  const way = Math.hypot(front.x - nearest.x, front.y - nearest.y) || 1;
  const part = HEAD_DISTANCE / way;
  return { x: nearest.x + (front.x - nearest.x) * part, y: nearest.y + (front.y - nearest.y) * part };
}

/** The ends of a straight row, which most are: the seats between them are not corners. */
export function cornersIn(row: readonly Point[]): readonly Point[] {
  const [first, last] = [row[0], row.at(-1)];
  if (!first || !last || row.length < 3) return row;
  const [across, down] = [last.x - first.x, last.y - first.y];
  const isBetween = ({ x, y }: Point): boolean =>
    (x - first.x) * down === (y - first.y) * across &&
    (x - first.x) * (x - last.x) <= 0 &&
    (y - first.y) * (y - last.y) <= 0;
  return row.every(isBetween) ? [first, last] : row;
}

/** The convex hull, by Andrew's monotone chain. */
export function hullOf(points: readonly Point[]): Point[] {
  const there = points.slice().sort((a, b) => a.x - b.x || a.y - b.y);
  const back = points.slice().sort((a, b) => b.x - a.x || b.y - a.y);
  return [...halfOf(there), ...halfOf(back)];
}

function halfOf(sorted: Point[]): Point[] {
  const half: Point[] = [];
  for (const point of sorted) {
    while (half.length > 1 && !turnsLeft(half[half.length - 2], half[half.length - 1], point)) half.pop();
    half.push(point);
  }
  // Its last point is the other half's first.
  return half.length > 1 ? half.slice(0, -1) : half;
}

function turnsLeft(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}
