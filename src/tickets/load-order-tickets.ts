import type { Queryable } from '../db/database.ts';
import { listOrderTickets, type IssuedTicket } from './list-order-tickets.ts';
import { readOrder, type OrderSummary, type TicketedEvent } from './read-order.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { signTicketCode } from './ticket-code.ts';
import { translateOrder } from './translate-order.ts';
import { keepVerifyKey } from './verify-keys.ts';

export type OrderTicket = Omit<IssuedTicket, 'serial'> & { code: string };

export type OrderTickets = { order: OrderSummary; event: TicketedEvent; tickets: OrderTicket[] };

/** The token opens the receipt, and the note is the host's to whom it gave tickets. Beside the order, so that whatever prints an order does not have them. */
export type FoundOrder = OrderTickets & {
  receiptToken: string;
  guestNote: string | null;
  isEventOver: boolean;
};

/** All that the e-mails and the PDF show of an order, in its language; null where there is no such order. */
export async function loadOrderTickets(
  tx: Queryable,
  secretKeys: SecretKeys,
  { orderId }: { orderId: string },
): Promise<FoundOrder | null> {
  const found = await readOrder(tx, orderId);
  if (!found) return null;
  const { order, event, receiptToken, guestNote, isEventOver } = found;
  const issued = await listOrderTickets(tx, { orderId, items: order.items });
  const tickets = await signTickets(tx, secretKeys, { eventId: event.id, tickets: issued });
  return translateOrder(tx, { order, event, tickets, receiptToken, guestNote, isEventOver }, order.language);
}

/** Tickets with the codes that open the door. */
export async function signTickets(
  tx: Queryable,
  secretKeys: SecretKeys,
  { eventId, tickets }: { eventId: string; tickets: IssuedTicket[] },
): Promise<OrderTicket[]> {
  if (tickets.length === 0) return [];
  await keepVerifyKey(tx, secretKeys, eventId);
  return tickets.map(({ serial, ...ticket }) => ({
    ...ticket,
    code: signTicketCode(secretKeys.current, { eventId, serial }),
  }));
}
