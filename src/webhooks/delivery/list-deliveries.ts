import type { Queryable } from '../../db/database.ts';
import type { EventType } from './begin-attempts.ts';

export type LoggedAttempt = {
  attempt: number;
  startedAt: string;
  durationMs: number | null;
  statusCode: number | null;
  error: string | null;
  /** The first bytes of the answer. */
  answer: string | null;
};

export type LoggedDelivery = {
  id: string;
  subscriptionId: string;
  url: string;
  eventType: EventType;
  reference: string;
  status: 'pending' | 'delivered' | 'failed';
  failure: string | null;
  redeliveryOf: string | null;
  createdAt: Date;
  endedAt: Date | null;
  attempts: LoggedAttempt[];
};

/** Of `webhook_deliveries AS d` and `webhook_subscriptions AS s`. */
export const LOGGED_DELIVERY = `d.id, d.subscription_id AS "subscriptionId", s.url, d.event_type AS "eventType", d.reference, d.status,
       d.failure, d.redelivery_of AS "redeliveryOf", d.created_at AS "createdAt", d.ended_at AS "endedAt",
       coalesce((SELECT jsonb_agg(jsonb_build_object(
                   'attempt', a.attempt, 'startedAt', to_char(a.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                   'durationMs', a.duration_ms, 'statusCode', a.status_code, 'error', a.error, 'answer', a.answer)
                   ORDER BY a.attempt)
                   FROM webhook_attempts AS a WHERE a.delivery_id = d.id), '[]') AS attempts`;

export type DeliveryFilter = {
  hostId: string;
  slug: string;
  status?: LoggedDelivery['status'];
  /** Goes on after this one. */
  before?: string;
  limit: number;
};

/** The deliveries of an event and all their attempts, the latest first. */
export async function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<LoggedDelivery[]> {
  const { rows } = await db.query<LoggedDelivery>(
    `SELECT ${LOGGED_DELIVERY}
       FROM events AS e
       JOIN webhook_subscriptions AS s ON s.event_id = e.id
      CROSS JOIN LATERAL (
             SELECT * FROM webhook_deliveries AS own
              WHERE own.subscription_id = s.id AND own.reference <> '' AND ($3::text IS NULL OR own.status = $3) AND ($4::uuid IS NULL OR own.id < $4)
              ORDER BY own.id DESC LIMIT $5) AS d
      WHERE e.slug = $1 AND e.host_id = $2
      ORDER BY d.id DESC
      LIMIT $5`,
    [filter.slug, filter.hostId, filter.status ?? null, filter.before ?? null, filter.limit],
  );
  return rows;
}
