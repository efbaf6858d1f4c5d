import type { Transaction } from '../../db/database.ts';
import { lockToTake, type StoredTicketType } from '../../inventory/ticket-type-fields.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import type { SeatPlace } from '../../rules/seat-name.ts';
import { isUuid } from '../../values/is-uuid.ts';
import { lockOrder } from '../lock-order.ts';

export type WantedSeat = {
  orderId: string;
  ticketId: string;
  /** The seat that the member saw on the ticket. */
  fromSeatId: string;
  toSeatId: string;
  /** As which ticket type the new seat is sold; null: as the ticket's own where the seat is sold as that too, else as the seat's. */
  ticketTypeId: string | null;
  /** A seat that the host has blocked is meant. */
  takesHouseSeat: boolean;
  /** Of a cheaper seat: the page's name for the refund of the difference; null: nothing goes back. Where it does, all of its tickets and ticket types are locked, as a refund does. */
  refundKey?: string | null;
};

export type LockedTicket = {
  hostId: string;
  eventId: string;
  reference: string;
  position: number;
  email: string;
  ticketTypeId: string;
  seatId: string;
};

export type LockedSeat = SeatPlace & {
  id: string;
  ticketTypeId: string;
  name: string;
  blockedReason: string | null;
  isTaken: boolean;
};

export type LockedExchange = {
  ticket: LockedTicket;
  from: LockedSeat;
  to: LockedSeat;
  /** As which the new seat is sold. */
  toType: StoredTicketType;
};

/**
 * Takes all locks of a change of seat, in the order of functions/README.md (the order, the ticket, the ticket types with their pools, the
 * seats), and refuses what can't be changed. Null: the ticket has this seat already.
 */
export async function lockExchange(tx: Transaction, wanted: WantedSeat): Promise<LockedExchange | null> {
  const ticket = await lockTicket(tx, wanted);
  if (ticket.seatId === wanted.toSeatId) return null;
  if (ticket.seatId !== wanted.fromSeatId) throw changedMeanwhile();
  const before = await readSeats(tx, ticket, wanted.toSeatId);
  const refunded = wanted.refundKey ? await listBoughtTypes(tx, wanted.orderId) : [];
  const types = await lockToTake(tx, {
    ...ticket,
    ticketTypeIds: [...new Set([ticket.ticketTypeId, before.from.ticketTypeId, ...before.pool, ...refunded])],
  });
  await tx.query('SELECT 1 FROM seats WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [
    [ticket.seatId, wanted.toSeatId],
  ]);
  // Behind the locks of the ticket types, which whoever cancels the event or changes the hall takes too.
  await requireGood(tx, wanted.ticketId);
  const { from, to, pool } = await readSeats(tx, ticket, wanted.toSeatId);
  if (pool.some((id) => !types.some((type) => type.ticketTypeId === id))) throw changedMeanwhile();
  const sellsAs =
    wanted.ticketTypeId ?? (pool.includes(ticket.ticketTypeId) ? ticket.ticketTypeId : to.ticketTypeId);
  const toType = pool.includes(sellsAs) && types.find((type) => type.ticketTypeId === sellsAs);
  if (!toType) throw invalidField('ticketTypeId', `is not a price of ${to.name}: choose another.`);
  requireFree(to, wanted);
  return { ticket, from, to, toType };
}

const changedMeanwhile = (): Refusal =>
  new Refusal('changed_meanwhile', 'The seat of this ticket, or the hall, has changed: reload the page.');

/** A door that reads the code at this moment waits, and then finds another one; or was first, and is seen by requireGood. */
async function lockTicket(
  tx: Transaction,
  { orderId, ticketId, refundKey }: WantedSeat,
): Promise<LockedTicket> {
  await lockOrder(tx, orderId);
  if (refundKey)
    await tx.query('SELECT 1 FROM tickets WHERE order_id = $1 ORDER BY id FOR UPDATE', [orderId]);
  const { rows } = isUuid(ticketId)
    ? await tx.query<Omit<LockedTicket, 'seatId'> & { seatId: string | null }>(
        `SELECT o.host_id AS "hostId", t.event_id AS "eventId", o.reference, t.position, t.email, t.ticket_type_id AS "ticketTypeId",
                t.seat_id AS "seatId"
           FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE t.id = $1 AND t.order_id = $2 FOR UPDATE OF t`,
        [ticketId, orderId],
      )
    : { rows: [] };
  const [ticket] = rows;
  if (!ticket) throw new Refusal('not_found', 'There is no such ticket in this order.');
  const { seatId } = ticket;
  if (seatId === null) throw new Refusal('wrong_state', 'This ticket has no seat to change.');
  return { ...ticket, seatId };
}

/** The ticket types in the order's quote: a refund may be taken off any of them. */
async function listBoughtTypes(tx: Transaction, orderId: string): Promise<string[]> {
  const { rows } = await tx.query<{ sku: string }>(
    `SELECT item ->> 'sku' AS sku FROM orders AS o CROSS JOIN LATERAL json_array_elements(o.quote -> 'items') AS item WHERE o.id = $1`,
    [orderId],
  );
  return rows.map(({ sku }) => sku);
}

async function requireGood(tx: Transaction, ticketId: string): Promise<void> {
  const { rows } = await tx.query<{
    isUsed: boolean;
    isVoid: boolean;
    isOver: boolean;
    waiting: string | null;
  }>(
    `SELECT t.used_at IS NOT NULL AS "isUsed", t.voided_at IS NOT NULL AS "isVoid",
            e.closes_at <= clock_timestamp() OR e.status = 'CANCELLED' AS "isOver",
            (SELECT d.reference FROM seat_exchanges AS x
              CROSS JOIN LATERAL (SELECT reference, status FROM orders WHERE id = x.difference_order_id LIMIT 1) AS d
              WHERE x.ticket_id = t.id AND x.done_at IS NULL AND d.status IN ('processing', 'pending_payment') LIMIT 1) AS waiting
       FROM tickets AS t JOIN events AS e ON e.id = t.event_id WHERE t.id = $1`,
    [ticketId],
  );
  const why = rows[0]?.isVoid
    ? 'it is void'
    : rows[0]?.isUsed
      ? 'it was used for entry'
      : rows[0]?.isOver
        ? 'the event is over, or was cancelled'
        : rows[0]?.waiting
          ? `another change is waiting for payment. Cancel order ${rows[0].waiting} first`
          : null;
  if (why !== null) throw new Refusal('wrong_state', `The seat of this ticket can’t be changed: ${why}.`);
}

/** Both seats, and the ticket types that the new one is sold as: its own, and the others with seats of its pool. */
async function readSeats(
  tx: Transaction,
  { eventId, seatId }: LockedTicket,
  toSeatId: string,
): Promise<{ from: LockedSeat; to: LockedSeat; pool: string[] }> {
  const { rows } = await tx.query<LockedSeat & { pool: string[] }>(
    `SELECT s.id, s.ticket_type_id AS "ticketTypeId", s.section, s.row_label AS row, s.seat_label AS seat, name_seat(s) AS name,
            s.blocked_reason AS "blockedReason", seat_owner(s, at.now) IS NOT NULL AS "isTaken",
            ARRAY(SELECT t.id FROM ticket_types AS t
                   WHERE t.event_id = s.event_id AND t.kind = 'SEATED' AND (t.id = s.ticket_type_id OR t.pool_id = (
                         SELECT own.pool_id FROM ticket_types AS own WHERE own.id = s.ticket_type_id))) AS pool
       FROM seats AS s CROSS JOIN (SELECT clock_timestamp() AS now) AS at
      WHERE s.id = ANY ($1::uuid[]) AND s.event_id = $2`,
    [isUuid(toSeatId) ? [seatId, toSeatId] : [seatId], eventId],
  );
  const from = rows.find(({ id }) => id === seatId);
  const to = rows.find(({ id }) => id === toSeatId);
  if (!from) throw changedMeanwhile();
  if (!to) throw invalidField('toSeatId', 'is no longer a seat of this event: reload the map.');
  const { pool, ...seat } = to;
  return { from, to: seat, pool };
}

function requireFree(to: LockedSeat, { takesHouseSeat }: WantedSeat): void {
  if (to.blockedReason !== null) {
    if (takesHouseSeat) return;
    throw new Refusal(
      'tickets_unavailable',
      `${to.name} is a house seat (${to.blockedReason}): confirm that you want to release it, or choose another seat.`,
      {
        field: 'toSeatId',
      },
    );
  }
  if (!to.isTaken) return;
  throw new Refusal('tickets_unavailable', `Somebody else has taken ${to.name}: choose another seat.`, {
    field: 'toSeatId',
    current: { takenSeatIds: [to.id] },
  });
}
