import type { SeatChanges, SeatMap } from '../../src/inventory/seats/seat-map.ts';
import type { Ticket } from '../../src/inventory/ticket-schema.ts';
import type { CorrectionProblem } from '../../src/orders/correct-email.ts';
import type { Order } from '../../src/orders/order-schema.ts';
import type { PromoProblem } from '../../src/reservations/hold-cart.ts';
import type { Reservation } from '../../src/reservations/reservation-schema.ts';
import type { HexColor } from '../../src/values/contrast.ts';
import type { Language } from '../../src/values/language.ts';
import type { Theme } from '../../src/values/theme.ts';

// What the server and the page of the checkout say to each other. Types only: of the server's code the page has no more than the
// rules for names and e-mail addresses.

export type { Language };

export type EventState = 'on_sale' | 'coming_soon' | 'sold_out' | 'sale_ended' | 'ended' | 'cancelled';

export type Accent = {
  accent: HexColor;
  /** Black or white: what can be read on the accent. */
  onAccent: HexColor;
  /** The accent as the colour of text on the page. */
  accentText: HexColor;
};

/** The document: the first paint in `<div id="checkout">`, and its data as JSON in `<script id="page-data">`. */
export type CheckoutPage = {
  data: PageData;
  theme: Theme | null;
  accents: Record<Theme, Accent>;
};

/** All that the first paint needs, in the page as JSON. */
export type PageData = {
  slug: string;
  /** The path that every address below is relative to: `…/checkout/<slug>`. */
  path: string;
  language: Language;
  /** For `Intl`: money and dates as the event's country writes them, in the buyer's language. */
  locale: string;
  currency: string;
  event: {
    name: string;
    kind: 'general' | 'seat_map';
    state: EventState;
    startsAt: string;
    closesAt: string;
    timezone: string;
    /** Lines of the public address; what the host hides is not in it. */
    place: string[];
    posterUrl: string | null;
    posterAspectRatio: number | null;
    hostName: string;
    hostMessage: string | null;
    previewDescription: string;
    /** The buyer's country calls its phones like this. */
    samplePhone: string;
  };
  /** Live at the time of the page; GET tickets brings them up to date. */
  tickets: Ticket[];
  /** Set when the buyer comes back from paying, or reloads the last step. What opens the order is behind the address's `#`. */
  reference: string | null;
};

// GET    <path>/tickets         -> { data: Ticket[] }
// POST   <path>/reservations    HoldBody, header X-Device-ID -> { data: Reservation }
// DELETE <path>/reservations    header X-Device-ID           -> { data: { released: true } }
// POST   <path>/orders          OrderBody, header X-Device-ID, Idempotency-Key -> { data: EmbedOrder }
// GET    <path>/seats           -> { data: SeatMap }, with an ETag
// GET    <path>/seats/live      server-sent events: `taken` with SeatChanges; the first one tells of all that are taken, the
//                               rest is free. The buyer's own are among them. `map`: the seats themselves were changed:
//                               load them again; the `taken` that follows is a first one, by the new places.
//                               `later`: too many watch; this is all for now, and the browser asks again by itself
// POST   <path>/orders/<reference>/email  { email }, header X-Device-ID -> { data: { receiptUrl } }: the tickets go to another
//                               address; they have new codes, and the receipt has a new token
// GET    ../orders/<receipt token>/state   -> { status }
// GET    ../orders/<receipt token>/tickets -> { data: IssuedTickets }
// POST   ../orders/<receipt token>/resend  with Accept: application/json -> { data: { sent: true } }
// An error is { message, status, error_code }, as in the API, and `field` where one field is wrong. A refused hold of seats
// has `takenSeats` too, and one whose promo code is not taken `promoProblem`; a refused correction of the address has
// `emailProblem`.

export type HoldBody = {
  items?: { sku: string; quantity: number }[];
  seatIds?: string[];
  promoCode?: string;
};

export type Person = { email: string; firstName: string; lastName: string; phone?: string };

export type OrderBody = Person & {
  quoteReference: string;
  /** One per ticket, in the order of the reservation's items; left out where all tickets are the buyer's. */
  recipients?: Person[];
  /** The page's own query (theme, colorScheme, lang), so that the buyer comes back to a page that looks the same. */
  query: string;
};

export type EmbedOrder = Omit<Order, 'receiptUrl'> & {
  /** Of an order that is not paid yet too. Its last part is the receipt token. */
  receiptUrl: string;
  /** Whether `checkoutUrl` may be shown in this frame; otherwise it opens in a new tab. */
  isFramable: boolean;
};

export type ApiError = {
  message: string;
  status: number;
  error_code: string;
  /** The field that is wrong, such as `phone` or `recipients[2].email`. */
  field?: string;
  takenSeats?: string[];
  promoProblem?: PromoProblem;
  emailProblem?: CorrectionProblem;
};

export type IssuedTickets = {
  reference: string;
  status: Order['status'];
  /** Masked, such as a…@example.com. */
  sentTo: string;
  /** The first fifty; the rest are in the PDF and on the receipt. */
  tickets: {
    position: number;
    typeName: string;
    seat: string | null;
    seatPlace: { section: string; row: string; seat: string } | null;
    holder: string;
    code: string;
    qrSvg: string;
  }[];
  ticketCount: number;
  pdfUrl: string;
  calendarUrl: string;
  receiptUrl: string;
};

export type { Order, Reservation, SeatChanges, SeatMap, Ticket };
