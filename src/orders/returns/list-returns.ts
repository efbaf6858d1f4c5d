import type { Queryable } from '../../db/database.ts';
import type { Country } from '../../money/countries.ts';
import type { ReturnState } from './find-return.ts';

/** A return of an order, as its members and its buyer are told. */
export type ListedReturn = {
  id: string;
  /** `expired`: the buyer never opened the link. */
  state: ReturnState | 'expired';
  positions: number[];
  amountMinor: number;
  askedAt: Date;
  endedAt: Date | null;
  reason: string | null;
};

/** Oldest first. */
export async function listReturns(tx: Queryable, orderId: string): Promise<ListedReturn[]> {
  const { rows } = await tx.query<ListedReturn>(
    `SELECT r.id, CASE WHEN r.state = 'asked' AND r.expires_at <= clock_timestamp() THEN 'expired' ELSE r.state END AS state,
            ARRAY(SELECT t.position FROM tickets AS t WHERE t.order_id = r.order_id AND t.id = ANY (r.ticket_ids) ORDER BY t.position) AS positions,
            r.amount_minor AS "amountMinor", r.asked_at AS "askedAt", r.ended_at AS "endedAt", r.reason
       FROM returns AS r WHERE r.order_id = $1 ORDER BY r.asked_at, r.id`,
    [orderId],
  );
  return rows;
}

/** A return that a member is to decide on. */
export type WaitingReturn = { reference: string; confirmedAt: Date; amountMinor: number; country: Country };

/** Of a host, or of these events of it; the oldest first. */
export async function listWaitingReturns(
  tx: Queryable,
  { hostId, eventIds, limit }: { hostId: string; eventIds: string[] | null; limit: number },
): Promise<WaitingReturn[]> {
  const { rows } = await tx.query<WaitingReturn>(
    `SELECT o.reference, r.confirmed_at AS "confirmedAt", r.amount_minor AS "amountMinor", e.country
       FROM (SELECT * FROM returns WHERE host_id = $1 AND state = 'waiting' AND ($2::uuid[] IS NULL OR event_id = ANY ($2))
              ORDER BY confirmed_at LIMIT $3) AS r
      CROSS JOIN LATERAL (SELECT reference FROM orders WHERE id = r.order_id LIMIT 1) AS o
      CROSS JOIN LATERAL (SELECT country FROM events WHERE id = r.event_id LIMIT 1) AS e
      ORDER BY r.confirmed_at`,
    [hostId, eventIds, limit],
  );
  return rows;
}
