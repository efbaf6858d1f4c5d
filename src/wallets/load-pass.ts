import type { Queryable } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { listOrderTickets } from '../tickets/list-order-tickets.ts';
import { signTickets, type OrderTicket } from '../tickets/load-order-tickets.ts';
import { readOrder, type OrderSummary, type TicketedEvent } from '../tickets/read-order.ts';
import { translateOrder } from '../tickets/translate-order.ts';
import type { HexColor } from '../values/contrast.ts';
import { passNumber, ticketOfPass, type PassNumber } from './pass-number.ts';

/** A pass's words, in the language of the order. */
export type Pass = {
  number: PassNumber;
  event: TicketedEvent;
  language: OrderSummary['language'];
  color: HexColor | null;
  /** Null: it is void, and tells nothing of who has the ticket now. */
  ticket: (OrderTicket & { reference: string }) | null;
};

/** The pass of this number as it is now; null where there never was one. */
export async function loadPass(
  tx: Queryable,
  secretKeys: SecretKeys,
  number: PassNumber,
): Promise<Pass | null> {
  const { rows } = await tx.query<{ orderId: string }>(
    'SELECT order_id AS "orderId" FROM tickets WHERE id = $1',
    [ticketOfPass(number)],
  );
  const [row] = rows;
  if (!row) return null;
  return (await loadPasses(tx, secretKeys, { orderId: row.orderId, numbers: [number] }))[0] ?? null;
}

/** Passes of one order. */
export async function loadPasses(
  tx: Queryable,
  secretKeys: SecretKeys,
  { orderId, numbers }: { orderId: string; numbers: readonly PassNumber[] },
): Promise<Pass[]> {
  const found = await readOrder(tx, orderId);
  if (!found) return [];
  const { order, event, color } = found;
  const isOver = event.status === 'CANCELLED';
  const asked = new Set(numbers);
  const issued = (await listOrderTickets(tx, { orderId, items: order.items })).filter(
    (ticket) => !isOver && ticket.voidedAt === null && asked.has(passNumber(ticket)),
  );
  const tickets = await signTickets(tx, secretKeys, { eventId: event.id, tickets: issued });
  const told = await translateOrder(tx, { order, event, tickets }, order.language);
  const byNumber = new Map(told.tickets.map((ticket) => [passNumber(ticket), ticket]));
  return numbers.map((number) => {
    const ticket = byNumber.get(number);
    return {
      number,
      // The place may be for those who have a ticket alone.
      event:
        ticket || !found.hidesLocation
          ? told.event
          : { ...told.event, street: null, directions: null, lat: null, lng: null },
      language: order.language,
      color,
      ticket: ticket ? { ...ticket, reference: order.reference } : null,
    };
  });
}
