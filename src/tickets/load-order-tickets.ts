import type { Queryable } from '../db/database.ts';
import type { Country } from '../money/countries.ts';
import { ticketAmounts } from './ticket-amounts.ts';
import type { PricedItem } from '../reservations/price-cart.ts';
import { signTicketCode } from './ticket-code.ts';
import { keepVerifyKey } from './verify-keys.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

export type OrderStatus =
  | 'processing'
  | 'failed'
  | 'pending_payment'
  | 'confirmed'
  | 'expired'
  | 'cancelled'
  | 'refunded'
  | 'partially_refunded';

export type Person = { email: string; firstName: string; lastName: string };

export type OrderSummary = {
  id: string;
  reference: string;
  status: OrderStatus;
  totalMinor: number;
  totalFeesMinor: number;
  discountMinor: number;
  currency: string;
  items: PricedItem[];
  promoCode: string | null;
  buyer: Person & { phone: string | null };
  createdAt: Date;
  confirmedAt: Date | null;
};

/** An event as its ticket holders know it: with the place, whether or not the public may see it. */
export type TicketedEvent = {
  id: string;
  slug: string;
  name: string;
  status: string;
  hostName: string;
  startsAt: Date;
  closesAt: Date;
  timezone: string;
  country: Country;
  state: string;
  lga: string;
  street: string | null;
  directions: string | null;
  lat: number | null;
  lng: number | null;
  posterFile: string | null;
  posterAspectRatio: number | null;
  hostMessage: string | null;
};

export type Seat = { section: string; row: string; seat: string };

export type OrderTicket = {
  id: string;
  position: number;
  sku: string;
  typeName: string;
  /** This ticket's part of the total. The parts of an order's tickets add up to what was paid for them. */
  paidMinor: number;
  seat: Seat | null;
  recipient: Person;
  code: string;
  usedAt: Date | null;
  voidedAt: Date | null;
};

export type OrderTickets = { order: OrderSummary; event: TicketedEvent; tickets: OrderTicket[] };

/** The token opens the receipt. It is beside the order, so that whatever prints an order does not have it. */
export type FoundOrder = OrderTickets & { receiptToken: string };

/** All that the e-mails, the PDF and the receipt page show of an order; null where there is no such order. */
export async function loadOrderTickets(
  tx: Queryable,
  secretKeys: SecretKeys,
  name: { orderId: string } | { receiptToken: string },
): Promise<FoundOrder | null> {
  const { rows } = await tx.query<OrderRow>(
    `SELECT o.id, o.reference, o.status, o.total_minor, o.currency, o.quote, o.email, o.first_name, o.last_name, o.phone,
            o.created_at, o.confirmed_at, o.receipt_token,
            e.id AS event_id, e.slug, e.name, e.status AS event_status, h.name AS host_name, e.starts_at, e.closes_at,
            e.timezone, e.country, e.state, e.lga, e.street, e.directions, e.lat, e.lng, e.poster_file,
            e.poster_aspect_ratio, e.host_message
       FROM orders AS o
       JOIN events AS e ON e.id = o.event_id
       JOIN hosts AS h ON h.id = e.host_id
      WHERE ${'orderId' in name ? 'o.id = $1' : 'o.receipt_token = $1'}`,
    ['orderId' in name ? name.orderId : name.receiptToken],
  );
  const [row] = rows;
  if (!row) return null;
  const { rows: ticketRows } = await tx.query<TicketRow>(
    `SELECT t.id, t.position, t.ticket_type_id, y.name AS type_name, t.serial, t.email, t.first_name, t.last_name,
            t.used_at, t.voided_at, s.section, s.row_label, s.seat_label
       FROM tickets AS t
       JOIN ticket_types AS y ON y.id = t.ticket_type_id
       LEFT JOIN seats AS s ON s.id = t.seat_id
      WHERE t.order_id = $1
      ORDER BY t.position`,
    [row.id],
  );
  if (ticketRows.length > 0) await keepVerifyKey(tx, secretKeys, row.event_id);
  const order = toOrder(row);
  const amounts = ticketAmounts(order.items);
  const tickets = ticketRows.map((ticket) => ({
    ...toTicket(ticket),
    paidMinor: amounts[ticket.position - 1]?.amountMinor ?? 0,
    code: signTicketCode(secretKeys.current, { eventId: row.event_id, serial: ticket.serial }),
  }));
  return { order, event: toEvent(row), tickets, receiptToken: row.receipt_token };
}

type OrderRow = {
  id: string;
  reference: string;
  status: OrderStatus;
  total_minor: number;
  currency: string;
  quote: { items: PricedItem[]; totalFees: number; discount: number; promoCode: string | null };
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  created_at: Date;
  confirmed_at: Date | null;
  receipt_token: string;
  event_id: string;
  slug: string;
  name: string;
  event_status: string;
  host_name: string;
  starts_at: Date;
  closes_at: Date;
  timezone: string;
  country: Country;
  state: string;
  lga: string;
  street: string | null;
  directions: string | null;
  lat: number | null;
  lng: number | null;
  poster_file: string | null;
  poster_aspect_ratio: number | null;
  host_message: string | null;
};

type TicketRow = {
  id: string;
  position: number;
  ticket_type_id: string;
  type_name: string;
  serial: string;
  email: string;
  first_name: string;
  last_name: string;
  used_at: Date | null;
  voided_at: Date | null;
  section: string | null;
  row_label: string | null;
  seat_label: string | null;
};

function toOrder(row: OrderRow): OrderSummary {
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    totalMinor: row.total_minor,
    totalFeesMinor: row.quote.totalFees,
    discountMinor: row.quote.discount,
    currency: row.currency,
    items: row.quote.items,
    promoCode: row.quote.promoCode,
    buyer: { email: row.email, firstName: row.first_name, lastName: row.last_name, phone: row.phone },
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
  };
}

function toEvent(row: OrderRow): TicketedEvent {
  return {
    id: row.event_id,
    slug: row.slug,
    name: row.name,
    status: row.event_status,
    hostName: row.host_name,
    startsAt: row.starts_at,
    closesAt: row.closes_at,
    timezone: row.timezone,
    country: row.country,
    state: row.state,
    lga: row.lga,
    street: row.street,
    directions: row.directions,
    lat: row.lat,
    lng: row.lng,
    posterFile: row.poster_file,
    posterAspectRatio: row.poster_aspect_ratio,
    hostMessage: row.host_message,
  };
}

function toTicket(row: TicketRow) {
  const { section, row_label: rowLabel, seat_label: seat } = row;
  return {
    id: row.id,
    position: row.position,
    sku: row.ticket_type_id,
    typeName: row.type_name,
    seat: section !== null && rowLabel !== null && seat !== null ? { section, row: rowLabel, seat } : null,
    recipient: { email: row.email, firstName: row.first_name, lastName: row.last_name },
    usedAt: row.used_at,
    voidedAt: row.voided_at,
  };
}
