import type { Queryable } from '../db/database.ts';
import type { ListPosition } from '../events/cursor.ts';
import { ORDER_STATUSES } from '../values/orders.ts';
import { NEEDS_ATTENTION_SQL } from './list-refunds.ts';
import { momentsOf, type AddValue, type OrderFilters } from './order-filters.ts';

/**
 * A way to a list of orders, in its order: the conditions of one index range or of several, which are merged as they are read. What
 * the filters say besides is asked of each row on the way; where that is nothing, the way is exact.
 */
export type Way = { ranges: string[]; order: string; isExact: boolean };

/** The newest first. */
const BY_TIME = 'created_at DESC, id DESC';
const BY_ID = 'id DESC';

// Of more ranges the planning takes longer than the reading.
const MAX_RANGES = 96;
// Of all hosts, the oldest first: where more than so many wait for a person, nobody looks.
const MAX_REFUNDS = 1_000;

/** Sources that no buyer orders by have indexes of their own, which cost a sale nothing. */
const BY_HOSTS = new Set<string>(['complimentary', 'host']);

/**
 * The way to the orders that pass the filters, behind a position. Each is in the order of an index, so that a page is read and no more,
 * wherever the list is taken up. Why these indexes: docs/decisions/order-search.md.
 */
export async function chooseWay(
  tx: Queryable,
  filters: OrderFilters,
  { after, add }: { after: ListPosition | null; add: AddValue },
): Promise<Way> {
  const { promoCodeIds, source } = filters;
  if (filters.needsAttention) return throughRefunds(tx, { after, add });
  if (promoCodeIds !== null) {
    const behind = after ? ` AND id < ${add(after.id)}` : '';
    const ranges = promoCodeIds.map(
      (id) => `promo_code_id = ${add(id)} AND promo_code_id IS NOT NULL${behind}`,
    );
    return { ranges, order: BY_ID, isExact: false };
  }
  const within = [...momentsOf(filters, add), ...(after ? [behindMoment(after, add)] : [])]
    .map((condition) => ` AND ${condition}`)
    .join('');
  const owners = ownersOf(filters, add);
  if (source !== null && BY_HOSTS.has(source)) {
    const ofHosts = `source = ${add(source)} AND source IN ('complimentary', 'host')`;
    const ranges = owners.map((owner) => `${owner} AND ${ofHosts}${within}`);
    return { ranges, order: BY_TIME, isExact: false };
  }
  const statuses = (filters.status === null ? ORDER_STATUSES : [filters.status]).map(add);
  return {
    ranges: owners.flatMap((owner) => statuses.map((status) => `${owner} AND status = ${status}${within}`)),
    order: BY_TIME,
    isExact:
      source === null &&
      filters.wayOfPayment === null &&
      filters.ticketTypeId === null &&
      (filters.eventIds === null || owners.length === filters.eventIds.length),
  };
}

const behindMoment = ({ createdAtMs, id }: ListPosition, add: AddValue): string =>
  `(created_at, id) < (${add(new Date(createdAtMs))}::timestamptz, ${add(id)}::uuid)`;

/** Whose orders: the events', or the host's where there are too many events for a range each. */
function ownersOf({ hostId, eventIds, status, source }: OrderFilters, add: AddValue): string[] {
  const isRare = source !== null && BY_HOSTS.has(source);
  const rangesEach = status === null && !isRare ? ORDER_STATUSES.length : 1;
  if (eventIds !== null && eventIds.length * rangesEach <= MAX_RANGES)
    return eventIds.map((eventId) => `event_id = ${add(eventId)}`);
  return [`uuid_send(host_id) = uuid_send(${add(hostId)}::uuid)`];
}

/** Refunds that need a person are few: their orders are looked up one by one. */
async function throughRefunds(
  tx: Queryable,
  { after, add }: { after: ListPosition | null; add: AddValue },
): Promise<Way> {
  const { rows } = await tx.query<{ order_id: string }>(
    // In the words of the index of open refunds.
    `SELECT r.order_id FROM refunds AS r WHERE r.status NOT IN ('succeeded', 'settled_by_hand') AND ${NEEDS_ATTENTION_SQL}
      ORDER BY r.created_at, r.id LIMIT ${MAX_REFUNDS}`,
  );
  const ids = `id = ANY (${add(rows.map((row) => row.order_id))}::uuid[])`;
  return { ranges: [after ? `${ids} AND ${behindMoment(after, add)}` : ids], order: BY_TIME, isExact: true };
}
