import type { Queryable } from '../../../../db/database.ts';
import { listOpenDisputes, type OpenDispute } from '../../../../orders/disputes/list-disputes.ts';
import { listRefunds, type ListedRefund } from '../../../../orders/list-refunds.ts';
import { listWaitingReturns, type WaitingReturn } from '../../../../orders/returns/list-returns.ts';
import { FAILING_SINCE_SQL } from '../../../../webhooks/delivery/failing-since.ts';
import { GIVEN_UP_SQL } from '../../../../webhooks/delivery/given-up.ts';

/** The host's troubles, limited to the events that the member may see; null: all. */
type Whose = { hostId: string; eventIds: string[] | null };

export type GivenUpDeliveries = {
  eventId: string;
  eventName: string;
  url: string;
  count: number;
  since: Date;
  /** Nothing has arrived since the first of them. Null: the receiver works again, and these were not sent again. */
  failingSince: Date | null;
  /** The reason of the latest failure. */
  failure: string;
};

export type SetAsideOrderJob = { kind: string; reference: string; setAsideAt: Date };

export type HostAttention = {
  disputes: OpenDispute[];
  returns: WaitingReturn[];
  refunds: ListedRefund[];
  deliveries: GivenUpDeliveries[];
  jobs: SetAsideOrderJob[];
};

// A page's worth. More of them have one common cause.
const MAX_OF_A_KIND = 20;
const MAX_COUNTED_DELIVERIES = 100;
// Counted over all hosts. The operator finds those beyond the newest ones.
const MAX_JOBS_LOOKED_AT = 500;

/** Lists things that need a member of the host, though no promise is broken. */
export async function listAttention(tx: Queryable, whose: Whose): Promise<HostAttention> {
  return {
    disputes: await listOpenDisputes(tx, { ...whose, limit: MAX_OF_A_KIND }),
    returns: await listWaitingReturns(tx, { ...whose, limit: MAX_OF_A_KIND }),
    refunds: await listRefunds(tx, { ...whose, which: 'need_attention', limit: MAX_OF_A_KIND }),
    deliveries: await listGivenUp(tx, whose),
    jobs: await listSetAside(tx, whose),
  };
}

/** Purchases that never reached a receiver, by receiver. */
async function listGivenUp(tx: Queryable, { hostId, eventIds }: Whose): Promise<GivenUpDeliveries[]> {
  const { rows } = await tx.query<GivenUpDeliveries>(
    `SELECT e.id AS "eventId", e.name AS "eventName", s.url, ${FAILING_SINCE_SQL} AS "failingSince", count(DISTINCT d.first_id) AS count, min(d.ended_at) AS since,
            (array_agg(d.failure ORDER BY d.id DESC))[1] AS failure
       FROM events AS e
       JOIN webhook_subscriptions AS s ON s.event_id = e.id AND s.removed_at IS NULL
      CROSS JOIN LATERAL (
            SELECT d.id, d.ended_at, d.failure, coalesce(d.redelivery_of, d.id) AS first_id FROM webhook_deliveries AS d
             WHERE d.subscription_id = s.id AND d.status = 'failed' AND ${GIVEN_UP_SQL}
             ORDER BY d.id DESC LIMIT ${MAX_COUNTED_DELIVERIES}) AS d
      WHERE e.host_id = $1 AND ($2::uuid[] IS NULL OR e.id = ANY ($2))
      GROUP BY e.id, s.id ORDER BY since LIMIT ${MAX_OF_A_KIND}`,
    [hostId, eventIds],
  );
  return rows;
}

/** Failed jobs about orders of the host. */
async function listSetAside(tx: Queryable, { hostId, eventIds }: Whose): Promise<SetAsideOrderJob[]> {
  const { rows } = await tx.query<SetAsideOrderJob>(
    `SELECT j.kind, o.reference, j.set_aside_at AS "setAsideAt"
       FROM (SELECT kind, set_aside_at, payload ->> 'orderId' AS order_id FROM jobs
              WHERE set_aside_at IS NOT NULL ORDER BY set_aside_at DESC LIMIT ${MAX_JOBS_LOOKED_AT}) AS j
      CROSS JOIN LATERAL (
            SELECT reference, host_id, event_id FROM orders
             WHERE id = CASE WHEN j.order_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN j.order_id::uuid END LIMIT 1) AS o
      WHERE o.host_id = $1 AND ($2::uuid[] IS NULL OR o.event_id = ANY ($2))
      ORDER BY j.set_aside_at LIMIT ${MAX_OF_A_KIND}`,
    [hostId, eventIds],
  );
  return rows;
}
