import type { EventState } from './server/page-data-schema.ts';
import type { Ticket } from '../../../inventory/ticket-schema.ts';
import type { Reservation } from '../../../reservations/reservation-schema.ts';

/** How many of each ticket type, by its id. */
export type Quantities = Record<string, number>;

export type Totals = {
  lines: { sku: string; name: string; quantity: number; amount: number }[];
  count: number;
  fees: number;
  discount: number;
  total: number;
};

// A number that makes nobody hurry is not worth a line.
const FEW = 10;

/** How many the buyer may have. The buyer's own hold is in `quantityLeft`: the server knows whose list it is. */
export const mostOf = ({ status, maximumPurchasableTicketCount, quantityLeft }: Ticket): number =>
  status === 'AVAILABLE' ? Math.min(maximumPurchasableTicketCount, quantityLeft) : 0;

/** The number left, if it is small enough to tell. */
export const fewLeft = ({ status, quantityLeft }: Ticket): number | null =>
  status === 'AVAILABLE' && quantityLeft <= FEW ? quantityLeft : null;

/** When the first of what is sold out may be on sale again; null where that is not known. */
export const backOnSaleAt = (tickets: Ticket[]): string | null =>
  tickets.flatMap((ticket) => ticket.backOnSaleAt ?? []).sort()[0] ?? null;

/** The cart cut down to what is available, and which of its lines had to shrink. */
export function fitCart(
  tickets: Ticket[],
  quantities: Quantities,
): { quantities: Quantities; shrunk: { name: string; count: number }[] } {
  const fitted: Quantities = {};
  const shrunk: { name: string; count: number }[] = [];
  for (const ticket of tickets) {
    const wanted = quantities[ticket.id] ?? 0;
    const count = Math.min(wanted, mostOf(ticket));
    if (count > 0) fitted[ticket.id] = count;
    if (count < wanted) shrunk.push({ name: ticket.name, count });
  }
  return { quantities: fitted, shrunk };
}

/** The cart's cost by the prices on the page; a promo code counts only once the server has priced it. */
export function estimate(tickets: Ticket[], quantities: Quantities): Totals {
  const chosen = tickets
    .map((ticket) => ({ ticket, quantity: quantities[ticket.id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const lines = chosen.map(({ ticket, quantity }) => ({
    sku: ticket.id,
    name: ticket.name,
    quantity,
    amount: quantity * ticket.price,
  }));
  const fees = sum(chosen.map(({ ticket, quantity }) => quantity * ticket.fees));
  return {
    lines,
    count: sum(lines.map((line) => line.quantity)),
    fees,
    discount: 0,
    total: sum(lines.map((line) => line.amount)) + fees,
  };
}

/** The cart's cost as the server told it. What is bought is called as in the list, which is in the language of the page. */
export function totalsOf(reservation: Reservation, tickets: readonly Ticket[]): Totals {
  return {
    lines: reservation.items.map(({ sku, name, quantity, price }) => ({
      sku,
      name: tickets.find(({ id }) => id === sku)?.name ?? name,
      quantity,
      amount: quantity * price,
    })),
    count: sum(reservation.items.map((item) => item.quantity)),
    fees: reservation.totalFees,
    discount: reservation.discount,
    total: reservation.total,
  };
}

/** A seat by what it is called, which is known without the map too. */
export type NamedSeat = { id: string; section: string; row: string; seat: string };

/** The event's state as the newest tickets have it: a sale opens, and sells out, while the page is looked at. */
export function stateNow(stated: EventState, tickets: Ticket[]): EventState {
  if (stated === 'ended' || stated === 'cancelled' || tickets.length === 0) return stated;
  const has = (status: Ticket['status']): boolean => tickets.some((ticket) => ticket.status === status);
  if (has('AVAILABLE')) return 'on_sale';
  if (has('COMING_SOON')) return 'coming_soon';
  return has('SOLD_OUT') ? 'sold_out' : 'sale_ended';
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
