import {
  addCorner,
  isCornered,
  middleOfEdge,
  moveCorner,
  removeCorner,
  type Cornered,
} from '../../../../seating-plans/corners.ts';
import type { Point } from '../../../../seating-plans/points.ts';
import type { Board } from './board/board.ts';
import { onlyChosen } from './board/grips.ts';
import type { Studio } from './studio.ts';

/** The corners of a selected outline, moved, added and removed without a pointer. */
export function createCornerKeys(
  { desk, texts }: Studio,
  board: Board,
): { begin(): boolean; onKeyDown(event: KeyboardEvent, by: Point | undefined): boolean } {
  /** The outline, while it is the one that is selected. */
  function current(): { object: Cornered; nth: number } | null {
    const object = onlyChosen(desk);
    if (!board.corner || !object || object.id !== board.corner.objectId || !isCornered(object)) return null;
    return { object, nth: Math.min(board.corner.nth, object.points.length - 1) };
  }

  function goTo({ id, points }: Cornered, nth: number): void {
    const at = (nth + points.length) % points.length;
    board.corner = { objectId: id, nth: at };
    const { x = 0, y = 0 } = points[at] ?? {};
    desk.said.value = texts.cornerAt({ nth: at + 1, of: points.length, x, y });
    board.refresh();
  }

  function put(before: Cornered, after: Cornered, nth: number): void {
    const plan = desk.plan.value;
    desk.act({ ...plan, objects: plan.objects.map((one) => (one === before ? after : one)) });
    goTo(after, nth);
  }

  /** Whether the key was for a corner. */
  function onKeyDown({ key, shiftKey }: KeyboardEvent, by: Point | undefined): boolean {
    const now = current();
    if (!now) {
      board.corner = null;
      return false;
    }
    const { object, nth } = now;
    const at = object.points[nth] ?? { x: 0, y: 0 };
    if (by) put(object, moveCorner(object, nth, { x: at.x + by.x, y: at.y + by.y }), nth);
    else if (key === 'Tab') goTo(object, nth + (shiftKey ? -1 : 1));
    else if (key === 'Delete' || key === 'Backspace')
      put(object, removeCorner(object, nth), Math.max(0, nth - 1));
    else if (key === 'Insert' || key.toLowerCase() === 'i') {
      const middle = middleOfEdge(object, nth);
      if (middle) put(object, addCorner(object, nth, middle), nth + 1);
    } else if (key === 'Enter' || key === 'Escape') {
      board.corner = null;
      desk.said.value = texts.nameObject(object, desk.plan.value);
      board.refresh();
    } else return false;
    return true;
  }

  return {
    begin() {
      const object = onlyChosen(desk);
      if (!object || !isCornered(object)) return false;
      goTo(object, 0);
      return true;
    },
    onKeyDown,
  };
}
