import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import type { Seating } from '../../../seat-map/arrange-seating.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import type { Together } from './seats-together.ts';

export type Refused =
  | { outcome: 'taken' }
  | { outcome: 'limit'; ticket: Ticket }
  /** The seat itself is free, but not this one, without which it is not sold. */
  | { outcome: 'lacks'; other: number };
/** `others`: seats that came or went with it. */
type Toggled = { outcome: 'added' | 'removed'; chosen: string[]; others: number[] } | Refused;

type Choice = {
  seating: Seating;
  together: Together;
  /** As what a seat is bought, or would be. */
  ticketOf(index: number): Ticket | undefined;
  chosen: string[];
  isFree(index: number): boolean;
};

/** Chooses a seat, or lets go of it, with those that are sold with it. */
export function toggleSeat(choice: Choice, index: number): Toggled {
  const { seating, together, chosen } = choice;
  const seat = seating.seats[index];
  if (!seat) return { outcome: 'taken' };
  const idOf = (other: number): string => seatAt(seating.seats, other).id;
  const isChosen = (other: number): boolean => chosen.includes(idOf(other));
  if (chosen.includes(seat.id)) {
    const going = together.goingWith(index).filter(isChosen);
    const ids = new Set(going.map(idOf));
    return {
      outcome: 'removed',
      chosen: chosen.filter((id) => !ids.has(id)),
      others: going.filter((other) => other !== index),
    };
  }
  // One chair of a table that was sold by itself, or is kept by the host, keeps nobody from the others.
  const isGone = (other: number): boolean =>
    other !== index &&
    seat.g !== undefined &&
    seatAt(seating.seats, other).g === seat.g &&
    !choice.isFree(other);
  const coming = together.comingWith(index).filter((other) => !isChosen(other) && !isGone(other));
  const lacking = coming.find((other) => !choice.ticketOf(other) || !choice.isFree(other));
  if (lacking === index) return { outcome: 'taken' };
  if (lacking !== undefined) return { outcome: 'lacks', other: lacking };
  const after = [...chosen, ...coming.map(idOf)];
  const ticket = findOverLimit(choice, after);
  if (ticket) return { outcome: 'limit', ticket };
  return { outcome: 'added', chosen: after, others: coming.filter((other) => other !== index) };
}

/** Each ticket type has its own limit. */
function findOverLimit({ seating, ticketOf }: Choice, chosen: string[]): Ticket | undefined {
  const indexes = chosen.flatMap((id) => seating.indexOf.get(id) ?? []);
  const tickets = indexes.flatMap((index) => ticketOf(index) ?? []);
  return tickets.find(
    (one) => tickets.filter((other) => other === one).length > one.maximumPurchasableTicketCount,
  );
}
