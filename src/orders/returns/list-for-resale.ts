import { randomUUIDv7 } from 'node:crypto';
import assert from 'node:assert/strict';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { tellPhones } from '../disputes/block-tickets.ts';
import { addToHistory } from '../add-to-history.ts';
import { sumOfReturn } from '../../rules/return-sum.ts';
import type { FoundReturn } from './find-return.ts';
import type { Returnable } from './read-returnable.ts';

/** The ticket types of tickets that are locked, by the one statement that the order of locks asks for (functions/README.md). */
export async function lockTypesOf(tx: Transaction, ticketIds: readonly string[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM ticket_types WHERE id = ANY (ARRAY(SELECT ticket_type_id FROM tickets WHERE id = ANY ($1)))
      ORDER BY id FOR NO KEY UPDATE`,
    [ticketIds],
  );
}

/**
 * Puts the tickets on sale again, each by itself. They stay valid, and no door lets them in: whoever buys one gets a ticket of their own, and this one is
 * void then (functions/sell_listings.sql). The caller has locked the order, its tickets, their ticket types and the return, and looked at all of them.
 */
export async function listForResale(
  tx: Transaction,
  { orderId, found, order, actor }: { orderId: string; found: FoundReturn; order: Returnable; actor: Actor },
): Promise<void> {
  const tickets = order.tickets.filter(({ id }) => found.ticketIds.includes(id));
  let { leftMinor } = order;
  const [first, ...others] = tickets.map((ticket) => {
    const amountMinor = sumOfReturn({ ...order, leftMinor }, [ticket]);
    leftMinor -= amountMinor;
    return { ...ticket, amountMinor };
  });
  assert(first, 'a return without tickets');
  await tx.query(
    `UPDATE returns SET state = 'listed', confirmed_at = clock_timestamp(), ticket_ids = ARRAY[$2::uuid], amount_minor = $3,
            listed_ticket_id = $2, listed_type_id = $4 WHERE id = $1`,
    [found.id, first.id, first.amountMinor, first.ticketTypeId],
  );
  await tx.query(
    `INSERT INTO returns (id, order_id, host_id, event_id, state, ticket_ids, amount_minor, asked_at, expires_at, confirmed_at,
                          listed_ticket_id, listed_type_id)
     SELECT one.id, r.order_id, r.host_id, r.event_id, 'listed', ARRAY[one.ticket_id], one.amount_minor, r.asked_at, r.expires_at,
            r.confirmed_at, one.ticket_id, one.type_id
       FROM returns AS r CROSS JOIN unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[]) AS one (id, ticket_id, type_id, amount_minor)
      WHERE r.id = $1`,
    [
      found.id,
      others.map(() => randomUUIDv7()),
      others.map(({ id }) => id),
      others.map(({ ticketTypeId }) => ticketTypeId),
      others.map(({ amountMinor }) => amountMinor),
    ],
  );
  await tx.query(
    `UPDATE ticket_types AS t SET sold = t.sold - listed.count, listed = t.listed + listed.count
       FROM (SELECT ticket_type_id, count(*)::integer FROM tickets WHERE id = ANY ($1) GROUP BY 1) AS listed
      WHERE t.id = listed.ticket_type_id`,
    [found.ticketIds],
  );
  await tellPhones(tx, orderId);
  await addToHistory(tx, orderId, `the buyer put tickets on sale again: ${tickets.length}`);
  await recordChange(tx, {
    hostId: order.hostId,
    actor,
    action: 'order.list_tickets',
    subject: { id: orderId, name: order.reference },
    after: { amountMinor: found.amountMinor, tickets: tickets.length },
  });
}
