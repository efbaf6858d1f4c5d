import { writeCsv } from '../../csv/write-csv.ts';
import type { SeatOfPlan } from '../../seating-plans/compile-plan.ts';
import type { StoredSeat } from './read-hall.ts';
import { SEAT_COLUMNS } from './read-seat-list.ts';

const cellsOf = (seat: SeatOfPlan): (string | number)[] => [
  seat.section,
  seat.rowLabel,
  seat.seatLabel,
  seat.x,
  seat.y,
  seat.type,
  [seat.isAccessible && 'accessible', seat.isRestrictedView && 'restricted view'].filter(Boolean).join(' | '),
];

/** Seats as the list that readSeatList() reads. */
export const writeSeatList = (seats: readonly SeatOfPlan[]): string =>
  writeCsv(SEAT_COLUMNS, seats.map(cellsOf));

/** A hall as such a list, with what became of each seat. */
export const writeHallList = (seats: readonly StoredSeat[]): string =>
  writeCsv(
    [...SEAT_COLUMNS, 'state'],
    seats.map((seat) => [...cellsOf(seat), seat.isSold ? 'sold' : seat.isTaken ? 'held' : 'free']),
  );
