import { randomBytes } from 'node:crypto';
import { toMajorUnits, toMinorUnits } from '../../../src/values/major-units.ts';
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
  type SimulatedTransaction,
  type World,
} from './simulator.ts';

const DECIMALS = 2;
const STATUSES = { success: 'paid', pending: 'pending', failed: 'failed' };
const REFUND_STATUSES = {
  sent: 'pending',
  succeeded: 'refunded',
  failed: 'failed',
  needs_attention: 'queued',
};

/** Mollie's contract of version 2, by github.com/mollie/openapi of 2026-08-21. All its currencies here have two decimals. */
export function startMollieSimulator(): Promise<GatewaySimulator> {
  const secretKey = `test_${randomBytes(15).toString('hex')}`;
  const webhookUrls = new Map<string, string>();
  const metadata = new Map<string, object>();

  /** Not signed: `id=tr_…`, to the address that came with the payment (docs.mollie.com/overview/webhooks). */
  const callbackOf = (payment: SimulatedPayment | undefined): SignedCallback => {
    const called = new URL(webhookUrls.get(payment?.sessionId ?? '') ?? 'https://nowhere.example');
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `id=${payment?.sessionId ?? ''}`,
      query: called.search,
      mark: called.searchParams.get('payment')?.split('.')[1] ?? '',
    };
  };

  const contract: Contract = {
    traits: {
      currency: 'EUR',
      country: 'GERMANY',
      signs: 'mark',
      hasSession: true,
      untouched: 'open',
      declined: 'closed',
      isPayableAfterDecline: false,
      takesOnce: true,
      startsAsked: 2,
      canClose: true,
      refundsNeedAttention: true,
      openDispute: 'lost',
      namesDisputes: false,
    },
    account: { gateway: 'mollie', credentials: { secretKey } },
    basePath: '',
    // A payment is one transaction.
    newId: (kind, count, payment) =>
      kind === 'transaction' && payment
        ? payment.sessionId
        : `${kind === 'refund' ? 're' : 'chb'}_${count}${randomBytes(5).toString('hex')}`,
    unauthorized: refusedWith(401, 'Missing authentication, or failed to authenticate'),
    refused: refusedWith(422, `The amount is lower than the minimum, you sent ${secretKey}`),
    routes: (world) => [
      {
        action: 'start',
        method: 'POST',
        path: /^\/v2\/payments$/,
        answer: ({ body }) => start(world, webhookUrls, body),
      },
      {
        action: 'check',
        method: 'GET',
        path: /^\/v2\/payments$/,
        answer: () => ({ status: 200, body: { count: 0, _embedded: { payments: [] } } }),
      },
      {
        action: 'look_up',
        method: 'GET',
        path: /^\/v2\/payments\/([^/]+)$/,
        answer({ caught: [id = ''], query }) {
          const payment = findPayment(world, id);
          if (!payment) return NOT_FOUND;
          const shown = showPayment(world, payment, showNewest(payment));
          const chargebacks = [...world.disputes.values()]
            .filter(({ transactionId }) => transactionId === id)
            .map((entry) => showChargeback(world, entry));
          const isEmbedded = query.get('embed') === 'chargebacks';
          return { status: 200, body: { ...shown, ...(isEmbedded && { _embedded: { chargebacks } }) } };
        },
      },
      {
        action: 'close',
        method: 'DELETE',
        path: /^\/v2\/payments\/([^/]+)$/,
        answer({ caught: [id = ''] }) {
          const payment = findPayment(world, id);
          if (!payment) return NOT_FOUND;
          if (payment.isClosed || payment.transactions.length > 0)
            return refusedWith(422, 'The payment cannot be cancelled');
          payment.isClosed = true;
          return { status: 200, body: showPayment(world, payment, null) };
        },
      },
      {
        action: 'refund',
        method: 'POST',
        path: /^\/v2\/payments\/([^/]+)\/refunds$/,
        answer({ caught: [transactionId = ''], body }) {
          const asked = JSON.parse(body);
          const amountMinor = toMinorUnits(asked.amount.value, DECIMALS) ?? 0;
          const added = world.addRefund({ transactionId, amountMinor, note: asked.description });
          if (!added) return refusedWith(422, 'The amount is higher than the maximum');
          metadata.set(added.id, asked.metadata);
          return { status: 201, body: showRefund(world, metadata, added) };
        },
      },
      {
        action: 'list_refunds',
        method: 'GET',
        path: /^\/v2\/payments\/([^/]+)\/refunds$/,
        answer({ caught: [id = ''] }) {
          const refunds = [...world.refunds.values()]
            .filter(({ transactionId }) => transactionId === id)
            .map((entry) => showRefund(world, metadata, entry));
          return { status: 200, body: { count: refunds.length, _embedded: { refunds } } };
        },
      },
      {
        action: 'read_refund',
        method: 'GET',
        path: /^\/v2\/payments\/[^/]+\/refunds\/([^/]+)$/,
        answer({ caught: [id = ''] }) {
          const found = world.refunds.get(id);
          return found ? { status: 200, body: showRefund(world, metadata, found) } : NOT_FOUND;
        },
      },
      {
        action: 'list_disputes',
        method: 'GET',
        path: /^\/v2\/payments\/([^/]+)\/chargebacks$/,
        answer: ({ caught: [id = ''] }) =>
          listChargebacks(world, ({ transactionId }) => transactionId === id),
      },
      {
        action: 'list_disputes',
        method: 'GET',
        path: /^\/v2\/chargebacks$/,
        answer: ({ query }) => listChargebacks(world, () => true, query.get('from')),
      },
    ],
    paidCallback: (_world, payment) => callbackOf(payment),
    refundCallback: (world, entry) => callbackOf(findPayment(world, entry.transactionId)),
    disputeCallback: (world, entry) => callbackOf(findPayment(world, entry.transactionId)),
    returnUrl: ({ returnUrl }) => returnUrl,
    ...rememberAnswers('idempotency-key', refusedWith(400, 'The idempotency key was used before')),
  };
  return runSimulator(contract);
}

const findPayment = (world: World, id: string): SimulatedPayment | undefined =>
  [...world.payments.values()].find(({ sessionId }) => sessionId === id);

function start(world: World, webhookUrls: Map<string, string>, body: string): SimulatedAnswer {
  const { amount, description, redirectUrl, webhookUrl, billingAddress, metadata } = JSON.parse(body);
  // "Make sure to send the right amount of decimals": 10 and 10.0 are refused.
  if (!/^\d+\.\d\d$/.test(amount?.value ?? '') || !/^[A-Z]{3}$/.test(amount?.currency ?? ''))
    return refusedWith(422, 'The amount contains an invalid value');
  if (!description || !redirectUrl || !metadata?.reference) return refusedWith(422, 'A field is missing');
  if (webhookUrl && !URL.canParse(webhookUrl))
    return refusedWith(
      422,
      'The webhook URL is invalid because it is unreachable from Mollie’s point of view',
    );
  const sessionId = `tr_${randomBytes(8).toString('hex')}`;
  if (webhookUrl) webhookUrls.set(sessionId, webhookUrl);
  const payment = world.addPayment({
    reference: metadata.reference,
    amountMinor: toMinorUnits(amount.value, DECIMALS) ?? 0,
    currency: amount.currency,
    email: billingAddress.email,
    returnUrl: redirectUrl,
    checkoutUrl: `https://www.mollie.example/checkout/select-method/${sessionId}`,
    sessionId,
  });
  return { status: 201, body: showPayment(world, payment, null) };
}

function showPayment(
  world: World,
  payment: SimulatedPayment,
  shown: { transaction: SimulatedTransaction; status: SimulatedTransaction['status'] } | null,
): object {
  const { sessionId, reference, isClosed, checkoutUrl } = payment;
  const status = shown ? STATUSES[shown.status] : isClosed ? 'canceled' : 'open';
  return {
    resource: 'payment',
    id: sessionId,
    mode: 'test',
    createdAt: '2026-11-19T09:00:00+00:00',
    amount: showAmount(world, shown?.transaction ?? payment),
    status,
    isCancelable: status === 'open',
    ...(status === 'paid' && { method: 'ideal', paidAt: shown?.transaction.at.toISOString() }),
    metadata: { reference },
    _links: { ...(status === 'open' && { checkout: { href: checkoutUrl, type: 'text/html' } }) },
  };
}

/** Always text. */
const showAmount = (
  _world: World,
  { amountMinor, currency }: { amountMinor: number; currency: string },
): object => ({ value: toMajorUnits(amountMinor, DECIMALS), currency });

const showRefund = (world: World, metadata: Map<string, object>, entry: SimulatedRefund): object => ({
  resource: 'refund',
  id: entry.id,
  amount: showAmount(world, entry),
  status: REFUND_STATUSES[entry.state],
  description: entry.note,
  metadata: metadata.get(entry.id) ?? null,
  paymentId: entry.transactionId,
});

/** The newest first. `from`: the id that a page begins with. */
function listChargebacks(
  world: World,
  isMeant: (entry: SimulatedDispute) => boolean,
  from: string | null = null,
): SimulatedAnswer {
  const all = [...world.disputes.values()].filter(isMeant).toReversed();
  const begin = Math.max(
    0,
    all.findIndex(({ id }) => id === from),
  );
  const end = begin + world.settings.disputesPerPage;
  const chargebacks = all.slice(begin, end).map((entry) => ({
    ...showChargeback(world, entry),
    _embedded: { payment: { id: entry.transactionId, metadata: { reference: entry.reference } } },
  }));
  const following = all[end];
  const next = following ? { href: `${world.url}/v2/chargebacks?from=${following.id}` } : null;
  return { status: 200, body: { count: chargebacks.length, _embedded: { chargebacks }, _links: { next } } };
}

/** There is no state, and no deadline: the money has left, and is back where the chargeback was reversed. */
const showChargeback = (world: World, entry: SimulatedDispute): object => ({
  resource: 'chargeback',
  id: entry.id,
  amount: showAmount(world, entry),
  reason: { code: 'AC01', description: 'Account identifier incorrect (i.e. invalid IBAN)' },
  paymentId: entry.transactionId,
  createdAt: entry.openedAt.toISOString(),
  ...(entry.state === 'won' && { reversedAt: new Date(entry.openedAt.getTime() + 1_000).toISOString() }),
});

function refusedWith(status: number, detail: string): SimulatedAnswer {
  return { status, body: { status, title: 'Unprocessable Entity', detail } };
}

const NOT_FOUND = refusedWith(404, 'No payment exists with this token');
