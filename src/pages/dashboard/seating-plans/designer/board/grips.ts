import { isCornered, middleOfEdge, type Cornered } from '../../../../../seating-plans/corners.ts';
import type { PlanObject, PlanRow } from '../../../../../seating-plans/plan-schema.ts';
import {
  boundsOf,
  directionOf,
  distance,
  turn,
  type Box,
  type Point,
} from '../../../../../seating-plans/points.ts';
import { middleOfRow } from '../../../../../seating-plans/reshape-row.ts';
import { handleAt, HANDLES, isBoxed, type Boxed, type Handle } from '../../../../../seating-plans/resize.ts';
import { distanceTo, type TurnedBox } from '../../../../seat-map/drawn-boxes.ts';
import { isInside } from '../../../../seat-map/is-inside.ts';
import type { Desk } from '../desk.ts';
import { reachOf } from './hall.ts';

/** The grips of a selection: to turn, size, bend or lengthen it. They are drawn at `at`, and move the point `of` of the object. */
export type Grip = { at: Point; of: Point } & (
  | { kind: 'turn' }
  | { kind: 'size'; handle: Handle }
  | { kind: 'end'; end: 'first' | 'last' }
  | { kind: 'curve' }
  | { kind: 'corner'; nth: number }
  /** Between two corners: it becomes one. */
  | { kind: 'edge'; nth: number }
);

/** How finely one points: the scale of the view, and whether by a finger. */
export type Pointing = { scale: number; isTouch: boolean };

// In CSS pixels. A finger hides what it presses, and hits within a centimetre.
const MOUSE = { reach: 10, body: 24, gap: 7, turn: 30 };
const FINGER = { reach: 22, body: 44, gap: 12, turn: 46 };
// Beside a grip, and not on it: whoever misses one moves the object.
const BESIDE = 12;
// From the edge of a table to the far side of its chairs.
const CHAIRS = 1.1;

/** The distances of a grip in seat widths. */
function measure({ scale, isTouch }: Pointing): typeof MOUSE & { beside: number } {
  const { reach, body, gap, turn: away } = isTouch ? FINGER : MOUSE;
  return {
    reach: reach / scale,
    body: body / scale,
    gap: gap / scale,
    turn: away / scale,
    beside: (reach + BESIDE) / scale,
  };
}

/** The smallest side that a drag leaves: it can still be seen, and be drawn out again. */
export const smallestSide = (pointing: Pointing): number => Math.max(0.5, measure(pointing).body / 2);

/** The box around the selection, or null. */
export function chosenBox({ hall, chosen }: Desk): Box | null {
  const { objects, seats } = chosen.value;
  const boxes: Box[] = [];
  for (const id of objects) {
    const object = hall.objects.get(id);
    if (object) boxes.push(reachOf(object));
  }
  for (const id of seats) {
    const seat = hall.scene.seating.seats[hall.scene.indexOfSeat.get(id) ?? -1];
    if (seat)
      boxes.push({ left: seat.x - 0.5, right: seat.x + 0.5, top: seat.y - 0.5, bottom: seat.y + 0.5 });
  }
  return joinAll(boxes);
}

/** Loops, since so many can't be spread into arguments. */
function joinAll(boxes: readonly Box[]): Box | null {
  const [first, ...others] = boxes;
  if (!first) return null;
  const all = { ...first };
  for (const { left, top, right, bottom } of others) {
    all.left = Math.min(all.left, left);
    all.top = Math.min(all.top, top);
    all.right = Math.max(all.right, right);
    all.bottom = Math.max(all.bottom, bottom);
  }
  return all;
}

/** The one selected object, if it is one. */
export function onlyChosen({ hall, chosen }: Desk): PlanObject | undefined {
  const { objects, seats } = chosen.value;
  const [id] = objects;
  return objects.size === 1 && seats.size === 0 ? hall.objects.get(id ?? '') : undefined;
}

export function gripsOf(desk: Desk, pointing: Pointing): Grip[] {
  const box = chosenBox(desk);
  if (!box || desk.tool.value !== 'select') return [];
  const object = onlyChosen(desk);
  const top = object && isBoxed(object) ? Math.min(box.top, ...topsOf(object, pointing)) : box.top;
  const at = { x: (box.left + box.right) / 2, y: top - measure(pointing).turn };
  const turning: Grip = { kind: 'turn', at, of: at };
  if (!object) return [turning];
  if (object.type === 'row') return [turning, ...gripsOfRow(object, pointing)];
  if (isBoxed(object)) return [turning, ...gripsOfBox(object, pointing)];
  if (isCornered(object)) return [turning, ...gripsOfCorners(object, pointing)];
  return [turning];
}

const topsOf = (object: Boxed, pointing: Pointing): number[] =>
  HANDLES.map((handle) => handleAt(bodyOfBox(object, pointing), handle).y);

/** The box that moves an object: all of it, and a little more of a small one. */
function bodyOfBox(object: Boxed, pointing: Pointing): TurnedBox {
  const { body } = measure(pointing);
  const around = object.type === 'table' ? 2 * CHAIRS : 0;
  const { x, y, angle } = object;
  return {
    x,
    y,
    angle,
    width: Math.max(object.width + around, body),
    height: Math.max(object.height + around, body),
  };
}

/** Around the body, and not on it. Where there is no room between two corners, there is nothing between them. */
function gripsOfBox(object: Boxed, pointing: Pointing): Grip[] {
  const { gap, reach } = measure(pointing);
  const body = bodyOfBox(object, pointing);
  const around = { ...body, width: body.width + 2 * gap, height: body.height + 2 * gap };
  const isRoomy = ({ across, down }: Handle): boolean =>
    (across !== 0 || around.width >= 4 * reach) && (down !== 0 || around.height >= 4 * reach);
  return HANDLES.filter(isRoomy).map((handle) => ({
    kind: 'size',
    handle,
    at: handleAt(around, handle),
    of: handleAt(object, handle),
  }));
}

/** Half the height of a row, for pointers. */
const halfOfRow = (pointing: Pointing): number => Math.max(0.5, measure(pointing).body / 2);

/** Beyond both ends of a row, and below its middle. */
function gripsOfRow(row: PlanRow, pointing: Pointing): Grip[] {
  const { seats } = row;
  const [first, last] = [seats[0], seats.at(-1)];
  const [second, oneButLast] = [seats[1], seats.at(-2)];
  if (!first || !last || !second || !oneButLast) return [];
  const { gap } = measure(pointing);
  const beyond = (from: Point, end: Point): Point => {
    const way = turn({ x: 0.5 + gap, y: 0 }, directionOf(from, end));
    return { x: end.x + way.x, y: end.y + way.y };
  };
  const ends: Grip[] = [
    { kind: 'end', end: 'first', of: first, at: beyond(second, first) },
    { kind: 'end', end: 'last', of: last, at: beyond(oneButLast, last) },
  ];
  if (seats.length < 3) return ends;
  const middle = middleOfRow(row);
  const aside = turn({ x: 0, y: halfOfRow(pointing) + gap }, directionOf(first, last));
  const side = aside.y < 0 ? -1 : 1;
  const at = { x: middle.x + side * aside.x, y: middle.y + side * aside.y };
  return [...ends, { kind: 'curve', of: middle, at }];
}

function gripsOfCorners(object: Cornered, pointing: Pointing): Grip[] {
  const { reach } = measure(pointing);
  const { points, type } = object;
  const corners: Grip[] = points.map((at, nth) => ({ kind: 'corner', nth, at, of: at }));
  if (type === 'line') return corners;
  const edges = points.flatMap((one, nth): Grip[] => {
    const at = middleOfEdge(object, nth);
    // Closer to its corners it would be in their way.
    return at && distance(one, at) >= 3 * reach ? [{ kind: 'edge', nth, at, of: at }] : [];
  });
  return [...corners, ...edges];
}

/** The grip under a pointer. The inside of the object is none: it moves it, however small it is. */
export function gripAt(desk: Desk, point: Point, pointing: Pointing): Grip | null {
  const { reach } = measure(pointing);
  if (isOnBody(desk, point, pointing)) return null;
  const object = onlyChosen(desk);
  const most = object && isCornered(object) ? reachOfCorners(object, point, reach) : reach;
  let nearest: Grip | null = null;
  let least = Infinity;
  for (const grip of gripsOf(desk, pointing)) {
    const away = distance(grip.at, point);
    const isNear = away <= (grip.kind === 'turn' ? reach : grip.kind === 'edge' ? most / 2 : most);
    if (!isNear || away >= least) continue;
    [nearest, least] = [grip, away];
  }
  return nearest;
}

/** Within a small area its corners reach less far, so that there is a middle to move it by. */
function reachOfCorners(object: Cornered, point: Point, reach: number): number {
  const { left, right, top, bottom } = boundsOf(object.points);
  if (object.type === 'line') return Math.min(reach, Math.hypot(right - left, bottom - top) / 4);
  return isInside(object.points, point) ? Math.min(reach, (right - left) / 4, (bottom - top) / 4) : reach;
}

/** Whether a drag from here moves the selection although nothing is drawn here: around a small object, beside a grip, within an outline. */
export const isBesideChosen = (desk: Desk, point: Point, pointing: Pointing): boolean =>
  isOnBody(desk, point, pointing) ||
  isWithinOutline(onlyChosen(desk), point) ||
  gripsOf(desk, pointing).some(({ at }) => distance(at, point) <= measure(pointing).beside);

const isWithinOutline = (object: PlanObject | undefined, point: Point): boolean =>
  object?.type === 'outline' && isInside(object.points, point);

function isOnBody(desk: Desk, point: Point, pointing: Pointing): boolean {
  const object = onlyChosen(desk);
  if (!object || desk.tool.value !== 'select') return false;
  if (isBoxed(object)) return distanceTo(bodyOfBox(object, pointing), point) === 0;
  return object.type === 'row' && isOnRow(object, point, halfOfRow(pointing));
}

function isOnRow({ seats }: PlanRow, point: Point, half: number): boolean {
  const isBetween = (one: Point, other: Point): boolean => {
    const local = turn(point, -directionOf(one, other), one);
    const along = local.x - one.x;
    return along >= 0 && along <= distance(one, other) && Math.abs(local.y - one.y) <= half;
  };
  return seats.some((seat, nth) => {
    const next = seats[nth + 1];
    return distance(seat, point) <= 0.5 || (next !== undefined && isBetween(seat, next));
  });
}

export const planBox = ({ hall }: Desk): Box | null => joinAll([...hall.objects.values()].map(reachOf));
