import type { Queryable } from '../../db/database.ts';

export type WaitingTransfer = {
  orderId: string;
  reference: string;
  buyer: string;
  event: string;
  totalMinor: number;
  currency: string;
  payBy: Date;
};

// More than a person looks through: a statement finds the others.
const MAX_LISTED = 1_000;

/** The orders that wait for a bank transfer, of the events that the member may see; those that end first come first. */
export async function listWaitingTransfers(
  tx: Queryable,
  { hostId, eventIds }: { hostId: string; eventIds: readonly string[] | null },
): Promise<WaitingTransfer[]> {
  const { rows } = await tx.query<WaitingTransfer>(
    `SELECT o.id AS "orderId", o.reference, o.first_name || ' ' || o.last_name AS buyer, e.name AS event,
            o.total_minor AS "totalMinor", o.currency, o.pay_by AS "payBy"
       FROM orders AS o JOIN events AS e ON e.id = o.event_id
      WHERE uuid_send(o.host_id) = uuid_send($1) AND o.status = 'pending_payment' AND o.gateway = 'bank_transfer'
        AND ($2::uuid[] IS NULL OR o.event_id = ANY ($2))
      ORDER BY o.pay_by, o.id LIMIT ${MAX_LISTED}`,
    [hostId, eventIds],
  );
  return rows;
}
