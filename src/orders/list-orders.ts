import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import { readCursor, writeCursor } from '../events/cursor.ts';
import type { Country } from '../money/countries.ts';
import type { OrderStatus } from '../tickets/read-order.ts';
import type { OrderSource } from '../values/orders.ts';
import { orderConditions, startValues, type OrderFilters } from './order-filters.ts';
import { chooseWay, type Way } from './order-ways.ts';

export const MAX_ORDERS_PER_PAGE = 100;

// A filter that hardly any order passes is looked for no further at once: the cursor goes on from there.
const MAX_WALKED = 10_000;

export type ListOrders = OrderFilters & {
  limit: number;
  /** The `nextCursor` of the page before. */
  cursor: string | null;
  cursorKeys: { current: Buffer; accepted: Buffer[] };
};

export type ListedOrder = {
  id: string;
  reference: string;
  status: OrderStatus;
  source: OrderSource;
  eventId: string;
  eventName: string;
  country: Country;
  totalMinor: number;
  currency: string;
  /** How many tickets were ordered. */
  quantity: number;
  buyer: { email: string; firstName: string; lastName: string };
  createdAt: Date;
  confirmedAt: Date | null;
};

/** A page of a list. One that is not full and has a cursor: so far was looked, and there may be more behind. */
export type OrderPage = { items: ListedOrder[]; nextCursor: string | null };

/** A host's orders that pass the filters, the newest first. Another host's event has none. */
export async function listOrders(
  tx: Queryable,
  { limit, cursor, cursorKeys, ...filters }: ListOrders,
): Promise<OrderPage> {
  assert(limit >= 1 && limit <= MAX_ORDERS_PER_PAGE, 'a page of so many orders');
  const list = JSON.stringify(['orders', filters]);
  const after = cursor === null ? null : readCursor(cursorKeys.accepted, list, cursor);
  const { values, add } = startValues();
  const way = await chooseWay(tx, filters, { after, add });
  const valueCount = values.length;
  const conditions = orderConditions(filters, add);
  const { items, end } = await walkOrders(tx, { way: { ...way, valueCount }, conditions, values, limit });
  const position = end && { createdAtMs: end.createdAt.getTime(), id: end.id };
  return { items, nextCursor: position && writeCursor(cursorKeys.current, list, position) };
}

/** Where a walk was left, behind an order; null: nothing comes after it. */
type End = { id: string; createdAt: Date } | null;

type Walk = {
  way: Way & { valueCount: number };
  /** Those of the way, which come first, and those of the conditions. */
  values: readonly unknown[];
  conditions: string[];
  limit: number;
};

// What a page shows and the filters ask about.
const COLUMNS = `id, reference, status, source, event_id, host_id, gateway, promo_code_id, total_minor, currency, quote,
  email, first_name, last_name, created_at, confirmed_at`;

/** Reads along a way until a page is full, or until it has seen enough. */
export async function walkOrders(
  tx: Queryable,
  { way, values, conditions, limit }: Walk,
): Promise<{ items: ListedOrder[]; end: End; hasMore: boolean }> {
  const { ranges, order } = way;
  if (ranges.length === 0) return { items: [], end: null, hasMore: false };
  const merged = ranges.map((range) => `SELECT ${COLUMNS} FROM orders WHERE ${range}`).join(' UNION ALL ');
  // LIMIT 1: by its key, whatever the planner knows of the table.
  const { rows } = await tx.query<OrderRow>(
    `SELECT o.id, o.reference, o.status, o.source, o.event_id AS "eventId", e.name AS "eventName", e.country,
            o.total_minor AS "totalMinor", o.currency, o.quote, o.email, o.first_name AS "firstName", o.last_name AS "lastName",
            o.created_at AS "createdAt", o.confirmed_at AS "confirmedAt"
       FROM (SELECT * FROM (SELECT * FROM (${merged}) AS m ORDER BY ${order} LIMIT ${MAX_WALKED}) AS o
              WHERE ${conditions.join(' AND ')} LIMIT ${limit + 1}) AS o
      CROSS JOIN LATERAL (SELECT name, country FROM events WHERE id = o.event_id LIMIT 1) AS e
      ORDER BY ${order}`,
    [...values],
  );
  const items = rows.slice(0, limit).map(toListed);
  if (rows.length > limit) return { items, end: items.at(-1) ?? null, hasMore: true };
  if (way.isExact) return { items, end: null, hasMore: false };
  const { rows: lastSeen } = await tx.query<{ id: string; createdAt: Date }>(
    `SELECT id, created_at AS "createdAt" FROM (${merged}) AS m ORDER BY ${order} OFFSET ${MAX_WALKED - 1} LIMIT 1`,
    values.slice(0, way.valueCount),
  );
  return { items, end: lastSeen[0] ?? null, hasMore: lastSeen.length > 0 };
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
