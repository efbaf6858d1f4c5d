import { isSeated, type PlanObject, type SeatingPlan } from '../../../../../seating-plans/plan-schema.ts';
import {
  boxOfObject,
  createChangingScene,
  typesOf,
  type ChangingScene,
} from '../../../../seat-map/board/changing-scene.ts';
import { widen, type Box } from '../../../../seat-map/map-view.ts';
import type { MapColors } from '../../../../seat-map/read-colors.ts';

// The plan as the seat map's engine draws it, with additions for the designer. It is updated object by object.

export type ObjectChange = { id: string; before: PlanObject | null; after: PlanObject | null };

export type Hall = {
  scene: ChangingScene;
  objects: Map<string, PlanObject>;
  /** The colours of seats that are not for sale, by their indexes. */
  blocked: Map<number, number>;
  /** Seats of one type look the same; -1: of no category. */
  typeOf(category: string | undefined): number;
  /** Shows another plan; null `changes` mean all of it. Returns the changed boxes, or null for everything. */
  show(plan: SeatingPlan, changes: readonly ObjectChange[] | null): Box[] | null;
};

/** The type of seats without a category. */
export const NO_TYPE = -1;

export function createHall(plan: SeatingPlan): Hall {
  // Colours come with the canvas.
  const scene = createChangingScene(plan, {
    stageName: '',
    colors: {} as MapColors,
    look: { isFree: () => true },
  });
  let types = typesOf(plan);
  const hall: Hall = {
    scene,
    objects: new Map(),
    blocked: new Map(),
    typeOf: (category) => types.get(category ?? '') ?? NO_TYPE,
    show(next, changes) {
      if (next.categories !== scene.plan.categories) types = typesOf(next);
      const isAll =
        changes === null ||
        next.categories !== scene.plan.categories ||
        next.sections !== scene.plan.sections;
      if (!isAll) for (const { before } of changes) if (before) forget(hall, before);
      const boxes = scene.change(next);
      if (isAll) {
        hall.objects.clear();
        hall.blocked.clear();
        for (const object of next.objects) remember(hall, object);
      } else for (const { after } of changes) if (after) remember(hall, after);
      return boxes;
    },
  };
  for (const object of plan.objects) remember(hall, object);
  return hall;
}

function remember({ scene, objects, blocked }: Hall, object: PlanObject): void {
  objects.set(object.id, object);
  if (!isSeated(object)) return;
  for (const seat of object.seats)
    if (seat.blocked) blocked.set(scene.indexOfSeat.get(seat.id) ?? -1, seat.blocked.color);
}

function forget({ scene, objects, blocked }: Hall, object: PlanObject): void {
  objects.delete(object.id);
  if (blocked.size === 0) return;
  for (const index of scene.indexesOf.get(object.id) ?? []) blocked.delete(index);
}

/** The box of an object, with half a seat around its seats. */
export const reachOf = (object: PlanObject): Box =>
  isSeated(object) ? widen(boxOfObject(object), 0.5) : boxOfObject(object);
