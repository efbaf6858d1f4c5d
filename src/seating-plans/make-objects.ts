import { layChairsAround, layChairsAtSides } from './lay-chairs.ts';
import { layRow, placeAt } from './lay-row.ts';
import { MAX_CHAIRS, MAX_SEATS, MAX_SEATS_IN_ROW } from './limits.ts';
import { labelsFor, letterLabel } from './number-labels.ts';
import { directionOf, distance, roundPlace, turn, type Point } from './points.ts';
import type { NewId, PlanObject, PlanRow, PlanSeat, PlanTable, SeatingPlan } from './plan-schema.ts';

// The designer's tools put these into a plan. Places are where somebody dragged to, or what a form says.

/** The common values of every new object with seats. */
export type Making = { newId: NewId; section: string; category: string | undefined };

const roundPoint = ({ x, y }: Point): Point => ({ x: roundPlace(x), y: roundPlace(y) });

/** The places of a row that was dragged from one end to the other: as many as fit, from left to right. */
export function placesBetween(from: Point, to: Point, spacing: number): Point[] {
  const count = Math.min(MAX_SEATS_IN_ROW, Math.round(distance(from, to) / spacing) + 1);
  const along = turn({ x: spacing, y: 0 }, count > 1 ? directionOf(from, to) : 0);
  const places = Array.from({ length: count }, (_, nth) =>
    roundPoint({ x: from.x + along.x * nth, y: from.y + along.y * nth }),
  );
  const isLeftwards = along.x < -1e-9 || (Math.abs(along.x) < 1e-9 && along.y < 0);
  return isLeftwards ? places.toReversed() : places;
}

export type BlockForm = {
  rows: number;
  seatsInRow: number;
  spacing: number;
  /** From one row to the next. */
  between: number;
  curve?: number;
  angle?: number;
};

/** The rows of a block around its middle, from the stage on. */
export function placesOfBlock(middle: Point, form: BlockForm): Point[][] {
  const { spacing, between, curve = 0, angle = 0 } = form;
  const count = Math.min(Math.max(1, form.seatsInRow), MAX_SEATS_IN_ROW);
  const rows = Math.min(Math.max(1, form.rows), Math.floor(MAX_SEATS / count));
  const places = layRow({ count, spacing, curve });
  return Array.from({ length: rows }, (_, nth) => {
    const back = turn({ x: 0, y: (nth - (rows - 1) / 2) * between }, angle);
    return placeAt(places, { x: middle.x + back.x, y: middle.y + back.y }, angle).map(roundPoint);
  });
}

/** How many rows and seats fit into a box that was dragged from corner to corner. */
export const blockBetween = (
  from: Point,
  to: Point,
  { spacing, between }: Pick<BlockForm, 'spacing' | 'between'>,
): { middle: Point; rows: number; seatsInRow: number } => {
  const seatsInRow = Math.min(MAX_SEATS_IN_ROW, Math.round(Math.abs(to.x - from.x) / spacing) + 1);
  const rows = Math.min(
    Math.floor(MAX_SEATS / seatsInRow),
    Math.round(Math.abs(to.y - from.y) / between) + 1,
  );
  const reach = { x: (seatsInRow - 1) * spacing, y: (rows - 1) * between };
  return {
    middle: {
      x: from.x + (Math.sign(to.x - from.x) * reach.x) / 2,
      y: from.y + (Math.sign(to.y - from.y) * reach.y) / 2,
    },
    rows,
    seatsInRow,
  };
};

const makeSeats = (
  { newId, category }: Making,
  places: readonly Point[],
  labels: readonly string[],
): PlanSeat[] =>
  places.map((place, nth) => ({
    id: newId(),
    label: labels[nth] ?? '',
    ...roundPoint(place),
    ...(category !== undefined && { category }),
  }));

export const makeRow = (
  making: Making,
  {
    places,
    label,
    spacing,
    curve = 0,
  }: { places: readonly Point[]; label: string; spacing: number; curve?: number },
): PlanRow => ({
  type: 'row',
  id: making.newId(),
  section: making.section,
  label,
  spacing,
  curve,
  seats: makeSeats(making, places, labelsFor(places.length, { kind: 'numbers' })),
});

/** One more seat in a row, where somebody clicked; its number is one more than the highest. */
export function addSeat(making: Making, row: PlanRow, place: Point): PlanRow {
  const highest = Math.max(0, ...row.seats.map(({ label }) => Number.parseInt(label, 10) || 0));
  return { ...row, seats: [...row.seats, ...makeSeats(making, [place], [String(highest + 1)])] };
}

/** Labels that no row or table of the section has yet. */
export function freeLabels(
  { objects }: SeatingPlan,
  section: string,
  { count, kind }: { count: number; kind: 'row' | 'table' },
): string[] {
  const taken = new Set(
    objects.flatMap((object) => (object.type === kind && object.section === section ? [object.label] : [])),
  );
  const labels: string[] = [];
  for (let nth = 0; labels.length < count; nth++) {
    const label = kind === 'row' ? letterLabel(nth) : `T${nth + 1}`;
    if (!taken.has(label)) labels.push(label);
  }
  return labels;
}

export type TableForm = Pick<PlanTable, 'shape' | 'x' | 'y' | 'width' | 'height' | 'angle'> & {
  chairs: number;
};

/** As many as fit around a table, one seat's width each. */
export const chairsThatFit = ({
  shape,
  width,
  height,
}: Pick<TableForm, 'shape' | 'width' | 'height'>): number => {
  const fit =
    shape === 'round' ? (Math.PI * (width + 1.2)) / 1.1 : 2 * (Math.floor(width) + Math.floor(height));
  return Math.min(MAX_CHAIRS, Math.max(1, Math.floor(fit)));
};

/** Chairs around a table. At a rectangular one each goes to the side that has the most room left. */
export function placesOfChairs(form: TableForm): Point[] {
  const chairs = Math.min(Math.max(0, form.chairs), MAX_CHAIRS);
  if (form.shape === 'round') return layChairsAround({ ...form, count: chairs }).map(roundPoint);
  const sides = { top: 0, bottom: 0, right: 0, left: 0 };
  const names = ['top', 'bottom', 'right', 'left'] as const;
  const lengthOf = (side: (typeof names)[number]): number =>
    side === 'top' || side === 'bottom' ? form.width : form.height;
  for (let nth = 0; nth < chairs; nth++) {
    const [first, ...others] = names;
    const roomiest = others.reduce(
      (best, side) =>
        lengthOf(side) / (sides[side] + 1) > lengthOf(best) / (sides[best] + 1) + 1e-9 ? side : best,
      first as (typeof names)[number],
    );
    sides[roomiest] += 1;
  }
  return layChairsAtSides({ ...form, sides }).map(roundPoint);
}

export const makeTable = (making: Making, form: TableForm & { label: string }): PlanTable => {
  const { chairs: _, ...table } = form;
  const places = placesOfChairs(form);
  return {
    type: 'table',
    id: making.newId(),
    section: making.section,
    ...table,
    seats: makeSeats(making, places, labelsFor(places.length, { kind: 'numbers' })),
    soldAs: 'chairs',
  };
};

/** The same table in another form: chairs stay who they are, in their order; the last ones go, or new ones come. */
export function relayTable(making: Making, table: PlanTable, form: Partial<TableForm>): PlanTable {
  const { shape, x, y, width, height, angle } = { ...table, ...form };
  const whole = shape === 'round' ? { width, height: width } : { width, height };
  const places = placesOfChairs({ shape, x, y, ...whole, angle, chairs: form.chairs ?? table.seats.length });
  const more = places.slice(table.seats.length);
  const highest = Math.max(0, ...table.seats.map(({ label }) => Number.parseInt(label, 10) || 0));
  const labels = labelsFor(more.length, { kind: 'numbers', start: highest + 1 });
  const kept = table.seats.slice(0, places.length).map((seat, nth) => ({ ...seat, ...places[nth] }));
  return { ...table, shape, x, y, ...whole, angle, seats: [...kept, ...makeSeats(making, more, labels)] };
}

/** A box that was dragged from corner to corner. Never thinner than can be grabbed. */
export const boxBetween = (
  from: Point,
  to: Point,
): Point & { width: number; height: number; angle: number } => ({
  x: roundPlace((from.x + to.x) / 2),
  y: roundPlace((from.y + to.y) / 2),
  width: roundPlace(Math.max(0.5, Math.abs(to.x - from.x))),
  height: roundPlace(Math.max(0.5, Math.abs(to.y - from.y))),
  angle: 0,
});

/** The corners of a box that was dragged, as an outline. */
export const outlineBetween = (from: Point, to: Point): Point[] =>
  [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }].map(roundPoint);

/** Places to a hundredth of a seat's width: what was turned has long numbers otherwise, and a plan of twenty thousand seats is sent. */
export function roundObject(object: PlanObject): PlanObject {
  const rounded = <Placed extends Point>(placed: Placed): Placed => ({ ...placed, ...roundPoint(placed) });
  const angle = (degrees: number): number => roundPlace(degrees % 360);
  switch (object.type) {
    case 'row':
      return { ...object, curve: roundPlace(object.curve), seats: object.seats.map(rounded) };
    case 'table':
      return { ...rounded(object), angle: angle(object.angle), seats: object.seats.map(rounded) };
    case 'standing':
    case 'outline':
    case 'polygon':
    case 'line':
      return { ...object, points: object.points.map(rounded) };
    default:
      return { ...rounded(object), angle: angle(object.angle) };
  }
}
