import { pasteObjects, takeObjects } from '../../../../seating-plans/paste-objects.ts';
import type { SeatingPlan } from '../../../../seating-plans/plan-schema.ts';
import { middleOf, roundPlace, type Point } from '../../../../seating-plans/points.ts';
import { readPlanFile } from '../../../../seating-plans/read-plan-file.ts';
import { boxOf, moveBy } from '../../../../seating-plans/transform.ts';
import type { Desk } from './desk.ts';
import type { SeatingPlanTexts } from './texts.ts';

export type ClipboardCommands = {
  duplicate(): void;
  /** Answers the selection as text for the clipboard, which is a small plan; null if nothing is selected. */
  copy(): string | null;
  /** Pastes text of the clipboard, from this plan or another one; null: what was copied here last. */
  paste(text: string | null): void;
};

export type ClipboardUses = {
  /** The middle of the visible part of the drawing. */
  view: () => Point;
  /** Says what can't be done. */
  tell: (text: string) => void;
};

/** A copy lies beside its original, so that both can be seen. */
const BESIDE = { x: 1, y: 1 };

export function createClipboard(
  desk: Desk,
  { texts, view, tell }: { texts: SeatingPlanTexts } & ClipboardUses,
): ClipboardCommands {
  let clipboard: { text: string; part: SeatingPlan } | null = null;
  function put(part: SeatingPlan, by: Point): SeatingPlan | null {
    const pasted = pasteObjects(desk.plan.value, part, { newId: desk.newId, transform: moveBy(by) });
    if (!pasted) {
      tell(texts.pasteTooLarge);
      return null;
    }
    const copies = new Set(pasted.copies);
    desk.act(pasted.plan, texts.did.copied);
    desk.choose({ objects: copies, seats: new Set() });
    return takeObjects(pasted.plan, copies);
  }
  const toView = (part: SeatingPlan): Point => {
    const box = boxOf(part, new Set(part.objects.map(({ id }) => id)));
    const [from, to] = [box ? middleOf(box) : BESIDE, view()];
    return { x: roundPlace(to.x - from.x), y: roundPlace(to.y - from.y) };
  };
  return {
    duplicate() {
      const { objects } = desk.chosen.value;
      if (objects.size > 0) put(takeObjects(desk.plan.value, objects), BESIDE);
    },
    copy() {
      const part = takeObjects(desk.plan.value, desk.chosen.value.objects);
      if (part.objects.length === 0) return null;
      clipboard = { text: JSON.stringify(part), part };
      desk.said.value = texts.did.taken;
      return clipboard.text;
    },
    paste(text) {
      const isOurs = clipboard !== null && (text === null || text === clipboard.text);
      const part = isOurs ? clipboard?.part : read(text ?? '');
      if (!part || part.objects.length === 0) return tell(texts.pasteNothing);
      const pasted = put(part, isOurs ? BESIDE : toView(part));
      if (pasted) clipboard = { text: text ?? clipboard?.text ?? '', part: pasted };
    },
  };
}

/** Anybody's text may be in the clipboard: it is read as a file is, by the same limits. */
function read(text: string): SeatingPlan | null {
  try {
    return readPlanFile(text).plan;
  } catch {
    return null;
  }
}
