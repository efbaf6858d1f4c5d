import {
  isNothingChosen,
  NOTHING,
  orderChosen,
  removeChosen,
  transformChosen,
} from '../../../../seating-plans/edit-chosen.ts';
import { pasteObjects, takeObjects } from '../../../../seating-plans/paste-objects.ts';
import type { SeatingPlan } from '../../../../seating-plans/plan-schema.ts';
import { readPlanFile } from '../../../../seating-plans/read-plan-file.ts';
import { middleOf, roundPlace, type Point } from '../../../../seating-plans/points.ts';
import { resizeObject } from '../../../../seating-plans/resize.ts';
import {
  alignObjects,
  boxOf,
  changeObjects,
  distributeObjects,
  mirrorAt,
  moveBy,
  rotateBy,
  type Edge,
} from '../../../../seating-plans/transform.ts';
import { chosenBox } from './board/grips.ts';
import type { Desk } from './desk.ts';
import type { SeatingPlanTexts } from './texts/texts.ts';

// Commands on the selection, by button, menu or key.

export type Commands = {
  nudge(by: Point): void;
  /** Moves the right and lower edges of the selected objects. */
  resize(by: Point): void;
  turn(degrees: number): void;
  mirror(axis: 'x' | 'y'): void;
  align(edge: Edge): void;
  distribute(axis: 'x' | 'y'): void;
  order(to: 'front' | 'back'): void;
  duplicate(): void;
  /** Answers the selection as text for the clipboard, which is a small plan; null if nothing is selected. */
  copy(): string | null;
  /** Pastes text of the clipboard, from this plan or another one; null: what was copied here last. */
  paste(text: string | null): void;
  remove(): void;
  chooseAll(): void;
  chooseNext(step: 1 | -1): boolean;
  undo(): void;
  redo(): void;
};

/** `view` is the middle of what is seen of the drawing, and `tell` says what can't be done. */
export function createCommands(
  desk: Desk,
  { texts, view, tell }: { texts: SeatingPlanTexts; view: () => Point; tell: (text: string) => void },
): Commands {
  let clipboard: { text: string; part: SeatingPlan } | null = null;
  const { did } = texts;
  const middle = (): Point => middleOf(chosenBox(desk) ?? { left: 0, top: 0, right: 0, bottom: 0 });
  const hasChosen = (): boolean => !isNothingChosen(desk.chosen.value);
  function put(part: SeatingPlan, by: Point): SeatingPlan | null {
    const pasted = pasteObjects(desk.plan.value, part, { newId: desk.newId, transform: moveBy(by) });
    if (!pasted) {
      tell(texts.pasteTooLarge);
      return null;
    }
    const copies = new Set(pasted.copies);
    desk.act(pasted.plan, did.copied);
    desk.choose({ objects: copies, seats: new Set() });
    return takeObjects(pasted.plan, copies);
  }
  /** A copy lies beside its original, so that both can be seen. */
  const BESIDE = { x: 1, y: 1 };
  const toView = (part: SeatingPlan): Point => {
    const box = boxOf(part, new Set(part.objects.map(({ id }) => id)));
    const [from, to] = [box ? middleOf(box) : BESIDE, view()];
    return { x: roundPlace(to.x - from.x), y: roundPlace(to.y - from.y) };
  };
  // Anybody's text may be in the clipboard: it is read as a file is, by the same limits.
  const read = (text: string): SeatingPlan | null => {
    try {
      return readPlanFile(text).plan;
    } catch {
      return null;
    }
  };
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
    duplicate() {
      const { objects } = desk.chosen.value;
      if (objects.size > 0) put(takeObjects(desk.plan.value, objects), BESIDE);
    },
    copy() {
      const part = takeObjects(desk.plan.value, desk.chosen.value.objects);
      if (part.objects.length === 0) return null;
      clipboard = { text: JSON.stringify(part), part };
      desk.said.value = did.taken;
      return clipboard.text;
    },
    paste(text) {
      const isOurs = clipboard !== null && (text === null || text === clipboard.text);
      const part = isOurs ? clipboard?.part : read(text ?? '');
      if (!part || part.objects.length === 0) return tell(texts.pasteNothing);
      const pasted = put(part, isOurs ? BESIDE : toView(part));
      if (pasted) clipboard = { text: text ?? clipboard?.text ?? '', part: pasted };
    },
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
