import type { Box, Point } from '../../../../../seating-plans/points.ts';
import { middleOfRow } from '../../../../../seating-plans/reshape-row.ts';
import { handleAt, HANDLES, isBoxed, type Handle } from '../../../../../seating-plans/resize.ts';
import type { Desk } from '../desk.ts';
import { reachOf } from './hall.ts';

/** The grips of a selection: to turn, size, bend or lengthen it. */
export type Grip = { at: Point } & (
  | { kind: 'turn' }
  | { kind: 'size'; handle: Handle }
  | { kind: 'end'; end: 'first' | 'last' }
  | { kind: 'curve' }
  | { kind: 'corner'; nth: number }
);

const TURN_PX = 30;

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

export function gripsOf(desk: Desk, scale: number): Grip[] {
  const { hall, chosen } = desk;
  const box = chosenBox(desk);
  if (!box || desk.tool.value !== 'select') return [];
  const turn: Grip = { kind: 'turn', at: { x: (box.left + box.right) / 2, y: box.top - TURN_PX / scale } };
  const [only] = chosen.value.objects;
  const object =
    chosen.value.objects.size === 1 && chosen.value.seats.size === 0
      ? hall.objects.get(only ?? '')
      : undefined;
  if (!object) return [turn];
  if (object.type === 'row') {
    const [first, last] = [object.seats[0], object.seats.at(-1)];
    if (!first || !last || object.seats.length < 2) return [turn];
    return [
      turn,
      { kind: 'end', end: 'first', at: first },
      { kind: 'end', end: 'last', at: last },
      ...(object.seats.length > 2 ? [{ kind: 'curve' as const, at: middleOfRow(object) }] : []),
    ];
  }
  if (isBoxed(object))
    return [
      turn,
      ...HANDLES.map((handle) => ({ kind: 'size' as const, handle, at: handleAt(object, handle) })),
    ];
  if ('points' in object)
    return [turn, ...object.points.map((at, nth) => ({ kind: 'corner' as const, nth, at }))];
  return [turn];
}

export const planBox = ({ hall }: Desk): Box | null => joinAll([...hall.objects.values()].map(reachOf));
