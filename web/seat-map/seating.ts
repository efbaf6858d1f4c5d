import type { Seat, SeatMap } from '../checkout/contract.ts';

// Everything here is by place in `seatMap.seats`: with twenty thousand seats numbers are cheaper than objects.

export type Row = {
  section: number;
  name: string;
  /** In the order they stand, left to right. */
  places: number[];
};

/** The seat map as the picker walks over it, worked out once. */
export type Seating = {
  seats: Seat[];
  sections: string[];
  /** Sections by place in `sections`, from the stage on, whatever order they came in. */
  sectionsFromFront: number[];
  /** In that order of sections, then from the front to the back. */
  rows: Row[];
  /** Runs of seats without a gap: a row that an aisle crosses has several. */
  blocks: number[][];
  rowOf: Int32Array;
  placeOf: Map<string, number>;
};

// Neighbours are one unit apart; curved rows and generous seats a little more, an aisle never this little.
const WIDEST_STEP = 1.5;

export function arrangeSeating({ seats, sections }: SeatMap): Seating {
  const found = groupByRow(seats).map((row) => Object.assign(row, { places: inOrder(seats, row.places) }));
  const fronts = sections.map((_, section) =>
    Math.min(...found.filter((row) => row.section === section).map((row) => frontmost(seats, row))),
  );
  const front = (section: number) => fronts[section] ?? Infinity;
  const rows = found.sort(
    (a, b) =>
      front(a.section) - front(b.section) ||
      a.section - b.section ||
      frontmost(seats, a) - frontmost(seats, b),
  );
  const rowOf = new Int32Array(seats.length);
  rows.forEach(({ places }, row) => {
    for (const place of places) rowOf[place] = row;
  });
  return {
    seats,
    sections,
    sectionsFromFront: [...new Set(rows.map(({ section }) => section))],
    rows,
    blocks: rows.flatMap(({ places }) => splitAtAisles(seats, places)),
    rowOf,
    placeOf: new Map(seats.map(({ id }, place) => [id, place])),
  };
}

function groupByRow(seats: Seat[]): Row[] {
  const rows = new Map<string, Row>();
  seats.forEach((seat, place) => {
    const key = `${seat.s} ${seat.r}`;
    const row = rows.get(key);
    if (row) row.places.push(place);
    else rows.set(key, { section: seat.s, name: seat.r, places: [place] });
  });
  return [...rows.values()];
}

/** Along the longer side: the rows of a box at the side of the stage run from front to back. */
function inOrder(seats: Seat[], places: number[]): number[] {
  const at = (place: number) => seatAt(seats, place);
  const spread = (axis: 'x' | 'y') => {
    let least = Infinity;
    let most = -Infinity;
    for (const place of places) {
      least = Math.min(least, at(place)[axis]);
      most = Math.max(most, at(place)[axis]);
    }
    return most - least;
  };
  const axis = spread('x') >= spread('y') ? 'x' : 'y';
  return places.slice().sort((a, b) => at(a)[axis] - at(b)[axis]);
}

function frontmost(seats: Seat[], { places }: Row): number {
  let least = Infinity;
  for (const place of places) least = Math.min(least, seatAt(seats, place).y);
  return least;
}

function splitAtAisles(seats: Seat[], places: number[]): number[][] {
  const blocks: number[][] = [];
  let before: Seat | undefined;
  for (const place of places) {
    const seat = seatAt(seats, place);
    const block = blocks.at(-1);
    if (block && before && Math.hypot(seat.x - before.x, seat.y - before.y) <= WIDEST_STEP) block.push(place);
    else blocks.push([place]);
    before = seat;
  }
  return blocks;
}

export function seatAt(seats: Seat[], place: number): Seat {
  const seat = seats[place];
  if (!seat) throw new RangeError(`There is no seat at place ${place}.`);
  return seat;
}
