import { createHash } from 'node:crypto';
import type { CredentialsOf } from '../../rules/gateways/all-gateways.ts';
import { decimalsOf, toMajorUnits, toMinorUnits } from '../../values/major-units.ts';
import { isMarked, markedReference, referenceIn } from '../callback-mark.ts';
import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { findEarlierRefund, listAt, noteOf } from '../find-earlier-refund.ts';
import {
  judgeKey,
  onceMoreIfSilent,
  openJsonCall,
  refusal,
  MAX_CALL_MS,
  type GatewayAnswer,
  type GatewayOptions,
} from '../gateway-http.ts';
import {
  cancelledUrl,
  GatewayRefused,
  GatewaySilent,
  type Callback,
  type Gateway,
  type LookedUp,
  type PaymentStart,
  type RawCallback,
  type RefundRequest,
  type RefundState,
} from '../gateway.ts';
import { readTaken } from '../read-taken.ts';
import { findMollieChargebacks, listMollieChargedBack } from './mollie-chargebacks.ts';

// The absolute maximum; ways to pay have shorter ones, to which Mollie cuts it.
const MAX_DESCRIPTION = 255;
// All that Mollie lists on a page.
const PAGE_SIZE = '250';

// mollie/openapi of 2026-08-21. `authorized` is money that Mollie itself captures, or the host in its dashboard.
const STATES: Record<string, LookedUp['state']> = {
  open: 'open',
  pending: 'under_way',
  authorized: 'under_way',
  paid: 'paid',
  canceled: 'closed',
  expired: 'closed',
  failed: 'closed',
};

// `queued`: the host's balance there is too small, and the refund waits for more.
const REFUND_STATES: Record<string, RefundState['state']> = {
  queued: 'needs_attention',
  pending: 'sent',
  processing: 'sent',
  refunded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/** Mollie's Payments API of version 2. It counts in major units, as text with all decimals of the currency. */
export function createMollie(options: GatewayOptions<CredentialsOf<'mollie'>>): Gateway {
  const { secretKey } = options.credentials;
  const callLimitMs = options.callLimitMs ?? MAX_CALL_MS;

  const openCall = (limitMs = callLimitMs) => openJsonCall('Mollie', { ...options, callLimitMs: limitMs });

  const acceptedOrThrow = (answer: GatewayAnswer): ExactJson => {
    if (answer.isAccepted) return answer.body;
    throw refusal('Mollie', answer, { messagePath: ['detail'], secretKey });
  };

  async function refund(asked: RefundRequest): Promise<RefundState> {
    const call = openCall();
    const path = `/v2/payments/${encodeURIComponent(asked.gatewayPaymentId)}/refunds`;
    if (asked.gatewayRefundId !== null) {
      const one = await call('GET', `${path}/${encodeURIComponent(asked.gatewayRefundId)}`);
      return toRefundState(acceptedOrThrow(one));
    }
    if (asked.mayBeThere) {
      // Mollie forgets idempotency keys after an hour, and the earlier try may be older.
      const listed = acceptedOrThrow(await call('GET', `${path}?limit=${PAGE_SIZE}`));
      // Ours always show our id. One without was made in the dashboard there: where a person retries, it may be this very one.
      const known = readRefundList(listed, asked.currency).filter(
        ({ refundId }) => refundId !== null || asked.retries > 0,
      );
      const earlier = findEarlierRefund(asked, known);
      if (earlier) return toRefundState(earlier.entry);
    }
    const created = await call(
      'POST',
      path,
      {
        amount: toAmount(asked),
        description: noteOf(asked),
        metadata: { refund: asked.refundId },
      },
      // An answer is repeated for its key, a no included: another try takes another one.
      { 'idempotency-key': keyOf(`${asked.refundId} ${asked.retries}`) },
    );
    return toRefundState(acceptedOrThrow(created));
  }

  return {
    // Mollie refuses to be framed.
    isFramable: false,

    async start(payment) {
      const body = toPaymentBody(payment, callbackUrlFor(options, payment.reference));
      const ask = () =>
        // Both tries together stay within the limit of one call.
        openCall(Math.floor(callLimitMs / 2))('POST', '/v2/payments', body, {
          'idempotency-key': keyOf(payment.reference),
        });
      const started = acceptedOrThrow(await onceMoreIfSilent(ask));
      const sessionId = textAt(started, 'id');
      const checkoutUrl = textAt(started, '_links', 'checkout', 'href');
      if (!sessionId || !checkoutUrl || !URL.canParse(checkoutUrl))
        throw nonsense('a payment without id or page');
      return { checkoutUrl, sessionId };
    },

    async lookUp(payment) {
      // The id came with the link to its page: without the one nobody can have paid by the other.
      if (payment.sessionId === null) return { state: 'unknown', taken: [] };
      const path = `/v2/payments/${encodeURIComponent(payment.sessionId)}?embed=chargebacks`;
      const answer = await openCall()('GET', path);
      if (answer.status === 404) return { state: 'unknown', taken: [] };
      return toLookedUp(acceptedOrThrow(answer), payment.reference);
    },

    async close(payment) {
      if (payment.sessionId === null) return;
      try {
        acceptedOrThrow(await openCall()('DELETE', `/v2/payments/${encodeURIComponent(payment.sessionId)}`));
      } catch (error) {
        // It is paid, over, or of a kind that can't be cancelled: a look-up tells which.
        if (!(error instanceof GatewayRefused)) throw error;
      }
    },

    refund,

    findDisputes: (payment) => findMollieChargebacks({ openCall, acceptedOrThrow }, payment),
    listDisputed: (since) => listMollieChargedBack({ openCall, acceptedOrThrow }, since),

    async check() {
      const answer = await openCall()('GET', '/v2/payments?limit=1');
      return answer.isAccepted ? 'good' : judgeKey('Mollie', answer);
    },

    readCallback(callback) {
      return isMarked(secretKey, markIn(callback)) ? namesInCallback(callback) : null;
    },
  };
}

/** A callback is `id=tr_…` and no more, unsigned: our own reference, marked, is in the address that each payment has for its callbacks. */
export const namesInCallback = (callback: RawCallback): Callback => ({
  reference: referenceIn(markIn(callback)),
});

const markIn = ({ query }: RawCallback): string | null => query?.get('payment') ?? null;

function callbackUrlFor(
  { callbackUrl, credentials }: GatewayOptions<CredentialsOf<'mollie'>>,
  reference: string,
): string | null {
  if (callbackUrl == null) return null;
  const query = new URLSearchParams({ payment: markedReference(credentials.secretKey, reference) });
  return `${callbackUrl}?${query.toString()}`;
}

const toPaymentBody = (payment: PaymentStart, webhookUrl: string | null) => ({
  amount: toAmount(payment),
  description: payment.description.slice(0, MAX_DESCRIPTION).toWellFormed(),
  redirectUrl: payment.returnUrl,
  cancelUrl: cancelledUrl(payment.returnUrl),
  // Without it the payment is looked up by us alone: an address that Mollie can't reach it refuses.
  ...(webhookUrl !== null && { webhookUrl }),
  billingAddress: { givenName: payment.firstName, familyName: payment.lastName, email: payment.email },
  metadata: { reference: payment.reference },
});

const toAmount = ({ amountMinor, currency }: { amountMinor: number; currency: string }) => ({
  currency,
  value: toMajorUnits(amountMinor, decimalsOf(currency)),
});

const toMinor = (json: ExactJson | undefined, currency: string): number | null =>
  toMinorUnits(textAt(json, 'value') ?? '', decimalsOf(currency));

/** Mollie wants a UUID of version 4 as a key. */
function keyOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function toLookedUp(payment: ExactJson, reference: string): LookedUp {
  const state = STATES[textAt(payment, 'status') ?? ''];
  if (state === undefined || textAt(payment, 'metadata', 'reference') !== reference)
    throw nonsense('another payment');
  const chargebacks = listAt(fieldAt(payment, '_embedded') ?? null, 'chargebacks') ?? [];
  return {
    state,
    taken: state === 'paid' ? [toTaken(payment)] : [],
    ...(chargebacks.length > 0 && { isDisputed: true as const }),
  };
}

const toTaken = (payment: ExactJson) =>
  readTaken('Mollie', {
    id: textAt(payment, 'id'),
    currency: textAt(payment, 'amount', 'currency'),
    amountMinorIn: (currency) => toMinor(fieldAt(payment, 'amount'), currency),
    paidAt: new Date(textAt(payment, 'paidAt') ?? textAt(payment, 'createdAt') ?? Number.NaN),
    method: textAt(payment, 'method'),
  });

function readRefundList(body: ExactJson, currency: string) {
  const entries = listAt(fieldAt(body, '_embedded') ?? null, 'refunds');
  if (!entries) throw nonsense('no list of refunds');
  return entries.map((entry) => ({
    gatewayRefundId: textAt(entry, 'id') ?? '',
    amountMinor: toMinor(fieldAt(entry, 'amount'), currency),
    refundId: textAt(entry, 'metadata', 'refund'),
    hasFailed: REFUND_STATES[textAt(entry, 'status') ?? ''] === 'failed',
    entry,
  }));
}

function toRefundState(data: ExactJson): RefundState {
  const gatewayRefundId = textAt(data, 'id');
  const status = textAt(data, 'status');
  if (!gatewayRefundId || !status) throw nonsense('a refund without id or status');
  const state = REFUND_STATES[status] ?? 'sent';
  const isTrouble = state === 'failed' || state === 'needs_attention';
  return { state, gatewayRefundId, note: isTrouble ? `Mollie says: ${status}` : null };
}

const nonsense = (what: string) => new GatewaySilent(`Mollie answered nonsense: ${what}`);
