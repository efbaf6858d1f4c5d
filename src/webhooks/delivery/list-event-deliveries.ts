import type { Queryable } from '../../db/database.ts';
import { readTypedReference } from '../../orders/order-reference.ts';
import { Refusal } from '../../refusal.ts';
import { isUuid } from '../../values/is-uuid.ts';
import type { EventType } from './begin-attempts.ts';
import type { LoggedDelivery } from './list-deliveries.ts';
import { newestFirst, belongsToReceiver, orLast } from './select-receiver-deliveries.ts';
import { listOrderDeliveries } from './list-order-deliveries.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export const EVENT_TYPES = ['TICKET_PURCHASED', 'WEBHOOK_TEST'] as const satisfies readonly EventType[];

/** A line of the log: a delivery and how its latest attempt went. */
export type ListedDelivery = Pick<
  LoggedDelivery,
  'id' | 'subscriptionId' | 'url' | 'eventType' | 'reference' | 'status' | 'failure' | 'createdAt' | 'endedAt'
> & {
  isAgain: boolean;
  attempts: number;
  statusCode: number | null;
  durationMs: number | null;
};

type OfEvent = { hostId: string; eventId: string };

export type DeliveryFilters = {
  status: LoggedDelivery['status'] | null;
  eventType: EventType | null;
  subscriptionId: string | null;
  /** An order's or a test's reference, or a delivery's id, whole. */
  search: string;
};

/** The deliveries of an event, the newest first, page by page. Each receiver's part is found by an index. */
export async function listEventDeliveries(
  db: Queryable,
  input: OfEvent & DeliveryFilters & { cursor: string | null; limit: number },
): Promise<{ deliveries: ListedDelivery[]; nextCursor: string | null }> {
  const { hostId, eventId, status, eventType, subscriptionId, search, cursor, limit } = input;
  if (cursor !== null && !isUuid(cursor))
    throw new Refusal('invalid_cursor', 'cursor does not belong to this list: start from the beginning.');
  const ids = search.trim() === '' ? null : await findIds(db, { hostId, eventId, text: search.trim() });
  const { rows } = await db.query<ListedDelivery>(
    `SELECT d.id, d.subscription_id AS "subscriptionId", d.url, d.event_type AS "eventType", d.reference, d.status, d.failure,
            d.redelivery_of IS NOT NULL AS "isAgain", d.created_at AS "createdAt", d.ended_at AS "endedAt", d.attempts,
            latest.status_code AS "statusCode", latest.duration_ms AS "durationMs"
       FROM (SELECT own.*, s.url FROM events AS e JOIN webhook_subscriptions AS s ON s.event_id = e.id
              CROSS JOIN LATERAL (
                SELECT * FROM webhook_deliveries AS one
                 WHERE ${belongsToReceiver('one', { before: orLast('$5::uuid') })}
                   AND ($3::text IS NULL OR one.status = $3) AND ($4::text IS NULL OR one.event_type = $4)
                   AND ($6::uuid[] IS NULL OR one.id = ANY ($6))
                 ORDER BY ${newestFirst('one')} LIMIT $7) AS own
              WHERE e.host_id = $1 AND e.id = $2 AND ($8::uuid IS NULL OR s.id = $8)
              ORDER BY own.id DESC LIMIT $7) AS d
       LEFT JOIN LATERAL (SELECT * FROM webhook_attempts WHERE delivery_id = d.id ORDER BY attempt DESC LIMIT 1) AS latest ON true
      ORDER BY d.id DESC`,
    [hostId, eventId, status, eventType, cursor, ids, limit + 1, subscriptionId],
  );
  const deliveries = rows.slice(0, limit);
  return { deliveries, nextCursor: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}

/** The deliveries that the text names. No index leads to a reference: an order's is found by the order, a test's has the id in it. */
async function findIds(
  db: Queryable,
  { hostId, eventId, text }: OfEvent & { text: string },
): Promise<string[]> {
  const id = text.replace(/^TEST-/i, '').toLowerCase();
  if (isUuid(id)) return [id];
  const reference = readTypedReference(text);
  if (reference === null) return [];
  const { rows } = await db.query<{ orderId: string; confirmedAt: Date | null }>(
    `SELECT id AS "orderId", confirmed_at AS "confirmedAt" FROM orders
      WHERE reference = $1 AND host_id = $2 AND event_id = $3`,
    [reference, hostId, eventId],
  );
  const [order] = rows;
  if (!order) return [];
  return (await listOrderDeliveries(db, { ...order, eventId })).map((delivery) => delivery.id);
}

/** How many deliveries of the event are on their way. */
export async function countPending(db: Queryable, { hostId, eventId }: OfEvent): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM events AS e JOIN webhook_subscriptions AS s ON s.event_id = e.id
       JOIN webhook_deliveries AS d ON d.subscription_id = s.id AND d.status = 'pending'
      WHERE e.host_id = $1 AND e.id = $2`,
    [hostId, eventId],
  );
  return rows[0]?.count ?? 0;
}
