import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import type { LockedExchange } from './lock-exchange.ts';

/** The change of seat that the order for its difference stands for. The ticket moves when that order is confirmed. */
export async function addPaidExchange(
  tx: Transaction,
  { ticket, from, to, toType }: LockedExchange,
  of: { orderId: string; ticketId: string; differenceMinor: number; differenceOrderId: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO seat_exchanges (id, event_id, host_id, order_id, ticket_id, from_seat_id, to_seat_id, from_type_id, to_type_id,
                                 difference_minor, how, difference_order_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'paid', $11, clock_timestamp())`,
    [
      randomUUIDv7(),
      ticket.eventId,
      ticket.hostId,
      of.orderId,
      of.ticketId,
      from.id,
      to.id,
      ticket.ticketTypeId,
      toType.ticketTypeId,
      of.differenceMinor,
      of.differenceOrderId,
    ],
  );
}
