import {
  isNothingChosen,
  NOTHING,
  orderChosen,
  removeChosen,
  transformChosen,
} from '../../../../seating-plans/edit-chosen.ts';
import { middleOf, type Point } from '../../../../seating-plans/points.ts';
import { resizeObject } from '../../../../seating-plans/resize.ts';
import {
  alignObjects,
  changeObjects,
  distributeObjects,
  mirrorAt,
  moveBy,
  rotateBy,
  type Edge,
} from '../../../../seating-plans/transform.ts';
import { chosenBox } from './board/grips.ts';
import { createClipboard, type ClipboardCommands, type ClipboardUses } from './clipboard.ts';
import type { Desk } from './desk.ts';
import type { SeatingPlanTexts } from './texts.ts';

// Commands on the selection, by button, menu or key.

export type Commands = ClipboardCommands & {
  nudge(by: Point): void;
  /** Moves the right and lower edges of the selected objects. */
  resize(by: Point): void;
  turn(degrees: number): void;
  mirror(axis: 'x' | 'y'): void;
  align(edge: Edge): void;
  distribute(axis: 'x' | 'y'): void;
  order(to: 'front' | 'back'): void;
  remove(): void;
  chooseAll(): void;
  chooseNext(step: 1 | -1): boolean;
  undo(): void;
  redo(): void;
};

export function createCommands(
  desk: Desk,
  { texts, view, tell }: { texts: SeatingPlanTexts } & ClipboardUses,
): Commands {
  const { did } = texts;
  const middle = (): Point => middleOf(chosenBox(desk) ?? { left: 0, top: 0, right: 0, bottom: 0 });
  const hasChosen = (): boolean => !isNothingChosen(desk.chosen.value);
  return {
    nudge(by) {
      if (hasChosen()) desk.act(transformChosen(desk.plan.value, desk.chosen.value, moveBy(by)), did.moved);
    },
    resize(by) {
      const { making } = desk.making(texts.newNames.section);
      const { objects } = desk.chosen.value;
      const sized = changeObjects(desk.plan.value, objects, (object) => resizeObject(making, object, by));
      if (objects.size > 0) desk.act(sized, did.sized);
    },
    turn: (degrees) =>
      desk.act(transformChosen(desk.plan.value, desk.chosen.value, rotateBy(degrees, middle())), did.turned),
    mirror: (axis) =>
      desk.act(
        transformChosen(desk.plan.value, desk.chosen.value, mirrorAt(axis, middle()[axis])),
        did.mirrored,
      ),
    align: (edge) => desk.act(alignObjects(desk.plan.value, desk.chosen.value.objects, edge), did.aligned),
    distribute: (axis) =>
      desk.act(distributeObjects(desk.plan.value, desk.chosen.value.objects, axis), did.distributed),
    order: (to) => desk.act(orderChosen(desk.plan.value, desk.chosen.value, to), did.ordered),
    ...createClipboard(desk, { texts, view, tell }),
    remove() {
      if (hasChosen()) desk.act(removeChosen(desk.plan.value, desk.chosen.value), did.removed);
    },
    chooseAll() {
      const { objects } = desk.plan.value;
      desk.choose({ objects: new Set(objects.map(({ id }) => id)), seats: new Set() });
      desk.said.value = texts.chosen(desk.plan.value, desk.chosen.value);
    },
    chooseNext(step) {
      const { objects } = desk.plan.value;
      const now = objects.findIndex(({ id }) => desk.chosen.value.objects.has(id));
      const next = objects[now < 0 ? 0 : now + step];
      desk.choose(next ? { objects: new Set([next.id]), seats: new Set() } : NOTHING);
      desk.said.value = next ? texts.nameObject(next, desk.plan.value) : '';
      return next !== undefined;
    },
    undo() {
      if (desk.history.value.done.length === 0) return;
      desk.undo();
      desk.said.value = did.undone;
    },
    redo() {
      if (desk.history.value.undone.length === 0) return;
      desk.redo();
      desk.said.value = did.redone;
    },
  };
}
