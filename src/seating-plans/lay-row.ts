import { directionOf, distance, turn, type Point } from './points.ts';
import type { PlanRow } from './plan-schema.ts';

/** A way to walk, after so many seats. */
export type Aisle = { after: number; width: number };

export type RowForm = {
  count: number;
  /** From the middle of a seat to that of its neighbour. */
  spacing: number;
  /** How far the middle stands back behind both ends: the sagitta. Below 0 it stands before them. */
  curve?: number;
  aisles?: readonly Aisle[];
};

/** The places of a row around its middle, from left to right. Each seat is exactly `spacing` from the next, on an arc too. */
export function layRow({ count, spacing, curve = 0, aisles = [] }: RowForm): Point[] {
  const gaps = Array.from({ length: Math.max(0, count - 1) }, () => spacing);
  for (const { after, width } of aisles) {
    if (after > 0 && after < count) gaps[after - 1] = (gaps[after - 1] ?? spacing) + width;
  }
  const places = layGaps(gaps, Math.abs(curve)).slice(0, count);
  return curve < 0 ? places.map(({ x, y }) => ({ x, y: -y })) : places;
}

/** On an arc as high as asked for, and never more than a half circle. The ends are as far before the middle as the middle is behind them. */
function layGaps(gaps: readonly number[], sagitta: number): Point[] {
  const length = gaps.reduce((sum, gap) => sum + gap, 0);
  const curvature = length > 0 && sagitta > 0 ? findCurvature(gaps, sagitta) : 0;
  if (curvature * length < 1e-9) {
    let x = 0 - length / 2;
    return [{ x, y: 0 }, ...gaps.map((gap) => ({ x: (x += gap), y: 0 }))];
  }
  const radius = 1 / curvature;
  const height = radius * (1 - Math.cos(angleOf(gaps, curvature) / 2));
  let angle = -angleOf(gaps, curvature) / 2;
  const place = (): Point => ({
    x: radius * Math.sin(angle),
    y: radius * Math.cos(angle) - radius + height / 2,
  });
  return [
    place(),
    ...gaps.map((gap) => {
      angle += stepOf(gap, curvature);
      return place();
    }),
  ];
}

const stepOf = (gap: number, curvature: number): number => 2 * Math.asin(Math.min(1, (gap * curvature) / 2));
const angleOf = (gaps: readonly number[], curvature: number): number =>
  gaps.reduce((sum, gap) => sum + stepOf(gap, curvature), 0);

/** Up to a half circle the arc is the higher, the more it is curved. */
function findCurvature(gaps: readonly number[], sagitta: number): number {
  const most = bisect(2 / Math.max(...gaps), (curvature) => angleOf(gaps, curvature) <= Math.PI);
  return bisect(most, (curvature) => (1 - Math.cos(angleOf(gaps, curvature) / 2)) / curvature <= sagitta);
}

/** The largest number up to `high` of which it is true, where it is true of all below it. */
function bisect(high: number, isTrue: (value: number) => boolean): number {
  if (isTrue(high)) return high;
  let [low, top] = [0, high];
  // As exact as numbers are.
  for (let times = 0; times < 60; times++) {
    const middle = (low + top) / 2;
    if (isTrue(middle)) low = middle;
    else top = middle;
  }
  return low;
}

/** Moves places that were laid around their middle. */
export const placeAt = (places: readonly Point[], at: Point, degrees = 0): Point[] =>
  places.map((place) => {
    const { x, y } = turn(place, degrees);
    return { x: at.x + x, y: at.y + y };
  });

/** The same seats at another spacing and curve: the line between both ends keeps its direction and the row its middle, aisles go. */
export function relayRow(row: PlanRow, { spacing, curve }: { spacing: number; curve: number }): PlanRow {
  const [first, last] = [row.seats[0], row.seats.at(-1)];
  if (!first || !last) return { ...row, spacing, curve };
  const places = layRow({ count: row.seats.length, spacing, curve });
  // A single seat stays; so do two in one place, side by side.
  const degrees = distance(first, last) > 0 ? directionOf(first, last) : 0;
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const ends = placeAt(places, { x: 0, y: 0 }, degrees);
  const [from, to] = [ends[0] ?? middle, ends.at(-1) ?? middle];
  const at = { x: middle.x - (from.x + to.x) / 2, y: middle.y - (from.y + to.y) / 2 };
  const moved = placeAt(places, at, degrees);
  return { ...row, spacing, curve, seats: row.seats.map((seat, nth) => ({ ...seat, ...moved[nth] })) };
}
