import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { showFields } from '../audit/what-changed.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import {
  lockTicketType,
  lockTicketTypesOfEvent,
  TICKET_TYPE_FIELDS,
  type StoredTicketType,
} from './ticket-type-fields.ts';

/**
 * Deletes a ticket type of which nothing was ever bought and nothing is held. Whoever waits for its lock with a cart is told that it
 * is not on sale (hold_cart_batch). Of promo codes and questions for several ticket types it is taken out.
 */
export async function deleteTicketType(
  tx: Transaction,
  input: { hostId: string; eventId: string; ticketTypeId: string; actor: Actor },
): Promise<void> {
  const { hostId, eventId, ticketTypeId, actor } = input;
  await lockTicketTypesOfEvent(tx, { hostId, eventId });
  const type = await lockTicketType(tx, { hostId, eventId, ticketTypeId, toDelete: true });
  await requireUnused(tx, eventId, type);
  await leaveQuestions(tx, { eventId, ticketTypeId });
  await tx.query('DELETE FROM ticket_types WHERE id = $1', [ticketTypeId]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'ticket_type.delete',
    subject: { id: ticketTypeId, name: type.name },
    before: {
      kind: type.kind,
      ...showFields(type, TICKET_TYPE_FIELDS),
    },
  });
}

/** Without its last ticket type a question would be asked of everybody: it is removed. */
async function leaveQuestions(
  tx: Transaction,
  { eventId, ticketTypeId }: { eventId: string; ticketTypeId: string },
): Promise<void> {
  await tx.query(
    `UPDATE questions SET removed_at = clock_timestamp()
      WHERE event_id = $1 AND ticket_type_ids <@ ARRAY[$2::uuid] AND removed_at IS NULL`,
    [eventId, ticketTypeId],
  );
  await tx.query(
    `UPDATE questions SET ticket_type_ids = array_remove(ticket_type_ids, $2)
      WHERE event_id = $1 AND $2 = ANY (ticket_type_ids) AND removed_at IS NULL`,
    [eventId, ticketTypeId],
  );
}

type Uses = { isSold: boolean; held: number; isOrdered: boolean; seats: number; codes: string[] };

/**
 * Everything that names the ticket type. Under its lock no more can come: a cart needs the lock, and an order has a cart that still
 * holds the tickets until it is committed.
 */
async function requireUnused(
  tx: Transaction,
  eventId: string,
  { ticketTypeId, name }: StoredTicketType,
): Promise<void> {
  await tx.query(
    `SELECT give_back_stock(of_carts => '{}', of_types => ARRAY[$1::uuid], lapsed_by => clock_timestamp())`,
    [ticketTypeId],
  );
  const { rows } = await tx.query<Uses>(
    `SELECT EXISTS (SELECT 1 FROM tickets WHERE ticket_type_id = $2) AS "isSold",
            (SELECT coalesce(sum(quantity), 0)::integer FROM holds WHERE ticket_type_id = $2) AS held,
            -- An order that lapsed unpaid counts as well: its payment may still come. As text, which is looked through much faster than
            -- the items are read.
            EXISTS (SELECT 1 FROM orders WHERE event_id = $1 AND strpos(quote::text, $2::text) > 0) AS "isOrdered",
            (SELECT count(*)::integer FROM seats WHERE ticket_type_id = $2) AS seats,
            ARRAY(SELECT p.code FROM promo_codes AS p WHERE p.id IN (
                    SELECT promo_code_id FROM promo_code_ticket_types
                     WHERE promo_code_id IN (SELECT promo_code_id FROM promo_code_ticket_types WHERE ticket_type_id = $2)
                     GROUP BY 1 HAVING count(*) = 1)
                   ORDER BY p.code LIMIT 5) AS codes`,
    [eventId, ticketTypeId],
  );
  const [uses] = rows;
  if (!uses) throw new Error('a SELECT without a row');
  const why = whyNot(uses);
  if (why !== null) throw new Refusal('validation_failed', `${name} can’t be deleted: ${why}`);
}

function whyNot({ isSold, held, isOrdered, seats, codes }: Uses): string | null {
  if (isSold) return 'tickets of it were sold. Stop selling it instead.';
  if (held > 0)
    return `carts and unpaid orders hold ${held} of it. Stop selling it, and delete it when they are gone.`;
  if (isOrdered) return 'it was ordered, and a payment may still come. Stop selling it instead.';
  if (seats > 0) return `it has ${seats} of the seats. Give those another ticket type first.`;
  // Without its last ticket type a code would be good for all of them.
  if (codes.length > 0)
    return `promo codes are for it alone (${codes.join(', ')}). Delete those first, or make them good for others.`;
  return null;
}
