import type { DrawnObject } from '../../seating-plans/drawing.ts';
import { cornersOf } from '../../seating-plans/points.ts';
import { boundsOf, middleOf, type Box, type Point } from './map-view.ts';

/** A rectangle that was turned around its middle. */
export type TurnedBox = Point & { width: number; height: number; angle: number };

// Of its height: text is never painted wider than this, so that everybody knows where it is without measuring it.
const LETTER_WIDTH = 0.62;
const LINE_HEIGHT = 1.2;

/** The rectangle that an object fills; null: it is made of points. */
export function turnedBoxOf(object: DrawnObject): TurnedBox | null {
  if ('points' in object) return null;
  if (object.type !== 'text') return object;
  const { x, y, angle, size, text } = object;
  const width = size * LETTER_WIDTH * Math.max(text.length, 1);
  return { x, y, angle, width, height: size * LINE_HEIGHT };
}

const boxes = new WeakMap<DrawnObject, Box>();

/** The box that an object is seen in. */
export function boxOfDrawn(object: DrawnObject): Box {
  const known = boxes.get(object);
  if (known) return known;
  const turned = turnedBoxOf(object);
  const box = boundsOf(turned ? cornersOf(turned) : 'points' in object ? object.points : []);
  boxes.set(object, box);
  return box;
}

/** The place of an area's name: the middle of what it covers. */
export function middleOfArea(points: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0];
  points.forEach((one, nth) => {
    const next = points[(nth + 1) % points.length] ?? one;
    const cross = one.x * next.y - next.x * one.y;
    area += cross;
    x += (one.x + next.x) * cross;
    y += (one.y + next.y) * cross;
  });
  // Drawn there and back it covers nothing.
  return area === 0 ? middleOf(boundsOf(points)) : { x: x / (3 * area), y: y / (3 * area) };
}

/** How far a point is from a turned rectangle; within it, nothing. */
export function distanceTo({ x, y, width, height, angle }: TurnedBox, point: Point): number {
  const radians = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [dx, dy] = [point.x - x, point.y - y];
  const across = Math.abs(dx * cos - dy * sin) - width / 2;
  const along = Math.abs(dx * sin + dy * cos) - height / 2;
  return Math.hypot(Math.max(across, 0), Math.max(along, 0));
}

/** How far a point is from the ellipse in a turned rectangle, on the way to its middle: so all blocks around a square stage are equally far. */
export function distanceToRound({ x, y, width, height, angle }: TurnedBox, point: Point): number {
  const radians = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [dx, dy] = [point.x - x, point.y - y];
  const times = Math.hypot((dx * cos - dy * sin) / (width / 2), (dx * sin + dy * cos) / (height / 2));
  return times <= 1 ? 0 : Math.hypot(dx, dy) * (1 - 1 / times);
}
