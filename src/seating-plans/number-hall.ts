import { labelsFor, type Numbering } from './number-labels.ts';
import { isSeated, type PlanRow, type PlanSeat, type PlanTable, type SeatingPlan } from './plan-schema.ts';
import { boundsOf, directionOf, middleOf, turn } from './points.ts';
import { changeObjects } from './transform.ts';

// Numbering as it is asked for on a drawing: by where rows and seats stand, and not by the order in which they were drawn.

type Seated = PlanRow | PlanTable;

/** Seats from left to right, or from the stage on where the row runs away from it. Chairs go around their table as they are. */
export function seatsInOrder(object: Seated): readonly PlanSeat[] {
  if (object.type === 'table') return object.seats;
  const { left, right, top, bottom } = boundsOf(object.seats);
  const axis = right - left >= bottom - top ? 'x' : 'y';
  return object.seats.toSorted((one, other) => one[axis] - other[axis]);
}

/** Rows that are one row to the audience, with aisles between its parts: of one section and one label, from left to right. */
export function rowsAsOne(objects: readonly Seated[]): Seated[][] {
  const groups = Map.groupBy(objects, (object) =>
    object.type === 'row' ? `${object.section}\n${object.label}` : `table\n${object.id}`,
  );
  const leftOf = (object: Seated): number => boundsOf(object.seats).left;
  return [...groups.values()].map((group) => group.toSorted((one, other) => leftOf(one) - leftOf(other)));
}

// Rows whose middles are nearer than this, as one looks along them, are parts of one line.
const LEVEL = 0.5;
// Rows that run alike are a block that was turned as a whole.
const ALIKE_DEGREES = 15;

/** The direction of the rows, from -90 to 90 degrees: the common one if they run alike, otherwise across the hall. */
function directionOfRows(objects: readonly Seated[]): number {
  const directions = objects.flatMap((object) => {
    if (object.type === 'table') return [0];
    const seats = seatsInOrder(object);
    const [first, last] = [seats[0], seats.at(-1)];
    return first && last && first !== last ? [halfTurn(directionOf(first, last))] : [];
  });
  const [one = 0] = directions;
  return directions.every((other) => Math.abs(halfTurn(other - one)) < ALIKE_DEGREES) ? one : 0;
}

/** A row runs the same way from either end. */
const halfTurn = (degrees: number): number => degrees - 180 * Math.round(degrees / 180);

/** Rows line by line, from the stage on; those of a line from left to right. A block that was turned counts as it did before. */
function linesOf(objects: readonly Seated[]): Seated[][] {
  const direction = directionOfRows(objects);
  const placed = objects
    .map((object) => ({ object, at: turn(middleOf(boundsOf(object.seats)), -direction) }))
    .sort((one, other) => one.at.y - other.at.y || one.at.x - other.at.x);
  const lines: (typeof placed)[] = [];
  for (const one of placed) {
    const line = lines.at(-1);
    if (line?.[0] && one.at.y - line[0].at.y <= LEVEL) line.push(one);
    else lines.push([one]);
  }
  return lines.map((line) => line.sort((one, other) => one.at.x - other.at.x).map(({ object }) => object));
}

/** Rows from the stage on; those that are level from left to right. */
export const rowsInOrder = (objects: readonly Seated[]): Seated[] => linesOf(objects).flat();

export const chosenRows = (plan: SeatingPlan, ids: ReadonlySet<string>): Seated[] =>
  plan.objects.filter(isSeated).filter(({ id, seats }) => ids.has(id) && seats.length > 0);

/** The new name of each seat. */
export function labelsOfSeats(
  rows: readonly Seated[],
  numbering: Numbering,
  { overAisles }: { overAisles: boolean },
): Map<string, string> {
  const groups = overAisles ? rowsAsOne(rows) : rows.map((row) => [row]);
  const labels = new Map<string, string>();
  for (const group of groups) {
    const seats = group.flatMap(seatsInOrder);
    for (const [nth, label] of labelsFor(seats.length, numbering).entries())
      labels.set(seats[nth]?.id ?? '', label);
  }
  return labels;
}

/** Numbers the seats of rows and tables by where they stand. */
export function numberByPlace(
  plan: SeatingPlan,
  ids: ReadonlySet<string>,
  numbering: Numbering,
  options: { overAisles: boolean },
): SeatingPlan {
  const labels = labelsOfSeats(chosenRows(plan, ids), numbering, options);
  return changeObjects(plan, ids, (object) => {
    if (!isSeated(object) || object.seats.every(({ id, label }) => (labels.get(id) ?? label) === label))
      return object;
    return {
      ...object,
      seats: object.seats.map((seat) => ({ ...seat, label: labels.get(seat.id) ?? seat.label })),
    };
  });
}

/** The new name of each row or table. Parts that stand level, with an aisle between them, get the same name if that is wanted. */
export function labelsOfRows(
  rows: readonly Seated[],
  numbering: Numbering,
  { overAisles }: { overAisles: boolean },
): Map<string, string> {
  const lines = overAisles ? linesOf(rows) : rowsInOrder(rows).map((row) => [row]);
  const labels = labelsFor(lines.length, numbering);
  return new Map(lines.flatMap((line, nth) => line.map(({ id }) => [id, labels[nth] ?? ''] as const)));
}

/** Names rows and tables by where they stand, from the stage on. */
export function labelByPlace(
  plan: SeatingPlan,
  ids: ReadonlySet<string>,
  numbering: Numbering,
  options: { overAisles: boolean },
): SeatingPlan {
  const labels = labelsOfRows(chosenRows(plan, ids), numbering, options);
  return changeObjects(plan, ids, (object) => {
    const label = labels.get(object.id);
    return isSeated(object) && label !== undefined && label !== object.label ? { ...object, label } : object;
  });
}
