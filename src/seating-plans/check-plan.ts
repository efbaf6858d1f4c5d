import { isLine } from '../values/person-name.ts';
import { MAX_SEATS } from './limits.ts';
import { distance } from './points.ts';
import {
  isSeated,
  type PlanObject,
  type PlanSeat,
  type PlanTable,
  type PlanRow,
  type SeatingPlan,
} from './plan-schema.ts';

export type PlanProblemKind =
  | 'double_id'
  | 'double_seat'
  | 'overlap'
  | 'no_category'
  | 'no_section'
  | 'lost_companion'
  | 'empty_label'
  | 'double_name'
  | 'too_many_seats';

/** A problem of a plan, with its object and seat. */
export type PlanProblem = {
  problem: PlanProblemKind;
  objectId: string | null;
  seatId: string | null;
  /** The other one, of two that can't be together. */
  otherSeatId?: string;
};

/** Seats that stand on one another can be sold: what is drawn is not what is there, and nothing else. */
export const forbidsToPublish = ({ problem }: PlanProblem): boolean => problem !== 'overlap';

/** Seats whose middles are nearer than this stand on one another: some halls have narrow rows. */
const NEAREST = 0.8;

/** All that has to be mended before a plan can be sold, object by object. */
export function checkPlan(plan: SeatingPlan): PlanProblem[] {
  const seats = plan.objects
    .filter(isSeated)
    .flatMap((object) => object.seats.map((seat) => ({ object, seat })));
  return [
    ...(seats.length > MAX_SEATS
      ? [{ problem: 'too_many_seats', objectId: null, seatId: null } as const]
      : []),
    ...checkNames(plan),
    ...findDoubleIds(plan),
    ...checkObjects(plan),
    ...findDoubles(plan, seats),
    ...findOverlaps(seats),
    ...findLostCompanions(seats),
  ];
}

type Placed = { object: PlanRow | PlanTable; seat: PlanSeat };

const isNamed = (label: string): boolean => isLine(label);

/** Categories and sections: two of one name would be one. */
function checkNames({ categories, sections }: SeatingPlan): PlanProblem[] {
  return [categories, sections].flatMap((named) => {
    const seen = new Set<string>();
    return named.flatMap(({ id, name }): PlanProblem[] => {
      const key = name.trim().toLowerCase();
      const problem = !isNamed(name) ? 'empty_label' : seen.has(key) ? 'double_name' : null;
      seen.add(key);
      return problem ? [{ problem, objectId: id, seatId: null }] : [];
    });
  });
}

function findDoubleIds({ objects, categories, sections }: SeatingPlan): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const look = (seen: Set<string>, id: string, seatId: string | null): void => {
    if (seen.has(id)) problems.push({ problem: 'double_id', objectId: seatId === null ? id : null, seatId });
    seen.add(id);
  };
  for (const named of [categories, sections, objects]) {
    const seen = new Set<string>();
    for (const { id } of named) look(seen, id, null);
  }
  const seats = new Set<string>();
  for (const object of objects) if (isSeated(object)) for (const { id } of object.seats) look(seats, id, id);
  return problems;
}

function checkObjects({ categories, sections, objects }: SeatingPlan): PlanProblem[] {
  const known = {
    categories: new Set(categories.map(({ id }) => id)),
    sections: new Set(sections.map(({ id }) => id)),
  };
  return objects.flatMap((object) => checkObject(known, object));
}

type Known = { categories: ReadonlySet<string>; sections: ReadonlySet<string> };

function checkObject({ categories, sections }: Known, object: PlanObject): PlanProblem[] {
  const tell = (problem: PlanProblemKind, seatId: string | null = null): PlanProblem => ({
    problem,
    objectId: object.id,
    seatId,
  });
  const isCategory = (id: string | undefined): boolean => id !== undefined && categories.has(id);
  if (object.type === 'standing')
    return [
      ...(isNamed(object.label) ? [] : [tell('empty_label')]),
      ...(isCategory(object.category) ? [] : [tell('no_category')]),
    ];
  if (object.type === 'outline') return sections.has(object.section) ? [] : [tell('no_section')];
  if (!isSeated(object)) return [];
  return [
    ...(isNamed(object.label) ? [] : [tell('empty_label')]),
    ...(sections.has(object.section) ? [] : [tell('no_section')]),
    ...object.seats.flatMap(({ id, label, category }) => [
      ...(isNamed(label) ? [] : [tell('empty_label', id)]),
      ...(isCategory(category) ? [] : [tell('no_category', id)]),
    ]),
  ];
}

/** A seat is found by its section, row and number: two of the same are one. */
function findDoubles({ sections }: SeatingPlan, seats: readonly Placed[]): PlanProblem[] {
  const names = new Map(sections.map(({ id, name }) => [id, name]));
  const seen = new Map<string, string>();
  return seats.flatMap(({ object, seat }): PlanProblem[] => {
    const key = [names.get(object.section) ?? '', object.label, seat.label].join('\n');
    const otherSeatId = seen.get(key);
    if (otherSeatId !== undefined)
      return [{ problem: 'double_seat', objectId: object.id, seatId: seat.id, otherSeatId }];
    seen.set(key, seat.id);
    return [];
  });
}

/** By a grid so fine that two seats in one of its cells overlap: a cell has one seat at most, whatever a file has in it. */
function findOverlaps(seats: readonly Placed[]): PlanProblem[] {
  const size = NEAREST / Math.SQRT2;
  const cells = new Map<number, PlanSeat>();
  const findNear = (seat: PlanSeat, column: number, line: number): PlanSeat | null => {
    for (let right = -2; right <= 2; right++)
      for (let down = -2; down <= 2; down++) {
        const other = cells.get(cellAt(column + right, line + down));
        if (other && distance(other, seat) < NEAREST - ROUNDING) return other;
      }
    return null;
  };
  return seats.flatMap(({ object, seat }): PlanProblem[] => {
    const [column, line] = [Math.floor(seat.x / size), Math.floor(seat.y / size)];
    const other = findNear(seat, column, line);
    if (other) return [{ problem: 'overlap', objectId: object.id, seatId: seat.id, otherSeatId: other.id }];
    cells.set(cellAt(column, line), seat);
    return [];
  });
}

/** More lines than there are in any hall, so that no two cells are one. */
const LINES = 100_000;
const cellAt = (column: number, line: number): number => column * LINES + line;
// Of numbers that were turned and turned back.
const ROUNDING = 1e-6;

/** A companion goes with an accessible seat that is there. */
function findLostCompanions(seats: readonly Placed[]): PlanProblem[] {
  const accessible = new Set(seats.filter(({ seat }) => seat.isAccessible).map(({ seat }) => seat.id));
  return seats.flatMap(({ object, seat }): PlanProblem[] =>
    seat.companionOf === undefined || accessible.has(seat.companionOf)
      ? []
      : [{ problem: 'lost_companion', objectId: object.id, seatId: seat.id }],
  );
}
