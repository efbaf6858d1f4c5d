import type { Transaction } from '../../db/database.ts';
import { createTicketType } from '../create-ticket-type.ts';
import { seatColumns, type NewSeat } from './create-seats.ts';

// Changes the seats of an event. The caller has locked the event, all of its ticket types, and then the seats.

// As every new ticket type has, until its own page says otherwise.
const MAX_PER_ORDER = 10;

/** Lapsed holds are in nobody's way. Answers the moment by which they lapsed: seats are looked at by the same. */
export async function giveBackLapsed(tx: Transaction, ticketTypeIds: string[]): Promise<Date> {
  // To the millisecond below: a date has no more, and what lapses within it is still held.
  const { rows } = await tx.query<{ at: Date }>(`SELECT date_trunc('milliseconds', clock_timestamp()) AS at`);
  const at = rows[0]?.at ?? new Date(0);
  await tx.query(`SELECT give_back_stock(of_carts => '{}', of_types => $1::uuid[], lapsed_by => $2)`, [
    ticketTypeIds,
    at,
  ]);
  return at;
}

/** A ticket type for seats, or for a standing area. Of seats there are as many as there will be counted. */
export const addHallType = (
  tx: Transaction,
  type: {
    eventId: string;
    name: string;
    priceMinor: number;
    position: number;
    kind?: 'SEATED' | 'GENERAL';
    capacity?: number;
  },
): Promise<string> =>
  createTicketType(tx, {
    kind: 'SEATED',
    capacity: 0,
    ...type,
    description: '',
    maximumPerOrder: MAX_PER_ORDER,
    saleStartsAt: null,
    saleEndsAt: null,
  });

/** Returned tickets may have been for these; they keep the id, and what it was called is no longer told. */
export async function deleteSeats(tx: Transaction, seats: readonly { id: string }[]): Promise<void> {
  if (seats.length === 0) return;
  await tx.query('DELETE FROM seats WHERE id = ANY ($1::uuid[])', [seats.map(({ id }) => id)]);
}

/** Seats become what is said here; who has them stays. */
export async function changeSeats(
  tx: Transaction,
  seats: readonly (NewSeat & { id: string })[],
  { renamed = [] }: { renamed?: readonly string[] } = {},
): Promise<void> {
  if (seats.length === 0) return;
  // Two that change their names with each other would meet on the way: first each has a name that nobody else has.
  if (renamed.length > 0)
    await tx.query('UPDATE seats SET section = id::text WHERE id = ANY ($1::uuid[])', [renamed]);
  const { columns, types, values } = seatColumns(seats);
  await tx.query(
    `UPDATE seats AS s SET (${columns}) = (SELECT ${columns
      .split(', ')
      .map((column) => `next.${column}`)
      .join(', ')})
       FROM unnest($1::uuid[], ${types(2)}) AS next (id, ${columns}) WHERE s.id = next.id`,
    [seats.map(({ id }) => id), ...values],
  );
}

/**
 * Of every seated ticket type there are as many as it has seats that are not blocked; of further prices for them as many, or as few as the
 * host has said; and of the pool that they share as many. Only of these ticket types where some are named: the pools of those are locked.
 */
export async function countSeats(
  tx: Transaction,
  eventId: string,
  { ticketTypeIds = null }: { ticketTypeIds?: string[] | null } = {},
): Promise<void> {
  await tx.query(
    `WITH counted AS (
       SELECT of_event.id, of_event.pool_id, count(s.id)::integer AS seats FROM ticket_types AS of_event
         LEFT JOIN seats AS s ON s.ticket_type_id = of_event.id AND s.blocked_reason IS NULL
        WHERE of_event.event_id = $1 AND of_event.kind = 'SEATED' AND of_event.seats_of IS NULL
          AND ($2::uuid[] IS NULL OR of_event.id = ANY ($2))
        GROUP BY 1
     ), pooled AS (
       UPDATE pools AS p SET capacity = counted.seats FROM counted WHERE p.id = counted.pool_id AND p.capacity <> counted.seats
     )
     UPDATE ticket_types AS t SET capacity = least(t.own_limit, counted.seats) FROM counted
      WHERE t.event_id = $1 AND coalesce(t.seats_of, t.id) = counted.id AND t.capacity <> least(t.own_limit, counted.seats)`,
    [eventId, ticketTypeIds],
  );
}
