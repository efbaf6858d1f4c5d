import type { DrawnObject } from '../../seating-plans/drawing.ts';
import { distanceToRound } from './drawn-boxes.ts';
import { boundsOf, type Point } from './map-view.ts';
import { seatAt, type Plan, type Seat } from './plan.ts';

// Seats are named by their index in `plan.seats`: with twenty thousand of them numbers are cheaper than objects.

export type Row = {
  section: number;
  name: string;
  /** In the order they stand, left to right; around a table clockwise, from its first chair on. */
  indexes: number[];
  isTable?: true;
};

/** A plan with its rows and neighbours, worked out once. */
export type Seating = {
  seats: Seat[];
  sections: string[];
  drawing: readonly DrawnObject[];
  /** The colour of each type, from 1 on; without it they come in turn. */
  colors: readonly number[] | undefined;
  /** The point that all seats face: the middle of the stage, or before the middle of the first row. */
  front: Point;
  /** Seats are not behind each other but around the stage, or beside it. */
  isAround: boolean;
  /** Indexes into `sections`, from the stage on, whatever order they came in. */
  sectionsFromFront: number[];
  /** In that order of sections, then from the front to the back. */
  rows: Row[];
  /** Runs of seats without a gap: a row that an aisle crosses has several. A table is one. */
  blocks: number[][];
  rowOf: Int32Array;
  indexOf: Map<string, number>;
};

// Neighbours are one unit apart; curved rows and generous seats a little more, an aisle never this little.
const MAX_STEP = 1.5;
const byNumber = new Intl.Collator(undefined, { numeric: true });

export function arrangeSeating({ seats, sections, colors, drawing = [] }: Plan): Seating {
  const stage = findStage(drawing);
  const { left, right, top } = boundsOf(seats);
  const isAround = stage !== undefined && stage.y > top;
  const distanceOf = (seat: Seat): number =>
    // In tenths: seats of a circle are equally far, whatever their places were rounded to.
    isAround ? Math.round(distanceToRound(stage, seat) * 10) : seat.y;
  const tables = drawing.filter(isTable);
  const rows = groupByRow(seats).map((row) => {
    const front = Math.min(...row.indexes.map((index) => distanceOf(seatAt(seats, index))));
    return { ...arrangeRow(seats, row, tables), front };
  });
  orderRows(rows, sections);
  const rowOf = new Int32Array(seats.length);
  rows.forEach(({ indexes }, row) => {
    for (const index of indexes) rowOf[index] = row;
  });
  return {
    seats,
    sections,
    drawing,
    colors,
    front: isAround ? { x: stage.x, y: stage.y } : { x: (left + right) / 2, y: top },
    isAround,
    sectionsFromFront: [...new Set(rows.map(({ section }) => section))],
    rows,
    blocks: rows.flatMap((row) => (row.isTable ? [row.indexes] : splitAtAisles(seats, row.indexes))),
    rowOf,
    indexOf: new Map(seats.map(({ id }, index) => [id, index])),
  };
}

type Drawn<Type> = Extract<DrawnObject, { type: Type }>;
const isTable = (object: DrawnObject): object is Drawn<'table'> => object.type === 'table';
export const findStage = (drawing: readonly DrawnObject[]): Drawn<'stage'> | undefined =>
  drawing.find((object): object is Drawn<'stage'> => object.type === 'stage');

function groupByRow(seats: Seat[]): Row[] {
  const rows = new Map<string, Row>();
  seats.forEach((seat, index) => {
    const key = `${seat.s} ${seat.r}`;
    const row = rows.get(key);
    if (row) row.indexes.push(index);
    else rows.set(key, { section: seat.s, name: seat.r, indexes: [index] });
  });
  return [...rows.values()];
}

type ArrangedRow = Row & { front: number };

/** Along the longer side: the rows of a box at the side of the stage run from front to back. */
function arrangeRow(seats: Seat[], { section, name, indexes }: Row, tables: readonly Drawn<'table'>[]): Row {
  const at = (index: number) => seatAt(seats, index);
  const { left, top, right, bottom } = boundsOf(indexes.map(at));
  const table = tables.find(
    ({ label, x, y }) => label === name && x >= left && x <= right && y >= top && y <= bottom,
  );
  if (table) return { section, name, indexes: goAround(seats, indexes, table), isTable: true };
  const axis = right - left >= bottom - top ? 'x' : 'y';
  return { section, name, indexes: indexes.sort((a, b) => at(a)[axis] - at(b)[axis]) };
}

/** Clockwise, from the chair with the lowest number on. */
function goAround(seats: Seat[], indexes: number[], { x, y }: Point): number[] {
  const angleOf = (index: number): number => {
    const seat = seatAt(seats, index);
    return Math.atan2(seat.y - y, seat.x - x);
  };
  const around = indexes.sort((a, b) => angleOf(a) - angleOf(b));
  const first = around.reduce((least, index) =>
    byNumber.compare(seatAt(seats, index).n, seatAt(seats, least).n) < 0 ? index : least,
  );
  const at = around.indexOf(first);
  return [...around.slice(at), ...around.slice(0, at)];
}

/** From the stage on: sections by the foremost of their rows. */
function orderRows(rows: ArrangedRow[], sections: string[]): void {
  const fronts: number[] = [];
  for (const { section, front } of rows) fronts[section] = Math.min(fronts[section] ?? Infinity, front);
  const places = sections
    .map((name, section) => ({ name, section, front: fronts[section] ?? 0 }))
    .sort((a, b) => a.front - b.front || byNumber.compare(a.name, b.name))
    .reduce<number[]>((sorted, { section }, place) => {
      sorted[section] = place;
      return sorted;
    }, []);
  rows.sort((a, b) => (places[a.section] ?? 0) - (places[b.section] ?? 0) || a.front - b.front);
}

function splitAtAisles(seats: Seat[], indexes: number[]): number[][] {
  const blocks: number[][] = [];
  let before: Seat | undefined;
  for (const index of indexes) {
    const seat = seatAt(seats, index);
    const block = blocks.at(-1);
    if (block && before && Math.hypot(seat.x - before.x, seat.y - before.y) <= MAX_STEP) block.push(index);
    else blocks.push([index]);
    before = seat;
  }
  return blocks;
}
