import type { ListedSeat } from './read-seat-list.ts';

// A way to walk between sections.
const BETWEEN_SECTIONS = 2;

/**
 * Gives seats a place where the list has none: section after section from the stage on, row after row, each around the middle, seat
 * beside seat, all in the order of the list.
 */
export function layOutSeats(seats: readonly ListedSeat[]): ListedSeat[] {
  const sections = Map.groupBy(seats, ({ section }) => section);
  const placed = new Map<ListedSeat, { x: number; y: number }>();
  let y = 0;
  for (const ofSection of sections.values()) {
    for (const row of Map.groupBy(ofSection, ({ rowLabel }) => rowLabel).values()) {
      for (const [at, seat] of row.entries()) placed.set(seat, { x: at - (row.length - 1) / 2, y });
      y += 1;
    }
    y += BETWEEN_SECTIONS;
  }
  return seats.map((seat) => ({ ...seat, ...placed.get(seat) }));
}
