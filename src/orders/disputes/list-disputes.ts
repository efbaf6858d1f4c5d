import type { Queryable } from '../../db/database.ts';
import type { Country } from '../../money/countries.ts';
import type { DisputeState } from './record-disputes.ts';

export type OrderDispute = {
  id: string;
  amountMinor: number;
  currency: string;
  gateway: string;
  gatewayPaymentId: string;
  gatewayDisputeId: string;
  /** The gateway's word for it; empty where it has none. */
  reason: string;
  state: DisputeState;
  /** A refund ends it. */
  isRefundable: boolean;
  /** Since when the tickets are refused at the doors; null: they are good. */
  blockedAt: Date | null;
  dueAt: Date | null;
  openedAt: Date;
  endedAt: Date | null;
};

/** Of an order, the oldest first. */
export async function listOrderDisputes(tx: Queryable, orderId: string): Promise<OrderDispute[]> {
  const { rows } = await tx.query<OrderDispute>(
    `SELECT d.id, d.amount_minor AS "amountMinor", d.currency, p.gateway, p.gateway_payment_id AS "gatewayPaymentId",
            d.gateway_dispute_id AS "gatewayDisputeId", d.reason, d.state,
            d.is_refundable AS "isRefundable", d.blocked_at AS "blockedAt", d.due_at AS "dueAt", d.opened_at AS "openedAt", d.ended_at AS "endedAt"
       FROM payment_disputes AS d CROSS JOIN LATERAL (SELECT gateway, gateway_payment_id FROM payments WHERE id = d.payment_id LIMIT 1) AS p
      WHERE d.order_id = $1 ORDER BY d.opened_at, d.id`,
    [orderId],
  );
  return rows;
}

export type OpenDispute = {
  reference: string;
  amountMinor: number;
  currency: string;
  country: Country;
  openedAt: Date;
  dueAt: Date | null;
};

/** Of a host at these events, or at all; the one that must be answered first comes first. */
export async function listOpenDisputes(
  tx: Queryable,
  { hostId, eventIds, limit }: { hostId: string; eventIds: string[] | null; limit: number },
): Promise<OpenDispute[]> {
  const { rows } = await tx.query<OpenDispute>(
    `SELECT o.reference, d.amount_minor AS "amountMinor", d.currency, e.country, d.opened_at AS "openedAt", d.due_at AS "dueAt"
       FROM payment_disputes AS d
      CROSS JOIN LATERAL (SELECT reference, event_id FROM orders WHERE id = d.order_id LIMIT 1) AS o
      CROSS JOIN LATERAL (SELECT country FROM events WHERE id = o.event_id LIMIT 1) AS e
      WHERE d.host_id = $1 AND d.state = 'open' AND ($2::uuid[] IS NULL OR o.event_id = ANY ($2))
      ORDER BY d.due_at, d.opened_at, d.id LIMIT $3`,
    [hostId, eventIds, limit],
  );
  return rows;
}
