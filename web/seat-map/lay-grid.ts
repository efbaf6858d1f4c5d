import { boundsOf, type Box, type Point } from './map-view.ts';
import type { Seat } from './plan.ts';

/** Finds seats by where they are without looking at all of them. */
export type SeatGrid = {
  box: Box;
  /** The seat at a point, if one is within half its width. */
  seatAt(point: Point): number | null;
  /** All seats that may be seen in a box, and a few around it. */
  visit(box: Box, see: (index: number) => void): void;
};

// About as many seats as a finger covers: few to measure for a tap, few cells to visit for a whole hall.
const CELL = 4;
// A little less than half the way to the neighbour.
const REACH = 0.5;

export function layGrid(seats: Seat[]): SeatGrid {
  const box = boundsOf(seats);
  const columns = Math.floor((box.right - box.left) / CELL) + 1;
  const lines = Math.floor((box.bottom - box.top) / CELL) + 1;
  const cells = new Map<number, number[]>();
  const columnOf = (x: number) => Math.floor((x - box.left) / CELL);
  const lineOf = (y: number) => Math.floor((y - box.top) / CELL);
  seats.forEach(({ x, y }, index) => {
    const key = lineOf(y) * columns + columnOf(x);
    const cell = cells.get(key);
    if (cell) cell.push(index);
    else cells.set(key, [index]);
  });

  function visit(seen: Box, see: (index: number) => void): void {
    const lastLine = Math.min(lines - 1, lineOf(seen.bottom + REACH));
    const lastColumn = Math.min(columns - 1, columnOf(seen.right + REACH));
    for (let line = Math.max(0, lineOf(seen.top - REACH)); line <= lastLine; line++) {
      for (let column = Math.max(0, columnOf(seen.left - REACH)); column <= lastColumn; column++) {
        cells.get(line * columns + column)?.forEach(see);
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

  return { box, seatAt: nearest, visit };
}
