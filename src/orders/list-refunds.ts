import type { Queryable } from '../db/database.ts';
import type { Country } from '../money/countries.ts';
import type { WhoseRefunds } from './find-refund.ts';

export type RefundStatus =
  | 'pending'
  | 'asking'
  | 'sent'
  | 'succeeded'
  | 'needs_attention'
  | 'settled_by_hand';

export type ListedRefund = {
  id: string;
  reference: string;
  eventName: string;
  country: Country;
  amountMinor: number;
  currency: string;
  reason: 'host' | 'late' | 'surplus' | 'mismatch';
  status: RefundStatus;
  /** The gateway's last answer, or the reason for settling by hand. */
  note: string | null;
  gateway: string;
  gatewayPaymentId: string;
  gatewayRefundId: string | null;
  retries: number;
  createdAt: Date;
  endedAt: Date | null;
};

// Gateways take on a refund within seconds, and banks take days to pay it out. One that is not even taken on by then is stuck:
// the gateway has not answered all the time.
export const STUCK_AFTER_HOURS = 24;

// The oldest first: where more than so many wait for a person, nobody looks.
const MAX_LOOKED_AT = 1_000;

/** The rows `r` of `refunds` that need attention. */
export const NEEDS_ATTENTION_SQL = `(r.status = 'needs_attention'
  OR r.status IN ('pending', 'asking') AND r.created_at < now() - interval '${STUCK_AFTER_HOURS} hours')`;

// In the words of the index of open refunds.
const OPEN_SQL = `r.status NOT IN ('succeeded', 'settled_by_hand')`;

/**
 * SQL: id, order and creation of the refunds that a person should look at, the oldest first. `host`: SQL of a host's id; null: of all
 * hosts. It goes from one to the next along an index of open refunds: where all are asked for at once, a planner without statistics
 * reads the whole table instead.
 */
export function attentionRefundsSql(host: string | null): string {
  const open = host === null ? OPEN_SQL : `${OPEN_SQL} AND r.host_id = ${host}`;
  return `
  WITH RECURSIVE open AS (
    (SELECT r.id, r.order_id, r.created_at, ${NEEDS_ATTENTION_SQL} AS needs_attention FROM refunds AS r WHERE ${open}
      ORDER BY r.created_at, r.id LIMIT 1)
    UNION ALL
    SELECT next.* FROM open CROSS JOIN LATERAL (
      SELECT r.id, r.order_id, r.created_at, ${NEEDS_ATTENTION_SQL} FROM refunds AS r
       WHERE ${open} AND (r.created_at, r.id) > (open.created_at, open.id) ORDER BY r.created_at, r.id LIMIT 1) AS next)
  SELECT id, order_id, created_at FROM open WHERE needs_attention LIMIT ${MAX_LOOKED_AT}`;
}

/**
 * The refunds that a person should look at, the oldest first; or all, the newest first. Of one host, or, for the operator, of
 * all.
 */
export async function listRefunds(
  tx: Queryable,
  input: WhoseRefunds & {
    /** Those of these events; null: of all. */
    eventIds?: string[] | null;
    which: 'need_attention' | 'all';
    limit: number;
  },
): Promise<ListedRefund[]> {
  const { eventIds = null, which, limit } = input;
  const hostId = 'hostId' in input ? input.hostId : null;
  const chosen =
    which === 'all'
      ? { from: 'refunds', order: 'r.id DESC' }
      : {
          from: `(SELECT one.* FROM (${attentionRefundsSql(hostId === null ? null : '$1::uuid')}) AS found
                   CROSS JOIN LATERAL (SELECT * FROM refunds WHERE id = found.id LIMIT 1) AS one)`,
          order: 'r.created_at, r.id',
        };
  // LIMIT 1: by their keys, whatever the planner knows of the tables.
  const { rows } = await tx.query<ListedRefund>(
    `SELECT r.id, o.reference, e.name AS "eventName", e.country, r.amount_minor AS "amountMinor", p.currency, r.reason, r.status, r.note,
            p.gateway, p.gateway_payment_id AS "gatewayPaymentId", r.gateway_refund_id AS "gatewayRefundId", r.retries,
            r.created_at AS "createdAt", r.ended_at AS "endedAt"
       FROM ${chosen.from} AS r
      CROSS JOIN LATERAL (SELECT reference, host_id, event_id FROM orders WHERE id = r.order_id LIMIT 1) AS o
      CROSS JOIN LATERAL (SELECT name, country FROM events WHERE id = o.event_id LIMIT 1) AS e
      CROSS JOIN LATERAL (SELECT * FROM payments WHERE id = r.payment_id LIMIT 1) AS p
      WHERE ($1::uuid IS NULL OR o.host_id = $1) AND ($3::uuid[] IS NULL OR o.event_id = ANY ($3))
      ORDER BY ${chosen.order} LIMIT $2`,
    [hostId, limit, eventIds],
  );
  return rows;
}
