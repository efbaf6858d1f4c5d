import { isSeated, type PlanRow, type PlanSeat, type PlanTable, type SeatingPlan } from './plan-schema.ts';

/** The differences from an earlier plan, in numbers. A seat is the same if its id is. */
export type PlanChanges = {
  added: number;
  removed: number;
  /** Of another section, row or number. */
  renamed: number;
  moved: number;
  /** Of another category. */
  repainted: number;
  /** Accessible, restricted view, companion, blocked: whatever is marked otherwise. */
  marked: number;
  /** Tables, standing areas and drawings that were added, removed or changed; rows are told by their seats. */
  objects: number;
};

type Seated = { object: PlanRow | PlanTable; section: string };
type Named = Seated & { seat: PlanSeat };

export function countChanges(before: SeatingPlan | null, after: SeatingPlan): PlanChanges {
  const changes: PlanChanges = {
    added: 0,
    removed: 0,
    renamed: 0,
    moved: 0,
    repainted: 0,
    marked: 0,
    objects: countObjects(before, after),
  };
  const earlier = new Map((before ? seatedOf(before) : []).map((seated) => [seated.object.id, seated]));
  const [old, now] = [new Map<string, Named>(), new Map<string, Named>()];
  for (const seated of seatedOf(after)) {
    const was = earlier.get(seated.object.id);
    if (was && haveSameSeats(was.object, seated.object)) {
      earlier.delete(seated.object.id);
      compareAll(was, seated, changes);
    } else addSeats(now, seated);
  }
  for (const seated of earlier.values()) addSeats(old, seated);
  for (const id of old.keys()) if (!now.has(id)) changes.removed += 1;
  for (const [id, named] of now) {
    const was = old.get(id);
    if (was) compareSeats(was, named, changes);
    else changes.added += 1;
  }
  return changes;
}

const seatedOf = ({ sections, objects }: SeatingPlan): Seated[] => {
  const names = new Map(sections.map(({ id, name }) => [id, name]));
  return objects.filter(isSeated).map((object) => ({ object, section: names.get(object.section) ?? '' }));
};

const haveSameSeats = (
  { seats: some }: PlanRow | PlanTable,
  { seats: others }: PlanRow | PlanTable,
): boolean =>
  some === others || (some.length === others.length && some.every(({ id }, nth) => others[nth]?.id === id));

function addSeats(seats: Map<string, Named>, { object, section }: Seated): void {
  for (const seat of object.seats) seats.set(seat.id, { seat, object, section });
}

/** Of a row or table that has the seats it had, in their order. */
function compareAll(was: Seated, now: Seated, changes: PlanChanges): void {
  if (was.object === now.object && was.section === now.section) return;
  for (const [nth, seat] of now.object.seats.entries()) {
    const earlier = was.object.seats[nth];
    if (earlier) compareSeats({ ...was, seat: earlier }, { ...now, seat }, changes);
  }
}

function compareSeats(was: Named, now: Named, changes: PlanChanges): void {
  if (!isSameName(was, now)) changes.renamed += 1;
  if (was.seat.x !== now.seat.x || was.seat.y !== now.seat.y) changes.moved += 1;
  if (was.seat.category !== now.seat.category) changes.repainted += 1;
  if (!isMarkedAlike(was.seat, now.seat)) changes.marked += 1;
}

const isSameName = (one: Named, other: Named): boolean =>
  one.section === other.section &&
  one.object.label === other.object.label &&
  one.seat.label === other.seat.label;

const isMarkedAlike = (one: PlanSeat, other: PlanSeat): boolean =>
  (one.isAccessible ?? false) === (other.isAccessible ?? false) &&
  (one.isRestrictedView ?? false) === (other.isRestrictedView ?? false) &&
  one.companionOf === other.companionOf &&
  one.blocked?.reason === other.blocked?.reason &&
  one.blocked?.color === other.blocked?.color;

function countObjects(before: SeatingPlan | null, after: SeatingPlan): number {
  const old = drawnById(before);
  const now = drawnById(after);
  const gone = [...old.keys()].filter((id) => !now.has(id)).length;
  return gone + [...now].filter(([id, text]) => old.get(id) !== text).length;
}

/** All but rows, each as a text to compare it by; of a table all but its chairs. */
function drawnById(plan: SeatingPlan | null): Map<string, string> {
  return new Map(
    (plan?.objects ?? [])
      .filter(({ type }) => type !== 'row')
      .map((object) => [object.id, JSON.stringify(isSeated(object) ? { ...object, seats: [] } : object)]),
  );
}
