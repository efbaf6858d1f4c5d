import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { judgeKey, onceMoreIfSilent, type GatewayOptions } from '../gateway-http.ts';
import {
  cancelledUrl,
  GatewayRefused,
  type Gateway,
  type LookedUp,
  type PaymentStart,
  type TakenPayment,
} from '../gateway.ts';
import { fromStripeUnits, toStripeUnits } from './stripe-units.ts';
import { signatureIn } from '../read-callback.ts';
import { readTaken } from '../read-taken.ts';
import { isSignedByStripe, namesInCallback } from './stripe-callback.ts';
import { createStripeCalls, nonsense, type Form, type StripeCredentials } from './stripe-calls.ts';
import { findStripeDisputes, listStripeDisputed } from './stripe-disputes.ts';
import { refundByStripe } from './stripe-refund.ts';

const A_MINUTE_MS = 60_000;
// Stripe takes 30 minutes to 24 hours, counted when the request gets there: a minute inside of both.
const SHORTEST_SESSION_MS = 31 * A_MINUTE_MS;
const MAX_SESSION_MS = (24 * 60 - 1) * A_MINUTE_MS;

export function createStripe(options: GatewayOptions<StripeCredentials>): Gateway {
  const { nowMs } = options;
  const { webhookSecret } = options.credentials;
  const calls = createStripeCalls(options);
  const { open, acceptedOrThrow, callLimitMs } = calls;

  return {
    // Stripe refuses to be framed.
    isFramable: false,

    async start(payment) {
      const form = toSessionForm(payment, nowMs());
      const ask = () =>
        // Both tries together stay within the limit of one call.
        open(Math.floor(callLimitMs / 2))('POST', '/v1/checkout/sessions', {
          form,
          idempotencyKey: payment.reference,
        });
      const session = acceptedOrThrow(await onceMoreIfSilent(ask));
      const checkoutUrl = textAt(session, 'url');
      const sessionId = textAt(session, 'id');
      if (!sessionId || !checkoutUrl || !URL.canParse(checkoutUrl))
        throw nonsense('a session without id or page');
      return { checkoutUrl, sessionId };
    },

    async lookUp(payment) {
      // The session's id came with the link to its page: without the one nobody can have paid by the other.
      if (payment.sessionId === null) return { state: 'unknown', taken: [] };
      // A session does not tell when it was paid; its charge does.
      const path = `/v1/checkout/sessions/${encodeURIComponent(payment.sessionId)}?expand[]=payment_intent.latest_charge`;
      const answer = await open()('GET', path);
      if (answer.status === 404) return { state: 'unknown', taken: [] };
      return toLookedUp(acceptedOrThrow(answer), payment.reference);
    },

    async close(payment) {
      if (payment.sessionId === null) return;
      const path = `/v1/checkout/sessions/${encodeURIComponent(payment.sessionId)}/expire`;
      try {
        acceptedOrThrow(await open()('POST', path));
      } catch (error) {
        // It is paid or expired already: a look-up tells which.
        if (!(error instanceof GatewayRefused)) throw error;
      }
    },

    refund: (asked) => refundByStripe(calls, asked),

    findDisputes: (payment) => findStripeDisputes(calls, payment),

    listDisputed: (since) => listStripeDisputed(calls, since),

    async check() {
      // A restricted key that is made for us may see sessions, and perhaps neither balance nor account.
      const answer = await open()('GET', '/v1/checkout/sessions?limit=1');
      return answer.isAccepted ? 'good' : judgeKey('Stripe', answer);
    },

    readCallback(callback) {
      const header = signatureIn(callback, 'stripe-signature');
      if (header === null || !isSignedByStripe(header, callback.body, { webhookSecret, nowMs: nowMs() }))
        return null;
      return namesInCallback(callback.body);
    },
  };
}

function toSessionForm(payment: PaymentStart, nowMs: number): Form {
  const aheadMs = payment.payBy.getTime() - nowMs;
  const expiresMs = nowMs + Math.min(Math.max(aheadMs, SHORTEST_SESSION_MS), MAX_SESSION_MS);
  return {
    mode: 'payment',
    'line_items[0][price_data][currency]': payment.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': toStripeUnits(payment.amountMinor, payment.currency),
    'line_items[0][price_data][product_data][name]': payment.description,
    'line_items[0][quantity]': '1',
    success_url: payment.returnUrl,
    cancel_url: cancelledUrl(payment.returnUrl),
    client_reference_id: payment.reference,
    customer_email: payment.email,
    'metadata[reference]': payment.reference,
    expires_at: String(Math.floor(expiresMs / 1_000)),
  };
}

function toLookedUp(session: ExactJson, reference: string): LookedUp {
  const status = textAt(session, 'status');
  if (status === null || textAt(session, 'client_reference_id') !== reference)
    throw nonsense('another payment');
  if (textAt(session, 'payment_status') === 'paid') return { state: 'paid', taken: [toTaken(session)] };
  // Complete and not paid.
  if (status === 'complete') return { state: 'under_way', taken: [] };
  return { state: status === 'expired' ? 'closed' : 'open', taken: [] };
}

function toTaken(session: ExactJson): TakenPayment {
  const intent = fieldAt(session, 'payment_intent');
  const paidSeconds = textAt(intent, 'latest_charge', 'created') ?? textAt(session, 'created');
  return readTaken('Stripe', {
    id: textAt(session, 'payment_intent') ?? textAt(intent, 'id'),
    currency: textAt(session, 'currency'),
    amountMinorIn: (currency) => fromStripeUnits(textAt(session, 'amount_total'), currency),
    paidAt: new Date(Number(paidSeconds ?? Number.NaN) * 1_000),
  });
}
