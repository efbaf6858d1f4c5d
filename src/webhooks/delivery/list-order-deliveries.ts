import type { Queryable } from '../../db/database.ts';
import { firstIdAt } from '../../db/first-id-at.ts';
import type { LoggedDelivery } from './list-deliveries.ts';

export type OrderDelivery = Pick<
  LoggedDelivery,
  'id' | 'url' | 'status' | 'failure' | 'createdAt' | 'endedAt'
> & {
  attempts: number;
  isAgain: boolean;
};

// One call writes a purchase and its deliveries, after it took the time: it has seconds for it.
const WRITTEN_WITHIN = '10 seconds';
const MAX_DELIVERIES = 100;

/**
 * The deliveries of an order, each with those that were sent again. Found by the time in their ids, within which they were written with
 * the purchase: no index leads from an order to them, and each would cost every sale.
 */
export async function listOrderDeliveries(
  tx: Queryable,
  { orderId, eventId, confirmedAt }: { orderId: string; eventId: string; confirmedAt: Date | null },
): Promise<OrderDelivery[]> {
  if (confirmedAt === null) return [];
  const { rows } = await tx.query<OrderDelivery>(
    `WITH firsts AS (
       SELECT d.*, s.url FROM webhook_subscriptions AS s
        CROSS JOIN LATERAL (
             SELECT * FROM webhook_deliveries
              WHERE subscription_id = s.id AND reference <> '' AND order_id = $1
                AND id >= ${firstIdAt('$3::timestamptz')}
                AND id < ${firstIdAt(`$3::timestamptz + interval '${WRITTEN_WITHIN}'`)}) AS d
        WHERE s.event_id = $2
     ), all_of_them AS (
       SELECT * FROM firsts
        UNION ALL
       SELECT again.*, firsts.url FROM firsts JOIN webhook_deliveries AS again ON again.redelivery_of = firsts.id
     )
     SELECT id, url, status, failure, attempts, created_at AS "createdAt", ended_at AS "endedAt",
            redelivery_of IS NOT NULL AS "isAgain"
       FROM all_of_them ORDER BY id LIMIT ${MAX_DELIVERIES}`,
    [orderId, eventId, confirmedAt],
  );
  return rows;
}
