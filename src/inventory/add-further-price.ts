import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { invalidField } from '../refusal.ts';
import { createTicketType } from './create-ticket-type.ts';
import { listTicketTypes, lockTicketTypes, type TicketTypeFields } from './ticket-type-fields.ts';

/**
 * Another price for the seats of a ticket type: both draw on one pool, which is the seats. It has as many as there are seats, or fewer where
 * the host says so. The event is locked. Carts that know of one price only are priced anew (hold_batch).
 */
export async function addFurtherPrice(
  tx: Transaction,
  input: {
    hostId: string;
    eventId: string;
    /** The ticket type whose seats it is a price for. */
    seatsOf: string;
    ownLimit: number | null;
    fields: TicketTypeFields;
  },
): Promise<string> {
  const { hostId, eventId, seatsOf, ownLimit, fields } = input;
  // All of the event: those behind it make room in the order that buyers see.
  const known = await listTicketTypes(tx, { hostId, eventId });
  const ticketTypeIds = known.map(({ ticketTypeId }) => ticketTypeId);
  const types = await lockTicketTypes(tx, { hostId, eventId, ticketTypeIds });
  const painted = types.find(({ ticketTypeId }) => ticketTypeId === seatsOf);
  if (!painted || painted.kind !== 'SEATED' || painted.seatsOf !== null)
    throw invalidField('seatsOf', 'must be a ticket type that has its own seats.');
  let { poolId } = painted;
  if (poolId === null) {
    poolId = randomUUIDv7();
    await tx.query('INSERT INTO pools (id, event_id, name, capacity) VALUES ($1, $2, $3, $4)', [
      poolId,
      eventId,
      painted.name,
      painted.capacity,
    ]);
    await tx.query('UPDATE ticket_types SET pool_id = $2 WHERE id = $1', [seatsOf, poolId]);
  }
  const last = Math.max(
    painted.position,
    ...types.filter((type) => type.seatsOf === seatsOf).map(({ position }) => position),
  );
  await tx.query('UPDATE ticket_types SET position = position + 1 WHERE event_id = $1 AND position > $2', [
    eventId,
    last,
  ]);
  const ticketTypeId = await createTicketType(tx, {
    ...fields,
    eventId,
    kind: 'SEATED',
    position: last + 1,
    capacity: capacityOf(ownLimit, painted.capacity),
    furtherPrice: { seatsOf, poolId, ownLimit },
  });
  await joinDoorsAndQuestions(tx, { eventId, seatsOf, ticketTypeId });
  return ticketTypeId;
}

/** Guests on these seats use the same doors and get the same questions, at any price. */
async function joinDoorsAndQuestions(
  tx: Transaction,
  { eventId, seatsOf, ticketTypeId }: { eventId: string; seatsOf: string; ticketTypeId: string },
): Promise<void> {
  const ids = [eventId, seatsOf, ticketTypeId];
  await tx.query(
    `UPDATE doors SET ticket_type_ids = array_append(ticket_type_ids, $3), version = version + 1
      WHERE event_id = $1 AND $2 = ANY (ticket_type_ids) AND removed_at IS NULL`,
    ids,
  );
  await tx.query(
    `UPDATE questions SET ticket_type_ids = array_append(ticket_type_ids, $3)
      WHERE event_id = $1 AND $2 = ANY (ticket_type_ids) AND removed_at IS NULL`,
    ids,
  );
}

/** Of a further price there are never more than seats. */
export const capacityOf = (ownLimit: number | null, seats: number): number =>
  Math.min(ownLimit ?? seats, seats);
