import type { Transaction } from '../db/database.ts';
import { unblockSeats } from '../inventory/seats/unblock-seats.ts';
import { takeStock } from '../inventory/take-stock.ts';
import { lockToTake, type StoredTicketType } from '../inventory/ticket-type-fields.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { invalidField, Refusal } from '../refusal.ts';

export type TakeForHost = {
  hostId: string;
  eventId: string;
  /** Each ticket type once. */
  lines: { ticketTypeId: string; quantity: number }[];
  /** As many of each ticket type with seats as its line says; empty where no line is of one. */
  seatIds: string[];
  /** As which ticket type a seat is sold, by the seat's id; left out: as its own. */
  seatTypes?: Readonly<Record<string, string>> | undefined;
};

export type TakenForHost = {
  /** In the order of the lines, with what buyers pay. */
  lines: { ticketTypeId: string; name: string; quantity: number; priceMinor: number }[];
  currency: string;
  /** As what each of the seats is sold, in their order; null: each as its own ticket type. */
  seatSkus: string[] | null;
};

/**
 * Takes tickets, and seats, for an order that a member makes at this moment, without a cart: what is given away, and what the host
 * sells itself. They are held when this returns and the caller confirms the order in the same transaction. The host is not bound by
 * what one order may have, nor by when the sale begins and ends, and sells house seats too; it is by its stock, and by what buyers hold.
 *
 * Locks, in the order of functions/README.md: the ticket types, with the others of their pools, then the seats.
 */
export async function takeForHost(tx: Transaction, input: TakeForHost): Promise<TakenForHost> {
  const ticketTypeIds = input.lines.map(({ ticketTypeId }) => ticketTypeId);
  if (new Set(ticketTypeIds).size < ticketTypeIds.length) {
    throw invalidField('lines', 'must name each ticket type once.');
  }
  const types = await lockToTake(tx, { ...input, ticketTypeIds });
  const { currency } = await checkEvent(tx, input.eventId);
  const typeOf = (id: string): StoredTicketType => {
    const type = types.find(({ ticketTypeId }) => ticketTypeId === id);
    if (!type) throw new Refusal('not_found', 'This ticket type no longer exists.');
    return type;
  };
  // Seats are those of the ticket type that they were painted with; further prices have none of their own.
  const painted = types
    .filter(({ kind }) => kind === 'SEATED')
    .map(({ ticketTypeId, seatsOf }) => seatsOf ?? ticketTypeId);
  await unblockSeats(tx, { ...input, ticketTypeIds: painted });
  await takeLines(tx, input, typeOf);
  const seatSkus = await takeSeats(tx, input, { types, painted });
  return {
    currency,
    seatSkus,
    lines: input.lines.map(({ ticketTypeId, quantity }) => {
      const { name, priceMinor } = typeOf(ticketTypeId);
      return { ticketTypeId, name, quantity, priceMinor };
    }),
  };
}

/**
 * Read behind the locks of the ticket types, as holds read it: whoever cancels the event takes them all. A draft's tickets can't be had:
 * its day, its place and its ticket types may all change or go, and nobody who has a ticket would hear of it.
 */
async function checkEvent(tx: Transaction, eventId: string): Promise<{ currency: string }> {
  const { rows } = await tx.query<{ status: string; country: Country; isOver: boolean; isStopped: boolean }>(
    `SELECT status, country, closes_at <= clock_timestamp() AS "isOver", stopped_at IS NOT NULL AS "isStopped"
       FROM events WHERE id = $1`,
    [eventId],
  );
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  if (event.status === 'CANCELLED') throw new Refusal('wrong_state', 'This event was cancelled.');
  if (event.status === 'DRAFT') {
    throw new Refusal('wrong_state', 'This event is a draft: publish it first.');
  }
  if (event.status !== 'LIVE' || event.isOver) throw new Refusal('wrong_state', 'This event is over.');
  if (event.isStopped)
    throw new Refusal('wrong_state', 'The operator of this service has stopped the sale of this event.');
  return { currency: COUNTRIES[event.country].currency };
}

async function takeLines(
  tx: Transaction,
  { lines }: TakeForHost,
  typeOf: (id: string) => StoredTicketType,
): Promise<void> {
  const short = await takeStock(tx, lines);
  if (!short) return;
  const { ticketTypeId, left } = short;
  throw new Refusal(
    'tickets_unavailable',
    `Of ${typeOf(ticketTypeId).name} ${left === 0 ? 'none is' : left === 1 ? 'one is' : `${left} are`} left.`,
    { field: `lines[${lines.findIndex((line) => line.ticketTypeId === ticketTypeId)}].quantity` },
  );
}

type SeatRow = { id: string; ticketTypeId: string; name: string; isTaken: boolean };

async function takeSeats(
  tx: Transaction,
  { eventId, lines, seatIds, seatTypes = {} }: TakeForHost,
  { types, painted }: { types: readonly StoredTicketType[]; painted: string[] },
): Promise<string[] | null> {
  const seated = new Map(
    types.filter(({ kind }) => kind === 'SEATED').map((type) => [type.ticketTypeId, type]),
  );
  const wanted = new Map(
    lines
      .filter(({ ticketTypeId }) => seated.has(ticketTypeId))
      .map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]),
  );
  const seats = await lockSeats(tx, { eventId, seatIds, ticketTypeIds: painted });
  if (seats.length < seatIds.length) {
    throw invalidField('seatIds', 'must be seats of these ticket types, each once: reload the map.');
  }
  const taken = seats.filter(({ isTaken }) => isTaken);
  if (taken.length > 0) {
    const names = taken.map(({ name }) => name).join('; ');
    throw new Refusal('tickets_unavailable', `Somebody else has taken ${names}: choose other seats.`, {
      field: 'seatIds',
      current: { takenSeatIds: taken.map(({ id }) => id) },
    });
  }
  const chosen = new Map(Object.entries(seatTypes).map(([id, sku]) => [id.toLowerCase(), sku.toLowerCase()]));
  const soldAs = new Map(seats.map(({ id, ticketTypeId }) => [id, chosen.get(id) ?? ticketTypeId]));
  if ([...chosen.keys()].some((id) => !soldAs.has(id)))
    throw invalidField('seatTypes', 'must be for seats that you chose.');
  for (const { id, ticketTypeId: own, name } of seats) {
    const sku = soldAs.get(id) ?? own;
    if (sku !== own && seated.get(sku)?.seatsOf !== own)
      throw invalidField('seatTypes', `must name a price of seat ${name}: reload the page.`);
    wanted.set(sku, (wanted.get(sku) ?? 0) - 1);
  }
  if ([...wanted.values()].some((left) => left !== 0)) {
    throw invalidField('seatIds', 'must be as many as the tickets with a seat, of the same ticket types.');
  }
  return chosen.size === 0 ? null : seatIds.map((id) => soldAs.get(id.toLowerCase()) ?? '');
}

/** Only those of ticket types that are locked: nobody else takes one of these seats, or gives one back. */
async function lockSeats(
  tx: Transaction,
  which: { eventId: string; seatIds: string[]; ticketTypeIds: string[] },
): Promise<SeatRow[]> {
  if (which.seatIds.length === 0) return [];
  const chosen = 's.id = ANY ($1::uuid[]) AND s.ticket_type_id = ANY ($2::uuid[]) AND s.event_id = $3';
  const values = [which.seatIds, which.ticketTypeIds, which.eventId];
  await tx.query(`SELECT 1 FROM seats AS s WHERE ${chosen} ORDER BY s.id FOR NO KEY UPDATE`, values);
  const { rows } = await tx.query<SeatRow>(
    `SELECT s.id, s.ticket_type_id AS "ticketTypeId", s.section || ' · ' || s.row_label || ' · ' || s.seat_label AS name,
            seat_owner(s, at.now) IS NOT NULL AS "isTaken"
       FROM seats AS s CROSS JOIN (SELECT clock_timestamp() AS now) AS at
      WHERE ${chosen} ORDER BY s.section, s.y, s.x, s.id`,
    values,
  );
  return rows;
}
