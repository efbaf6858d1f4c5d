import { MAX_OUTLINE_POINTS, MAX_POINTS } from './limits.ts';
import type { PlanObject } from './plan-schema.ts';
import { distance, roundPlace, type Point } from './points.ts';

/** An object that is made of corners. */
export type Cornered = Extract<PlanObject, { points: readonly Point[] }>;

export const isCornered = (object: PlanObject): object is Cornered => 'points' in object;

/** A line has two ends; an area has three corners at least. */
const fewestOf = ({ type }: Cornered): number => (type === 'line' ? 2 : 3);

const mostOf = ({ type }: Cornered): number => (type === 'outline' ? MAX_OUTLINE_POINTS : MAX_POINTS);

const withPoints = <Object extends Cornered>(object: Object, points: readonly Point[]): Object => ({
  ...object,
  points: points.map(({ x, y }) => ({ x: roundPlace(x), y: roundPlace(y) })),
});

export const moveCorner = <Object extends Cornered>(object: Object, nth: number, to: Point): Object =>
  withPoints(
    object,
    object.points.map((point, at) => (at === nth ? to : point)),
  );

/** Another corner behind this one, before the next one; the very same where there are enough. */
export const addCorner = <Object extends Cornered>(object: Object, nth: number, at: Point): Object =>
  object.points.length >= mostOf(object)
    ? object
    : withPoints(object, [...object.points.slice(0, nth + 1), at, ...object.points.slice(nth + 1)]);

/** Without this corner; the very same where no more can go. */
export const removeCorner = <Object extends Cornered>(object: Object, nth: number): Object =>
  object.points.length <= fewestOf(object)
    ? object
    : withPoints(
        object,
        object.points.filter((_, at) => at !== nth),
      );

/** Halfway from a corner to the next; null: at the end of a line. */
export function middleOfEdge(object: Cornered, nth: number): Point | null {
  const { points, type } = object;
  const isLast = nth === points.length - 1;
  const [one, other] = [points[nth], points[isLast ? 0 : nth + 1]];
  if (!one || !other || (isLast && type === 'line')) return null;
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** A corner that was laid on one of its neighbours is one with it. */
export function joinCorner<Object extends Cornered>(object: Object, nth: number, reach: number): Object {
  const { points } = object;
  const at = points[nth];
  const neighbours = [points.at(nth - 1), points[(nth + 1) % points.length]];
  const isOnOne = at && neighbours.some((other) => other && distance(at, other) <= reach);
  return isOnOne ? removeCorner(object, nth) : object;
}
