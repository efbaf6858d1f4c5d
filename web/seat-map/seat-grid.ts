import type { Seat } from '../checkout/contract.ts';
import type { Box } from './map-view.ts';

/** Finds seats by where they are without looking at all of them. */
export type SeatGrid = {
  box: Box;
  /** The seat at a point, if one is within half its width. */
  seatAt(x: number, y: number): number | null;
  /** All seats that may be seen in a box, and a few around it. */
  visit(box: Box, see: (place: number) => void): void;
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
  seats.forEach(({ x, y }, place) => {
    const key = lineOf(y) * columns + columnOf(x);
    const cell = cells.get(key);
    if (cell) cell.push(place);
    else cells.set(key, [place]);
  });

  function visit(seen: Box, see: (place: number) => void): void {
    const lastLine = Math.min(lines - 1, lineOf(seen.bottom + REACH));
    const lastColumn = Math.min(columns - 1, columnOf(seen.right + REACH));
    for (let line = Math.max(0, lineOf(seen.top - REACH)); line <= lastLine; line++) {
      for (let column = Math.max(0, columnOf(seen.left - REACH)); column <= lastColumn; column++) {
        cells.get(line * columns + column)?.forEach(see);
      }
    }
  }

  function nearest(x: number, y: number): number | null {
    let found: number | null = null;
    let least = REACH;
    visit({ left: x, right: x, top: y, bottom: y }, (place) => {
      const seat = seats[place];
      if (!seat) return;
      const distance = Math.max(Math.abs(seat.x - x), Math.abs(seat.y - y));
      if (distance > least) return;
      least = distance;
      found = place;
    });
    return found;
  }

  return { box, seatAt: nearest, visit };
}

function boundsOf(seats: Seat[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of seats) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
