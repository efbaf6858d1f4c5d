import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { showFields } from '../audit/what-changed.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { addFurtherPrice } from './add-further-price.ts';
import { createTicketType } from './create-ticket-type.ts';
import { checkSaleWindow, readTicketType } from './read-ticket-type.ts';
import { nameTaxRate } from './name-tax-rate.ts';
import {
  fieldsOf,
  lockTicketTypesOfEvent,
  type TicketTypeFields,
  type TypedTicketType,
} from './ticket-type-fields.ts';

/** Buyers read them all at once, and every one of them is a row that a cart may lock. */
export const MAX_TICKET_TYPES = 50;

/**
 * A new ticket type, behind those that are there. Of seats there are as many as the page of seats gives it, at first none; of another price
 * for the seats of a ticket type (`seatsOf`), as many as that one has.
 */
export async function addTicketType(
  tx: Transaction,
  input: {
    hostId: string;
    eventId: string;
    actor: Actor;
    kind: 'GENERAL' | 'SEATED';
    seatsOf?: string | undefined;
    typed: TypedTicketType;
  },
): Promise<{ ticketTypeId: string }> {
  const { hostId, eventId, actor, kind, seatsOf } = input;
  const event = await lockTicketTypesOfEvent(tx, { hostId, eventId });
  if (kind === 'SEATED' && event.kind !== 'seat_map')
    throw invalidField('kind', 'must be without seats: this event has none.');
  const { rows } = await tx.query<{ count: number; position: number }>(
    `SELECT count(*)::integer AS count, coalesce(max(position) + 1, 0) AS position FROM ticket_types WHERE event_id = $1`,
    [eventId],
  );
  const [{ count, position } = { count: 0, position: 0 }] = rows;
  if (count >= MAX_TICKET_TYPES)
    throw new Refusal('validation_failed', `An event can have at most ${MAX_TICKET_TYPES} ticket types.`);
  const { ownLimit = null, ...rest } = input.typed;
  const typed = { ...rest, ...(kind === 'SEATED' && { capacity: 0 }) };
  const fields = readTicketType(typed, { timezone: event.timezone }) as TicketTypeFields;
  checkSaleWindow(fields);
  const taxRate = await nameTaxRate(tx, { hostId, taxRateId: fields.taxRateId, toChoose: true });
  if (kind !== 'SEATED' && seatsOf !== undefined)
    throw invalidField('kind', 'must be with seats, because it is a price for seats.');
  if (seatsOf === undefined && ownLimit !== null)
    throw invalidField('ownLimit', 'is only for additional prices of seats.');
  const ticketTypeId =
    seatsOf === undefined
      ? await createTicketType(tx, { eventId, kind, position, ...fields })
      : await addFurtherPrice(tx, { hostId, eventId, seatsOf, ownLimit, fields });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'ticket_type.create',
    subject: { id: ticketTypeId, name: fields.name },
    after: {
      kind,
      ...showFields({ ...fields, ownLimit }, fieldsOf({ seatsOf: seatsOf ?? null })),
      ...(taxRate !== null && { taxRate }),
    },
  });
  return { ticketTypeId };
}
