// The API's requests and answers. A test compares these types with the server's own schemas.
import type { Country } from './country.ts';

export type EventStatus = 'DRAFT' | 'LIVE' | 'ENDED' | 'CANCELLED';
export type { Country };

/** Every field is always there; what the host left out, or hides, is null. Amounts are in the smallest unit of the currency. */
export type EventSummary = {
  id: string;
  name: string;
  /** Names the event in every other call. */
  slug: string;
  posterImageURL: string | null;
  /** Width divided by height. */
  posterAspectRatio: number | null;
  category: { name: string; slug: string };
  /** The cheapest ticket to be had now. */
  cheapestTicketPrice: number | null;
  formattedCheapestPrice: string | null;
  /** Plain text: escape it like any text. */
  description: string;
  previewDescription: string;
  /** When the event starts, as an ISO 8601 time. */
  date: string;
  closingDate: string;
  /** IANA name, such as `Africa/Lagos`. */
  timezone: string;
  status: EventStatus;
  /** Announced, not yet on sale. */
  isComingSoon: boolean;
  instagram: string | null;
  website: string | null;
  xAccount: string | null;
  country: Country;
  state: string;
  lga: string;
  street: string | null;
  directions: string | null;
  lng: number | null;
  lat: number | null;
  hideLocation: boolean;
  hostMessage: string | null;
  createdAt: string;
};

export type Headliner = { id: string; name: string; role: string; imageURL: string | null };

export type Event = EventSummary & { headliners: Headliner[] };

export type EventPage = {
  items: EventSummary[];
  /** Absent on the last page. */
  nextCursor?: string;
};

export type EventQuery = {
  /** Slug of a category. */
  category?: string | undefined;
  /** Full-text search. */
  q?: string | undefined;
  /** Events per page, 1 to 100; 20 without it. */
  limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined;
  /** Of the host’s texts, such as `fr`. */
  language?: string | undefined;
};

export type GalleryImage = {
  id: string;
  url: string;
  thumbnailURL: string;
  width: number;
  height: number;
  alt: string;
  position: number;
};

/** A ticket type. */
export type Ticket = {
  /** The `sku` of reservation items. */
  id: string;
  name: string;
  description: string;
  /** Seated tickets are sold through the checkout embed only. */
  kind: 'GENERAL' | 'SEATED';
  /** Offer only `AVAILABLE` ones. */
  status: 'AVAILABLE' | 'SOLD_OUT' | 'COMING_SOON' | 'SALE_ENDED';
  /** Live; others' reservations are subtracted. */
  quantityLeft: number;
  price: number;
  /** The fee that the buyer pays on top of the price, per ticket. */
  fees: number;
  currency: string;
  formattedPrice: string;
  formattedFees: string;
  /** The most tickets of this type in one order. */
  maximumPurchasableTicketCount: number;
  saleStartsAt: string | null;
  saleEndsAt: string | null;
  /** When the next reservation of a sold-out ticket type lapses; null where none does within the hour, or people are on the waiting list. */
  backOnSaleAt: string | null;
};

export type ReservationBody = {
  items: { sku: string; quantity: number }[];
  promoCode?: string | null | undefined;
};

export type ReservationItem = {
  sku: string;
  name: string;
  quantity: number;
  /** Per ticket. */
  price: number;
  /** Per ticket, on top of the price. */
  fee: number;
  /** For all tickets of this item together. */
  discount: number;
  /** quantity × (price + fee) − discount */
  total: number;
};

export type Reservation = {
  /** The visitor's token, which the client sends by itself. */
  reservationToken: string;
  /** The priced cart, to be ordered. */
  quoteReference: string;
  total: number;
  totalFees: number;
  discount: number;
  promoCode: string | null;
  items: ReservationItem[];
  currency: string;
  formattedTotal: string;
  /** When the countdown ends; the tickets stay held a little longer. */
  clientExpiresAt: string;
};

export type OrderBody = {
  /** The reservation's newest quote. */
  quoteReference: string;
  /** The tickets are sent to this address. */
  email: string;
  firstName: string;
  lastName: string;
  phone?: string | null | undefined;
  /** The buyer returns there after the payment, with `reference` added. */
  callbackUrl?: string | null | undefined;
  /** At most 4096 bytes; comes back untouched in the purchase webhook. */
  metadata?: object | undefined;
};

type OrderFacts = {
  /** Names the order, and opens nothing. */
  reference: string;
  total: number;
  currency: string;
  formattedTotal: string;
};

/** The buyer has to pay: send them to `checkoutUrl`. */
export type PendingOrder = OrderFacts & {
  status: 'pending_payment';
  /** The payment page for the buyer. */
  checkoutUrl: string;
  receiptUrl: null;
};

/** The tickets are the buyer's. */
export type BoughtOrder = OrderFacts & {
  status: 'confirmed' | 'partially_refunded';
  /** Of a paid order: the page on which it was paid. */
  checkoutUrl?: string;
  /** The page with the tickets. Whoever has it has the tickets. */
  receiptUrl: string;
};

/** Not paid in time, given up, or given back. */
export type EndedOrder = OrderFacts & {
  status: 'expired' | 'cancelled' | 'refunded';
  checkoutUrl?: never;
  /** Of an order that was bought before. */
  receiptUrl: string | null;
};

/** A union: `status` tells which. Only an order that is asked for again can be one of the last kind. */
export type Order = PendingOrder | BoughtOrder | EndedOrder;
export type OrderStatus = Order['status'];

export type Released = { released: true };

export type Health = {
  /** Whether the service can work. */
  status: boolean;
  message: string;
  data: {
    postgres: boolean;
    redis: boolean;
    opensearch: boolean;
    rabbitmq: boolean;
    neo4j: boolean;
    mongodb: boolean;
  };
};
