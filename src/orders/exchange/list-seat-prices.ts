import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { isUuid } from '../../values/is-uuid.ts';
import { differenceOf, readPaidTicket, totalOf } from './find-difference.ts';

export type SeatPrice = {
  ticketTypeId: string;
  name: string;
  priceMinor: number;
  /** How much more it costs than was paid for the ticket; negative: less. */
  differenceMinor: number;
};

/** Lists the possible ticket types for a ticket with a seat, in the order that buyers see. */
export async function listSeatPrices(
  tx: Queryable,
  { orderId, ticketId }: { orderId: string; ticketId: string },
): Promise<SeatPrice[]> {
  const paid = isUuid(ticketId) ? await readPaidTicket(tx, ticketId) : null;
  if (paid?.orderId !== orderId) throw new Refusal('not_found', 'There is no such ticket in this order.');
  const { rows } = await tx.query<Omit<SeatPrice, 'differenceMinor'>>(
    `SELECT id AS "ticketTypeId", name, price_minor AS "priceMinor"
       FROM ticket_types WHERE event_id = $1 AND kind = 'SEATED' ORDER BY position, id`,
    [paid.eventId],
  );
  return rows.map((type) => ({ ...type, differenceMinor: totalOf(differenceOf(paid, type)) }));
}
