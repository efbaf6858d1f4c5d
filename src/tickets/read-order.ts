import type { Queryable } from '../db/database.ts';
import { STREET_SQL } from '../events/event-summary.ts';
import type { Country } from '../money/countries.ts';
import { taxLinesSql } from '../money/tax-lines.ts';
import type { PricedItem } from '../reservations/price-cart.ts';
import type { HexColor } from '../values/contrast.ts';
import { knownLanguage, type Language } from '../values/language.ts';
import type { PaidThrough } from '../payments/gateway.ts';
import type { OrderSource, PaidBy } from '../rules/order-source.ts';
import type { PaidMethod } from '../rules/payment-methods.ts';
import type { ReturnTerms } from '../rules/returns.ts';
import type { TaxLine } from '../rules/taxes.ts';

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
  source: OrderSource;
  /** The buyer pays to the host's own bank account. */
  byTransfer: boolean;
  /** How the host was paid, where it sold the tickets itself; null for all other orders. */
  paidBy: PaidBy | null;
  /** The keeper of the order's own payment, and with what that was made, where its gateway said so; null: it is not paid. */
  payment: { through: PaidThrough; method: PaidMethod | null } | null;
  totalMinor: number;
  totalFeesMinor: number;
  discountMinor: number;
  currency: string;
  /** In which the buyer and the guests are written to. */
  language: Language;
  items: PricedItem[];
  promoCode: string | null;
  /** The taxes in the total, as they were when it was ordered; empty: none are told. */
  taxes: TaxLine[];
  /** Whether and how the buyer returns tickets; null: the host is asked. */
  returnTerms: ReturnTerms | null;
  buyer: Person & { phone: string | null };
  createdAt: Date;
  confirmedAt: Date | null;
};

/** The host has the money itself, and gives it back itself. */
export const isPaidToHost = ({ paidBy, byTransfer }: Pick<OrderSummary, 'paidBy' | 'byTransfer'>): boolean =>
  paidBy !== null || byTransfer;

/** The host's facts for buyers of its events. */
export type HostForBuyers = {
  id: string;
  name: string;
  /** The address for buyers' questions; null: none. */
  contactEmail: string | null;
  /** The texts that exist. */
  hasTerms: boolean;
  hasRefundPolicy: boolean;
};

/** The seller of the tickets, as it was when they were sold. */
export type Seller = {
  name: string;
  /** In lines; empty: not given. */
  address: string;
  taxNumber: string | null;
  /** The usual rate of that time; null: none. */
  vatBasisPoints: number | null;
};

/** An event as its ticket holders know it: with the place, whether or not the public may see it. */
export type TicketedEvent = {
  id: string;
  slug: string;
  name: string;
  status: string;
  /** Counts the changes that its host has made. */
  version: number;
  host: HostForBuyers;
  seller: Seller;
  startsAt: Date;
  closesAt: Date;
  /** When the doors open; null: not given. */
  doorsAt: Date | null;
  timezone: string;
  country: Country;
  isOnline: boolean;
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

export type OrderOfEvent = {
  order: OrderSummary;
  event: TicketedEvent;
  /** Opens the receipt. It is beside the order, so that whatever prints an order does not have it. */
  receiptToken: string;
  /** The host's note for its members: never for the buyer. */
  note: string | null;
  /** The host's words to the recipient of the gift; null: none. */
  guestNote: string | null;
  /** The gateway's page; null where it gave none. */
  paymentUrl: string | null;
  /** It waits for its payment, and the buyer chooses how to pay on the page at `paymentUrl`. */
  letsChoose: boolean;
  payBy: Date | null;
  /** By the database's clock; negative when the time is over, null where there is nothing to pay. */
  secondsLeft: number | null;
  /** The gateway says that money is on its way, such as a bank transfer. */
  isPaymentUnderWay: boolean;
  /** The public may not know the exact place. */
  hidesLocation: boolean;
  /** The buyer may give tickets to others, while none of them has begun to use them. */
  buyersPassOn: boolean;
  hasStarted: boolean;
  /** The buyer may change the names on the tickets. */
  buyersRename: boolean;
  isEventOver: boolean;
  /** Of the event's pages; null: the house's own. */
  color: HexColor | null;
};

/** An order with what it is for; null where there is none. Asks nothing about who may see it: `orders/find-order.ts` does. */
export async function readOrder(tx: Queryable, orderId: string): Promise<OrderOfEvent | null> {
  const { rows } = await tx.query<OrderRow>(
    `SELECT o.id, o.reference, o.status, o.source, o.paid_by, coalesce(o.gateway = 'bank_transfer', false) AS by_transfer, o.note, o.guest_note, o.total_minor, o.currency, o.language, o.quote, o.return_terms, o.email,
            o.first_name, o.last_name, o.phone, o.created_at, o.confirmed_at, o.receipt_token, o.checkout_url, o.pay_by,
            o.gateway IS NULL AND o.status = 'pending_payment' AS lets_choose,
            o.payment_under_way_at IS NOT NULL AS is_payment_under_way,
            ceil(extract(epoch FROM o.pay_by - clock_timestamp()))::integer AS seconds_left,
            e.id AS event_id, e.slug, e.name, e.status AS event_status, e.version, h.id AS host_id, h.name AS host_name,
            h.contact_email, h.terms <> '' AS has_terms, h.refund_policy <> '' AS has_refund_policy, e.starts_at, e.closes_at,
            e.starts_at - e.doors_minutes * interval '1 minute' AS doors_at,
            e.timezone, e.country, e.is_online, e.state, e.lga, ${STREET_SQL('e')} AS street, e.directions, e.lat, e.lng, e.poster_file,
            e.poster_aspect_ratio, e.host_message, e.hide_location, e.buyers_rename, e.buyers_pass_on, e.starts_at <= clock_timestamp() AS has_started, e.embed_color, e.closes_at <= clock_timestamp() AS is_event_over,
            s.name AS seller_name, s.address AS seller_address, s.tax_number, s.vat_basis_points,
            ${taxLinesSql('order_taxes', 'order_id = o.id')} AS taxes,
            (SELECT json_build_object('through', p.gateway, 'method', p.method) FROM payments AS p WHERE p.order_id = o.id AND p.use = 'order' LIMIT 1) AS payment
       FROM orders AS o
       JOIN events AS e ON e.id = o.event_id
       JOIN hosts AS h ON h.id = e.host_id
      CROSS JOIN LATERAL (SELECT * FROM seller_facts
                           WHERE host_id = h.id AND since <= coalesce(o.confirmed_at, 'infinity')
                           ORDER BY since DESC LIMIT 1) AS s
      WHERE o.id = $1`,
    [orderId],
  );
  const [row] = rows;
  if (!row) return null;
  return {
    order: toOrder(row),
    event: toEvent(row),
    receiptToken: row.receipt_token,
    note: row.note,
    guestNote: row.guest_note,
    paymentUrl: row.checkout_url,
    letsChoose: row.lets_choose,
    payBy: row.pay_by,
    secondsLeft: row.seconds_left,
    isPaymentUnderWay: row.is_payment_under_way,
    hidesLocation: row.hide_location,
    buyersRename: row.buyers_rename,
    buyersPassOn: row.buyers_pass_on,
    hasStarted: row.has_started,
    isEventOver: row.is_event_over,
    color: row.embed_color,
  };
}

type OrderRow = {
  id: string;
  reference: string;
  status: OrderStatus;
  source: OrderSource;
  paid_by: PaidBy | null;
  payment: OrderSummary['payment'];
  by_transfer: boolean;
  note: string | null;
  guest_note: string | null;
  total_minor: number;
  currency: string;
  language: string;
  quote: { items: PricedItem[]; totalFees: number; discount: number; promoCode: string | null };
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  created_at: Date;
  confirmed_at: Date | null;
  receipt_token: string;
  checkout_url: string | null;
  lets_choose: boolean;
  pay_by: Date | null;
  seconds_left: number | null;
  is_payment_under_way: boolean;
  event_id: string;
  slug: string;
  name: string;
  event_status: string;
  version: number;
  host_id: string;
  host_name: string;
  contact_email: string | null;
  seller_name: string;
  seller_address: string;
  tax_number: string;
  vat_basis_points: number | null;
  taxes: TaxLine[];
  has_terms: boolean;
  has_refund_policy: boolean;
  starts_at: Date;
  closes_at: Date;
  doors_at: Date | null;
  timezone: string;
  country: Country;
  is_online: boolean;
  state: string;
  lga: string;
  street: string | null;
  directions: string | null;
  lat: number | null;
  lng: number | null;
  poster_file: string | null;
  poster_aspect_ratio: number | null;
  host_message: string | null;
  hide_location: boolean;
  buyers_rename: boolean;
  buyers_pass_on: boolean;
  has_started: boolean;
  return_terms: ReturnTerms | null;
  is_event_over: boolean;
  embed_color: HexColor | null;
};

function toOrder(row: OrderRow): OrderSummary {
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    source: row.source,
    paidBy: row.paid_by,
    payment: row.payment,
    byTransfer: row.by_transfer,
    totalMinor: row.total_minor,
    totalFeesMinor: row.quote.totalFees,
    discountMinor: row.quote.discount,
    currency: row.currency,
    language: knownLanguage(row.language),
    items: row.quote.items,
    promoCode: row.quote.promoCode,
    taxes: row.taxes,
    returnTerms: row.return_terms,
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
    version: row.version,
    host: {
      id: row.host_id,
      name: row.host_name,
      contactEmail: row.contact_email,
      hasTerms: row.has_terms,
      hasRefundPolicy: row.has_refund_policy,
    },
    seller: {
      name: row.seller_name,
      address: row.seller_address,
      taxNumber: row.tax_number || null,
      vatBasisPoints: row.vat_basis_points,
    },
    startsAt: row.starts_at,
    closesAt: row.closes_at,
    doorsAt: row.doors_at,
    timezone: row.timezone,
    country: row.country,
    isOnline: row.is_online,
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
