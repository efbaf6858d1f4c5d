import { randomBytes } from 'node:crypto';
import { toMajorUnits, toMinorUnits } from '../../../src/values/major-units.ts';
import { runSimulator } from './run-simulator.ts';
import {
  pageOf,
  showNewest,
  type Contract,
  type GatewaySimulator,
  type SimulatedAnswer,
  type SimulatedDispute,
  type SimulatedPayment,
  type SimulatedRefund,
  type SimulatedTransaction,
  type World,
} from './simulator.ts';

const FIRST_IDS = { transaction: 288_200_108, refund: 8_612, dispute: 2_208 };
const STATUSES = { success: 'successful', pending: 'pending', failed: 'failed' };
// There is no word for a refund that a person must see to.
const REFUND_STATUSES = {
  sent: 'completed',
  succeeded: 'completed-mpgs',
  failed: 'failed',
  needs_attention: 'pending-momo',
};
const DISPUTE_STATUSES = {
  asked: 'pending',
  open: 'initiated',
  answered: 'declined',
  won: 'won',
  lost: 'lost',
};
const NOT_FOUND: SimulatedAnswer = {
  status: 200,
  body: { status: 'error', message: 'No transaction was found for this id', data: null },
};

/** Flutterwave's contract of version 3. All its currencies here have two decimals. */
export function startFlutterwaveSimulator(): Promise<GatewaySimulator> {
  const secretKey = `FLWSECK_TEST-${randomBytes(16).toString('hex')}-X`;
  const secretHash = randomBytes(16).toString('hex');
  const publicKey = `FLWPUBK_TEST-${randomBytes(16).toString('hex')}-X`;

  const contract: Contract = {
    traits: {
      currency: 'NGN',
      country: 'NIGERIA',
      signs: 'secret',
      hasSession: false,
      untouched: 'unknown',
      declined: 'closed',
      isPayableAfterDecline: true,
      takesOnce: false,
      startsAsked: 1,
      canClose: true,
      refundsNeedAttention: false,
      openDispute: 'open',
      namesDisputes: true,
    },
    account: { gateway: 'flutterwave', credentials: { secretKey, secretHash, publicKey } },
    basePath: '/v3',
    inPlace: {
      scriptPath: '/v3.js',
      // developer.flutterwave.com/docs/inline (read on 2026-11-19), and the script itself as public repositories have it: it calls back
      // where there is no redirect_url, and onclose comes after a payment too. The sum is the browser's word.
      script: () => `
        window.FlutterwaveCheckout = ({ public_key, tx_ref, amount, currency, callback, onclose }) => {
          const close = openForm({ public_key, tx_ref, amount, currency }, (said) => {
            if (said === 'success') callback({ status: 'successful', tx_ref });
            if (said === 'close') { close(); onclose(true); }
          });
          return { close: () => { close(); onclose(false); } };
        };`,
      find(world, query) {
        const payment = world.payments.get(query.get('tx_ref') ?? '');
        const isKnown = query.get('public_key') === publicKey && query.get('currency') === payment?.currency;
        return payment && isKnown
          ? { key: payment.reference, amountMinor: Math.round(Number(query.get('amount')) * 100) }
          : null;
      },
    },
    newId: (kind, count) => String(FIRST_IDS[kind] + count),
    unauthorized: refusedWith(401, 'Invalid authorization key'),
    refused: refusedWith(400, `amount is required, you sent ${secretKey}`),
    routes: (world) => [
      { action: 'start', method: 'POST', path: /^\/payments$/, answer: ({ body }) => start(world, body) },
      {
        action: 'close',
        method: 'POST',
        path: /^\/payments\/link\/disable$/,
        answer({ body }) {
          const { link } = JSON.parse(body);
          const payment = [...world.payments.values()].find(({ checkoutUrl }) => checkoutUrl === link);
          if (!payment || payment.isClosed) return refusedWith(400, 'Link not found');
          payment.isClosed = true;
          return accepted('Link disabled', { link });
        },
      },
      {
        action: 'look_up',
        method: 'GET',
        path: /^\/transactions\/verify_by_reference$/,
        answer({ query }) {
          const payment = world.payments.get(query.get('tx_ref') ?? '');
          const shown = payment && showNewest(payment);
          if (!payment || !shown) return NOT_FOUND;
          return accepted('Transaction fetched successfully', showTransaction(world, payment, shown));
        },
      },
      {
        action: 'list_payments',
        method: 'GET',
        path: /^\/transactions$/,
        answer({ query }) {
          const payment = world.payments.get(query.get('tx_ref') ?? '');
          const listed = payment?.transactions.map((transaction) =>
            showTransaction(world, payment, {
              transaction,
              status: transaction.isPending ? 'pending' : transaction.status,
            }),
          );
          return accepted('Transactions fetched', listed ?? []);
        },
      },
      {
        action: 'refund',
        method: 'POST',
        path: /^\/transactions\/([^/]+)\/refund$/,
        answer: ({ caught: [id = ''], body }) => refund(world, id, body),
      },
      {
        action: 'list_refunds',
        method: 'GET',
        path: /^\/refunds$/,
        answer({ query }) {
          const listed = [...world.refunds.values()].filter(
            ({ transactionId }) => transactionId === query.get('id'),
          );
          return accepted(
            'Refunds fetched',
            listed.map((entry) => showListedRefund(world, entry)),
          );
        },
      },
      {
        action: 'read_refund',
        method: 'GET',
        path: /^\/refunds\/([^/]+)$/,
        answer({ caught: [id = ''] }) {
          const found = world.refunds.get(id);
          return found
            ? accepted('Refund fetched', showRefund(world, found))
            : refusedWith(404, 'Refund not found');
        },
      },
      {
        action: 'read_payment',
        method: 'GET',
        path: /^\/transactions\/([^/]+)\/verify$/,
        answer({ caught: [id = ''] }) {
          const found = world.findTransaction(id);
          if (!found) return NOT_FOUND;
          const { payment, transaction } = found;
          const shown = showTransaction(world, payment, { transaction, status: transaction.status });
          return accepted('Transaction fetched successfully', shown);
        },
      },
      {
        action: 'list_disputes',
        method: 'GET',
        path: /^\/chargebacks$/,
        answer({ query }) {
          const flwRef = query.get('flw_ref');
          const from = Date.parse(query.get('from') ?? '1970-01-01');
          const listed = [...world.disputes.values()]
            .filter(({ transactionId }) => flwRef === null || `FLW-MOCK-${transactionId}` === flwRef)
            .filter(({ openedAt }) => openedAt.getTime() >= from);
          const page = Number(query.get('page') ?? 1);
          const { shown, pages } = pageOf(listed, { page, perPage: world.settings.disputesPerPage });
          const data = shown.map((entry) => showChargeback(world, entry));
          const { status, body } = accepted('Chargebacks fetched', data);
          return {
            status,
            body: { ...body, meta: { page_info: { current_page: page, total_pages: pages } } },
          };
        },
      },
    ],
    paidCallback: (world, payment, transaction) => ({
      headers: { 'verif-hash': secretHash },
      body: JSON.stringify({
        event: 'charge.completed',
        data: showTransaction(world, payment, { transaction, status: 'success' }),
        'event.type': 'CARD_TRANSACTION',
      }),
    }),
    refundCallback: () => null,
    disputeCallback: (world, entry) => ({
      headers: { 'verif-hash': secretHash },
      body: JSON.stringify({ event: 'chargeback', data: showChargeback(world, entry) }),
    }),
    returnUrl: ({ returnUrl, reference, transactions }) =>
      `${returnUrl}?status=successful&tx_ref=${reference}&transaction_id=${transactions.at(-1)?.id ?? ''}`,
  };
  return runSimulator(contract);
}

function start(world: World, body: string): SimulatedAnswer {
  const {
    tx_ref: reference,
    amount,
    currency,
    redirect_url: returnUrl,
    customer,
    session_duration,
  } = JSON.parse(body);
  const amountMinor = toMinorUnits(String(amount), 2);
  if (!reference || !amountMinor || !currency || !customer?.email || !returnUrl) {
    return refusedWith(400, 'tx_ref, amount, currency, customer and redirect_url are required');
  }
  if (!(session_duration >= 1 && session_duration <= 1_440))
    return refusedWith(400, 'session_duration is not valid');
  const code = randomBytes(8).toString('hex');
  const checkoutUrl = `https://checkout.flutterwave.example/v3/hosted/pay/${code}`;
  // A second start with the same reference is a second link, not an error.
  const earlier = world.payments.get(reference);
  if (earlier) earlier.checkoutUrl = checkoutUrl;
  else {
    const { email } = customer;
    world.addPayment({ reference, amountMinor, currency, email, returnUrl, checkoutUrl, sessionId: code });
  }
  return accepted('Hosted Link', { link: checkoutUrl });
}

function showTransaction(
  world: World,
  payment: SimulatedPayment,
  { transaction, status }: { transaction: SimulatedTransaction; status: SimulatedTransaction['status'] },
): object {
  const amount = world.number(toMajorUnits(transaction.amountMinor, 2));
  return {
    id: world.number(transaction.id),
    tx_ref: payment.reference,
    flw_ref: `FLW-MOCK-${transaction.id}`,
    amount,
    currency: transaction.currency,
    charged_amount: amount,
    app_fee: world.number('1.4'),
    status: STATUSES[status],
    payment_type: 'mobilemoneygh',
    created_at: transaction.at.toISOString(),
    customer: { email: payment.email },
  };
}

function refund(world: World, transactionId: string, body: string): SimulatedAnswer {
  const { amount, comments: note } = JSON.parse(body);
  const added = world.addRefund({ transactionId, amountMinor: toMinorUnits(String(amount), 2) ?? 0, note });
  if (!added) return refusedWith(400, 'Refund amount is greater than what is left of the transaction');
  return accepted('Transaction refund initiated', showRefund(world, added));
}

function showRefund(world: World, entry: SimulatedRefund): object {
  return {
    id: world.number(entry.id),
    tx_id: world.number(entry.transactionId),
    flw_ref: `FLW-MOCK-${entry.transactionId}`,
    amount_refunded: world.number(toMajorUnits(entry.amountMinor, 2)),
    status: REFUND_STATUSES[entry.state],
    destination: 'payment_source',
    comments: world.settings.hidesNotes ? undefined : entry.note,
    // The same object, as text in some answers.
    meta: world.settings.numbersAsText ? '{"source":"availablebalance"}' : { source: 'availablebalance' },
  };
}

/** Lists name the fields in another way. */
function showListedRefund(world: World, entry: SimulatedRefund): object {
  return {
    id: world.number(entry.id),
    TransactionId: world.number(entry.transactionId),
    AmountRefunded: world.number(toMajorUnits(entry.amountMinor, 2)),
    status: REFUND_STATUSES[entry.state],
    comments: world.settings.hidesNotes ? undefined : entry.note,
  };
}

/** Names no currency. */
function showChargeback(world: World, entry: SimulatedDispute): object {
  return {
    id: world.number(entry.id),
    amount: world.number(toMajorUnits(entry.amountMinor, 2)),
    flw_ref: `FLW-MOCK-${entry.transactionId}`,
    status: DISPUTE_STATUSES[entry.state],
    stage: 'new',
    comment: 'Product/service not received',
    meta: { uploaded_proof: null, history: [] },
    due_date: entry.dueAt.toISOString(),
    settlement_id: 'N/A',
    created_at: entry.openedAt.toISOString(),
    transaction_id: world.number(entry.transactionId),
    tx_ref: entry.reference,
  };
}

const accepted = (message: string, data: object): SimulatedAnswer => ({
  status: 200,
  body: { status: 'success', message, data },
});

const refusedWith = (status: number, message: string): SimulatedAnswer => ({
  status,
  body: { status: 'error', message, data: null },
});
