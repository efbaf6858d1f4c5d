import type { Point } from './map-view.ts';

/** Whether a point is within an area: a line from it outwards crosses the border an odd number of times. */
export function isInside(area: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  area.forEach((one, nth) => {
    const next = area[(nth + 1) % area.length] ?? one;
    if (one.y > y === next.y > y) return;
    if (x < one.x + ((next.x - one.x) * (y - one.y)) / (next.y - one.y)) inside = !inside;
  });
  return inside;
}
