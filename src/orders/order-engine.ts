import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { plainArray, textArray } from '../db/array-literal.ts';
import { BATCH_SETTINGS, createBatcher, MAX_BATCHES_AT_ONCE, type BatchWatch } from '../db/batcher.ts';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/database.ts';
import { LAPSE_FACTOR } from '../inventory/hold-caps.ts';
import type { GatewayName, StartedPayment, TakenPayment } from '../payments/gateway.ts';
import type { Language } from '../values/language.ts';
import { newOrderReference } from './order-reference.ts';

export type Recipient = { email: string; firstName: string; lastName: string; phone: string | null };

export type OpenRequest = {
  /** Of the order that may come of it, where something is on record under it already; else a new one. */
  orderId?: string;
  eventId: string;
  token: string;
  quoteReference: string;
  source: 'api' | 'embed';
  idempotency: { key: string; requestHash: string } | null;
  buyer: Recipient;
  /** One per ticket, in the order of the quote's items; null: all are the buyer's. */
  recipients: Recipient[] | null;
  callbackUrl: string | null;
  /** JSON as it was sent. */
  metadata: string | null;
  /** In which the buyer is written to. */
  language: Language;
  /** The gateway for the payment, or a bank transfer; null if there is none. */
  via: { name: GatewayName | 'bank_transfer'; accountId: string | null } | null;
};

export type OpenResult = {
  outcome:
    | 'opened'
    | 'confirmed'
    | 'replayed'
    | 'other_request'
    | 'order_exists'
    | 'order_in_progress'
    | 'reservation_expired'
    | 'not_on_sale'
    | 'quote_mismatch'
    | 'too_many_unpaid'
    // Of a bank transfer: not of this event or not now, too many that wait, too much of the stock kept for them.
    | 'transfer_not_offered'
    | 'transfer_limit'
    | 'transfer_share';
  orderId: string;
  /** Of an order that was made just now, as are its tokens; else nothing. */
  reference: string;
  receiptToken: string;
  returnToken: string;
  totalMinor: number;
  payBy: Date | null;
};

export type SettleRequest = Omit<TakenPayment, 'method'> &
  Partial<Pick<TakenPayment, 'method'>> & {
    orderId: string;
    cause: string;
    /** The gateway that says so, of an order whose buyer chose how to pay. */
    gateway?: GatewayName;
  };
export type SettleResult = 'settled' | 'duplicate' | 'refunded';

export type LinkRequest = StartedPayment & { orderId: string };
/** The order's state now: whoever paid before the link was written down has confirmed it already. */
export type LinkResult = { status: string };

/** How long the gateway may take to give a payment link, look-ups and second tries included. */
export const START_SECONDS = 30;
/** The stock stays this much longer than the payment window: time to ask the gateway once more. */
export const GRACE_SECONDS = 120;
/** Nobody pays for more at once; who orders for others has paid for the first ones by then. */
const MAX_UNPAID_PER_EMAIL = 5;
/** When the gateway is first asked about a payment whose callback has not come. */
const FIRST_LOOK_UP_SECONDS = 30;

/** Orders are opened, get their links, and are paid for. */
const KINDS_OF_BATCHES = 3;

/** Orders, many at a time, as carts are held. */
export function createOrderEngine(options: {
  database: Database;
  paymentWindowMinutes: number;
  watchBatch?: (batch: 'orders' | 'payment_links' | 'payments') => BatchWatch;
}) {
  const { watchBatch } = options;
  const pool = options.database.dedicatedPool({
    name: 'orders',
    size: MAX_BATCHES_AT_ONCE * KINDS_OF_BATCHES,
    settings: BATCH_SETTINGS,
  });

  const opening = createBatcher<OpenRequest, OpenResult>({
    keyOf: ({ eventId, token }) => `${eventId} ${token}`,
    groupOf: ({ eventId }) => eventId,
    watch: watchBatch?.('orders'),
    run: (requests) => openOrders(pool, requests, options.paymentWindowMinutes),
  });

  const linking = createBatcher<LinkRequest, LinkResult>({
    keyOf: ({ orderId }) => orderId,
    watch: watchBatch?.('payment_links'),
    async run(requests) {
      const { rows } = await pool.query<LinkResult>(
        callFunction('link_orders', {
          order_ids: plainArray(requests.map(({ orderId }) => orderId)),
          checkout_urls: textArray(requests.map(({ checkoutUrl }) => checkoutUrl)),
          session_ids: textArray(requests.map(({ sessionId }) => sessionId)),
          look_up_seconds: FIRST_LOOK_UP_SECONDS,
        }),
      );
      return rows;
    },
  });

  const settling = createBatcher<SettleRequest, SettleResult>({
    keyOf: ({ orderId }) => orderId,
    watch: watchBatch?.('payments'),
    async run(requests) {
      const { rows } = await pool.query<{ outcome: SettleResult }>(
        callFunction('settle_payments', {
          order_ids: plainArray(requests.map(({ orderId }) => orderId)),
          gateway_payment_ids: textArray(requests.map(({ gatewayPaymentId }) => gatewayPaymentId)),
          amounts: plainArray(requests.map(({ amountMinor }) => amountMinor)),
          currencies: textArray(requests.map(({ currency }) => currency)),
          paid_ats: textArray(requests.map(({ paidAt }) => paidAt.toISOString())),
          causes: textArray(requests.map(({ cause }) => cause)),
          methods: plainArray(requests.map(({ method }) => method ?? null)),
          gateways: plainArray(requests.map(({ gateway }) => gateway ?? null)),
        }),
      );
      return rows.map(({ outcome }) => outcome);
    },
  });

  return {
    /** Turns a cart into an order; a free one is confirmed at once. */
    open: (request: OpenRequest, isWanted?: () => boolean) => opening.add(request, isWanted),
    /** Writes down where the buyer pays. */
    link: (request: LinkRequest) => linking.add(request),
    /** Writes down what a gateway has taken, and what became of it. Harmless to repeat. */
    settle: (request: SettleRequest) => settling.add(request),
    close: () => pool.end(),
  };
}

export type OrderEngine = ReturnType<typeof createOrderEngine>;

async function openOrders(
  pool: pg.Pool,
  requests: OpenRequest[],
  paymentWindowMinutes: number,
): Promise<OpenResult[]> {
  const references = requests.map(newOrderReference);
  const { rows } = await pool.query<{
    outcome: OpenResult['outcome'];
    order_id: string;
    total_minor: number | null;
    pay_by: Date | null;
    receipt_token: string | null;
    return_token: string | null;
  }>(
    callFunction('open_orders', {
      new_ids: plainArray(requests.map(({ orderId }) => orderId ?? randomUUIDv7())),
      new_references: plainArray(references),
      event_ids: plainArray(requests.map(({ eventId }) => eventId)),
      tokens: plainArray(requests.map(({ token }) => token)),
      quote_references: textArray(requests.map(({ quoteReference }) => quoteReference)),
      sources: plainArray(requests.map(({ source }) => source)),
      idempotency_keys: textArray(requests.map(({ idempotency }) => idempotency?.key ?? null)),
      request_hashes: plainArray(requests.map(({ idempotency }) => idempotency?.requestHash ?? null)),
      emails: textArray(requests.map(({ buyer }) => buyer.email)),
      first_names: textArray(requests.map(({ buyer }) => buyer.firstName)),
      last_names: textArray(requests.map(({ buyer }) => buyer.lastName)),
      phones: textArray(requests.map(({ buyer }) => buyer.phone)),
      recipients: textArray(requests.map(({ recipients }) => recipients && JSON.stringify(recipients))),
      callback_urls: textArray(requests.map(({ callbackUrl }) => callbackUrl)),
      metadatas: textArray(requests.map(({ metadata }) => metadata)),
      languages: plainArray(requests.map(({ language }) => language)),
      gateways: plainArray(requests.map(({ via }) => via?.name ?? null)),
      account_ids: plainArray(requests.map(({ via }) => via?.accountId ?? null)),
      start_seconds: START_SECONDS,
      payment_minutes: paymentWindowMinutes,
      grace_seconds: GRACE_SECONDS,
      unpaid_limit: MAX_UNPAID_PER_EMAIL,
      lapsed_limit: MAX_UNPAID_PER_EMAIL * LAPSE_FACTOR,
    }),
  );
  return rows.map((row, index) => ({
    outcome: row.outcome,
    orderId: row.order_id,
    reference: references[index] ?? '',
    receiptToken: row.receipt_token ?? '',
    returnToken: row.return_token ?? '',
    totalMinor: row.total_minor ?? 0,
    payBy: row.pay_by,
  }));
}
