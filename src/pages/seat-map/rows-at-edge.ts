import type { Seating } from './arrange-seating.ts';
import type { SeatGrid } from './lay-grid.ts';
import { isWithin, type Box, type Point } from './map-view.ts';
import { seatAt } from './plan.ts';

/** From this size of a seat on rows are named, in CSS pixels. */
export const SMALLEST_ROW_NAME_PX = 11;

/**
 * The names of rows whose beginning is out of sight: whoever is close still knows the row. Each stands before the first of its seats that is in
 * sight, which may be beyond the edge.
 */
export function rowsAtEdge(
  { rows, rowOf, seats }: Pick<Seating, 'rows' | 'rowOf' | 'seats'>,
  grid: SeatGrid,
  seen: Box,
): { name: string; at: Point }[] {
  const isSeen = (index: number): boolean => isWithin(seen, seatAt(seats, index));
  const found = new Set<number>();
  grid.visit(seen, (index) => {
    if (isSeen(index)) found.add(rowOf[index] ?? -1);
  });
  return [...found]
    .sort((a, b) => a - b)
    .flatMap((row) => {
      const { name = '', indexes = [], isTable } = rows[row] ?? {};
      const nth = indexes.findIndex(isSeen);
      const before = (place: number): Point => {
        const [neighbour, seat, next] = [indexes[place - 1], indexes[place] ?? 0, indexes[place + 1]];
        return next === undefined && neighbour !== undefined
          ? seatAt(seats, neighbour)
          : beyond(seats, seat, next);
      };
      // A table has its name on it.
      return isTable || isWithin(seen, before(0)) ? [] : [{ name, at: before(nth) }];
    });
}

/** The place of the next seat of a row, if the row went on. */
export function beyond(seats: Seating['seats'], end: number, inner: number | undefined): Point {
  const seat = seatAt(seats, end);
  if (inner === undefined) return { x: seat.x - 1, y: seat.y };
  const before = seatAt(seats, inner);
  const step = Math.hypot(seat.x - before.x, seat.y - before.y) || 1;
  return { x: seat.x + (seat.x - before.x) / step, y: seat.y + (seat.y - before.y) / step };
}
