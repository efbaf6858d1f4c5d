import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';

export type NewSeat = {
  ticketTypeId: string;
  section: string;
  rowLabel: string;
  seatLabel: string;
  x: number;
  y: number;
  isAccessible: boolean;
  isRestrictedView: boolean;
};

export async function createSeats(tx: Transaction, eventId: string, seats: NewSeat[]): Promise<void> {
  await tx.query(
    `INSERT INTO seats (id, event_id, ticket_type_id, section, row_label, seat_label, x, y, is_accessible, is_restricted_view)
     SELECT id, $1, ticket_type_id, section, row_label, seat_label, x, y, is_accessible, is_restricted_view
       FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::float8[], $8::float8[], $9::bool[], $10::bool[])
         AS seat (id, ticket_type_id, section, row_label, seat_label, x, y, is_accessible, is_restricted_view)`,
    [
      eventId,
      seats.map(() => randomUUIDv7()),
      seats.map((seat) => seat.ticketTypeId),
      seats.map((seat) => seat.section),
      seats.map((seat) => seat.rowLabel),
      seats.map((seat) => seat.seatLabel),
      seats.map((seat) => seat.x),
      seats.map((seat) => seat.y),
      seats.map((seat) => seat.isAccessible),
      seats.map((seat) => seat.isRestrictedView),
    ],
  );
}
