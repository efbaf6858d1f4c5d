import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import type { Resending } from '../../../orders/resendings/read-resending.ts';
import type { OrderStatus } from '../../../tickets/read-order.ts';
import type { OrderSource } from '../../../rules/order-source.ts';
import type { ListedSource, WayOfPayment } from '../../../rules/orders.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Language } from '../../../values/language.ts';
import type { Reader } from '../access/reader-language.ts';
import { localeOf } from '../../../money/countries.ts';
import { findPromoCodes } from '../../../orders/find-promo-codes.ts';
import { findOrders } from '../../../orders/find-orders.ts';
import type { ListedOrder } from '../../../orders/list-orders.ts';
import type { Matching } from '../../../orders/resendings/choose-orders.ts';
import { cursorKeysOf } from '../../../secrets/cursor-keys.ts';

/** An order in a list. `locale` and `currency` say how its total is written. */
export type ShownOrder = {
  orderId: string;
  reference: string;
  status: OrderStatus;
  source: OrderSource;
  event: { eventId: string; name: string };
  buyer: { email: string; firstName: string; lastName: string };
  quantity: number;
  totalMinor: number;
  currency: string;
  locale: string;
  createdAt: string;
};

/** The filters, as in the address. Empty: no filter. */
export type OrdersQuery = {
  search: string;
  status: OrderStatus | '';
  /** Only for a host's orders. */
  event: string;
  /** Only for one event's orders: a ticket type's id. */
  type: string;
  source: ListedSource | '';
  payment: WayOfPayment | '';
  promo: string;
  from: string;
  to: string;
  attention: 'yes' | '';
};

/** Tickets being resent to all matches, and the progress. */
export type ShownResending = Omit<Resending, 'createdAt'> & {
  createdAt: string;
  /** Some of the failed e-mails. */
  unreached: { reference: string; recipient: string }[];
};

/** A host's orders, or those of one event. */
export type OrdersView = {
  event: ShownEvent | null;
  orders: ShownOrder[];
  /** The point where the search stopped with a page that is not full; there may be more. Null at the end. */
  nextCursor: string | null;
  /** The filters of these orders. */
  query: OrdersQuery;
  /** Choices of the filter: events on the host's page, ticket types on an event's. */
  events: { eventId: string; name: string }[];
  ticketTypes: { ticketTypeId: string; name: string }[];
  /** The time zone of the event, or of the host's country, for days and times. */
  timezone: string;
  /** The newest of today, or null. */
  resending: ShownResending | null;
};

const PAGE = 50;

type Asked = {
  member: Reader;
  query: OrdersQuery & { cursor?: string };
  timezone: string;
  /** On an event's own page. */
  eventId: string | null;
};

/** A page of the orders that a member may see, by what the address says. */
export async function loadOrders(
  { database, secretKeys }: { database: Queryable; secretKeys: SecretKeys },
  asked: Asked,
): Promise<{ orders: ShownOrder[]; nextCursor: string | null }> {
  const page = await findOrders(database, secretKeys, {
    ...(await readFilters(database, asked)),
    limit: PAGE,
    cursor: asked.query.cursor ?? null,
    cursorKeys: cursorKeysOf(secretKeys),
  });
  return {
    orders: page.items.map((order) => showOrder(order, asked.member.language)),
    nextCursor: page.nextCursor,
  };
}

/** The filters and the search from the address. */
export async function readFilters(database: Queryable, asked: Asked): Promise<Matching> {
  const { query, timezone } = asked;
  const { hostId } = asked.member;
  const eventIds = eventsOf(asked);
  const code = query.promo.trim();
  return {
    hostId,
    eventIds,
    status: query.status || null,
    source: query.source || null,
    wayOfPayment: query.payment || null,
    ticketTypeId: query.type || null,
    from: query.from || null,
    to: query.to || null,
    timezone,
    promoCodeIds: code === '' ? null : await findPromoCodes(database, { hostId, eventIds, code }),
    needsAttention: query.attention === 'yes',
    typed: query.search,
  };
}

/** Null: all of the host's. A member of some events sees only those, whatever the address says. */
function eventsOf({ member: { eventIds }, query, eventId }: Asked): string[] | null {
  const chosen = eventId ?? (query.event || null);
  if (chosen === null) return eventIds;
  return eventIds === null || eventIds.includes(chosen) ? [chosen] : [];
}

const showOrder = (order: ListedOrder, language: Language): ShownOrder => ({
  orderId: order.id,
  reference: order.reference,
  status: order.status,
  source: order.source,
  event: { eventId: order.eventId, name: order.eventName },
  buyer: order.buyer,
  quantity: order.quantity,
  totalMinor: order.totalMinor,
  currency: order.currency,
  locale: localeOf(language, order.country),
  createdAt: order.createdAt.toISOString(),
});
