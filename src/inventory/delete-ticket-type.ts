import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { showFields } from '../audit/what-changed.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import {
  fieldsOf,
  lockTicketTypes,
  lockTicketTypesOfEvent,
  type StoredTicketType,
} from './ticket-type-fields.ts';

/**
 * Deletes a ticket type of which nothing was ever bought and nothing is held. Whoever waits for its lock with a cart is told that it
 * is not on sale (hold_batch). Of promo codes and questions for several ticket types it is taken out.
 */
export async function deleteTicketType(
  tx: Transaction,
  input: { hostId: string; eventId: string; ticketTypeId: string; actor: Actor },
): Promise<void> {
  const { hostId, eventId, ticketTypeId, actor } = input;
  await lockTicketTypesOfEvent(tx, { hostId, eventId });
  const before = await lookThroughOrders(tx, { eventId, ticketTypeId });
  const type = await lockWithSeats(tx, { hostId, eventId, ticketTypeId });
  await requireUnused(tx, { eventId, before }, type);
  await leaveQuestions(tx, { eventId, ticketTypeId });
  await tx.query(
    'UPDATE event_translations SET ticket_types = ticket_types - $2::text WHERE event_id = $1 AND ticket_types ? $2::text',
    [eventId, ticketTypeId],
  );
  await tx.query('DELETE FROM ticket_types WHERE id = $1', [ticketTypeId]);
  await leavePool(tx, { eventId, ...type });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'ticket_type.delete',
    subject: { id: ticketTypeId, name: type.name },
    before: {
      kind: type.kind,
      ...showFields(type, fieldsOf(type)),
    },
  });
}

/** With the seats that it is a further price for: their last one takes the pool along. The event is locked, so nobody adds a price. */
async function lockWithSeats(
  tx: Transaction,
  { ticketTypeId, ...which }: { hostId: string; eventId: string; ticketTypeId: string },
): Promise<StoredTicketType> {
  const { rows } = await tx.query<{ seatsOf: string | null }>(
    'SELECT seats_of AS "seatsOf" FROM ticket_types WHERE id = $1 AND event_id = $2',
    [ticketTypeId, which.eventId],
  );
  const ticketTypeIds = [ticketTypeId, ...(rows[0]?.seatsOf ? [rows[0].seatsOf] : [])];
  const locked = await lockTicketTypes(tx, { ...which, ticketTypeIds, toDelete: true });
  const found = locked.find((type) => type.ticketTypeId === ticketTypeId);
  if (!found) throw new Error('a ticket type that was locked is gone');
  return found;
}

/** The others of the pool stay as they are; with its last ticket type a pool goes, and one of seats with their last further price. */
async function leavePool(
  tx: Transaction,
  { eventId, poolId, seatsOf }: { eventId: string; poolId: string | null; seatsOf: string | null },
): Promise<void> {
  if (seatsOf !== null)
    await tx.query(
      `UPDATE ticket_types SET pool_id = NULL
        WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM ticket_types WHERE event_id = $2 AND seats_of = $1)`,
      [seatsOf, eventId],
    );
  await tx.query(
    `DELETE FROM pools WHERE id = $2 AND NOT EXISTS (SELECT 1 FROM ticket_types WHERE event_id = $1 AND pool_id = $2)`,
    [eventId, poolId],
  );
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

/** Whether a ticket type was ever ordered; and since which transaction there may be orders that were not seen. */
type LookedThrough = { isOrdered: boolean; notSeenSince: string };

/**
 * An order that lapsed unpaid counts as well: its payment may still come. An event may have a hundred thousand orders. So most are looked
 * through before anything is locked, since the sale waits behind the locks.
 */
async function lookThroughOrders(
  tx: Transaction,
  { eventId, ticketTypeId }: { eventId: string; ticketTypeId: string },
): Promise<LookedThrough> {
  const { rows } = await tx.query<LookedThrough>(
    // As text, which is looked through much faster than the items are read.
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS "notSeenSince",
            EXISTS (SELECT 1 FROM orders WHERE event_id = $1 AND strpos(quote::text, $2::text) > 0) AS "isOrdered"`,
    [eventId, ticketTypeId],
  );
  const [before] = rows;
  if (!before) throw new Error('a SELECT without a row');
  return before;
}

type Uses = {
  isSold: boolean;
  held: number;
  isOrdered: boolean;
  seats: number;
  prices: string[];
  codes: string[];
};

/**
 * Everything that names the ticket type. Under its lock no more can come: a cart needs the lock, and an order has a cart that still
 * holds the tickets until it is committed.
 */
async function requireUnused(
  tx: Transaction,
  { eventId, before }: { eventId: string; before: LookedThrough },
  { ticketTypeId, name }: StoredTicketType,
): Promise<void> {
  await tx.query(
    `SELECT give_back_stock(of_carts => '{}', of_types => ARRAY[$1::uuid], lapsed_by => clock_timestamp())`,
    [ticketTypeId],
  );
  const { rows } = await tx.query<Uses>(
    `SELECT EXISTS (SELECT 1 FROM tickets WHERE ticket_type_id = $2) AS "isSold",
            (SELECT coalesce(sum(quantity), 0)::integer FROM holds WHERE ticket_type_id = $2) AS held,
            -- Of the orders only those that the look before may not have seen. That is told by who wrote them, since an order may be older
            -- than when it is first seen.
            $3 OR EXISTS (SELECT 1 FROM orders WHERE event_id = $1
                AND CASE WHEN age(xmin) <= age($4::xid) THEN strpos(quote::text, $2::text) > 0 END) AS "isOrdered",
            (SELECT count(*)::integer FROM seats WHERE ticket_type_id = $2) AS seats,
            ARRAY(SELECT name FROM ticket_types WHERE event_id = $1 AND seats_of = $2 ORDER BY position, id) AS prices,
            ARRAY(SELECT p.code FROM promo_codes AS p WHERE p.id IN (
                    SELECT promo_code_id FROM promo_code_ticket_types
                     WHERE promo_code_id IN (SELECT promo_code_id FROM promo_code_ticket_types WHERE ticket_type_id = $2)
                     GROUP BY 1 HAVING count(*) = 1)
                   ORDER BY p.code LIMIT 5) AS codes`,
    [eventId, ticketTypeId, before.isOrdered, before.notSeenSince],
  );
  const [uses] = rows;
  if (!uses) throw new Error('a SELECT without a row');
  const why = whyNot(uses);
  if (why !== null) throw new Refusal('validation_failed', `${name} can’t be deleted: ${why}`);
}

function whyNot({ isSold, held, isOrdered, seats, prices, codes }: Uses): string | null {
  if (isSold) return 'tickets were sold. Stop selling it instead.';
  if (held > 0) return `carts and unpaid orders hold ${held} tickets. Stop selling it, and delete it later.`;
  if (isOrdered) return 'it was ordered, and a payment may still arrive. Stop selling it instead.';
  if (seats > 0)
    return `${seats === 1 ? '1 seat uses' : `${seats} seats use`} it. Give ${seats === 1 ? 'it' : 'them'} another ticket type first.`;
  if (prices.length > 0) return `its seats have other prices (${prices.join(', ')}). Delete them first.`;
  // Without its last ticket type a code would be good for all of them.
  if (codes.length > 0)
    return `some promo codes work only for it (${codes.join(', ')}). Delete them first, or allow other ticket types.`;
  return null;
}
