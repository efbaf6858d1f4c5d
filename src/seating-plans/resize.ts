import { isCornered, type Cornered } from './corners.ts';
import { relayTable, type Making } from './make-objects.ts';
import type { PlanObject } from './plan-schema.ts';
import { boundsOf, roundPlace, turn, type Point } from './points.ts';
import { bendRow, setSeatCount } from './reshape-row.ts';

/** The edges of an object that a handle moves: -1 left or top, 1 right or bottom, 0 neither. */
export type Handle = { across: -1 | 0 | 1; down: -1 | 0 | 1 };

export const HANDLES: readonly Handle[] = [
  { across: -1, down: -1 },
  { across: 0, down: -1 },
  { across: 1, down: -1 },
  { across: 1, down: 0 },
  { across: 1, down: 1 },
  { across: 0, down: 1 },
  { across: -1, down: 1 },
  { across: -1, down: 0 },
];

export type Boxed = Extract<PlanObject, { width: number; height: number }>;

export const isBoxed = (object: PlanObject): object is Boxed => 'width' in object;

/** The position of a handle of a box that may be turned. */
export const handleAt = (
  box: Point & { width: number; height: number; angle: number },
  handle: Handle,
): Point =>
  turn(
    { x: box.x + (handle.across * box.width) / 2, y: box.y + (handle.down * box.height) / 2 },
    box.angle,
    box,
  );

// Smaller can't be grabbed any more.
const SMALLEST = 0.5;

/** Drags a handle of a box to a point: the opposite edge stays. It gets no smaller than `smallest`, unless it was. */
export function resizeBox(
  making: Making,
  object: Boxed,
  handle: Handle,
  { to, isSquare = false, smallest = SMALLEST }: { to: Point; isSquare?: boolean; smallest?: number },
): Boxed {
  const local = turn(to, -object.angle, object);
  const fixed = {
    x: object.x - (handle.across * object.width) / 2,
    y: object.y - (handle.down * object.height) / 2,
  };
  const sized = (side: number, wanted: number): number => Math.max(Math.min(smallest, side), wanted);
  let width = handle.across === 0 ? object.width : sized(object.width, (local.x - fixed.x) * handle.across);
  let height = handle.down === 0 ? object.height : sized(object.height, (local.y - fixed.y) * handle.down);
  if (isSquare || (object.type === 'table' && object.shape === 'round')) {
    const side = handle.across === 0 ? height : handle.down === 0 ? width : Math.max(width, height);
    [width, height] = [side, side];
  }
  const middle = turn(
    {
      x: handle.across === 0 ? object.x : fixed.x + (handle.across * width) / 2,
      y: handle.down === 0 ? object.y : fixed.y + (handle.down * height) / 2,
    },
    object.angle,
    object,
  );
  const box = {
    x: roundPlace(middle.x),
    y: roundPlace(middle.y),
    width: roundPlace(width),
    height: roundPlace(height),
  };
  return object.type === 'table' ? relayTable(making, object, box) : { ...object, ...box };
}

/**
 * Makes an object larger or smaller without a pointer: its right and lower edges move, as it was before it was turned. A row gets a seat
 * more or less across, and another curve down.
 */
export function resizeObject(making: Making, object: PlanObject, by: Point): PlanObject {
  if (isBoxed(object)) {
    const handle = { across: by.x === 0 ? 0 : 1, down: by.y === 0 ? 0 : 1 } as const;
    const [from, way] = [handleAt(object, handle), turn(by, object.angle)];
    return resizeBox(making, object, handle, { to: { x: from.x + way.x, y: from.y + way.y } });
  }
  if (object.type === 'text')
    return { ...object, size: roundPlace(Math.max(0.25, Math.min(100, object.size + (by.x + by.y) / 2))) };
  if (isCornered(object)) return stretchCorners(object, by);
  const fewest = Math.min(2, object.seats.length);
  const count = Math.max(fewest, object.seats.length + Math.sign(by.x));
  const own = { ...making, section: object.section, category: object.seats.at(-1)?.category };
  const row = by.x === 0 ? object : setSeatCount(own, object, count);
  return by.y === 0 ? row : bendRow(row, { curve: roundPlace(row.curve + by.y) });
}

function stretchCorners<Object extends Cornered>(object: Object, by: Point): Object {
  const { left, right, top, bottom } = boundsOf(object.points);
  const factor = (side: number, more: number): number =>
    side === 0 ? 1 : Math.max(Math.min(SMALLEST, side), side + more) / side;
  const [across, down] = [factor(right - left, by.x), factor(bottom - top, by.y)];
  const points = object.points.map(({ x, y }) => ({
    x: roundPlace(left + (x - left) * across),
    y: roundPlace(top + (y - top) * down),
  }));
  return { ...object, points };
}
