import type { Queryable } from '../db/database.ts';
import type { PaidBy } from '../rules/order-source.ts';

export type GivenByHand = {
  refundId: string;
  reference: string;
  buyer: string;
  paidBy: PaidBy;
  currency: string;
  amountMinor: number;
};

// As many as a person goes through one by one.
const MAX_LISTED = 200;

/**
 * Money that the host was paid directly, and that it owes since the event was cancelled, or since the buyer gave the tickets back when it
 * was moved. Nobody but the host can give it back, and only here is it told to.
 */
export async function listByHand(database: Queryable, eventId: string): Promise<GivenByHand[]> {
  const { rows } = await database.query<GivenByHand>(
    `SELECT r.id AS "refundId", o.reference, o.first_name || ' ' || o.last_name AS buyer, coalesce(o.paid_by, 'transfer') AS "paidBy", o.currency,
            r.amount_minor AS "amountMinor"
       FROM orders AS o JOIN refunds AS r ON r.order_id = o.id
      WHERE o.event_id = $1 AND (o.source = 'host' OR o.gateway = 'bank_transfer') AND r.request_key ~ '^(cancellation|postponement) '
      ORDER BY r.id LIMIT ${MAX_LISTED}`,
    [eventId],
  );
  return rows;
}
