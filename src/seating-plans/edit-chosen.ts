import { roundObject } from './make-objects.ts';
import { distance, roundPlace } from './points.ts';
import { isSeated, type PlanObject, type PlanSeat, type SeatingPlan } from './plan-schema.ts';
import { transformObject, type Transform } from './transform.ts';

/** The selection: whole objects, and single seats. */
export type Chosen = { objects: ReadonlySet<string>; seats: ReadonlySet<string> };

export const NOTHING: Chosen = { objects: new Set(), seats: new Set() };

export const isNothingChosen = ({ objects, seats }: Chosen): boolean => objects.size + seats.size === 0;

const isChosen = ({ objects, seats }: Chosen, object: PlanObject, seat: PlanSeat): boolean =>
  objects.has(object.id) || seats.has(seat.id);

/** Every seat that is chosen, by itself or with its row. */
export const seatsIn = (plan: SeatingPlan, chosen: Chosen): PlanSeat[] =>
  plan.objects.flatMap((object) => {
    if (!isSeated(object)) return [];
    if (chosen.objects.has(object.id)) return object.seats;
    return chosen.seats.size === 0 ? [] : object.seats.filter(({ id }) => chosen.seats.has(id));
  });

/** Drops removed objects from the selection; if all are there, it is the very same. */
export function keepChosen(plan: SeatingPlan, chosen: Chosen): Chosen {
  if (isNothingChosen(chosen)) return chosen;
  const objects = new Set<string>();
  const seats = new Set<string>();
  for (const object of plan.objects) {
    if (chosen.objects.has(object.id)) objects.add(object.id);
    if (chosen.seats.size > 0 && isSeated(object))
      for (const { id } of object.seats) if (chosen.seats.has(id)) seats.add(id);
  }
  const isWhole = objects.size === chosen.objects.size && seats.size === chosen.seats.size;
  return isWhole ? chosen : { objects, seats };
}

const changeAll = (plan: SeatingPlan, change: (object: PlanObject) => PlanObject): SeatingPlan => {
  const objects = plan.objects.map(change);
  return objects.every((object, nth) => object === plan.objects[nth]) ? plan : { ...plan, objects };
};

/** Changes the chosen seats; what `change` leaves alone stays the very same. */
export const changeSeats = (
  plan: SeatingPlan,
  chosen: Chosen,
  change: (seat: PlanSeat) => PlanSeat,
): SeatingPlan =>
  changeAll(plan, (object) => {
    if (!isSeated(object)) return object;
    let isOther = false;
    const seats = object.seats.map((seat) => {
      const changed = isChosen(chosen, object, seat) ? change(seat) : seat;
      isOther ||= changed !== seat;
      return changed;
    });
    return isOther ? { ...object, seats } : object;
  });

/** Chosen seats and standing areas are sold as this category; null: as none yet. */
export const paintChosen = (plan: SeatingPlan, chosen: Chosen, category: string | null): SeatingPlan => {
  const paint = <Item extends { category?: string | undefined }>(item: Item): Item => {
    if ((item.category ?? null) === category) return item;
    const { category: _, ...rest } = item;
    return { ...rest, ...(category !== null && { category }) } as Item;
  };
  const painted = changeSeats(plan, chosen, paint);
  return changeAll(painted, (object) =>
    object.type === 'standing' && chosen.objects.has(object.id) ? paint(object) : object,
  );
};

/** Sets marks of the chosen seats; undefined takes one away. */
export type Marks = Partial<{
  isAccessible: true | undefined;
  isRestrictedView: true | undefined;
  companionOf: string | undefined;
  blocked: { reason: string; color: number } | undefined;
}>;

export const markChosen = (plan: SeatingPlan, chosen: Chosen, marks: Marks): SeatingPlan =>
  changeSeats(plan, chosen, (seat) => {
    const changed: Record<string, unknown> = { ...seat, ...marks };
    for (const [name, value] of Object.entries(marks)) if (value === undefined) delete changed[name];
    return JSON.stringify(changed) === JSON.stringify(seat) ? seat : (changed as PlanSeat);
  });

/** Moves, turns or mirrors what is chosen. */
export function transformChosen(plan: SeatingPlan, chosen: Chosen, transform: Transform): SeatingPlan {
  const moved =
    chosen.objects.size === 0
      ? plan
      : changeAll(plan, (object) =>
          chosen.objects.has(object.id) ? transformRounded(object, transform) : object,
        );
  const seats = withoutThoseOf(plan, chosen);
  if (seats.size === 0) return moved;
  return changeSeats(moved, { objects: NOTHING.objects, seats }, (seat) => {
    const { x, y } = transform.place(seat);
    return { ...seat, x: roundPlace(x), y: roundPlace(y) };
  });
}

/** Rows in one go: a hall has twenty thousand seats, and each would be made twice. */
function transformRounded(object: PlanObject, transform: Transform): PlanObject {
  if (object.type !== 'row') return roundObject(transformObject(object, transform));
  const { place, isMirrored } = transform;
  const seats = object.seats.map((seat) => {
    const { x, y } = place(seat);
    return { ...seat, x: roundPlace(x), y: roundPlace(y) };
  });
  return { ...object, seats, curve: roundPlace(isMirrored ? -object.curve : object.curve) };
}

/** Seats that are chosen by themselves, and not with their row as well. */
function withoutThoseOf({ objects }: SeatingPlan, chosen: Chosen): ReadonlySet<string> {
  if (chosen.seats.size === 0 || chosen.objects.size === 0) return chosen.seats;
  const own = new Set(chosen.seats);
  for (const object of objects)
    if (isSeated(object) && chosen.objects.has(object.id)) for (const { id } of object.seats) own.delete(id);
  return own;
}

/** Takes what is chosen away. A row without seats goes too; companions of a seat that goes are ordinary seats then. */
export function removeChosen(plan: SeatingPlan, chosen: Chosen): SeatingPlan {
  const gone = new Set(seatsIn(plan, chosen).map(({ id }) => id));
  const objects = plan.objects.flatMap((object): PlanObject[] => {
    if (chosen.objects.has(object.id)) return [];
    if (!isSeated(object) || gone.size === 0) return [object];
    const isTouched = object.seats.some(
      ({ id, companionOf }) => gone.has(id) || (companionOf !== undefined && gone.has(companionOf)),
    );
    if (!isTouched) return [object];
    const seats = object.seats
      .filter(({ id }) => !gone.has(id))
      .map((seat) => {
        if (seat.companionOf === undefined || !gone.has(seat.companionOf)) return seat;
        const { companionOf: _, ...rest } = seat;
        return rest;
      });
    return seats.length === 0 && object.type === 'row' ? [] : [{ ...object, seats }];
  });
  return { ...plan, objects };
}

/** Above all others, or below them. */
export function orderChosen(plan: SeatingPlan, { objects: ids }: Chosen, to: 'front' | 'back'): SeatingPlan {
  const [chosen, others] = [
    plan.objects.filter(({ id }) => ids.has(id)),
    plan.objects.filter(({ id }) => !ids.has(id)),
  ];
  return { ...plan, objects: to === 'front' ? [...others, ...chosen] : [...chosen, ...others] };
}

/** Rows, tables and outlines that are chosen become part of a section. */
export const putIntoSection = (plan: SeatingPlan, { objects }: Chosen, section: string): SeatingPlan =>
  changeAll(plan, (object) =>
    'section' in object && objects.has(object.id) && object.section !== section
      ? { ...object, section }
      : object,
  );

/** Without a category: its seats are sold as none yet. */
export const removeCategory = (plan: SeatingPlan, categoryId: string): SeatingPlan => {
  const without = changeAll(plan, (object) => {
    const drop = <Item extends { category?: string | undefined }>(item: Item): Item => {
      if (item.category !== categoryId) return item;
      const { category: _, ...rest } = item;
      return rest as Item;
    };
    if (object.type === 'standing') return drop(object);
    if (!isSeated(object) || !object.seats.some(({ category }) => category === categoryId)) return object;
    return { ...object, seats: object.seats.map(drop) };
  });
  return { ...without, categories: plan.categories.filter(({ id }) => id !== categoryId) };
};

/** Without a section and its outlines: its rows and tables go to another one. */
export const removeSection = (plan: SeatingPlan, sectionId: string, other: string): SeatingPlan => ({
  ...changeAll(
    {
      ...plan,
      objects: plan.objects.filter((object) => object.type !== 'outline' || object.section !== sectionId),
    },
    (object) => (isSeated(object) && object.section === sectionId ? { ...object, section: other } : object),
  ),
  sections: plan.sections.filter(({ id }) => id !== sectionId),
});

const MAX_OFFERED = 20;

/** Accessible seats that a companion may go with, the nearest first. */
export function accessibleNear(plan: SeatingPlan, seat: PlanSeat): { seat: PlanSeat; row: string }[] {
  const near: { seat: PlanSeat; row: string }[] = [];
  for (const object of plan.objects) {
    if (!isSeated(object)) continue;
    for (const other of object.seats)
      if (other.isAccessible && other.id !== seat.id) near.push({ seat: other, row: object.label });
  }
  return near
    .sort((one, other) => distance(one.seat, seat) - distance(other.seat, seat))
    .slice(0, MAX_OFFERED);
}

/** Makes a row of seats that are chosen by themselves; their own rows go where none is left. */
export function seatsToRow(
  plan: SeatingPlan,
  chosen: Chosen,
  row: { id: string; section: string; label: string },
): SeatingPlan {
  const moved = seatsIn(plan, chosen);
  const ids = new Set(moved.map(({ id }) => id));
  const rest = plan.objects.flatMap((object): PlanObject[] => {
    if (!isSeated(object) || !object.seats.some(({ id }) => ids.has(id))) return [object];
    const seats = object.seats.filter(({ id }) => !ids.has(id));
    return seats.length === 0 && object.type === 'row' ? [] : [{ ...object, seats }];
  });
  return {
    ...plan,
    objects: [...rest, { type: 'row', ...row, spacing: 1, curve: 0, seats: moved }],
  };
}
