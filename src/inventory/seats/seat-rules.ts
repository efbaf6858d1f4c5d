import { Refusal } from '../../refusal.ts';

/** The facts of a chosen seat that decide whether it can be sold alone. */
export type ChosenSeat = {
  name: string;
  planSeatId: string | null;
  /** The accessible seat that it accompanies, by its id in the plan. */
  companionOf: string | null;
  /** The table that is sold whole, and how many of its seats are for sale. */
  tableId: string | null;
  tableSeats: number | null;
};

/** Companions are sold with their accessible seat, tables that are sold whole with all of their seats: each in one cart. */
export function checkSeatRules(seats: readonly ChosenSeat[]): void {
  const chosen = new Set(seats.map(({ planSeatId }) => planSeatId));
  const alone = seats.find(({ companionOf }) => companionOf !== null && !chosen.has(companionOf));
  if (alone)
    throw new Refusal(
      'validation_failed',
      `${alone.name} is for the companion of a wheelchair user: also choose the wheelchair place beside it, or choose another seat.`,
      { field: 'seatIds' },
    );
  const tables = Map.groupBy(
    seats.filter(({ tableId }) => tableId !== null),
    ({ tableId }) => tableId,
  );
  for (const [first, ...rest] of tables.values())
    if (first && 1 + rest.length !== first.tableSeats)
      throw new Refusal(
        'validation_failed',
        `The table of ${first.name} is sold whole: choose all of its ${first.tableSeats ?? 0} seats on sale, or another table.`,
        { field: 'seatIds' },
      );
}
