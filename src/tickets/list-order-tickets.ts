import type { Queryable } from '../db/database.ts';
import type { PricedItem } from '../reservations/price-cart.ts';
import { isSameAddress } from '../values/email-address.ts';
import type { SeatPlace } from '../rules/seat-name.ts';
import { toShortCode } from '../rules/short-code.ts';
import type { Person } from './read-order.ts';
import { ticketAmounts } from './ticket-amounts.ts';

export type Seat = SeatPlace;

export type IssuedTicket = {
  id: string;
  position: number;
  sku: string;
  typeName: string;
  /** This ticket's part of the total. The parts of an order's tickets add up to what was paid for them. */
  paidMinor: number;
  seat: Seat | null;
  seatId: string | null;
  recipient: Person;
  /** The seed of its code. Without the event's key nobody can make the code. */
  serial: string;
  /** To be read out and typed at the door: `K7QM-2XRD`. */
  shortCode: string;
  usedAt: Date | null;
  voidedAt: Date | null;
  /** When it was given to another person than the one it was issued to; null: it was not. */
  passedOnAt: Date | null;
};

/** Whether the buyer may have its code. A guest's, who was named when it was bought, is theirs too; one that was passed on is not. */
export const isForBuyer = (
  { passedOnAt, recipient }: Pick<IssuedTicket, 'passedOnAt' | 'recipient'>,
  buyer: Person,
): boolean => passedOnAt === null || isSameAddress(recipient.email, buyer.email);

/** An order's tickets, void ones too. `items` are the order's, and tell what each ticket cost. */
export async function listOrderTickets(
  tx: Queryable,
  { orderId, items }: { orderId: string; items: PricedItem[] },
): Promise<IssuedTicket[]> {
  // LIMIT 1: by their keys. A join may be planned as a scan of all ticket types and all seats there are.
  const { rows } = await tx.query<TicketRow>(
    `SELECT t.id, t.position, t.ticket_type_id, y.name AS type_name, t.serial, t.short_code, t.email, t.first_name, t.last_name,
            t.used_at, t.voided_at, t.passed_on_at, t.seat_id, s.section, s.row_label, s.seat_label,
            (SELECT coalesce(-sum(difference_minor), 0)::bigint FROM seat_exchanges WHERE ticket_id = t.id AND how = 'returned') AS returned_minor
       FROM tickets AS t
      CROSS JOIN LATERAL (SELECT name FROM ticket_types WHERE id = t.ticket_type_id LIMIT 1) AS y
       LEFT JOIN LATERAL (SELECT section, row_label, seat_label FROM seats WHERE id = t.seat_id LIMIT 1) AS s ON true
      WHERE t.order_id = $1
      ORDER BY t.position`,
    [orderId],
  );
  const amounts = ticketAmounts(items);
  return rows.map((row) => ({
    ...toTicket(row),
    paidMinor: (amounts[row.position - 1]?.amountMinor ?? 0) - row.returned_minor,
  }));
}

type TicketRow = {
  id: string;
  position: number;
  ticket_type_id: string;
  type_name: string;
  serial: string;
  short_code: number;
  email: string;
  first_name: string;
  last_name: string;
  used_at: Date | null;
  voided_at: Date | null;
  passed_on_at: Date | null;
  seat_id: string | null;
  section: string | null;
  row_label: string | null;
  seat_label: string | null;
  returned_minor: number;
};

function toTicket(row: TicketRow): Omit<IssuedTicket, 'paidMinor'> {
  const { section, row_label: rowLabel, seat_label: seat } = row;
  return {
    id: row.id,
    position: row.position,
    sku: row.ticket_type_id,
    typeName: row.type_name,
    seat: section !== null && rowLabel !== null && seat !== null ? { section, row: rowLabel, seat } : null,
    seatId: row.seat_id,
    recipient: { email: row.email, firstName: row.first_name, lastName: row.last_name },
    serial: row.serial,
    shortCode: toShortCode(row.short_code),
    usedAt: row.used_at,
    voidedAt: row.voided_at,
    passedOnAt: row.passed_on_at,
  };
}
