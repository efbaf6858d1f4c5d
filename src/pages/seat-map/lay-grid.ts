import type { Box, Point } from './map-view.ts';
import type { Seat } from './plan.ts';

/** Finds seats by where they are without looking at all of them. */
export type SeatGrid = {
  /** The seat at a point, if one is within half its width. */
  seatAt(point: Point): number | null;
  /** All seats that may be seen in a box, and a few around it. */
  visit(box: Box, see: (index: number) => void): void;
  /** A seat is there from now on, or has been moved. */
  put(index: number): void;
  /** It is gone. */
  take(index: number): void;
};

// About as many seats as a finger covers: few to measure for a tap, few cells to visit for a whole hall.
const CELL = 4;
// A little less than half the way to the neighbour.
const REACH = 0.5;
// Cells in a line, on either side of the middle: as far as a plan reaches. Anything beyond is in the outermost ones.
const HALF = 256;
const SIDE = 2 * HALF;
const NONE = -1;

const cellOf = (place: number): number => Math.min(Math.max(Math.floor(place / CELL) + HALF, 0), SIDE - 1);

/**
 * Of these seats, or of all. The seats of a cell are a chain, each with the next one and the one before: so twenty thousand are moved
 * without a list being made.
 */
export function layGrid(seats: Seat[], indexes: Iterable<number> = seats.keys()): SeatGrid {
  const firsts = new Int32Array(SIDE * SIDE).fill(NONE);
  let links = makeLinks(seats.length);
  // The cells that ever had a seat are within these.
  const used = { left: SIDE, top: SIDE, right: -1, bottom: -1 };

  function put(index: number): void {
    const seat = seats[index];
    if (!seat) return;
    if (index >= links.cells.length) links = makeLinks(2 * index + 1, links);
    const column = cellOf(seat.x);
    const line = cellOf(seat.y);
    const cell = line * SIDE + column;
    if (links.cells[index] === cell) return;
    take(index);
    const { cells, nexts, befores } = links;
    const first = firsts[cell] ?? NONE;
    if (first !== NONE) befores[first] = index;
    nexts[index] = first;
    befores[index] = NONE;
    cells[index] = cell;
    firsts[cell] = index;
    if (column < used.left) used.left = column;
    if (column > used.right) used.right = column;
    if (line < used.top) used.top = line;
    if (line > used.bottom) used.bottom = line;
  }

  function take(index: number): void {
    const { cells, nexts, befores } = links;
    const cell = cells[index] ?? NONE;
    if (cell === NONE) return;
    const next = nexts[index] ?? NONE;
    const before = befores[index] ?? NONE;
    if (next !== NONE) befores[next] = before;
    if (before === NONE) firsts[cell] = next;
    else nexts[before] = next;
    cells[index] = NONE;
  }

  function visit(seen: Box, see: (index: number) => void): void {
    const { nexts } = links;
    const lastLine = Math.min(used.bottom, cellOf(seen.bottom + REACH));
    const lastColumn = Math.min(used.right, cellOf(seen.right + REACH));
    for (let line = Math.max(used.top, cellOf(seen.top - REACH)); line <= lastLine; line++) {
      for (let column = Math.max(used.left, cellOf(seen.left - REACH)); column <= lastColumn; column++) {
        let index = firsts[line * SIDE + column] ?? NONE;
        while (index !== NONE) {
          see(index);
          index = nexts[index] ?? NONE;
        }
      }
    }
  }

  function nearest({ x, y }: Point): number | null {
    let found: number | null = null;
    let least = REACH;
    visit({ left: x, right: x, top: y, bottom: y }, (index) => {
      const seat = seats[index];
      if (!seat) return;
      const distance = Math.max(Math.abs(seat.x - x), Math.abs(seat.y - y));
      if (distance > least) return;
      least = distance;
      found = index;
    });
    return found;
  }

  for (const index of indexes) put(index);
  return { seatAt: nearest, visit, put, take };
}

/** By a seat's index its cell, and its neighbours in the chain. */
type Links = { cells: Int32Array; nexts: Int32Array; befores: Int32Array };

function makeLinks(length: number, before?: Links): Links {
  const grow = (old: Int32Array | undefined): Int32Array => {
    const grown = new Int32Array(length).fill(NONE);
    if (old) grown.set(old);
    return grown;
  };
  return { cells: grow(before?.cells), nexts: grow(before?.nexts), befores: grow(before?.befores) };
}
