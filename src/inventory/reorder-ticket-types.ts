import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { listTicketTypes, lockTicketTypes, lockTicketTypesOfEvent } from './ticket-type-fields.ts';

/** The order in which buyers see the ticket types. It must name them all: who did not see a new one does not know where it goes. */
export async function reorderTicketTypes(
  tx: Transaction,
  input: { hostId: string; eventId: string; actor: Actor; ticketTypeIds: string[] },
): Promise<void> {
  const { hostId, eventId, actor, ticketTypeIds } = input;
  const { eventName } = await lockTicketTypesOfEvent(tx, { hostId, eventId });
  const types = await listTicketTypes(tx, { hostId, eventId });
  const nameOf = new Map(types.map(({ ticketTypeId, name }) => [ticketTypeId, name]));
  if (ticketTypeIds.length !== types.length || ticketTypeIds.some((id) => !nameOf.has(id))) {
    throw new Refusal('changed_meanwhile', 'Ticket types were added or deleted since you opened this page.');
  }
  await lockTicketTypes(tx, { hostId, eventId, ticketTypeIds });
  await tx.query(
    `UPDATE ticket_types AS t SET position = wanted.nr - 1
       FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, nr)
      WHERE t.id = wanted.id AND t.event_id = $1 AND t.position <> wanted.nr - 1`,
    [eventId, ticketTypeIds],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'ticket_type.reorder',
    subject: { id: eventId, name: eventName },
    before: { order: types.map(({ name }) => name) },
    after: { order: ticketTypeIds.map((id) => nameOf.get(id)) },
  });
}
