import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import {
  isNothingChosen,
  keepChosen,
  NOTHING,
  seatsIn,
  type Chosen,
} from '../../../../seating-plans/edit-chosen.ts';
import { stepBack, stepForward, take, type Edit, type History } from '../../../../seating-plans/edits.ts';
import type { Making } from '../../../../seating-plans/make-objects.ts';
import type { PlanSeat, SeatingPlan } from '../../../../seating-plans/plan-schema.ts';
import type { Box } from '../../../../seating-plans/points.ts';
import { createHall, type Hall, type ObjectChange } from './board/hall.ts';
import { FIRST_OPTIONS, type ToolOptions } from './draw.ts';
import { createIds } from './create-ids.ts';
import type { ToolName } from './tools.ts';

/** The state of the designer: the plan with its history, the selection and the tool. */
export type Desk = {
  history: Signal<History>;
  plan: ReadonlySignal<SeatingPlan>;
  chosen: Signal<Chosen>;
  /** Every selected seat, by itself or with its row. */
  chosenSeats: ReadonlySignal<readonly PlanSeat[]>;
  tool: Signal<ToolName>;
  /** New rows and tables are in this section and of this category; null: none was chosen. */
  section: Signal<string | null>;
  category: Signal<string | null>;
  options: Signal<ToolOptions>;
  isSnapping: Signal<boolean>;
  /** The text for screen readers. */
  said: Signal<string>;
  hall: Hall;
  newId(): string;
  /** Does something that can be undone. */
  act(plan: SeatingPlan, said?: string): void;
  undo(): void;
  redo(): void;
  /** Replaces the plan; earlier changes can't be undone. */
  open(plan: SeatingPlan): void;
  choose(chosen: Chosen): void;
  /** The section and category of a new object. Creates a section if the plan has none. */
  making(sectionName: string): { plan: SeatingPlan; making: Making };
  /** Called with the boxes that changed, or null for everything. */
  onShown(listener: (boxes: readonly Box[] | null) => void): () => void;
};

export function createDesk(plan: SeatingPlan): Desk {
  const history = signal<History>({ plan, done: [], undone: [] });
  const hall = createHall(plan);
  const listeners = new Set<(boxes: readonly Box[] | null) => void>();
  const newId = createIds(plan);

  function show(next: History, edit: Edit | null, side: 'before' | 'after'): void {
    const changes: ObjectChange[] | null =
      edit && side === 'after'
        ? [...edit.objects]
        : (edit?.objects.map(({ id, before, after }) => ({ id, before: after, after: before })) ?? null);
    const boxes = hall.show(next.plan, changes);
    history.value = next;
    desk.chosen.value = keepChosen(next.plan, desk.chosen.value);
    for (const listener of listeners) listener(boxes);
  }

  const desk: Desk = {
    history,
    plan: computed(() => history.value.plan),
    chosen: signal(NOTHING),
    chosenSeats: computed(() => seatsIn(desk.plan.value, desk.chosen.value)),
    tool: signal('select'),
    section: signal(plan.sections[0]?.id ?? null),
    category: signal(plan.categories[0]?.id ?? null),
    options: signal(FIRST_OPTIONS),
    isSnapping: signal(true),
    said: signal(''),
    hall,
    newId,
    act(next, said) {
      const after = take(history.value, next);
      if (after !== history.value) show(after, after.done.at(-1) ?? null, 'after');
      if (said !== undefined) desk.said.value = said;
    },
    undo() {
      const edit = history.value.done.at(-1);
      if (edit) show(stepBack(history.value), edit, 'before');
    },
    redo() {
      const edit = history.value.undone.at(-1);
      if (edit) show(stepForward(history.value), edit, 'after');
    },
    open(next) {
      show({ plan: next, done: [], undone: [] }, null, 'after');
    },
    choose(chosen) {
      if (isNothingChosen(chosen) && isNothingChosen(desk.chosen.value)) return;
      desk.chosen.value = chosen;
    },
    making(sectionName) {
      const { sections, categories } = history.value.plan;
      const known = sections.find(({ id }) => id === desk.section.value) ?? sections[0];
      const category = categories.find(({ id }) => id === desk.category.value)?.id;
      if (known) return { plan: history.value.plan, making: { newId, section: known.id, category } };
      const id = newId();
      desk.section.value = id;
      return {
        plan: { ...history.value.plan, sections: [{ id, name: sectionName }] },
        making: { newId, section: id, category },
      };
    },
    onShown(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return desk;
}
