import type { ReceiptTicket, ReceiptTickets } from './contract.ts';
import { qrPath } from '../../../tickets/draw-qr.ts';
import type { OrderTicket } from '../../../tickets/load-order-tickets.ts';
import type { Receipt } from './server/load-receipt.ts';
import { liveTickets } from './server/receipt-state.ts';

// Drawing a code takes milliseconds in which nobody else is answered, and an order may have a thousand tickets.
const TICKETS_PER_PAGE = 10;

/** One page of an order's tickets, the codes drawn. */
export function toTickets(receipt: Receipt, page: number): ReceiptTickets {
  const { tickets, receiptToken } = receipt;
  const pages = Math.ceil(tickets.length / TICKETS_PER_PAGE);
  const currentPage = Math.min(Math.max(page, 1), pages);
  const first = (currentPage - 1) * TICKETS_PER_PAGE;
  const next = tickets.findIndex(({ usedAt, voidedAt }) => !usedAt && !voidedAt);
  return {
    shown: tickets.slice(first, first + TICKETS_PER_PAGE).map((ticket) => toTicket(ticket, receipt)),
    count: tickets.length,
    liveCount: liveTickets(receipt).length,
    pages,
    currentPage,
    perPage: TICKETS_PER_PAGE,
    nextAddress: next < 0 ? null : addressOf(next, { tickets, receiptToken, currentPage }),
  };
}

/** The address of a ticket on the page that is shown, or on the one that has it. */
function addressOf(
  index: number,
  of: { tickets: OrderTicket[]; receiptToken: string; currentPage: number },
): string {
  const page = Math.floor(index / TICKETS_PER_PAGE) + 1;
  const way = page === of.currentPage ? '' : `${of.receiptToken}?tickets=${page}`;
  return `${way}#ticket-${of.tickets[index]?.position}`;
}

const toTicket = (ticket: OrderTicket, receipt: Receipt): ReceiptTicket => ({
  position: ticket.position,
  typeName: ticket.typeName,
  holder: `${ticket.recipient.firstName} ${ticket.recipient.lastName}`,
  rename: mayRename(ticket, receipt)
    ? { firstName: ticket.recipient.firstName, lastName: ticket.recipient.lastName }
    : null,
  mayPassOn: mayPassOn(ticket, receipt),
  seat: ticket.seat,
  shortCode: ticket.voidedAt ? null : ticket.shortCode,
  face: faceOf(ticket),
});

/** As `renameByBuyer` decides it, under the ticket's lock. */
const mayRename = (
  { usedAt, voidedAt }: OrderTicket,
  { buyersRename, isEventOver, event }: Receipt,
): boolean => buyersRename && !usedAt && !voidedAt && !isEventOver && event.status !== 'CANCELLED';

/** As `passOnByBuyer` decides it, which knows of disputes and returns too. */
const mayPassOn = (
  { usedAt, voidedAt }: OrderTicket,
  { buyersPassOn, hasStarted, event, order }: Receipt,
): boolean =>
  buyersPassOn &&
  !usedAt &&
  !voidedAt &&
  !hasStarted &&
  event.status !== 'CANCELLED' &&
  (order.source === 'api' || order.source === 'embed');

function faceOf({ code, usedAt, voidedAt }: OrderTicket): ReceiptTicket['face'] {
  if (voidedAt) return { state: 'void', at: voidedAt };
  return usedAt ? { state: 'used', at: usedAt } : { state: 'live', qr: qrPath(code) };
}
