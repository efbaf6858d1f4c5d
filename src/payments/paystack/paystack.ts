import { createHmac } from 'node:crypto';
import type { CredentialsOf } from '../../rules/gateways/all-gateways.ts';
import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { findEarlierRefund, listAt, noteOf, refundIdIn } from '../find-earlier-refund.ts';
import { judgeKey, openJsonCall, refusal, type GatewayAnswer, type GatewayOptions } from '../gateway-http.ts';
import {
  cancelledUrl,
  GatewaySilent,
  type Callback,
  type Gateway,
  type LookedUp,
  type RefundRequest,
  type RefundState,
  type TakenPayment,
} from '../gateway.ts';
import { findPaystackDisputes, listPaystackDisputed } from './paystack-disputes.ts';
import { decimalsOf, toMajorUnits, toMinorUnits } from '../../values/major-units.ts';
import { isSameText, plausibleReference, readCallbackBody, signatureIn } from '../read-callback.ts';
import { readTaken } from '../read-taken.ts';

// Paystack counts in hundredths of every currency, those without cents included.
const DECIMALS = 2;
const MAX_REFUNDS_LISTED = 100;

// A payment that nobody has begun to pay is "abandoned" here, and may be paid all the same: it is not over.
const CLOSED_STATUSES = new Set(['failed', 'reversed']);
// `ongoing` too: what a transfer reads while Paystack waits for it.
const UNDER_WAY_STATUSES = new Set(['ongoing', 'pending', 'processing', 'queued']);

const REFUND_STATES: Record<string, RefundState['state']> = {
  pending: 'sent',
  processing: 'sent',
  processed: 'succeeded',
  failed: 'failed',
  'needs-attention': 'needs_attention',
};

/** Its script needs nothing but what its link ends with. */
const IN_PLACE: NonNullable<Gateway['inPlace']> = {
  canShow: ({ checkoutUrl }) => accessCodeIn(checkoutUrl) !== null,
  findWords({ checkoutUrl }) {
    const accessCode = accessCodeIn(checkoutUrl);
    return Promise.resolve(accessCode === null ? null : { gateway: 'paystack', accessCode });
  },
};

export function createPaystack(options: GatewayOptions<CredentialsOf<'paystack'>>): Gateway {
  const { secretKey } = options.credentials;

  const openCall = () => openJsonCall('Paystack', options);

  /** The data of a yes. */
  const acceptedOrThrow = (answer: GatewayAnswer): ExactJson => {
    const data = fieldAt(answer.body, 'data');
    if (!answer.isAccepted || fieldAt(answer.body, 'status') !== true) {
      throw refusal('Paystack', answer, { messagePath: ['message'], secretKey });
    }
    if (data === undefined) throw nonsense('a yes without data');
    return data;
  };

  async function refund(asked: RefundRequest): Promise<RefundState> {
    const call = openCall();
    if (asked.gatewayRefundId !== null) {
      const path = `/refund/${encodeURIComponent(asked.gatewayRefundId)}`;
      return toRefundState(acceptedOrThrow(await call('GET', path)));
    }
    if (asked.mayBeThere) {
      const query = new URLSearchParams({
        transaction: asked.gatewayPaymentId,
        perPage: String(MAX_REFUNDS_LISTED),
      });
      const answer = await call('GET', `/refund?${query.toString()}`);
      acceptedOrThrow(answer);
      const earlier = findEarlierRefund(asked, readRefundList(answer.body, asked));
      if (earlier) return toRefundState(earlier.entry);
    }
    const created = await call('POST', '/refund', {
      transaction: asked.gatewayPaymentId,
      amount: toSubunits(asked.amountMinor, asked.currency),
      currency: asked.currency,
      merchant_note: noteOf(asked),
    });
    return toRefundState(acceptedOrThrow(created));
  }

  return {
    // Paystack documents its page for a redirect, and frames it only by its own script.
    isFramable: false,

    async start(payment) {
      const answer = await openCall()('POST', '/transaction/initialize', {
        email: payment.email,
        amount: toSubunits(payment.amountMinor, payment.currency),
        currency: payment.currency,
        reference: payment.reference,
        callback_url: payment.returnUrl,
        metadata: {
          cancel_action: cancelledUrl(payment.returnUrl),
          custom_fields: [{ display_name: 'For', variable_name: 'description', value: payment.description }],
        },
      });
      // The reference is new with every payment of ours: the first try went through, and its link can't be had again.
      if (isDuplicate(answer)) throw new GatewaySilent('Paystack has this payment already: its link is lost');
      const checkoutUrl = textAt(acceptedOrThrow(answer), 'authorization_url');
      if (!checkoutUrl || !URL.canParse(checkoutUrl)) throw nonsense('no address of the payment page');
      return { checkoutUrl, sessionId: null };
    },

    inPlace: IN_PLACE,

    async lookUp(payment) {
      const path = `/transaction/verify/${encodeURIComponent(payment.reference)}`;
      const answer = await openCall()('GET', path);
      if (isUnknownReference(answer)) return { state: 'unknown', taken: [] };
      return toLookedUp(acceptedOrThrow(answer), payment.reference);
    },

    // Paystack can't be asked to close a page.
    close: () => Promise.resolve(),

    refund,

    findDisputes: (payment) => findPaystackDisputes({ openCall, acceptedOrThrow }, payment, fromSubunits),
    listDisputed: (since) => listPaystackDisputed({ openCall, acceptedOrThrow }, since),

    async check() {
      const answer = await openCall()('GET', '/balance');
      const isGood = answer.isAccepted && fieldAt(answer.body, 'status') === true;
      return isGood ? 'good' : judgeKey('Paystack', answer);
    },

    readCallback(callback) {
      const signature = signatureIn(callback, 'x-paystack-signature');
      const expected = createHmac('sha512', secretKey).update(callback.body).digest('hex');
      if (signature === null || !isSameText(signature, expected)) return null;
      return namesInCallback(callback.body);
    },
  };
}

/** The last part of the page's address: authorization_url is https://checkout.paystack.com/<access_code> in all samples (PaystackOSS/openapi). */
function accessCodeIn(checkoutUrl: string | null): string | null {
  const [, code = null] =
    /\/([A-Za-z0-9_-]{4,100})$/.exec(URL.parse(checkoutUrl ?? '')?.pathname ?? '') ?? [];
  return code;
}

/** The names in a callback that nobody has verified: only good for finding whose secret verifies it. */
export function namesInCallback(body: Buffer): Callback {
  const callback = readCallbackBody(body);
  const event = textAt(callback, 'event') ?? '';
  const data = fieldAt(callback, 'data');
  if (event.startsWith('charge.dispute.')) {
    const reference = textAt(data, 'transaction', 'reference') ?? textAt(data, 'transaction_reference');
    return { reference: plausibleReference(reference), isOfDispute: true };
  }
  const field = event.startsWith('refund.') ? 'transaction_reference' : 'reference';
  return { reference: plausibleReference(textAt(data, field)) };
}

function toSubunits(amountMinor: number, currency: string): string {
  const subunits = toMinorUnits(toMajorUnits(amountMinor, decimalsOf(currency)), DECIMALS);
  if (subunits === null) throw new Error(`${amountMinor} ${currency} can't be told to Paystack`);
  return String(subunits);
}

/** Null where it is no amount of the currency. */
function fromSubunits(amount: string | null, currency: string): number | null {
  const subunits = toMinorUnits(amount ?? '', 0);
  return subunits === null ? null : toMinorUnits(toMajorUnits(subunits, DECIMALS), decimalsOf(currency));
}

function isDuplicate({ isAccepted, body }: GatewayAnswer): boolean {
  if (isAccepted) return false;
  return (
    textAt(body, 'code') === 'duplicate_reference' ||
    /duplicate transaction reference/i.test(textAt(body, 'message') ?? '')
  );
}

function isUnknownReference({ status, body }: GatewayAnswer): boolean {
  return (status === 400 || status === 404) && /reference not found/i.test(textAt(body, 'message') ?? '');
}

function toLookedUp(data: ExactJson, reference: string): LookedUp {
  const status = textAt(data, 'status');
  if (status === null || textAt(data, 'reference') !== reference) throw nonsense('another payment');
  if (status === 'success') return { state: 'paid', taken: [toTaken(data)] };
  if (UNDER_WAY_STATUSES.has(status)) return { state: 'under_way', taken: [] };
  return { state: CLOSED_STATUSES.has(status) ? 'closed' : 'open', taken: [] };
}

function toTaken(data: ExactJson): TakenPayment {
  return readTaken('Paystack', {
    id: textAt(data, 'id'),
    currency: textAt(data, 'currency'),
    amountMinorIn: (currency) => fromSubunits(textAt(data, 'amount'), currency),
    paidAt: new Date(textAt(data, 'paid_at') ?? textAt(data, 'created_at') ?? Number.NaN),
    method: textAt(data, 'channel'),
  });
}

function readRefundList(body: ExactJson, asked: RefundRequest) {
  const entries = listAt(body, 'data');
  if (!entries) throw nonsense('no list of refunds');
  return entries
    .filter((entry) => isOfPayment(entry, asked))
    .map((entry) => ({
      gatewayRefundId: textAt(entry, 'id') ?? '',
      amountMinor: fromSubunits(textAt(entry, 'amount'), asked.currency),
      refundId: refundIdIn(textAt(entry, 'merchant_note')),
      hasFailed: REFUND_STATES[textAt(entry, 'status') ?? ''] === 'failed',
      entry,
    }));
}

/** Lists show the transaction as its id, its reference or a whole object. */
function isOfPayment(entry: ExactJson, asked: RefundRequest): boolean {
  const shown = [
    textAt(entry, 'transaction'),
    textAt(entry, 'transaction', 'id'),
    textAt(entry, 'transaction', 'reference'),
    textAt(entry, 'transaction_reference'),
  ];
  return shown.some((name) => name === asked.gatewayPaymentId || name === asked.reference);
}

function toRefundState(data: ExactJson): RefundState {
  const gatewayRefundId = textAt(data, 'id');
  const status = textAt(data, 'status');
  if (!gatewayRefundId || !status) throw nonsense('a refund without id or status');
  const state = REFUND_STATES[status] ?? 'sent';
  const isTrouble = state === 'failed' || state === 'needs_attention';
  return { state, gatewayRefundId, note: isTrouble ? `Paystack says: ${status}` : null };
}

const nonsense = (what: string) => new GatewaySilent(`Paystack answered nonsense: ${what}`);
