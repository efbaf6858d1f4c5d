import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import { readCursor, writeCursor } from '../events/cursor.ts';
import type { OrderStatus } from '../tickets/read-order.ts';

export const MAX_ORDERS_PER_PAGE = 100;

export type ListOrders = {
  hostId: string;
  /** Null for the orders of all the host's events. */
  eventId: string | null;
  limit: number;
  /** The `nextCursor` of the page before. */
  cursor: string | null;
  cursorKeys: { current: Buffer; accepted: Buffer[] };
};

export type ListedOrder = {
  id: string;
  reference: string;
  status: OrderStatus;
  eventId: string;
  eventName: string;
  totalMinor: number;
  currency: string;
  /** How many tickets were ordered. */
  quantity: number;
  buyer: { email: string; firstName: string; lastName: string };
  createdAt: Date;
  confirmedAt: Date | null;
};

/** A host's orders, the newest first. Another host's event has none. */
export async function listOrders(
  tx: Queryable,
  { hostId, eventId, limit, cursor, cursorKeys }: ListOrders,
): Promise<{ items: ListedOrder[]; nextCursor: string | null }> {
  assert(limit >= 1 && limit <= MAX_ORDERS_PER_PAGE, 'a page of so many orders');
  const list = JSON.stringify(['orders', hostId, eventId]);
  const after = cursor === null ? null : readCursor(cursorKeys.accepted, list, cursor);
  // Event by event, by the index on (event_id, created_at): there is none by host, and each event gives a page at most.
  const { rows } = await tx.query<OrderRow>(
    `SELECT o.id, o.reference, o.status, e.id AS "eventId", e.name AS "eventName", o.total_minor AS "totalMinor", o.currency,
            o.quote, o.email, o.first_name AS "firstName", o.last_name AS "lastName",
            o.created_at AS "createdAt", o.confirmed_at AS "confirmedAt"
       FROM events AS e
       CROSS JOIN LATERAL (
            SELECT * FROM orders
             WHERE event_id = e.id
               AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4::uuid))
             ORDER BY created_at DESC, id DESC LIMIT $5) AS o
      WHERE e.host_id = $1 AND ($2::uuid IS NULL OR e.id = $2)
      ORDER BY o.created_at DESC, o.id DESC LIMIT $5`,
    [hostId, eventId, after && new Date(after.createdAtMs), after?.id ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: page.map(toListed),
    nextCursor: hasMore
      ? writeCursor(cursorKeys.current, list, { createdAtMs: last.createdAt.getTime(), id: last.id })
      : null,
  };
}

type OrderRow = Omit<ListedOrder, 'quantity' | 'buyer'> & {
  quote: { items: { quantity: number }[] };
  email: string;
  firstName: string;
  lastName: string;
};

function toListed({ quote, email, firstName, lastName, ...order }: OrderRow): ListedOrder {
  return {
    ...order,
    quantity: quote.items.reduce((sum, { quantity }) => sum + quantity, 0),
    buyer: { email, firstName, lastName },
  };
}
