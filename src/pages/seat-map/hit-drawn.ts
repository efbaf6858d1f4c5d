import type { DrawnObject } from '../../seating-plans/drawing.ts';
import { distanceTo, turnedBoxOf, type TurnedBox } from './drawn-boxes.ts';
import { isInside } from './is-inside.ts';
import type { Point } from './map-view.ts';

/** Whether a drawn object is at a point, or at most `reach` seat widths away. */
export function isHit(object: DrawnObject, point: Point, reach: number): boolean {
  const box = turnedBoxOf(object);
  if (box) return isRound(object) ? isInEllipse(box, point, reach) : distanceTo(box, point) <= reach;
  if (!('points' in object)) return false;
  const { points, type } = object;
  // Within the outline of a section there is a hall to draw.
  if (type !== 'line' && type !== 'outline' && isInside(points, point)) return true;
  const ends = type === 'line' ? points.slice(1) : [...points.slice(1), ...points.slice(0, 1)];
  return ends.some((end, nth) => distanceToSegment(points[nth] ?? end, end, point) <= reach);
}

const isRound = (object: DrawnObject): boolean =>
  object.type === 'ellipse' || (object.type === 'table' && object.shape === 'round');

function isInEllipse({ x, y, width, height, angle }: TurnedBox, point: Point, reach: number): boolean {
  const radians = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [dx, dy] = [point.x - x, point.y - y];
  const across = (dx * cos - dy * sin) / (width / 2 + reach);
  const along = (dx * sin + dy * cos) / (height / 2 + reach);
  return Math.hypot(across, along) <= 1;
}

function distanceToSegment(from: Point, to: Point, { x, y }: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length;
  const part = Math.min(Math.max(along, 0), 1);
  return Math.hypot(x - from.x - part * dx, y - from.y - part * dy);
}
