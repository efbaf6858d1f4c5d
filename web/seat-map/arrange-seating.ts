import { boundsOf } from './map-view.ts';
import { seatAt, type Plan, type Seat } from './plan.ts';

// Seats are named by their index in `plan.seats`: with twenty thousand of them numbers are cheaper than objects.

export type Row = {
  section: number;
  name: string;
  /** In the order they stand, left to right. */
  indexes: number[];
};

/** A plan with its rows and neighbours, worked out once. */
export type Seating = {
  seats: Seat[];
  sections: string[];
  /** Indexes into `sections`, from the stage on, whatever order they came in. */
  sectionsFromFront: number[];
  /** In that order of sections, then from the front to the back. */
  rows: Row[];
  /** Runs of seats without a gap: a row that an aisle crosses has several. */
  blocks: number[][];
  rowOf: Int32Array;
  indexOf: Map<string, number>;
};

// Neighbours are one unit apart; curved rows and generous seats a little more, an aisle never this little.
const WIDEST_STEP = 1.5;

export function arrangeSeating({ seats, sections }: Plan): Seating {
  const rows = orderRows(groupByRow(seats).map((row) => arrangeRow(seats, row)));
  const rowOf = new Int32Array(seats.length);
  rows.forEach(({ indexes }, row) => {
    for (const index of indexes) rowOf[index] = row;
  });
  return {
    seats,
    sections,
    sectionsFromFront: [...new Set(rows.map(({ section }) => section))],
    rows,
    blocks: rows.flatMap(({ indexes }) => splitAtAisles(seats, indexes)),
    rowOf,
    indexOf: new Map(seats.map(({ id }, index) => [id, index])),
  };
}

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
function arrangeRow(seats: Seat[], { section, name, indexes }: Row): ArrangedRow {
  const at = (index: number) => seatAt(seats, index);
  const { left, top, right, bottom } = boundsOf(indexes.map(at));
  const axis = right - left >= bottom - top ? 'x' : 'y';
  return { section, name, indexes: indexes.sort((a, b) => at(a)[axis] - at(b)[axis]), front: top };
}

/** From the stage on: sections by the foremost of their rows. */
function orderRows(rows: ArrangedRow[]): Row[] {
  const fronts: number[] = [];
  for (const { section, front } of rows) fronts[section] = Math.min(fronts[section] ?? Infinity, front);
  return rows.sort(
    (a, b) =>
      (fronts[a.section] ?? 0) - (fronts[b.section] ?? 0) || a.section - b.section || a.front - b.front,
  );
}

function splitAtAisles(seats: Seat[], indexes: number[]): number[][] {
  const blocks: number[][] = [];
  let before: Seat | undefined;
  for (const index of indexes) {
    const seat = seatAt(seats, index);
    const block = blocks.at(-1);
    if (block && before && Math.hypot(seat.x - before.x, seat.y - before.y) <= WIDEST_STEP) block.push(index);
    else blocks.push([index]);
    before = seat;
  }
  return blocks;
}
