import { turn, type Point } from './points.ts';

// From the edge of a table to the middle of a chair.
const FROM_EDGE = 0.6;

/** Chairs around a round table, clockwise from the top. */
export function layChairsAround({
  x,
  y,
  width,
  angle,
  count,
}: Point & { width: number; angle: number; count: number }): Point[] {
  const top = { x, y: y - width / 2 - FROM_EDGE };
  return Array.from({ length: count }, (_, nth) => turn(top, angle + (360 * nth) / count, { x, y }));
}

/** So many chairs at each side of a rectangular table, clockwise from the top left. */
export function layChairsAtSides({
  x,
  y,
  width,
  height,
  angle,
  sides,
}: Point & {
  width: number;
  height: number;
  angle: number;
  sides: { top: number; right: number; bottom: number; left: number };
}): Point[] {
  const side = (count: number, length: number, away: number, degrees: number): Point[] =>
    Array.from({ length: count }, (_, nth) =>
      turn({ x: (length * (nth + 0.5)) / count - length / 2, y: -away / 2 - FROM_EDGE }, degrees),
    );
  return [
    ...side(sides.top, width, height, 0),
    ...side(sides.right, height, width, 90),
    ...side(sides.bottom, width, height, 180),
    ...side(sides.left, height, width, 270),
  ].map((place) => {
    const turned = turn(place, angle);
    return { x: x + turned.x, y: y + turned.y };
  });
}
