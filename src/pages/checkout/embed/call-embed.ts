import type { Correction } from './server/correction-schemas.ts';
import type { EmbedError } from './server/embed-error-schema.ts';
import type { IssuedTickets, OrderState, Resent } from './server/issued-schemas.ts';
import type { EmbedOrder } from './server/order-schemas.ts';
import type { Terms } from '../terms/server/terms-schema.ts';
import type { PageData } from './server/page-data-schema.ts';
import type { SeatMap } from '../../../inventory/seats/seat-map.ts';
import type { Ticket } from '../../../inventory/ticket-schema.ts';
import type { Reservation } from '../../../reservations/reservation-schema.ts';
import { callServer, type Answered, type Call, type CallFailed } from '../../shared/call-server.ts';
import type { Checkout } from './checkout-state.ts';

/** The answers of the addresses below an event's page. */
type EventAnswers = {
  '/tickets': { data: Ticket[] };
  '/seats': { data: SeatMap };
  '/terms': { data: Terms };
  '/reservations': { data: Reservation };
  '/orders': { data: EmbedOrder };
  '/cart-mail': { data: object };
} & Record<`/orders/${string}/email`, { data: Correction }>;

/** The answers of the addresses below an order. */
type OrderAnswers = {
  '/state': OrderState;
  '/look-up': OrderState;
  '/tickets': { data: IssuedTickets };
  '/resend': { data: Resent };
  '/cancel': { data: { outcome: string } };
};

/** Below the event. That of a draft has the preview's token. */
export const addressOf = ({ path: event, previewToken }: PageData, path: string): string =>
  event + path + (previewToken ? `?preview=${previewToken}` : '');

export const callEvent = <Path extends keyof EventAnswers>(
  { data }: Checkout,
  path: Path,
  call?: Call,
): Promise<Answered<EventAnswers[Path]>> => callServer(addressOf(data, path), call);

export const callOrder = <Path extends keyof OrderAnswers>(
  checkout: Checkout,
  receiptToken: string,
  path: Path,
  call?: Call,
): Promise<Answered<OrderAnswers[Path]>> => callServer(receiptAddress(checkout, receiptToken) + path, call);

/** Orders are beside the event, not below it. */
export const receiptAddress = ({ data }: Checkout, receiptToken: string): string =>
  data.path.replace(/[^/]*$/, `orders/${encodeURIComponent(receiptToken)}`);

/** A refusal with what the embed adds to it: where the buyer can mend it. */
export const refusalOf = ({ refusal }: CallFailed): Partial<EmbedError> => refusal ?? {};
