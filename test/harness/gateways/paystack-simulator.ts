import { createHmac, randomBytes } from 'node:crypto';
import { runSimulator } from './run-simulator.ts';
import {
  pageOf,
  showNewest,
  type Contract,
  type GatewaySimulator,
  type SignedCallback,
  type SimulatedAnswer,
  type SimulatedDispute,
  type SimulatedPayment,
  type SimulatedRefund,
  type World,
} from './simulator.ts';

// Ids are unsigned integers of 64 bits: these are larger than a JavaScript number can tell apart.
const FIRST_IDS = { transaction: 18_446_744_073_709_550_000n, refund: 3_018_284n, dispute: 358_950n };
const STATUSES = {
  sent: 'pending',
  succeeded: 'processed',
  failed: 'failed',
  needs_attention: 'needs-attention',
};
const DISPUTE_STATUSES = {
  asked: 'pending',
  open: 'awaiting-merchant-feedback',
  answered: 'awaiting-bank-feedback',
  won: 'resolved',
  lost: 'resolved',
};
const NOT_FOUND: SimulatedAnswer = {
  status: 404,
  body: { status: false, message: 'Transaction reference not found' },
};

/** Paystack's contract. All its currencies here have cents, so that subunits are minor units. */
export function startPaystackSimulator(): Promise<GatewaySimulator> {
  const secretKey = `sk_test_${randomBytes(20).toString('hex')}`;
  const sign = (body: object): SignedCallback => {
    const text = JSON.stringify(body);
    const signature = createHmac('sha512', secretKey).update(text).digest('hex');
    return { headers: { 'x-paystack-signature': signature }, body: text };
  };

  const contract: Contract = {
    traits: {
      currency: 'NGN',
      country: 'NIGERIA',
      signs: 'body',
      hasSession: false,
      untouched: 'open',
      declined: 'closed',
      isPayableAfterDecline: true,
      takesOnce: false,
      startsAsked: 1,
      canClose: false,
      refundsNeedAttention: true,
      openDispute: 'open',
      namesDisputes: true,
    },
    account: { gateway: 'paystack', credentials: { secretKey } },
    basePath: '',
    inPlace: {
      scriptPath: '/inline.js',
      // README of @paystack/inline-js 2.22.2 (npm, read on 2026-11-19): resumeTransaction(accessCode, callbacks). One page, whoever opens it.
      script: () => `
        window.PaystackPop = class PaystackPop {
          resumeTransaction(accessCode, { onLoad, onSuccess, onCancel }) {
            openForm({ accessCode }, (said, close) => {
              if (said === 'load') return onLoad({ accessCode });
              close();
              if (said === 'success') onSuccess({ reference: 'as Paystack says' });
              else onCancel();
            });
          }
        };`,
      find(world, query) {
        const code = query.get('accessCode') ?? '-';
        const payment = [...world.payments.values()].find(({ checkoutUrl }) =>
          checkoutUrl.endsWith(`/${code}`),
        );
        return payment && !payment.transactions.some(({ status }) => status === 'success')
          ? { key: payment.reference }
          : null;
      },
    },
    newId: (kind, count) => String(FIRST_IDS[kind] + BigInt(count)),
    unauthorized: { status: 401, body: { status: false, message: 'Invalid key' } },
    refused: invalid('missing_params', `Email Address is required, you sent ${secretKey}`),
    routes: (world) => [
      {
        action: 'start',
        method: 'POST',
        path: /^\/transaction\/initialize$/,
        answer: ({ body }) => start(world, body),
      },
      {
        action: 'look_up',
        method: 'GET',
        path: /^\/transaction\/verify\/([^/]+)$/,
        answer({ caught: [reference = ''] }) {
          const payment = world.payments.get(reference);
          if (!payment) return NOT_FOUND;
          return accepted('Verification successful', showPayment(world, payment));
        },
      },
      {
        action: 'check',
        method: 'GET',
        path: /^\/balance$/,
        answer: () => accepted('Balances retrieved', [{ currency: 'NGN', balance: world.number('1700000') }]),
      },
      { action: 'refund', method: 'POST', path: /^\/refund$/, answer: ({ body }) => refund(world, body) },
      {
        action: 'list_refunds',
        method: 'GET',
        path: /^\/refund$/,
        answer({ query }) {
          const transaction = query.get('transaction');
          const listed = [...world.refunds.values()].filter(
            ({ transactionId }) => transaction === null || transactionId === transaction,
          );
          return accepted(
            'Refunds retrieved',
            listed.map((entry) => ({
              ...showRefund(world, entry),
              transaction: world.number(entry.transactionId),
            })),
          );
        },
      },
      {
        action: 'read_refund',
        method: 'GET',
        path: /^\/refund\/([^/]+)$/,
        answer({ caught: [id = ''] }) {
          const found = world.refunds.get(id);
          if (!found) return { status: 404, body: { status: false, message: 'Refund not found' } };
          return accepted('Refund retrieved', showRefund(world, found));
        },
      },
      {
        action: 'list_disputes',
        method: 'GET',
        path: /^\/dispute$/,
        answer({ query }) {
          const transaction = query.get('transaction');
          const since = Date.parse(query.get('from') ?? '1970-01-01');
          const listed = [...world.disputes.values()]
            .filter(({ transactionId }) => transaction === null || transactionId === transaction)
            .filter(({ openedAt }) => openedAt.getTime() >= since);
          const page = Number(query.get('page') ?? 1);
          const { shown, pages } = pageOf(listed, { page, perPage: world.settings.disputesPerPage });
          const data = shown.map((entry) => showDispute(world, entry));
          const { status, body } = accepted('Disputes retrieved', data);
          return { status, body: { ...body, meta: { page, pageCount: pages } } };
        },
      },
    ],
    paidCallback: (world, payment, transaction) =>
      sign({
        event: 'charge.success',
        data: showTransaction(world, payment, { transaction, status: 'success' }),
      }),
    refundCallback: (world, entry) =>
      sign({
        event: `refund.${STATUSES[entry.state]}`,
        data: {
          status: STATUSES[entry.state],
          transaction_reference: entry.reference,
          refund_reference: null,
          amount: String(entry.amountMinor),
          currency: entry.currency,
          id: world.number(entry.id),
        },
      }),
    disputeCallback: (world, entry) =>
      sign({
        event: `charge.dispute.${entry.state === 'won' || entry.state === 'lost' ? 'resolve' : 'create'}`,
        data: showDispute(world, entry),
      }),
    returnUrl: ({ returnUrl, reference }) => `${returnUrl}?trxref=${reference}&reference=${reference}`,
  };
  return runSimulator(contract);
}

function start(world: World, body: string): SimulatedAnswer {
  const { email, amount, currency, reference, callback_url: returnUrl } = JSON.parse(body);
  if (!email) return invalid('missing_params', 'Email Address is required');
  if (!/^[1-9]\d*$/.test(String(amount))) return invalid('invalid_params', 'Amount is not valid');
  if (!/^[\w.=-]+$/.test(reference)) return invalid('invalid_params', 'Reference is not valid');
  if (world.payments.has(reference)) return invalid('duplicate_reference', 'Duplicate Transaction Reference');
  const code = randomBytes(8).toString('hex');
  const checkoutUrl = `https://checkout.paystack.example/${code}`;
  world.addPayment({
    reference,
    amountMinor: Number(amount),
    currency,
    email,
    returnUrl,
    checkoutUrl,
    sessionId: code,
  });
  return accepted('Authorization URL created', {
    authorization_url: checkoutUrl,
    access_code: code,
    reference,
  });
}

function showPayment(world: World, payment: SimulatedPayment): object {
  return showTransaction(world, payment, showNewest(payment));
}

/** A payment that nobody has begun to pay is shown as abandoned. */
function showTransaction(
  world: World,
  payment: SimulatedPayment,
  shown: ReturnType<typeof showNewest>,
): object {
  const isPaid = shown?.status === 'success';
  return {
    id: world.number(shown?.transaction.id ?? '1'),
    domain: 'test',
    status: shown?.status ?? 'abandoned',
    reference: payment.reference,
    amount: world.number(String(shown?.transaction.amountMinor ?? payment.amountMinor)),
    requested_amount: world.number(String(payment.amountMinor)),
    currency: shown?.transaction.currency ?? payment.currency,
    paid_at: isPaid ? shown.transaction.at.toISOString() : null,
    created_at: new Date(0).toISOString(),
    channel: 'card',
    fees: isPaid ? world.number('1500') : null,
    gateway_response: isPaid ? 'Successful' : 'The transaction was not completed',
    metadata: '',
    customer: { email: payment.email },
  };
}

function refund(world: World, body: string): SimulatedAnswer {
  const { transaction, amount, merchant_note: note } = JSON.parse(body);
  const added = world.addRefund({ transactionId: String(transaction), amountMinor: Number(amount), note });
  if (!added) return invalid('invalid_params', 'Refund amount cannot be more than transaction amount');
  return accepted('Refund has been queued for processing', showRefund(world, added));
}

function showRefund(world: World, entry: SimulatedRefund): object {
  return {
    id: world.number(entry.id),
    status: STATUSES[entry.state],
    amount: world.number(String(entry.amountMinor)),
    currency: entry.currency,
    merchant_note: world.settings.hidesNotes ? null : entry.note,
    transaction: { id: world.number(entry.transactionId), reference: entry.reference },
  };
}

function showDispute(world: World, entry: SimulatedDispute): object {
  const isOver = entry.state === 'won' || entry.state === 'lost';
  return {
    id: world.number(entry.id),
    // Declined, nothing goes back.
    refund_amount: world.number(entry.state === 'won' ? '0' : String(entry.amountMinor)),
    currency: entry.currency,
    status: DISPUTE_STATUSES[entry.state],
    resolution: isOver ? (entry.state === 'won' ? 'declined' : 'merchant-accepted') : null,
    domain: 'test',
    transaction: {
      id: world.number(entry.transactionId),
      reference: entry.reference,
      amount: world.number(String(entry.amountMinor)),
      currency: entry.currency,
    },
    transaction_reference: null,
    category: 'chargeback',
    dueAt: entry.dueAt.toISOString(),
    resolvedAt: isOver ? new Date().toISOString() : null,
    createdAt: entry.openedAt.toISOString(),
  };
}

const accepted = (message: string, data: object): SimulatedAnswer => ({
  status: 200,
  body: { status: true, message, data },
});

function invalid(code: string, message: string): SimulatedAnswer {
  const meta = { nextStep: 'Ensure that you are sending the right values' };
  return { status: 400, body: { status: false, message, meta, type: 'validation_error', code } };
}
