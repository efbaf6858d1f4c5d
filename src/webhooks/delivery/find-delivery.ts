import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { LOGGED_DELIVERY, type LoggedDelivery } from './list-deliveries.ts';

export type FoundDelivery = LoggedDelivery & {
  /** Whether something can be sent there: it is on, and not removed. */
  isReceiverEnabled: boolean;
  isReceiverRemoved: boolean;
  /** The sent bytes, and their signature; null before the first attempt. */
  body: string | null;
  signature: string | null;
  /** The same purchase, sent to the same receiver at other times. */
  others: { id: string; status: LoggedDelivery['status']; createdAt: string }[];
};

// More than this means another trouble.
const MAX_OTHERS = 20;

/** A delivery with all that is known of it. Throws `not_found` for those of other events and hosts. */
export async function findDelivery(
  db: Queryable,
  { hostId, eventId, deliveryId }: { hostId: string; eventId: string; deliveryId: string },
): Promise<FoundDelivery> {
  const { rows } = await db.query<FoundDelivery>(
    `SELECT ${LOGGED_DELIVERY}, s.is_enabled AS "isReceiverEnabled", s.removed_at IS NOT NULL AS "isReceiverRemoved",
            b.body, b.signature,
            coalesce((SELECT jsonb_agg(other.told ORDER BY other.id) FROM (
                SELECT o.id, jsonb_build_object('id', o.id, 'status', o.status, 'createdAt',
                         to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS told
                  FROM webhook_deliveries AS o
                 WHERE (o.id = d.redelivery_of OR o.redelivery_of = coalesce(d.redelivery_of, d.id)) AND o.id <> d.id
                 ORDER BY o.id DESC LIMIT ${MAX_OTHERS}) AS other), '[]') AS others
       FROM webhook_deliveries AS d
       JOIN webhook_subscriptions AS s ON s.id = d.subscription_id
       JOIN events AS e ON e.id = s.event_id
       LEFT JOIN webhook_bodies AS b ON b.delivery_id = d.id
      WHERE d.id = $1 AND e.id = $2 AND e.host_id = $3`,
    [deliveryId, eventId, hostId],
  );
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'There is no such delivery, or you don’t have access to it.');
  return found;
}
