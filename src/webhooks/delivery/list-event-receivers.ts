import type { Queryable } from '../../db/database.ts';
import { namesEvent, type EventOfHost } from '../subscriptions/event-of-host.ts';
import type { Subscription } from '../subscriptions/event-subscriptions.ts';
import { FAILING_SINCE_SQL } from './failing-since.ts';
import { DELIVERIES_KEPT_DAYS } from './forget-old-deliveries.ts';
import { GIVEN_UP_SQL } from './given-up.ts';
import { newestFirst, belongsToReceiver } from './select-receiver-deliveries.ts';

export type EventReceiver = Subscription & {
  isRemoved: boolean;
  failingSince: Date | null;
  /** Purchases that it was never told of. */
  givenUp: number;
  /** When something arrived last. */
  lastArrivedAt: Date | null;
  /** Why the latest that was given up was. */
  lastFailure: string | null;
};

// Of one receiver. Beyond it the page says "or more".
export const MAX_GIVEN_UP_COUNTED = 1_000;
// An event has 50 at most; the others are removed ones.
const MAX_LISTED = 200;

/** The receivers of an event, how each does, and those that were removed and may still have deliveries in the log. */
export async function listEventReceivers(db: Queryable, event: EventOfHost): Promise<EventReceiver[]> {
  const { sql, values } = namesEvent(event);
  const { rows } = await db.query<EventReceiver>(
    `SELECT s.id, s.url, s.is_enabled AS "isEnabled", s.created_at AS "createdAt", s.removed_at IS NOT NULL AS "isRemoved",
            CASE WHEN s.removed_at IS NULL THEN ${FAILING_SINCE_SQL} END AS "failingSince",
            (SELECT count(*) FROM (
               SELECT 1 FROM webhook_deliveries AS d
                WHERE s.removed_at IS NULL AND ${belongsToReceiver('d')} AND ${GIVEN_UP_SQL}
                  AND d.redelivery_of IS NULL
                LIMIT ${MAX_GIVEN_UP_COUNTED}) AS counted) AS "givenUp",
            (SELECT d.ended_at FROM webhook_deliveries AS d
              WHERE s.removed_at IS NULL AND ${belongsToReceiver('d')} AND d.status = 'delivered'
              ORDER BY ${newestFirst('d')} LIMIT 1) AS "lastArrivedAt",
            (SELECT d.failure FROM webhook_deliveries AS d
              WHERE s.removed_at IS NULL AND ${belongsToReceiver('d')} AND d.status = 'failed'
              ORDER BY ${newestFirst('d')} LIMIT 1) AS "lastFailure"
       FROM events AS e JOIN webhook_subscriptions AS s ON s.event_id = e.id
      WHERE ${sql} AND (s.removed_at IS NULL OR s.removed_at > now() - interval '${DELIVERIES_KEPT_DAYS} days')
      ORDER BY s.removed_at IS NOT NULL, s.id
      LIMIT ${MAX_LISTED}`,
    values,
  );
  return rows;
}
