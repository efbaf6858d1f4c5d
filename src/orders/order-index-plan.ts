import type { Queryable } from '../db/database.ts';
import type { ListPosition } from '../http/list-cursor.ts';
import { ANY_GUEST_MARK_SQL } from '../tickets/guest-marks.ts';
import { ORDER_STATUSES } from '../rules/orders.ts';
import { attentionRefundsSql } from './list-refunds.ts';
import { momentsOf, startValues, type AddValue, type OrderFilters } from './order-filters.ts';

/**
 * A way to a list of orders, in its order: the conditions of one index range or of several, which are merged as they are read. What
 * the filters say besides is asked of each row on the way; where that is nothing, the way is exact. `from`: in place of all orders.
 */
export type OrderIndexPlan = { ranges: string[]; order: string; isExact: boolean; from?: string };

/** The newest first. */
const BY_TIME = 'created_at DESC, id DESC';
const BY_ID = 'id DESC';

// Of more ranges the planning takes longer than the reading.
const MAX_RANGES = 40;

/** Sources that no buyer orders by have indexes of their own, which cost a sale nothing. */
const BY_HOSTS = new Set<string>(['complimentary', 'host']);

/**
 * The way to the orders that pass the filters, behind a position. Each is in the order of an index, so that a page is read and no more,
 * wherever the list is taken up. Why these indexes: docs/decisions/order-search.md.
 */
export async function orderIndexPlan(
  tx: Queryable,
  filters: OrderFilters,
  { after, limit, add }: { after: ListPosition | null; limit: number; add: AddValue },
): Promise<OrderIndexPlan> {
  const { promoCodeIds, eventIds } = filters;
  const { source } = filters;
  if (filters.needsAttention) return throughRefunds(tx, { hostId: filters.hostId, after, add });
  if (promoCodeIds !== null) {
    const behind = after ? ` AND id < ${add(after.id)}` : '';
    const ranges = promoCodeIds.map(
      (id) => `promo_code_id = ${add(id)} AND promo_code_id IS NOT NULL${behind}`,
    );
    return { ranges, order: BY_ID, isExact: false };
  }
  const ofType = await throughTickets(tx, filters);
  if (ofType !== null) {
    const behind = after ? ` AND ${behindMoment(after, add)}` : '';
    return { ranges: [`id = ANY (${add(ofType)}::uuid[])${behind}`], order: BY_TIME, isExact: false };
  }
  const hasOwnRanges =
    eventIds !== null && eventIds.length * rangesEach({ ...filters, source }) <= MAX_RANGES;
  const says = filters.wayOfPayment ?? filters.ticketTypeId ?? source;
  if (eventIds !== null && !hasOwnRanges && says === null)
    return throughWindows(tx, { ...filters, eventIds }, { after, limit, add });
  const within = [...momentsOf(filters, add), ...(after ? [behindMoment(after, add)] : [])]
    .map((condition) => ` AND ${condition}`)
    .join('');
  const owners =
    eventIds !== null && hasOwnRanges
      ? eventIds.map((eventId) => `event_id = ${add(eventId)}`)
      : [`uuid_send(host_id) = uuid_send(${add(filters.hostId)}::uuid)`];
  if (source !== null && BY_HOSTS.has(source)) {
    const ofHosts = `source = ${add(source)} AND source IN ('complimentary', 'host')`;
    const ranges = owners.map((owner) => `${owner} AND ${ofHosts}${within}`);
    return { ranges, order: BY_TIME, isExact: false };
  }
  const statuses = (filters.status === null ? ORDER_STATUSES : [filters.status]).map(add);
  return {
    // Asked for, and not named: else the planner also finds the index of unpaid orders, which is not in the order of a list, and takes it
    // where it knows nothing of the table.
    ranges: owners.flatMap((owner) =>
      statuses.map((status) => `${owner} AND status = (SELECT ${status}::text)${within}`),
    ),
    order: BY_TIME,
    isExact: says === null,
  };
}

const behindMoment = ({ createdAtMs, id }: ListPosition, add: AddValue): string =>
  `(created_at, id) < (${add(new Date(createdAtMs))}::timestamptz, ${add(id)}::uuid)`;

/** How many ranges the orders of one event are read by. */
function rangesEach({ status, source }: OrderFilters): number {
  const isRare = source !== null && BY_HOSTS.has(source);
  return status === null && !isRare ? ORDER_STATUSES.length : 1;
}

// How far back each window begins: there are few orders more in one than in all before it, and none that is read twice.
const WINDOW_HOURS = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, null];

/** Of more events than are merged: window by window back in time, until a page is found. */
async function throughWindows(
  tx: Queryable,
  filters: OrderFilters & { eventIds: readonly string[] },
  { after, limit, add }: { after: ListPosition | null; limit: number; add: AddValue },
): Promise<OrderIndexPlan> {
  const { rows } = await tx.query<{ now: Date }>('SELECT now()');
  const startMs = after?.createdAtMs ?? rows[0]?.now.getTime() ?? 0;
  const ago = (hours: number): Date => new Date(startMs - hours * 3_600_000);
  const ids: string[] = [];
  for (const [nr, hours] of WINDOW_HOURS.entries()) {
    const before = WINDOW_HOURS[nr - 1];
    const { values, add: addTo } = startValues();
    const within = [
      ...momentsOf(filters, addTo),
      ...(after ? [behindMoment(after, addTo)] : []),
      ...(before ? [`created_at < ${addTo(ago(before))}`] : []),
      ...(hours ? [`created_at >= ${addTo(ago(hours))}`] : []),
    ];
    const statuses = filters.status === null ? ORDER_STATUSES : [filters.status];
    const most = limit + 1 - ids.length;
    const { rows: found } = await tx.query<{ id: string }>(
      `SELECT o.id FROM unnest(${addTo(filters.eventIds)}::uuid[]) AS e (id)
        CROSS JOIN unnest(${addTo(statuses)}::text[]) AS s (status)
        CROSS JOIN LATERAL (
             SELECT id, created_at FROM orders
              WHERE ${['event_id = e.id', 'status = s.status', ...within].join(' AND ')}
              ORDER BY ${BY_TIME} LIMIT ${most}) AS o
        ORDER BY o.created_at DESC, o.id DESC LIMIT ${most}`,
      values,
    );
    ids.push(...found.map(({ id }) => id));
    if (ids.length > limit) break;
  }
  return { ranges: [`id = ANY (${add(ids)}::uuid[])`], order: BY_TIME, isExact: true };
}

// As many tickets as are read where few of them are wanted: some hundredths of a second.
const MAX_TICKETS = 2_000;
const WITH_TICKETS = new Set<string>(['confirmed', 'refunded', 'partially_refunded']);

/**
 * The orders of a rare ticket type, by their tickets; null where the type has many, or orders without tickets are asked for too. Of those
 * only the order itself knows the type.
 */
async function throughTickets(
  tx: Queryable,
  { ticketTypeId, status }: OrderFilters,
): Promise<string[] | null> {
  if (ticketTypeId === null || status === null || !WITH_TICKETS.has(status)) return null;
  const { rows } = await tx.query<{ order_id: string }>(
    // Those whose tickets have moved on to other seats bought it too, and whoever paid for such a move.
    `(SELECT order_id FROM tickets WHERE ticket_type_id = $1 AND ${ANY_GUEST_MARK_SQL} LIMIT ${MAX_TICKETS + 1})
     UNION ALL (SELECT order_id FROM seat_exchanges WHERE from_type_id = $1 LIMIT ${MAX_TICKETS + 1})
     UNION ALL (SELECT difference_order_id FROM seat_exchanges WHERE to_type_id = $1 AND difference_order_id IS NOT NULL
                 LIMIT ${MAX_TICKETS + 1})`,
    [ticketTypeId],
  );
  return rows.length > MAX_TICKETS ? null : [...new Set(rows.map((row) => row.order_id))];
}

/** Refunds that need a person are few: their orders are looked up one by one. */
async function throughRefunds(
  tx: Queryable,
  { hostId, after, add }: { hostId: string; after: ListPosition | null; add: AddValue },
): Promise<OrderIndexPlan> {
  const { rows } = await tx.query<{ order_id: string }>(attentionRefundsSql('$1::uuid'), [hostId]);
  const ids = `id = ANY (${add(rows.map((row) => row.order_id))}::uuid[])`;
  return { ranges: [after ? `${ids} AND ${behindMoment(after, add)}` : ids], order: BY_TIME, isExact: false };
}
