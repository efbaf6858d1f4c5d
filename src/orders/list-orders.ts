import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import { readCursor, writeCursor } from '../http/list-cursor.ts';
import type { Country } from '../money/countries.ts';
import type { OrderStatus } from '../tickets/read-order.ts';
import type { OrderSource } from '../rules/order-source.ts';
import { orderConditions, startValues, type OrderFilters } from './order-filters.ts';
import { orderIndexPlan, type OrderIndexPlan } from './order-index-plan.ts';

export const MAX_ORDERS_PER_PAGE = 100;

// For filters without an index, so many orders are looked through at a time. Few enough that the planner reads them by an index, and does
// not read and sort the table.
const STEP = 500;
// Hardly any order passes: that is looked for no further at once, and the cursor goes on from there.
export const MAX_STEPS = 20;

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
  const items: ListedOrder[] = [];
  let position = cursor === null ? null : readCursor(cursorKeys.accepted, list, cursor);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const left = limit - items.length;
    const { values, add } = startValues();
    const way = await orderIndexPlan(tx, filters, { after: position, limit: left, add });
    const page = await walkOrders(tx, {
      way,
      values,
      conditions: orderConditions(filters, add),
      limit: left,
    });
    items.push(...page.items);
    if (page.end) position = { createdAtMs: page.end.createdAt.getTime(), id: page.end.id };
    if (page.isFull) break;
    if (!page.end) return { items, nextCursor: null };
  }
  return { items, nextCursor: position && writeCursor(cursorKeys.current, list, position) };
}

/** The end of a walk: behind an order. */
type End = { id: string; createdAt: Date };

type Walk = { way: OrderIndexPlan; values: unknown[]; conditions: string[]; limit: number };

/** `isFull`: there are more than were asked for. Else a step was taken, and `end` is where; null: the way is at its end. */
type Walked = { items: ListedOrder[]; end: End | null; isFull: boolean };

// The columns of a page and of the filters.
const COLUMNS = `id, reference, status, source, event_id, host_id, gateway, promo_code_id, total_minor, currency, quote,
  email, first_name, last_name, created_at, confirmed_at`;

/** Reads along a way until a page is full, or one step. */
export async function walkOrders(tx: Queryable, { way, values, conditions, limit }: Walk): Promise<Walked> {
  const { ranges, order, isExact, from = 'orders' } = way;
  if (ranges.length === 0) return { items: [], end: null, isFull: false };
  const step = isExact ? limit + 1 : STEP;
  // Each is sorted, which its index does, and has an end, so that they are merged as far as they are read. Else the planner takes each for a
  // few rows, where it knows nothing of the table, or for too many, where it does, and reads and sorts them all.
  const sorted = ranges.map(
    (range) => `SELECT ${COLUMNS} FROM ${from} WHERE ${range} ORDER BY ${order} LIMIT ${step}`,
  );
  const merged =
    sorted.length === 1
      ? (sorted[0] ?? '')
      : `SELECT * FROM (${sorted.map((one) => `(${one})`).join(' UNION ALL ')}) AS m ORDER BY ${order} LIMIT ${step}`;
  // Those that pass, and the one that the step ends with. LIMIT 1: by its key, whatever the planner knows of the table.
  const { rows } = await tx.query<SeenRow>(
    `SELECT o.id, o.reference, o.status, o.source, o.event_id AS "eventId", e.name AS "eventName", e.country,
            o.total_minor AS "totalMinor", o.currency, o.quote, o.email, o.first_name AS "firstName", o.last_name AS "lastName",
            o.created_at AS "createdAt", o.confirmed_at AS "confirmedAt", o.passes, o.nr = ${STEP} AS "isLast"
       FROM (SELECT * FROM (SELECT o.*, row_number() OVER () AS nr, ${conditions.join(' AND ')} AS passes
                              FROM (${merged}) AS o) AS seen
              WHERE passes OR nr = ${STEP} LIMIT ${limit + 1}) AS o
      CROSS JOIN LATERAL (SELECT name, country FROM events WHERE id = o.event_id LIMIT 1) AS e
      ORDER BY ${order}`,
    values,
  );
  const passed = rows.filter(({ passes }) => passes);
  const items = passed.slice(0, limit).map(toListed);
  if (passed.length > limit) return { items, end: items.at(-1) ?? null, isFull: true };
  const last = rows.at(-1);
  return { items, end: !isExact && last?.isLast ? last : null, isFull: false };
}

type OrderRow = Omit<ListedOrder, 'quantity' | 'buyer'> & {
  quote: { items: { quantity: number }[] };
  email: string;
  firstName: string;
  lastName: string;
};

/** `passes`: the filters; `isLast`: the step ends with it. */
type SeenRow = OrderRow & { passes: boolean; isLast: boolean };

function toListed({ quote, email, firstName, lastName, ...order }: OrderRow): ListedOrder {
  return {
    id: order.id,
    reference: order.reference,
    status: order.status,
    source: order.source,
    eventId: order.eventId,
    eventName: order.eventName,
    country: order.country,
    totalMinor: order.totalMinor,
    currency: order.currency,
    // A change of seat issues no ticket.
    quantity: order.source === 'exchange' ? 0 : quote.items.reduce((sum, { quantity }) => sum + quantity, 0),
    buyer: { email, firstName, lastName },
    createdAt: order.createdAt,
    confirmedAt: order.confirmedAt,
  };
}
