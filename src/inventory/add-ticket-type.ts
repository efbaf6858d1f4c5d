import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { showFields } from '../audit/what-changed.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { createTicketType } from './create-ticket-type.ts';
import { checkSaleWindow, readTicketType } from './read-ticket-type.ts';
import {
  lockTicketTypesOfEvent,
  TICKET_TYPE_FIELDS,
  type TicketTypeFields,
  type TypedTicketType,
} from './ticket-type-fields.ts';

/** Buyers read them all at once, and every one of them is a row that a cart may lock. */
export const MAX_TICKET_TYPES = 50;

/** A new ticket type, behind those that are there. Of seats there are as many as the page of seats gives it: at first none. */
export async function addTicketType(
  tx: Transaction,
  input: {
    hostId: string;
    eventId: string;
    actor: Actor;
    kind: 'GENERAL' | 'SEATED';
    typed: TypedTicketType;
  },
): Promise<{ ticketTypeId: string }> {
  const { hostId, eventId, actor, kind } = input;
  const event = await lockTicketTypesOfEvent(tx, { hostId, eventId });
  if (kind === 'SEATED' && event.kind !== 'seat_map')
    throw invalidField('kind', 'must be GENERAL: this event has no seats.');
  const { rows } = await tx.query<{ count: number; position: number }>(
    `SELECT count(*)::integer AS count, coalesce(max(position) + 1, 0) AS position FROM ticket_types WHERE event_id = $1`,
    [eventId],
  );
  const [{ count, position } = { count: 0, position: 0 }] = rows;
  if (count >= MAX_TICKET_TYPES)
    throw new Refusal('validation_failed', `An event has at most ${MAX_TICKET_TYPES} ticket types.`);
  const typed = { ...input.typed, ...(kind === 'SEATED' && { capacity: 0 }) };
  const fields = readTicketType(typed, { timezone: event.timezone }) as TicketTypeFields;
  checkSaleWindow(fields);
  const ticketTypeId = await createTicketType(tx, { eventId, kind, position, ...fields });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'ticket_type.create',
    subject: { id: ticketTypeId, name: fields.name },
    after: { kind, ...showFields(fields, TICKET_TYPE_FIELDS) },
  });
  return { ticketTypeId };
}
