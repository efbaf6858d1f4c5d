import { createHmac } from 'node:crypto';
import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { findEarlierRefund, listAt, type ListedRefund } from '../find-earlier-refund.ts';
import {
  askGateway,
  CALL_LIMIT_MS,
  refusal,
  type GatewayAnswer,
  type GatewayOptions,
} from '../gateway-http.ts';
import {
  GatewayRefused,
  GatewaySilent,
  type Gateway,
  type LookedUp,
  type PaymentStart,
  type RefundRequest,
  type RefundState,
  type TakenPayment,
} from '../gateway.ts';
import { toMinorUnits } from '../major-units.ts';
import { isSameText, plausibleReference, readCallbackBody, signatureIn } from '../read-callback.ts';
import { readTaken } from '../read-taken.ts';

export type StripeCredentials = { secretKey: string; webhookSecret: string };

const A_MINUTE_MS = 60_000;
// Stripe takes 30 minutes to 24 hours, counted when the request gets there: a minute inside of both.
const SHORTEST_SESSION_MS = 31 * A_MINUTE_MS;
const LONGEST_SESSION_MS = (24 * 60 - 1) * A_MINUTE_MS;
// Stripe's own advice against callbacks that were caught and are sent again later.
const CALLBACK_TOLERANCE_SECONDS = 300;
// While a secret is replaced there are two.
const MAX_SIGNATURES = 10;

const REFUND_STATES: Record<string, RefundState['state']> = {
  pending: 'sent',
  requires_action: 'needs_attention',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

type Form = Record<string, string>;

export function createStripe(options: GatewayOptions<StripeCredentials>): Gateway {
  const { nowMs } = options;
  const { secretKey, webhookSecret } = options.credentials;
  const callLimitMs = options.callLimitMs ?? CALL_LIMIT_MS;

  const openCall = (limitMs: number) => {
    const signal = AbortSignal.timeout(limitMs);
    return (
      method: 'GET' | 'POST',
      path: string,
      more: { form?: Form; idempotencyKey?: string } = {},
    ): Promise<GatewayAnswer> =>
      askGateway({
        gateway: 'Stripe',
        method,
        url: `${options.url}${path}`,
        secretKey,
        signal,
        headers: {
          ...(more.idempotencyKey !== undefined && { 'idempotency-key': more.idempotencyKey }),
          ...(more.form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(more.form && { body: new URLSearchParams(more.form).toString() }),
      });
  };

  const acceptedOrThrow = (answer: GatewayAnswer): ExactJson => {
    if (answer.isAccepted) return answer.body;
    // The key was used with other words before: that request went through, or may have.
    if (textAt(answer.body, 'error', 'type') === 'idempotency_error') {
      throw new GatewaySilent('Stripe has had this request before, in other words');
    }
    throw refusal('Stripe', answer, { messagePath: ['error', 'message'], secretKey });
  };

  async function refund(asked: RefundRequest): Promise<RefundState> {
    const call = openCall(callLimitMs);
    if (asked.gatewayRefundId !== null) {
      const path = `/v1/refunds/${encodeURIComponent(asked.gatewayRefundId)}`;
      return toRefundState(acceptedOrThrow(await call('GET', path)));
    }
    if (asked.mayBeThere) {
      // Stripe forgets idempotency keys after 24 hours, and the earlier try may be older.
      const query = new URLSearchParams({ payment_intent: asked.gatewayPaymentId, limit: '100' });
      const listed = listAt(acceptedOrThrow(await call('GET', `/v1/refunds?${query.toString()}`)), 'data');
      if (!listed) throw nonsense('no list of refunds');
      // Ours always show our id. One without was made on Stripe's own pages: where a person retries, it may be this very one.
      const known = listed.map(readListed).filter(({ refundId }) => refundId !== null || asked.retries > 0);
      const earlier = findEarlierRefund(asked, known);
      if (earlier) return toRefundState(earlier.entry);
    }
    const created = await call('POST', '/v1/refunds', {
      // Stripe answers a key as it did before, a no included: another try takes another key.
      idempotencyKey: asked.retries === 0 ? asked.refundId : `${asked.refundId}-${asked.retries}`,
      form: {
        payment_intent: asked.gatewayPaymentId,
        amount: String(asked.amountMinor),
        'metadata[refund]': asked.refundId,
        'metadata[reference]': asked.reference,
      },
    });
    return toRefundState(acceptedOrThrow(created));
  }

  return {
    // Stripe refuses to be framed.
    isFramable: false,

    async start(payment) {
      const form = toSessionForm(payment, nowMs());
      const ask = () =>
        // Both tries together stay within the limit of one call.
        openCall(Math.floor(callLimitMs / 2))('POST', '/v1/checkout/sessions', {
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
      const answer = await openCall(callLimitMs)('GET', path);
      if (answer.status === 404) return { state: 'unknown', taken: [] };
      return toLookedUp(acceptedOrThrow(answer), payment.reference);
    },

    async close(payment) {
      if (payment.sessionId === null) return;
      const path = `/v1/checkout/sessions/${encodeURIComponent(payment.sessionId)}/expire`;
      try {
        acceptedOrThrow(await openCall(callLimitMs)('POST', path));
      } catch (error) {
        // It is paid or expired already: a look-up tells which.
        if (!(error instanceof GatewayRefused)) throw error;
      }
    },

    refund,

    readCallback(callback) {
      const header = signatureIn(callback, 'stripe-signature');
      if (header === null || !isSigned(header, callback.body, { webhookSecret, nowMs: nowMs() })) return null;
      return { reference: referenceInCallback(callback.body) };
    },
  };
}

/** The reference in a callback that nobody has verified: only good for finding whose secret verifies it. */
export function referenceInCallback(body: Buffer): string | null {
  const subject = fieldAt(readCallbackBody(body), 'data', 'object');
  return plausibleReference(
    textAt(subject, 'client_reference_id') ?? textAt(subject, 'metadata', 'reference'),
  );
}

/** The same key and the same words twice make one session, so a lost answer can be asked for again. */
async function onceMoreIfSilent(ask: () => Promise<GatewayAnswer>): Promise<GatewayAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GatewaySilent)) throw error;
    return ask();
  }
}

function toSessionForm(payment: PaymentStart, nowMs: number): Form {
  const aheadMs = payment.payBy.getTime() - nowMs;
  const expiresMs = nowMs + Math.min(Math.max(aheadMs, SHORTEST_SESSION_MS), LONGEST_SESSION_MS);
  return {
    mode: 'payment',
    'line_items[0][price_data][currency]': payment.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(payment.amountMinor),
    'line_items[0][price_data][product_data][name]': payment.description,
    'line_items[0][quantity]': '1',
    success_url: payment.returnUrl,
    cancel_url: payment.returnUrl,
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
  // Complete and not paid: the money is on its way, by bank transfer for instance.
  return { state: status === 'expired' ? 'closed' : 'open', taken: [] };
}

function toTaken(session: ExactJson): TakenPayment {
  const intent = fieldAt(session, 'payment_intent');
  const paidSeconds = textAt(intent, 'latest_charge', 'created') ?? textAt(session, 'created');
  return readTaken('Stripe', {
    id: textAt(session, 'payment_intent') ?? textAt(intent, 'id'),
    currency: textAt(session, 'currency'),
    amountMinorIn: () => toMinorUnits(textAt(session, 'amount_total') ?? '', 0),
    paidAt: new Date(Number(paidSeconds ?? Number.NaN) * 1_000),
  });
}

const readListed = (entry: ExactJson): ListedRefund => ({
  gatewayRefundId: textAt(entry, 'id') ?? '',
  amountMinor: toMinorUnits(textAt(entry, 'amount') ?? '', 0),
  refundId: textAt(entry, 'metadata', 'refund'),
  hasFailed: REFUND_STATES[textAt(entry, 'status') ?? ''] === 'failed',
  entry,
});

function toRefundState(data: ExactJson): RefundState {
  const gatewayRefundId = textAt(data, 'id');
  const status = textAt(data, 'status');
  if (!gatewayRefundId || !status) throw nonsense('a refund without id or status');
  const state = REFUND_STATES[status] ?? 'sent';
  const isTrouble = state === 'failed' || state === 'needs_attention';
  const reason = textAt(data, 'failure_reason') ?? status;
  return { state, gatewayRefundId, note: isTrouble ? `Stripe says: ${reason}` : null };
}

/** The header is `t=<seconds>,v1=<hex>`, with one v1 for every secret that is in use. */
function isSigned(header: string, body: Buffer, by: { webhookSecret: string; nowMs: number }): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [time] = valuesOf('t');
  if (time === undefined || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(by.nowMs / 1_000 - Number(time)) > CALLBACK_TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', by.webhookSecret).update(`${time}.`).update(body).digest('hex');
  return valuesOf('v1')
    .slice(0, MAX_SIGNATURES)
    .some((signature) => isSameText(signature, expected));
}

const nonsense = (what: string) => new GatewaySilent(`Stripe answered nonsense: ${what}`);
