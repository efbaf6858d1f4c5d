import type { Member } from '../../hosts/members/find-member.ts';
import { localeOf } from '../../money/countries.ts';
import { findPromoCodes } from '../../orders/find-promo-codes.ts';
import { listOrders, type ListedOrder, type ListOrders, type OrderPage } from '../../orders/list-orders.ts';
import { searchOrders } from '../../orders/search-orders.ts';
import { cursorKeysOf } from '../../secrets/cursor-keys.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import type { OrdersQueryWithCursor } from './orders-query.ts';
import type { ShownOrder } from './orders-view.ts';

const PAGE = 50;
// One letter finds everything, and nothing that anybody looks for.
const MIN_CHARACTERS = 2;

type Asked = {
  member: Member;
  query: OrdersQueryWithCursor;
  timezone: string;
  /** On an event's own page. */
  eventId: string | null;
};

/** A page of the orders that a member may see, by what the address says. */
export async function loadOrders(
  { database, secretKeys }: Pick<DashboardParts, 'database' | 'secretKeys'>,
  asked: Asked,
): Promise<{ orders: ShownOrder[]; nextCursor: string | null }> {
  const { query, member } = asked;
  const { hostId } = member;
  const eventIds = eventsOf(asked);
  const code = query.promo.trim();
  const list: ListOrders = {
    hostId,
    eventIds,
    status: query.status || null,
    source: query.source || null,
    wayOfPayment: query.payment || null,
    ticketTypeId: query.type || null,
    from: query.from || null,
    to: query.to || null,
    timezone: asked.timezone,
    promoCodeIds: code === '' ? null : await findPromoCodes(database, { hostId, eventIds, code }),
    needsAttention: query.attention === 'yes',
    limit: PAGE,
    cursor: query.cursor ?? null,
    cursorKeys: cursorKeysOf(secretKeys),
  };
  const typed = query.search.trim();
  const page: OrderPage =
    typed.length < MIN_CHARACTERS
      ? await listOrders(database, list)
      : await searchOrders(database, secretKeys, { ...list, typed });
  return { orders: page.items.map(showOrder), nextCursor: page.nextCursor };
}

/** Null: all of the host's. A member of chosen events has no others, whatever the address says. */
function eventsOf({ member: { eventIds }, query, eventId }: Asked): string[] | null {
  const chosen = eventId ?? (query.event || null);
  if (chosen === null) return eventIds;
  return eventIds === null || eventIds.includes(chosen) ? [chosen] : [];
}

const showOrder = (order: ListedOrder): ShownOrder => ({
  orderId: order.id,
  reference: order.reference,
  status: order.status,
  source: order.source,
  event: { eventId: order.eventId, name: order.eventName },
  buyer: order.buyer,
  quantity: order.quantity,
  totalMinor: order.totalMinor,
  currency: order.currency,
  locale: localeOf('en', order.country),
  createdAt: order.createdAt.toISOString(),
});
