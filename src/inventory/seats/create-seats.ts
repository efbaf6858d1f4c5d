import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';

/** A seat's facts in the plan of its event. */
export type SeatInPlan = {
  planSeatId: string | null;
  companionOf: string | null;
  table: { tableId: string; seats: number } | null;
  blocked: { reason: string; color: number } | null;
};

export const OF_NO_PLAN: SeatInPlan = { planSeatId: null, companionOf: null, table: null, blocked: null };

export type NewSeat = {
  ticketTypeId: string;
  section: string;
  rowLabel: string;
  seatLabel: string;
  x: number;
  y: number;
  isAccessible: boolean;
  isRestrictedView: boolean;
} & Partial<SeatInPlan>;

export async function createSeats(
  tx: Transaction,
  eventId: string,
  seats: readonly NewSeat[],
): Promise<void> {
  const { columns, types, values } = seatColumns(seats);
  await tx.query(
    `INSERT INTO seats (event_id, id, ${columns})
     SELECT $1, id, ${columns} FROM unnest($2::uuid[], ${types(3)}) AS seat (id, ${columns})`,
    [eventId, seats.map(() => randomUUIDv7()), ...values],
  );
}

/** All that a host decides of seats, as arrays of one length: the columns, their types as parameters from `$first` on, and the values. */
export function seatColumns(seats: readonly NewSeat[]): {
  columns: string;
  types: (first: number) => string;
  values: unknown[][];
} {
  const all: [column: string, type: string, value: (seat: NewSeat) => unknown][] = [
    ['ticket_type_id', 'uuid', (seat) => seat.ticketTypeId],
    ['section', 'text', (seat) => seat.section],
    ['row_label', 'text', (seat) => seat.rowLabel],
    ['seat_label', 'text', (seat) => seat.seatLabel],
    ['x', 'float8', (seat) => seat.x],
    ['y', 'float8', (seat) => seat.y],
    ['is_accessible', 'bool', (seat) => seat.isAccessible],
    ['is_restricted_view', 'bool', (seat) => seat.isRestrictedView],
    ['plan_seat_id', 'text', (seat) => seat.planSeatId ?? null],
    ['companion_of', 'text', (seat) => seat.companionOf ?? null],
    ['table_id', 'text', (seat) => seat.table?.tableId ?? null],
    ['table_seats', 'smallint', (seat) => seat.table?.seats ?? null],
    ['blocked_reason', 'text', (seat) => seat.blocked?.reason ?? null],
    ['blocked_color', 'smallint', (seat) => seat.blocked?.color ?? null],
  ];
  return {
    columns: all.map(([column]) => column).join(', '),
    types: (first) => all.map(([, type], nth) => `$${first + nth}::${type}[]`).join(', '),
    values: all.map(([, , value]) => seats.map(value)),
  };
}
