import { boundsOf, cornersOf, middleOf, turn, type Box, type Point } from './points.ts';
import type { PlanObject, SeatingPlan } from './plan-schema.ts';

// The designer's tools for selected objects. Each answers a new plan, in which all unchanged objects are the very same: edits.ts compares
// by that.

/** A way to move points that keeps every distance. */
export type Transform = {
  place: (point: Point) => Point;
  angle: (degrees: number) => number;
  isMirrored: boolean;
};

const keep = (degrees: number): number => degrees;

export const moveBy = ({ x, y }: Point): Transform => ({
  place: (point) => ({ x: point.x + x, y: point.y + y }),
  angle: keep,
  isMirrored: false,
});

export const rotateBy = (degrees: number, around: Point): Transform => ({
  place: (point) => turn(point, degrees, around),
  angle: (before) => (before + degrees) % 360,
  isMirrored: false,
});

/** Left and right change places, or before and behind. */
export const mirrorAt = (axis: 'x' | 'y', at: number): Transform => ({
  place: (point) =>
    axis === 'x' ? { x: 2 * at - point.x, y: point.y } : { x: point.x, y: 2 * at - point.y },
  angle: (before) => -before + 0,
  isMirrored: true,
});

export function transformObject(object: PlanObject, { place, angle, isMirrored }: Transform): PlanObject {
  const placed = <Item extends Point>(item: Item): Item => {
    const { x, y } = place(item);
    return { ...item, x, y };
  };
  switch (object.type) {
    case 'row':
      return {
        ...object,
        seats: object.seats.map(placed),
        curve: isMirrored ? -object.curve + 0 : object.curve,
      };
    case 'table':
      return { ...placed(object), angle: angle(object.angle), seats: object.seats.map(placed) };
    case 'standing':
    case 'outline':
    case 'polygon':
    case 'line':
      return { ...object, points: object.points.map(placed) };
    default:
      return { ...placed(object), angle: angle(object.angle) };
  }
}

/** Every point that tells how far an object reaches. */
export function pointsOf(object: PlanObject): readonly Point[] {
  switch (object.type) {
    case 'row':
      return object.seats;
    case 'standing':
    case 'outline':
    case 'polygon':
    case 'line':
      return object.points;
    case 'text':
      return [object];
    case 'table':
      return [...cornersOf(object), ...object.seats];
    default:
      return cornersOf(object);
  }
}

type Ids = ReadonlySet<string>;

export const changeObjects = (
  plan: SeatingPlan,
  ids: Ids,
  change: (object: PlanObject) => PlanObject,
): SeatingPlan => ({
  ...plan,
  objects: plan.objects.map((object) => (ids.has(object.id) ? change(object) : object)),
});

export const transformObjects = (plan: SeatingPlan, ids: Ids, transform: Transform): SeatingPlan =>
  changeObjects(plan, ids, (object) => transformObject(object, transform));

/** The box around the selected objects; null if nothing is selected. */
export function boxOf(plan: SeatingPlan, ids: Ids): Box | null {
  const points = plan.objects.filter(({ id }) => ids.has(id)).flatMap(pointsOf);
  return points.length > 0 ? boundsOf(points) : null;
}

export type Edge = keyof Box | 'center' | 'middle';

/** Puts the same edge, or the middle, of all objects on the line of those of them all. */
export function alignObjects(plan: SeatingPlan, ids: Ids, edge: Edge): SeatingPlan {
  const all = boxOf(plan, ids);
  if (!all) return plan;
  const lineOf = (box: Box): number =>
    edge === 'center' ? middleOf(box).x : edge === 'middle' ? middleOf(box).y : box[edge];
  const isAcross = edge === 'left' || edge === 'right' || edge === 'center';
  return changeObjects(plan, ids, (object) => {
    const by = lineOf(all) - lineOf(boundsOf(pointsOf(object)));
    return by === 0 || !Number.isFinite(by)
      ? object
      : transformObject(object, moveBy(isAcross ? { x: by, y: 0 } : { x: 0, y: by }));
  });
}

/** The outermost two stay; the middles of the others are as far from each other. */
export function distributeObjects(plan: SeatingPlan, ids: Ids, axis: 'x' | 'y'): SeatingPlan {
  const chosen = plan.objects
    .filter((object) => ids.has(object.id) && pointsOf(object).length > 0)
    .map((object) => ({ id: object.id, at: middleOf(boundsOf(pointsOf(object)))[axis] }))
    .sort((one, other) => one.at - other.at);
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (!first || !last || chosen.length < 3) return plan;
  const step = (last.at - first.at) / (chosen.length - 1);
  const moves = new Map(chosen.slice(1, -1).map(({ id, at }, nth) => [id, first.at + step * (nth + 1) - at]));
  return changeObjects(plan, new Set(moves.keys()), (object) => {
    const by = moves.get(object.id) ?? 0;
    return by === 0
      ? object
      : transformObject(object, moveBy(axis === 'x' ? { x: by, y: 0 } : { x: 0, y: by }));
  });
}

/** To the nearest lines of a grid, as one: what is between the objects stays. */
export function snapObjects(plan: SeatingPlan, ids: Ids, grid: number): SeatingPlan {
  const box = boxOf(plan, ids);
  if (!box) return plan;
  const by = (at: number): number => Math.round(at / grid) * grid - at;
  const move = { x: by(box.left), y: by(box.top) };
  return move.x === 0 && move.y === 0 ? plan : transformObjects(plan, ids, moveBy(move));
}
