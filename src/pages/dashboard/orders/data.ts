import type { Resending } from '../../../orders/resendings/read-resending.ts';
import type { OrderStatus } from '../../../tickets/read-order.ts';
import type { OrderSource } from '../../../values/order-source.ts';
import type { OrderSource as FilteredSource, WayOfPayment } from '../../../values/orders.ts';
import type { HomeEvent } from '../home/data.ts';

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

/** What orders are chosen by, as in the address. Empty: not by this. */
export type OrdersQuery = {
  search: string;
  status: OrderStatus | '';
  /** Of a host's orders alone. */
  event: string;
  /** Of one event's orders alone: a ticket type's id. */
  type: string;
  source: FilteredSource | '';
  payment: WayOfPayment | '';
  promo: string;
  from: string;
  to: string;
  attention: 'yes' | '';
};

/** Tickets that are sent again to all that matched, and how far that is. */
export type ShownResending = Omit<Resending, 'createdAt'> & {
  createdAt: string;
  /** Some of those who were not reached. */
  unreached: { reference: string; recipient: string }[];
};

/** A host's orders, or those of one event. */
export type OrdersView = {
  event: HomeEvent | null;
  orders: ShownOrder[];
  /** Where the page is not full: so far was looked, and there may be more behind. Null: this is the end. */
  nextCursor: string | null;
  /** What the orders were chosen by. */
  query: OrdersQuery;
  /** To choose from: on the host's page events, on an event's its ticket types. */
  events: { eventId: string; name: string }[];
  ticketTypes: { ticketTypeId: string; name: string }[];
  /** Of the event, or of the host's country: days and times are on its clock. */
  timezone: string;
  /** The newest of today, where there is one. */
  resending: ShownResending | null;
};
