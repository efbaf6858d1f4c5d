import { roundPlace, turn, type Point } from './points.ts';
import type { PlanObject } from './plan-schema.ts';
import { relayTable, type Making } from './make-objects.ts';

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

/** Drags a handle of a box to a point: the opposite edge stays. */
export function resizeBox(
  making: Making,
  object: Boxed,
  handle: Handle,
  { to, isSquare = false }: { to: Point; isSquare?: boolean },
): Boxed {
  const local = turn(to, -object.angle, object);
  const fixed = {
    x: object.x - (handle.across * object.width) / 2,
    y: object.y - (handle.down * object.height) / 2,
  };
  let width = handle.across === 0 ? object.width : Math.max(SMALLEST, (local.x - fixed.x) * handle.across);
  let height = handle.down === 0 ? object.height : Math.max(SMALLEST, (local.y - fixed.y) * handle.down);
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
