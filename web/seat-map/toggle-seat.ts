import type { SeatMap, Ticket } from '../checkout/contract.ts';
import type { Seating } from './seating.ts';

export type Toggled =
  | { outcome: 'added' | 'removed'; chosen: string[] }
  | { outcome: 'taken' }
  | { outcome: 'limit'; ticket: Ticket };

type Choice = {
  seating: Seating;
  ticketTypeIds: SeatMap['ticketTypeIds'];
  tickets: Ticket[];
  chosen: string[];
  isFree(place: number): boolean;
};

/** Chooses a seat, or lets go of it. */
export function toggleSeat(choice: Choice, place: number): Toggled {
  const { seating, chosen } = choice;
  const seat = seating.seats[place];
  if (!seat) return { outcome: 'taken' };
  if (chosen.includes(seat.id)) {
    return { outcome: 'removed', chosen: chosen.filter((id) => id !== seat.id) };
  }
  const ticket = choice.tickets.find(({ id }) => id === choice.ticketTypeIds[seat.t]);
  if (!ticket || !choice.isFree(place)) return { outcome: 'taken' };
  const sameType = chosen.filter((id) => seating.seats[seating.placeOf.get(id) ?? -1]?.t === seat.t);
  if (sameType.length >= ticket.maximumPurchasableTicketCount) return { outcome: 'limit', ticket };
  return { outcome: 'added', chosen: [...chosen, seat.id] };
}
