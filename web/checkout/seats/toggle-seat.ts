import type { Ticket } from '../../../src/inventory/ticket-schema.ts';
import type { Seating } from '../../seat-map/arrange-seating.ts';

export type Refused = { outcome: 'taken' } | { outcome: 'limit'; ticket: Ticket };
type Toggled = { outcome: 'added' | 'removed'; chosen: string[] } | Refused;

type Choice = {
  seating: Seating;
  /** By the type of a seat. */
  ticketsByType: (Ticket | undefined)[];
  chosen: string[];
  isFree(index: number): boolean;
};

/** Chooses a seat, or lets go of it. */
export function toggleSeat(choice: Choice, index: number): Toggled {
  const { seating, chosen } = choice;
  const seat = seating.seats[index];
  if (!seat) return { outcome: 'taken' };
  if (chosen.includes(seat.id)) {
    return { outcome: 'removed', chosen: chosen.filter((id) => id !== seat.id) };
  }
  const ticket = choice.ticketsByType[seat.t];
  if (!ticket || !choice.isFree(index)) return { outcome: 'taken' };
  const sameType = chosen.filter((id) => seating.seats[seating.indexOf.get(id) ?? -1]?.t === seat.t);
  if (sameType.length >= ticket.maximumPurchasableTicketCount) return { outcome: 'limit', ticket };
  return { outcome: 'added', chosen: [...chosen, seat.id] };
}
