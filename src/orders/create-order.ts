import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import { Refusal, type RefusalReason } from '../refusal.ts';
import { BANK_TRANSFER } from '../rules/bank-transfer.ts';
import { COUNTRIES } from '../money/countries.ts';
import { formatMoney } from '../money/format-money.ts';
import type { Gateways } from '../payments/gateways.ts';
import type { PaymentWay } from '../payments/payment-way.ts';
import type { Offer, Offers } from '../reservations/offers.ts';
import { given } from '../values/given.ts';
import type { Language } from '../values/language.ts';
import type { GivenAnswer } from '../rules/questions.ts';
import { checkMetadata, readCallbackUrl, readPhone } from './check-buyer.ts';
import type { OpenRequest, OpenResult, OrderEngine, Recipient } from './order-engine.ts';
import type { Order, OrderBody } from './order-schema.ts';
import { receiptAddress } from '../tickets/receipt-address.ts';
import type { WaitingRooms } from '../waiting-room/waiting-rooms.ts';
import { TransferRefused } from './bank-transfer/transfer-refused.ts';
import { failForSum, startPayment } from './start-payment.ts';
import { payableWays } from './ways/choose-way.ts';
import { choicePageUrl } from './ways/offer-ways.ts';

export type CreateOrder = Omit<OrderBody, 'metadata'> & {
  hostId: string;
  slug: string;
  /** The reservation's. */
  token: string;
  source: OpenRequest['source'];
  idempotencyKey: string | null;
  /** The metadata as it was sent. */
  metadataJson: string | null;
  recipients: Recipient[] | null;
  /** The buyer's answers to the host's questions, as they were sent. */
  answers?: readonly GivenAnswer[] | undefined;
  /** The id that the order will have, where the answers are on record under it. */
  orderId?: string | null;
  /** In which the buyer and the guests are written to. */
  language: Language;
  /** The buyer pays by bank transfer, where that is offered; else through the host's gateway. */
  byTransfer?: boolean;
  isWanted: () => boolean;
  /** The checkout may show the payment within its frame (payment-frames.ts). */
  isForFrame?: boolean;
};

export type OrderDeps = {
  database: Database;
  offers: Offers;
  rooms: Pick<WaitingRooms, 'mayHaveRoom' | 'checkEmail'>;
  orders: OrderEngine;
  gateways: Gateways;
  checkoutUrl: string;
  logger: Logger;
};

/** The order as the API tells of it, and where its receipt is, which the API says of a confirmed one only. */
export type CreatedOrder = {
  order: Order;
  receiptUrl: string;
  /** The ways that the buyer chooses from, on the page at `checkoutUrl`; empty: there is one, or nothing to pay. */
  ways: PaymentWay[];
};

/**
 * Makes an order of a held cart, in three phases: open it (one transaction), ask the gateway for a payment link (no
 * transaction), write the link down. A free order is settled in the first. A crash after any of them loses nothing: the
 * order is on record, and is followed up by the job that asks gateways.
 */
export async function createOrder(deps: OrderDeps, sent: CreateOrder): Promise<CreatedOrder> {
  const input = { ...sent, email: sent.email.trim(), callbackUrl: given(sent.callbackUrl) ?? null };
  const offer = await deps.offers.find(input.hostId, input.slug);
  if (offer.kind === 'seat_map' && input.source === 'api') {
    throw new Refusal('seat_map_event', 'This event is sold by seat: send the buyer to the checkout embed.');
  }
  if (deps.rooms.mayHaveRoom(offer.eventId)) {
    await deps.rooms.checkEmail({ eventId: offer.eventId, token: input.token, email: input.email });
  }
  const ways = await deps.gateways.ways(input.hostId, COUNTRIES[offer.country].currency);
  const request = await toRequest(deps, offer, { ...input, ways });
  const opened = await deps.orders.open(request, input.isWanted);
  if (opened.outcome === 'replayed') return replay(deps, offer, opened.orderId);
  if (opened.outcome === 'not_on_sale') throw await notOnSale(deps.database, offer.eventId);
  acceptedOrThrow(opened);
  const receiptUrl = receiptAddress(deps.checkoutUrl, opened.receiptToken);
  const order = {
    reference: opened.reference,
    total: opened.totalMinor,
    currency: COUNTRIES[offer.country].currency,
    formattedTotal: formatMoney(opened.totalMinor, offer.country),
  };
  if (opened.outcome === 'confirmed') {
    return { order: { status: 'confirmed', ...order, receiptUrl }, receiptUrl, ways: [] };
  }
  const { via } = request;
  // It waits already, and needs no link.
  if (via?.name === 'bank_transfer')
    return { order: { status: 'pending_payment', ...order, receiptUrl: null }, receiptUrl, ways: [] };
  if (ways.length > 1) return letChoose(deps, { opened, order, receiptUrl, hostId: input.hostId });

  const { status, checkoutUrl } = await startPayment(deps, {
    orderId: opened.orderId,
    reference: opened.reference,
    returnToken: opened.returnToken,
    via: via && { ...via, name: via.name },
    buyer: request.buyer,
    amountMinor: opened.totalMinor,
    currency: order.currency,
    description: offer.eventName,
    payBy: opened.payBy,
    isForFrame: input.isForFrame ?? false,
  });
  const isConfirmed = status === 'confirmed';
  return {
    order: { status, checkoutUrl, ...order, receiptUrl: isConfirmed ? receiptUrl : null },
    receiptUrl,
    ways: [],
  };
}

/** The link is one to our own page, and gateways are asked once the buyer has chosen. */
async function letChoose(
  deps: OrderDeps,
  made: {
    opened: OpenResult;
    order: Pick<Order, 'reference' | 'total' | 'currency' | 'formattedTotal'>;
    receiptUrl: string;
    hostId: string;
  },
): Promise<CreatedOrder> {
  const { opened, order, receiptUrl, hostId } = made;
  const { currency, total: totalMinor } = order;
  const ways = await payableWays(deps.gateways, { hostId, currency, totalMinor });
  if (ways.length === 0) await failForSum(deps.database, opened.orderId);
  const checkoutUrl = choicePageUrl(deps.checkoutUrl, opened.returnToken);
  const { status } = await deps.orders.link({ orderId: opened.orderId, checkoutUrl, sessionId: null });
  if (status !== 'pending_payment')
    throw new Refusal('reservation_expired', 'The reservation has changed: order its latest quote.');
  return {
    order: { status, checkoutUrl, ...order, receiptUrl: null },
    receiptUrl,
    ways,
  };
}

async function toRequest(
  deps: OrderDeps,
  offer: Offer,
  input: CreateOrder & { ways: PaymentWay[] },
): Promise<OpenRequest> {
  const { metadataJson } = input;
  if (metadataJson !== null) checkMetadata(metadataJson);
  const phone = readPhone(input.phone, offer);
  // The host's list is of sites that integrators may name; the embed's own page is not one of theirs.
  const allowedOrigins = input.source === 'embed' ? null : offer.callbackOrigins;
  const callbackUrl = input.callbackUrl ? readCallbackUrl(input.callbackUrl, allowedOrigins) : null;
  return {
    ...(input.orderId && { orderId: input.orderId }),
    eventId: offer.eventId,
    token: input.token,
    quoteReference: input.quoteReference,
    source: input.source,
    idempotency:
      input.idempotencyKey === null ? null : { key: input.idempotencyKey, requestHash: hashOf(offer, input) },
    buyer: {
      email: input.email,
      firstName: input.firstName.trim(),
      lastName: input.lastName.trim(),
      phone,
    },
    recipients: input.recipients,
    callbackUrl,
    metadata: metadataJson,
    language: input.language,
    // Whether there is anything to pay is known only once the cart is locked: a free one needs no gateway.
    // With several ways the buyer chooses later.
    via: input.byTransfer
      ? { name: BANK_TRANSFER, accountId: null }
      : input.ways.length === 1
        ? (input.ways[0] ?? null)
        : null,
  };
}

/** Of what the caller wrote. The language is none of it: browsers write that, and a second try may come from another one. */
function hashOf(offer: Offer, input: CreateOrder): string {
  const { email, firstName, lastName, phone, callbackUrl, metadataJson, quoteReference, token, recipients } =
    input;
  const { answers } = input;
  const request = [
    offer.eventId,
    token,
    quoteReference,
    email,
    firstName,
    lastName,
    phone,
    callbackUrl,
    metadataJson,
    recipients,
    // Only where there are any: others are known by what they were before.
    ...(answers ? [answers] : []),
    ...(input.byTransfer ? [BANK_TRANSFER] : []),
  ];
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

type RefusedOutcome = Exclude<OpenResult['outcome'], 'opened' | 'confirmed' | 'replayed' | 'not_on_sale'>;

const REFUSED: Record<RefusedOutcome, () => Refusal> = {
  other_request: () =>
    new Refusal(
      'validation_failed',
      'Idempotency-Key was used with a different request in the last 24 hours: send a new one.',
      { field: 'Idempotency-Key', reason: 'idempotency_key_reused' },
    ),
  order_exists: () => new Refusal('order_exists', 'This reservation has already been ordered.'),
  order_in_progress: () => new Refusal('order_in_progress', 'This reservation is being ordered right now.'),
  reservation_expired: () =>
    new Refusal('reservation_expired', 'The hold of this X-Device-ID has expired: create a new reservation.'),
  quote_mismatch: () =>
    new Refusal(
      'quote_mismatch',
      'quoteReference is out of date: use the one from the latest reservation response.',
    ),
  too_many_unpaid: () =>
    new Refusal(
      'too_many_held',
      'email has too many unpaid orders for this event: pay for one of them, or try again later.',
      { reason: 'email_unpaid' },
    ),
  transfer_not_offered: () =>
    new TransferRefused(
      'transfer_not_offered',
      'Bank transfer is not offered for this event now: choose another way to pay.',
    ),
  transfer_limit: () =>
    new TransferRefused(
      'transfers_unpaid',
      'Too many orders wait for a bank transfer already: pay for one of them, or choose another way to pay.',
    ),
  transfer_share: () =>
    new TransferRefused(
      'transfers_full',
      'Too many of these tickets are kept for bank transfers already: choose another way to pay, or fewer tickets.',
    ),
};

function acceptedOrThrow({ outcome }: OpenResult): void {
  if (outcome === 'opened' || outcome === 'confirmed') return;
  assert(outcome !== 'replayed' && outcome !== 'not_on_sale');
  throw REFUSED[outcome]();
}

async function notOnSale(database: Database, eventId: string): Promise<Refusal> {
  const { rows } = await database.query<{ reason: RefusalReason }>(
    `SELECT CASE WHEN status = 'CANCELLED' THEN 'event_cancelled'
                 WHEN status = 'ENDED' OR closes_at <= now() THEN 'event_ended' ELSE 'sale_ended' END AS reason
       FROM events WHERE id = $1`,
    [eventId],
  );
  return new Refusal('tickets_unavailable', 'This event is no longer on sale.', rows[0]);
}

/** Nobody is sent to pay for these any more. */
const ENDED = new Set<Order['status']>(['cancelled', 'expired', 'refunded']);

/** The answer that an earlier request with the same Idempotency-Key got, or would get now. */
async function replay(
  { database, gateways, checkoutUrl }: OrderDeps,
  offer: Offer,
  orderId: string,
): Promise<CreatedOrder> {
  const { rows } = await database.query<{
    status: Order['status'];
    reference: string;
    total_minor: number;
    currency: string;
    checkout_url: string | null;
    receipt_token: string;
    is_bought: boolean;
    host_id: string;
    is_chosen: boolean;
  }>(
    `SELECT status, reference, total_minor, currency, checkout_url, receipt_token, confirmed_at IS NOT NULL AS is_bought, host_id,
            gateway IS NULL AND status = 'pending_payment' AS is_chosen
       FROM orders WHERE id = $1`,
    [orderId],
  );
  const [row] = rows;
  assert(row, 'an order vanished');
  const receiptUrl = receiptAddress(checkoutUrl, row.receipt_token);
  const order: Order = {
    status: row.status,
    ...(row.checkout_url !== null && !ENDED.has(row.status) && { checkoutUrl: row.checkout_url }),
    reference: row.reference,
    total: row.total_minor,
    currency: row.currency,
    formattedTotal: formatMoney(row.total_minor, offer.country),
    receiptUrl: row.is_bought ? receiptUrl : null,
  };
  const { total: totalMinor, currency } = order;
  const ways = row.is_chosen
    ? await payableWays(gateways, { hostId: row.host_id, currency, totalMinor })
    : [];
  return { order, receiptUrl, ways };
}
