import type { CredentialsOf } from '../../rules/gateways/all-gateways.ts';
import { isMarked, markedReference, referenceIn } from '../callback-mark.ts';
import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { judgeKey, onceMoreIfSilent, type GatewayOptions } from '../gateway-http.ts';
import {
  cancelledUrl,
  type Callback,
  type Gateway,
  type LookedUp,
  type PaymentName,
  type PaymentStart,
  type RawCallback,
  type TakenPayment,
} from '../gateway.ts';
import { readCallbackBody } from '../read-callback.ts';
import { readTaken } from '../read-taken.ts';
import {
  createPayPalCalls,
  firstOf,
  fromPayPalMoney,
  issuesOf,
  listIn,
  nonsense,
  toPayPalMoney,
} from './paypal-calls.ts';
import { findPayPalDisputes, listPayPalDisputed } from './paypal-disputes.ts';
import { refundByPayPal } from './paypal-refund.ts';

const MAX_DESCRIPTION = 127;

// github.com/paypal/paypal-rest-api-specifications, checkout_orders_v2 of 2024-02-03. Money that went back later was taken.
const TAKEN = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);
// Answers to a capture that somebody else has made, or that can't be made now. What became of the order is asked then.
const SOMEBODY_ELSE = 'ORDER_ALREADY_CAPTURED';
const NOT_NOW = new Set([
  'ORDER_NOT_APPROVED',
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
]);

/**
 * PayPal's Orders API of version 2. A buyer's approval takes no money: the capture is ours, and comes with the look-up that finds the
 * approval, for as long as the order waits for its payment. Of an order that has ended nothing is captured, so that nothing has to go back.
 */
export function createPayPal(options: GatewayOptions<CredentialsOf<'paypal'>>): Gateway {
  const { secretKey } = options.credentials;
  const calls = createPayPalCalls(options);
  const { open, acceptedOrThrow, callLimitMs } = calls;

  async function lookUp({ reference, sessionId, isOver }: PaymentName): Promise<LookedUp> {
    // The id came with the link to its page: without the one nobody can have approved by the other.
    if (sessionId === null) return { state: 'unknown', taken: [] };
    const path = `/v2/checkout/orders/${encodeURIComponent(sessionId)}`;
    const call = open();
    const read = async (): Promise<ExactJson | null> => {
      const answer = await call('GET', path);
      return answer.status === 404 ? null : acceptedOrThrow(answer);
    };
    const order = await read();
    if (order === null) return { state: 'unknown', taken: [] };
    if (referenceOf(order) !== reference) throw nonsense('another order');
    if (textAt(order, 'status') !== 'APPROVED' || isOver) return toLookedUp(order);
    // An order is captured once, whoever asks. It has no key: PayPal would repeat a declined capture for one that the buyer has mended.
    const answer = await call('POST', `${path}/capture`, {}, { prefer: 'return=representation' });
    if (answer.isAccepted) return toLookedUp(answer.body);
    const issues = issuesOf(answer);
    if (issues.includes(SOMEBODY_ELSE)) return toLookedUp((await read()) ?? order);
    if (issues.some((issue) => NOT_NOW.has(issue))) return { state: 'open', taken: [] };
    acceptedOrThrow(answer);
    throw nonsense('a capture that is neither made nor refused');
  }

  return {
    // PayPal refuses to be framed.
    isFramable: false,

    async start(payment) {
      const body = toOrderBody(payment, markedReference(secretKey, payment.reference));
      const ask = () =>
        // Both tries together stay within the limit of one call.
        open(Math.floor(callLimitMs / 2))('POST', '/v2/checkout/orders', body, {
          // The same key is the same order for six hours.
          'paypal-request-id': payment.reference,
          prefer: 'return=representation',
        });
      const order = acceptedOrThrow(await onceMoreIfSilent(ask));
      const sessionId = textAt(order, 'id');
      const checkoutUrl = linkIn(order, 'payer-action') ?? linkIn(order, 'approve');
      if (!sessionId || !checkoutUrl || !URL.canParse(checkoutUrl))
        throw nonsense('an order without id or page');
      return { checkoutUrl, sessionId };
    },

    lookUp,

    // An order can't be cancelled. One that has ended is not captured any more, and PayPal forgets it within hours.
    close: () => Promise.resolve(),

    refund: (asked) => refundByPayPal(calls, asked, markedReference(secretKey, asked.reference)),

    findDisputes: (payment) => findPayPalDisputes(calls, payment),
    listDisputed: (since) => listPayPalDisputed(calls, since),

    async check() {
      const answer = await calls.askForToken();
      return answer.isAccepted ? 'good' : judgeKey('PayPal', answer);
    },

    readCallback(callback) {
      return isMarked(secretKey, markIn(callback)) ? namesInCallback(callback) : null;
    },
  };
}

/**
 * A callback has a signature of certificates, which takes a download or a question to PayPal to verify, so that anybody could make us ask. Our mark
 * is in it instead, which only PayPal and the host have seen; and it is no more than a reason to ask.
 */
export function namesInCallback(callback: RawCallback): Callback {
  const event = readCallbackBody(callback.body);
  const isOfDispute = textAt(event, 'event_type')?.startsWith('CUSTOMER.DISPUTE.') ?? false;
  return { reference: referenceIn(markIn(callback)), ...(isOfDispute && { isOfDispute: true as const }) };
}

/** In an order, in a capture or refund of it, and in a dispute of its capture. */
function markIn({ body }: RawCallback): string | null {
  const resource = fieldAt(readCallbackBody(body), 'resource');
  return (
    textAt(resource, 'custom_id') ??
    textAt(firstOf(fieldAt(resource, 'purchase_units')), 'custom_id') ??
    textAt(firstOf(fieldAt(resource, 'disputed_transactions')), 'custom')
  );
}

const toOrderBody = (payment: PaymentStart, mark: string) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: payment.reference,
      custom_id: mark,
      // A second capture with the same one is refused.
      invoice_id: payment.reference,
      description: payment.description.slice(0, MAX_DESCRIPTION).toWellFormed(),
      amount: toPayPalMoney(payment.amountMinor, payment.currency),
    },
  ],
  payment_source: {
    paypal: {
      email_address: payment.email,
      experience_context: {
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        // Not by a bank transfer of days, which outlives every hold.
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        return_url: payment.returnUrl,
        cancel_url: cancelledUrl(payment.returnUrl),
      },
    },
  },
});

function toLookedUp(order: ExactJson): LookedUp {
  const status = textAt(order, 'status');
  if (status === null) throw nonsense('an order without status');
  const captures = listIn(order, 'captures');
  const taken = captures.filter((capture) => TAKEN.has(textAt(capture, 'status') ?? '')).map(toTaken);
  if (taken.length > 0) return { state: 'paid', taken };
  if (captures.some((capture) => textAt(capture, 'status') === 'PENDING'))
    return { state: 'under_way', taken };
  const isClosed = status === 'VOIDED' || status === 'COMPLETED';
  return { state: isClosed ? 'closed' : 'open', taken };
}

const toTaken = (capture: ExactJson): TakenPayment =>
  readTaken('PayPal', {
    id: textAt(capture, 'id'),
    currency: textAt(capture, 'amount', 'currency_code'),
    amountMinorIn: (currency) => fromPayPalMoney(fieldAt(capture, 'amount'), currency),
    paidAt: new Date(textAt(capture, 'create_time') ?? Number.NaN),
    // The only source that its page was opened for.
    method: 'paypal',
  });

const referenceOf = (order: ExactJson): string | null =>
  referenceIn(textAt(firstOf(fieldAt(order, 'purchase_units')), 'custom_id'));

function linkIn(order: ExactJson, rel: string): string | null {
  const links = fieldAt(order, 'links');
  const link = Array.isArray(links) ? links.find((one) => textAt(one, 'rel') === rel) : undefined;
  return textAt(link, 'href');
}
