import { createHmac, randomBytes } from 'node:crypto';
import { rememberAnswers, runSimulator } from './run-simulator.ts';
import {
  showNewest,
  type Contract,
  type GatewaySimulator,
  type SignedCallback,
  type SimulatedAnswer,
  type SimulatedDispute,
  type SimulatedPayment,
  type SimulatedRefund,
  type SimulatedRequest,
  type SimulatedTransaction,
  type World,
} from './simulator.ts';

const ID_PREFIXES = { transaction: 'pi', refund: 're', dispute: 'du' };
const A_MINUTE_SECONDS = 60;
const REFUND_STATUSES = {
  sent: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  needs_attention: 'requires_action',
};

const DISPUTE_STATUSES = {
  asked: 'warning_needs_response',
  open: 'needs_response',
  answered: 'under_review',
  won: 'won',
  lost: 'lost',
};

/** The contract of Stripe's Checkout Sessions. */
export function startStripeSimulator(): Promise<GatewaySimulator> {
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const publicKey = `pk_test_${randomBytes(16).toString('hex')}`;
  const metadata = new Map<string, Record<string, string>>();

  const contract: Contract = {
    traits: {
      currency: 'NGN',
      country: 'NIGERIA',
      signs: 'body',
      hasSession: true,
      untouched: 'open',
      declined: 'open',
      isPayableAfterDecline: true,
      takesOnce: false,
      startsAsked: 2,
      canClose: true,
      refundsNeedAttention: true,
      openDispute: 'open',
      namesDisputes: true,
    },
    account: { gateway: 'stripe', credentials: { secretKey, webhookSecret, publicKey } },
    basePath: '',
    inPlace: {
      scriptPath: '/stripe.js',
      // docs.stripe.com/js/embedded_checkout (types of @stripe/stripe-js 10.2.1, npm, read on 2026-11-19); of the script of `basil`, since
      // `dahlia` has renamed it.
      script: () => `
        window.Stripe = (key) => ({
          initEmbeddedCheckout: async ({ clientSecret, onComplete }) => ({
            mount: (at) => openForm({ key, clientSecret }, (said, close) => {
              if (said === 'success') { close(); onComplete(); }
            }, document.querySelector(at)),
          }),
        });`,
      find(world, query) {
        const [id = ''] = (query.get('clientSecret') ?? '').split('_secret_');
        const session = findSession(world, id);
        const isOpen =
          session && !session.isClosed && !session.transactions.some(({ status }) => status === 'success');
        return isOpen &&
          query.get('key') === publicKey &&
          query.get('clientSecret') === clientSecretOf(session)
          ? { key: session.reference }
          : null;
      },
    },
    newId: (kind, count) => `${ID_PREFIXES[kind]}_${count}_${randomBytes(6).toString('hex')}`,
    unauthorized: refusedWith(401, 'Invalid API Key provided'),
    refused: refusedWith(400, `Missing required param, you sent ${secretKey}`),
    routes: (world) => [
      {
        action: 'start',
        method: 'POST',
        path: /^\/v1\/checkout\/sessions$/,
        answer: ({ body, headers }) => start(world, new URLSearchParams(body), headers),
      },
      {
        action: 'check',
        method: 'GET',
        path: /^\/v1\/checkout\/sessions$/,
        answer: () => ({ status: 200, body: { object: 'list', has_more: false, data: [] } }),
      },
      {
        action: 'look_up',
        method: 'GET',
        path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
        answer({ caught: [id = ''], query }) {
          const payment = findSession(world, id);
          if (!payment) return refusedWith(404, `No such checkout.session: '${id}'`);
          const isExpanded = query.get('expand[]') === 'payment_intent.latest_charge';
          return {
            status: 200,
            body: showSession(world, payment, { shown: showNewest(payment), isExpanded }),
          };
        },
      },
      {
        action: 'close',
        method: 'POST',
        path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
        answer({ caught: [id = ''] }) {
          const payment = findSession(world, id);
          if (!payment) return refusedWith(404, `No such checkout.session: '${id}'`);
          if (payment.isClosed || payment.transactions.length > 0) {
            return refusedWith(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
          }
          payment.isClosed = true;
          return { status: 200, body: showSession(world, payment, { shown: null, isExpanded: false }) };
        },
      },
      {
        action: 'refund',
        method: 'POST',
        path: /^\/v1\/refunds$/,
        answer: ({ body }) => refund(world, metadata, new URLSearchParams(body)),
      },
      {
        action: 'list_refunds',
        method: 'GET',
        path: /^\/v1\/refunds$/,
        answer({ query }) {
          const listed = [...world.refunds.values()].filter(
            ({ transactionId }) => transactionId === query.get('payment_intent'),
          );
          const data = listed.map((entry) => showRefund(world, metadata, entry));
          return { status: 200, body: { object: 'list', has_more: false, data } };
        },
      },
      {
        action: 'read_refund',
        method: 'GET',
        path: /^\/v1\/refunds\/([^/]+)$/,
        answer({ caught: [id = ''] }) {
          const found = world.refunds.get(id);
          if (!found) return refusedWith(404, `No such refund: '${id}'`);
          return { status: 200, body: showRefund(world, metadata, found) };
        },
      },
      {
        action: 'list_disputes',
        method: 'GET',
        path: /^\/v1\/disputes$/,
        answer({ query }) {
          const intent = query.get('payment_intent');
          const since = Number(query.get('created[gte]') ?? 0) * 1_000;
          const listed = [...world.disputes.values()]
            .filter(({ transactionId }) => intent === null || transactionId === intent)
            .filter(({ openedAt }) => openedAt.getTime() >= since);
          const from = listed.findIndex(({ id }) => id === query.get('starting_after')) + 1;
          const until = from + world.settings.disputesPerPage;
          const data = listed.slice(from, until).map((entry) => showDispute(world, entry));
          return { status: 200, body: { object: 'list', has_more: until < listed.length, data } };
        },
      },
    ],
    paidCallback: (world, payment, transaction) =>
      signStripeCallback(webhookSecret, {
        id: `evt_${randomBytes(8).toString('hex')}`,
        type: 'checkout.session.completed',
        data: {
          object: showSession(world, payment, {
            shown: { transaction, status: 'success' },
            isExpanded: false,
          }),
        },
      }),
    refundCallback: (world, entry) =>
      signStripeCallback(webhookSecret, {
        id: `evt_${randomBytes(8).toString('hex')}`,
        type: 'refund.updated',
        data: { object: showRefund(world, metadata, entry) },
      }),
    disputeCallback: (world, entry) =>
      signStripeCallback(webhookSecret, {
        id: `evt_${randomBytes(8).toString('hex')}`,
        type:
          entry.state === 'won' || entry.state === 'lost'
            ? 'charge.dispute.closed'
            : 'charge.dispute.created',
        data: { object: showDispute(world, entry) },
      }),
    returnUrl: ({ returnUrl }) => returnUrl,

    ...rememberAnswers('idempotency-key', {
      status: 400,
      body: {
        error: {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        },
      },
    }),
  };
  return runSimulator(contract);
}

/** At which time and with how many secrets it is signed may be told. */
export function signStripeCallback(
  webhookSecret: string,
  body: object,
  options: { atSeconds?: number; otherSignatures?: string[] } = {},
): SignedCallback {
  const text = JSON.stringify(body);
  const time = options.atSeconds ?? Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', webhookSecret).update(`${time}.${text}`).digest('hex');
  const signatures = [...(options.otherSignatures ?? []), signature].map((value) => `v1=${value}`);
  return { headers: { 'stripe-signature': [`t=${time}`, ...signatures].join(',') }, body: text };
}

// Two sessions of one payment: that of the script is kept under a name of its own.
const FOR_SCRIPT = ' by the script';
const isForScript = ({ checkoutUrl }: SimulatedPayment): boolean => checkoutUrl === '';
const clientSecretOf = ({ sessionId }: SimulatedPayment): string => `${sessionId}_secret_of_session`;
/** Under which the script's session of a payment is paid or declined in tests. */
export const scriptSessionOf = (reference: string): string => reference + FOR_SCRIPT;

const findSession = (world: World, id: string): SimulatedPayment | undefined =>
  [...world.payments.values()].find(({ sessionId }) => sessionId === id);

function start(world: World, form: URLSearchParams, headers: SimulatedRequest['headers']): SimulatedAnswer {
  const [reference = '', amount, currency = '', email = '', returnUrl = ''] = [
    'client_reference_id',
    'line_items[0][price_data][unit_amount]',
    'line_items[0][price_data][currency]',
    'customer_email',
    'success_url',
  ].map((name) => form.get(name) ?? '');
  const name = form.get('line_items[0][price_data][product_data][name]');
  if (form.get('mode') !== 'payment' || form.get('line_items[0][quantity]') !== '1' || !name) {
    return refusedWith(400, 'Missing required param: line_items.');
  }
  const isEmbedded = form.get('ui_mode') === 'embedded';
  // Accounts made since 2026-03-25 have a version by default that no longer knows the mode by this name.
  if (isEmbedded && world.settings.refusesScripts) return refusedWith(400, 'Not for this account.');
  if (isEmbedded && headers['stripe-version'] !== '2025-03-31.basil') {
    return refusedWith(400, 'Invalid ui_mode: must be one of hosted_page, embedded_page, or elements');
  }
  const isReturning = isEmbedded ? form.get('redirect_on_completion') === 'never' : returnUrl !== '';
  if (!reference || !currency || !email || !isReturning || currency !== currency.toLowerCase()) {
    return refusedWith(400, 'Missing required param.');
  }
  const aheadSeconds = Number(form.get('expires_at')) - Date.now() / 1_000;
  if (aheadSeconds < 30 * A_MINUTE_SECONDS || aheadSeconds > 24 * 60 * A_MINUTE_SECONDS) {
    return refusedWith(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.');
  }
  const sessionId = `cs_test_${randomBytes(12).toString('hex')}`;
  const checkoutUrl = isEmbedded ? '' : `https://checkout.stripe.example/c/pay/${sessionId}`;
  const payment = world.addPayment({
    reference: isEmbedded ? scriptSessionOf(reference) : reference,
    amountMinor: Number(amount),
    currency: currency.toUpperCase(),
    email,
    returnUrl,
    checkoutUrl,
    sessionId,
  });
  return { status: 200, body: showSession(world, payment, { shown: null, isExpanded: false }) };
}

function showSession(
  world: World,
  payment: SimulatedPayment,
  view: {
    shown: { transaction: SimulatedTransaction; status: SimulatedTransaction['status'] } | null;
    isExpanded: boolean;
  },
): object {
  const { shown, isExpanded } = view;
  const isPaid = shown?.status === 'success';
  // A declined card leaves the session open; money that is on its way completes it.
  const isComplete = isPaid || shown?.status === 'pending';
  const intent = isComplete ? shown.transaction.id : null;
  const charge = {
    id: 'ch_1',
    created: world.number(String((shown?.transaction.at.getTime() ?? 0) / 1_000)),
    payment_method_details: { type: 'card', card: { wallet: { type: 'apple_pay' } } },
  };
  return {
    id: payment.sessionId,
    object: 'checkout.session',
    url: isComplete || payment.isClosed || isForScript(payment) ? null : payment.checkoutUrl,
    client_secret: isComplete || payment.isClosed || !isForScript(payment) ? null : clientSecretOf(payment),
    status: isComplete ? 'complete' : payment.isClosed ? 'expired' : 'open',
    payment_status: isPaid ? 'paid' : 'unpaid',
    payment_intent: isExpanded && intent !== null ? { id: intent, latest_charge: charge } : intent,
    amount_total: world.number(String(shown?.transaction.amountMinor ?? payment.amountMinor)),
    currency: (shown?.transaction.currency ?? payment.currency).toLowerCase(),
    client_reference_id: payment.reference.replace(FOR_SCRIPT, ''),
    created: world.number('1700000000'),
    customer_email: payment.email,
  };
}

function refund(
  world: World,
  metadata: Map<string, Record<string, string>>,
  form: URLSearchParams,
): SimulatedAnswer {
  const added = world.addRefund({
    transactionId: form.get('payment_intent') ?? '',
    amountMinor: Number(form.get('amount')),
    note: form.get('metadata[refund]') ?? '',
  });
  if (!added) return refusedWith(400, 'Refund amount is greater than unrefunded amount on charge');
  metadata.set(added.id, {
    refund: form.get('metadata[refund]') ?? '',
    reference: form.get('metadata[reference]') ?? '',
  });
  return { status: 200, body: showRefund(world, metadata, added) };
}

function showRefund(
  world: World,
  metadata: Map<string, Record<string, string>>,
  entry: SimulatedRefund,
): object {
  return {
    id: entry.id,
    object: 'refund',
    amount: world.number(String(entry.amountMinor)),
    currency: entry.currency.toLowerCase(),
    payment_intent: entry.transactionId,
    status: REFUND_STATUSES[entry.state],
    failure_reason: entry.state === 'failed' ? 'expired_or_canceled_card' : undefined,
    metadata: metadata.get(entry.id) ?? {},
  };
}

/** Nothing in it is ours: the session's reference is not among a dispute's fields. */
function showDispute(world: World, entry: SimulatedDispute): object {
  return {
    id: entry.id,
    object: 'dispute',
    amount: world.number(String(entry.amountMinor)),
    charge: 'ch_1',
    created: world.number(String(entry.openedAt.getTime() / 1_000)),
    currency: entry.currency.toLowerCase(),
    evidence_details: {
      due_by: world.number(String(Math.floor(entry.dueAt.getTime() / 1_000))),
      has_evidence: entry.state === 'answered',
      past_due: false,
    },
    is_charge_refundable: entry.state === 'asked',
    metadata: {},
    payment_intent: entry.transactionId,
    reason: 'fraudulent',
    status: DISPUTE_STATUSES[entry.state],
  };
}

const refusedWith = (status: number, message: string): SimulatedAnswer => ({
  status,
  body: { error: { type: 'invalid_request_error', message } },
});
