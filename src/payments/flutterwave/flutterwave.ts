import type { CredentialsOf } from '../../rules/gateways/all-gateways.ts';
import { exactNumber, fieldAt, parseExactJson, textAt, type ExactJson } from '../exact-json.ts';
import { findEarlierRefund, listAt, noteOf, refundIdIn } from '../find-earlier-refund.ts';
import { judgeKey, openJsonCall, refusal, type GatewayAnswer, type GatewayOptions } from '../gateway-http.ts';
import {
  GatewayRefused,
  GatewaySilent,
  type Callback,
  type Gateway,
  type KeyVerdict,
  type LookedUp,
  type PaymentStart,
  type RefundRequest,
  type RefundState,
  type TakenPayment,
} from '../gateway.ts';
import { findChargebacks, listChargebacked } from './flutterwave-disputes.ts';
import { decimalsOf, toMajorUnits, toMinorUnits } from '../../values/major-units.ts';
import { isSameText, plausibleReference, readCallbackBody, signatureIn } from '../read-callback.ts';
import { readTaken } from '../read-taken.ts';

const A_MINUTE_MS = 60_000;
const MAX_SESSION_MINUTES = 1_440;
// The question by which every payment is confirmed. Others, such as for the balance, an account may be kept from asking.
const KEY_CHECK = '/transactions/verify_by_reference?tx_ref=tessera-key-check';

/** Flutterwave's API of version 3. It counts in major units, 7500.50 for what we know as 750050. */
export function createFlutterwave(options: GatewayOptions<CredentialsOf<'flutterwave'>>): Gateway {
  const { secretKey, secretHash, publicKey } = options.credentials;

  const openCall = () => openJsonCall('Flutterwave', options);

  /** The data of a yes. What counts is the body: some refusals come with status 200. */
  const acceptedOrThrow = (answer: GatewayAnswer): ExactJson => {
    if (!answer.isAccepted || textAt(answer.body, 'status') !== 'success') {
      throw refusal('Flutterwave', answer, { messagePath: ['message'], secretKey });
    }
    return fieldAt(answer.body, 'data') ?? null;
  };

  async function refund(asked: RefundRequest): Promise<RefundState> {
    const call = openCall();
    if (asked.gatewayRefundId !== null) {
      const path = `/refunds/${encodeURIComponent(asked.gatewayRefundId)}`;
      return toRefundState(acceptedOrThrow(await call('GET', path)));
    }
    if (asked.mayBeThere) {
      // `id` is the transaction's, not the refund's.
      const answer = await call('GET', `/refunds?id=${encodeURIComponent(asked.gatewayPaymentId)}`);
      acceptedOrThrow(answer);
      const earlier = findEarlierRefund(asked, readRefundList(answer.body, asked));
      if (earlier) return toRefundState(earlier.entry);
    }
    const path = `/transactions/${encodeURIComponent(asked.gatewayPaymentId)}/refund`;
    const created = await call('POST', path, {
      amount: exactNumber(toMajorUnits(asked.amountMinor, decimalsOf(asked.currency))),
      comments: noteOf(asked),
    });
    return toRefundState(acceptedOrThrow(created));
  }

  return {
    // Flutterwave documents its hosted page for a redirect, and frames it only by its own script.
    isFramable: false,
    ...(publicKey !== undefined && { inPlace: inPlaceWith(publicKey) }),

    async start(payment) {
      const minutes = Math.ceil((payment.payBy.getTime() - options.nowMs()) / A_MINUTE_MS);
      const answer = await openCall()('POST', '/payments', {
        tx_ref: payment.reference,
        amount: toMajorUnits(payment.amountMinor, decimalsOf(payment.currency)),
        currency: payment.currency,
        redirect_url: payment.returnUrl,
        customer: customerOf(payment),
        customizations: { title: payment.description },
        session_duration: Math.min(Math.max(minutes, 1), MAX_SESSION_MINUTES),
      });
      const checkoutUrl = textAt(acceptedOrThrow(answer), 'link');
      if (!checkoutUrl || !URL.canParse(checkoutUrl)) throw nonsense('no address of the payment page');
      return { checkoutUrl, sessionId: null };
    },

    async lookUp(payment) {
      const query = new URLSearchParams({ tx_ref: payment.reference }).toString();
      const call = openCall();
      const answer = await call('GET', `/transactions/verify_by_reference?${query}`);
      if (isUnknownReference(answer)) return { state: 'unknown', taken: [] };
      const shown = acceptedOrThrow(answer);
      const listed = await call('GET', `/transactions?${query}`).catch((error: unknown) => {
        if (error instanceof GatewaySilent) return null;
        throw error;
      });
      return toLookedUp(shown, listed, payment.reference);
    },

    async close(payment) {
      if (payment.checkoutUrl === null) return;
      try {
        acceptedOrThrow(await openCall()('POST', '/payments/link/disable', { link: payment.checkoutUrl }));
      } catch (error) {
        // It is paid or closed already: a look-up tells which.
        if (!(error instanceof GatewayRefused)) throw error;
      }
    },

    refund,

    findDisputes: (payment) => findChargebacks({ openCall, acceptedOrThrow }, payment),

    listDisputed: (since) => listChargebacked({ openCall, acceptedOrThrow }, since, options.nowMs()),

    check: async () => judgeCheck(await openCall()('GET', KEY_CHECK)),

    readCallback(callback) {
      // A shared secret and no signature of the body: the payment must be looked up before this is believed.
      const signature = signatureIn(callback, 'verif-hash');
      if (signature === null || !isSameText(signature, secretHash)) return null;
      return namesInCallback(callback.body);
    },
  };
}

const customerOf = (payment: PaymentStart): object => ({
  email: payment.email,
  name: `${payment.firstName} ${payment.lastName}`,
  ...(phoneOf(payment) && { phonenumber: phoneOf(payment) }),
});

/** A number that could not be read would be refused, and the sale with it. */
const phoneOf = ({ phone }: { phone: string | null }): string | null =>
  /^\+\d+$/.test(phone ?? '') ? phone : null;

/**
 * The script begins a payment of its own under our reference: its sum is what the buyer's browser says, so the look-up decides, as it
 * always does. The link and the script together may be paid twice; then there are two transactions.
 */
const inPlaceWith = (publicKey: string): NonNullable<Gateway['inPlace']> => ({
  canShow: () => true,
  findWords: (payment) =>
    Promise.resolve({
      gateway: 'flutterwave',
      publicKey,
      reference: payment.reference,
      amount: toMajorUnits(payment.amountMinor, decimalsOf(payment.currency)),
      currency: payment.currency,
      email: payment.email,
      name: `${payment.firstName} ${payment.lastName}`,
      phone: phoneOf(payment),
      title: payment.description,
    }),
});

/**
 * The names in a callback that nobody has verified: only good for finding whose secret verifies it. That chargebacks are told of by callback is
 * seen in their history at Flutterwave; the event's name is in no document that could be found, so any that has such a word will do.
 */
export function namesInCallback(body: Buffer): Callback {
  const callback = readCallbackBody(body);
  const event = `${textAt(callback, 'event') ?? ''} ${textAt(callback, 'event.type') ?? ''}`;
  const reference = plausibleReference(textAt(callback, 'data', 'tx_ref'));
  return { reference, ...(/chargeback|dispute/i.test(event) && { isOfDispute: true }) };
}

/** Comes with status 200, 400 or 404. A payment that nobody has tried to pay is not known by its reference either. */
function isUnknownReference({ body }: GatewayAnswer): boolean {
  return (
    textAt(body, 'status') === 'error' && /no transaction was found/i.test(textAt(body, 'message') ?? '')
  );
}

const judgeCheck = (answer: GatewayAnswer): KeyVerdict =>
  isUnknownReference(answer) ? 'good' : judgeKey('Flutterwave', answer);

/**
 * One reference can have several transactions, by two tabs or after a failed try. The look-up shows one of them, the list all:
 * what was taken is known by the transaction's id. Where the list can't be had, the one shown has to do: its
 * buyer waits for tickets.
 */
function toLookedUp(shown: ExactJson, listed: GatewayAnswer | null, reference: string): LookedUp {
  const status = textAt(shown, 'status');
  if (status === null || textAt(shown, 'tx_ref') !== reference) throw nonsense('another payment');
  const taken = new Map<string, TakenPayment>();
  for (const transaction of [shown, ...(listAt(listed?.body ?? null, 'data') ?? [])]) {
    if (textAt(transaction, 'tx_ref') !== reference || textAt(transaction, 'status') !== 'successful')
      continue;
    const payment = toTaken(transaction);
    taken.set(payment.gatewayPaymentId, payment);
  }
  if (taken.size > 0) return { state: 'paid', taken: [...taken.values()] };
  if (status === 'pending') return { state: 'under_way', taken: [] };
  return { state: status === 'failed' ? 'closed' : 'open', taken: [] };
}

function toTaken(data: ExactJson): TakenPayment {
  return readTaken('Flutterwave', {
    id: textAt(data, 'id'),
    currency: textAt(data, 'currency'),
    amountMinorIn: (currency) => toMinorUnits(textAt(data, 'amount') ?? '', decimalsOf(currency)),
    paidAt: new Date(textAt(data, 'created_at') ?? Number.NaN),
    method: textAt(data, 'payment_type'),
  });
}

/** Lists name their fields in two ways. */
function readRefundList(body: ExactJson, asked: RefundRequest) {
  const entries = listAt(body, 'data');
  if (!entries) throw nonsense('no list of refunds');
  const decimals = decimalsOf(asked.currency);
  return entries
    .filter((entry) => {
      const shown =
        textAt(entry, 'tx_id') ?? textAt(entry, 'transaction_id') ?? textAt(entry, 'TransactionId');
      return shown === asked.gatewayPaymentId;
    })
    .map((entry) => ({
      gatewayRefundId: textAt(entry, 'id') ?? '',
      amountMinor: toMinorUnits(
        textAt(entry, 'amount_refunded') ?? textAt(entry, 'AmountRefunded') ?? '',
        decimals,
      ),
      refundId: refundIdIn(textAt(entry, 'comments') ?? textAt(entry, 'comment')),
      hasFailed: readRefundStatus((textAt(entry, 'status') ?? '').toLowerCase(), entry) === 'failed',
      entry,
    }));
}

function toRefundState(data: ExactJson): RefundState {
  const gatewayRefundId = textAt(data, 'id');
  const status = textAt(data, 'status')?.toLowerCase();
  if (!gatewayRefundId || !status) throw nonsense('a refund without id or status');
  const state = readRefundStatus(status, data);
  return { state, gatewayRefundId, note: state === 'failed' ? `Flutterwave says: ${status}` : null };
}

/** A bare "completed" says that the refund is taken on; "completed-mpgs" and its kin, that the money has left. */
function readRefundStatus(status: string, data: ExactJson): RefundState['state'] {
  const disbursed = textAt(readMeta(data), 'disburse_status')?.toLowerCase();
  if (status === 'failed' || disbursed === 'failed') return 'failed';
  if (status.startsWith('completed-') || status.startsWith('success')) return 'succeeded';
  return status === 'completed' && disbursed?.startsWith('success') ? 'succeeded' : 'sent';
}

/** An object in some answers, the same object as text in others. */
function readMeta(data: ExactJson): ExactJson | undefined {
  const meta = fieldAt(data, 'meta');
  return typeof meta === 'string' ? parseExactJson(meta) : meta;
}

const nonsense = (what: string) => new GatewaySilent(`Flutterwave answered nonsense: ${what}`);
