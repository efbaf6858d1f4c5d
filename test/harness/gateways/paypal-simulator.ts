import { randomBytes } from 'node:crypto';
import { toMajorUnits, toMinorUnits } from '../../../src/values/major-units.ts';
import { rememberAnswers, runSimulator } from './run-simulator.ts';
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
  type SimulatedTransaction,
  type World,
} from './simulator.ts';

const DECIMALS = 2;
const REFUND_STATUSES = {
  sent: 'PENDING',
  succeeded: 'COMPLETED',
  failed: 'FAILED',
  // There is no word for a refund that a person must see to.
  needs_attention: 'PENDING',
};
const DISPUTE_STATUSES = {
  asked: 'WAITING_FOR_SELLER_RESPONSE',
  open: 'WAITING_FOR_SELLER_RESPONSE',
  answered: 'UNDER_REVIEW',
  won: 'RESOLVED',
  lost: 'RESOLVED',
};

/** PayPal's further knowledge, by its own ids. */
type Books = {
  /** Our mark of each order. */
  customIds: Map<string, string>;
  /** The transactions that were captured. All others were only approved. */
  captured: Set<string>;
  refundIds: Map<string, string>;
};

/**
 * PayPal's contract of Orders v2, Payments v2 and Disputes v1, by github.com/paypal/paypal-rest-api-specifications of 2024-02-03. That a buyer pays
 * means here that they approve: the money is taken by the capture.
 */
export async function startPayPalSimulator(): Promise<GatewaySimulator & { withdrawTokens(): void }> {
  const clientId = `A${randomBytes(30).toString('hex')}`;
  const secretKey = `E${randomBytes(30).toString('hex')}`;
  const basic = `Basic ${Buffer.from(`${clientId}:${secretKey}`).toString('base64')}`;
  const tokens = new Set<string>();
  const books: Books = { customIds: new Map(), captured: new Set(), refundIds: new Map() };

  const callbackOf = (type: string, reference: string, resource: object): SignedCallback => ({
    headers: {},
    body: JSON.stringify({ id: `WH-${randomBytes(8).toString('hex')}`, event_type: type, resource }),
    mark: books.customIds.get(reference)?.split('.')[1] ?? '',
  });

  const contract: Contract = {
    traits: {
      currency: 'USD',
      country: 'UNITED_STATES',
      signs: 'mark',
      hasSession: true,
      untouched: 'open',
      declined: 'open',
      isPayableAfterDecline: true,
      takesOnce: true,
      startsAsked: 2,
      canClose: false,
      refundsNeedAttention: false,
      openDispute: 'open',
      namesDisputes: true,
    },
    account: { gateway: 'paypal', credentials: { clientId, secretKey } },
    basePath: '',
    newId: (kind, count) =>
      kind === 'dispute'
        ? `PP-D-${20_000 + count}`
        : `${randomBytes(7).toString('hex').toUpperCase()}${count}`,
    isAuthorized: ({ headers: { authorization = '' } }) =>
      authorization === basic || tokens.has(authorization.replace(/^Bearer /, '')),
    unauthorized: {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
    },
    refused: refusedWith(422, 'UNPROCESSABLE_ENTITY', `The request was not good: ${secretKey}`),
    routes: (world) => [
      {
        action: 'check',
        method: 'POST',
        path: /^\/v1\/oauth2\/token$/,
        answer() {
          const token = `A21AA${randomBytes(30).toString('hex')}`;
          tokens.add(token);
          const body = { access_token: token, token_type: 'Bearer', expires_in: world.number('32400') };
          return { status: 200, body };
        },
      },
      {
        action: 'start',
        method: 'POST',
        path: /^\/v2\/checkout\/orders$/,
        answer: ({ body }) => start(world, books, body),
      },
      {
        action: 'look_up',
        method: 'GET',
        path: /^\/v2\/checkout\/orders\/([^/]+)$/,
        answer({ caught: [id = ''] }) {
          const payment = findOrder(world, id);
          return payment ? { status: 200, body: showOrder(world, books, payment) } : NOT_FOUND;
        },
      },
      {
        action: 'capture',
        method: 'POST',
        path: /^\/v2\/checkout\/orders\/([^/]+)\/capture$/,
        answer: ({ caught: [id = ''] }) => capture(world, books, id),
      },
      {
        action: 'list_refunds',
        method: 'GET',
        path: /^\/v2\/payments\/captures\/([^/]+)$/,
        answer({ caught: [id = ''] }) {
          const found = world.findTransaction(id);
          if (!found || !books.captured.has(id)) return NOT_FOUND;
          const related = { supplementary_data: { related_ids: { order_id: found.payment.sessionId } } };
          return { status: 200, body: { ...showCapture(found.transaction, 'COMPLETED'), ...related } };
        },
      },
      {
        action: 'refund',
        method: 'POST',
        path: /^\/v2\/payments\/captures\/([^/]+)\/refund$/,
        answer({ caught: [transactionId = ''], body }) {
          const { amount, custom_id: customId, note_to_payer: note } = JSON.parse(body);
          const amountMinor = toMinorUnits(amount.value, DECIMALS) ?? 0;
          const added = books.captured.has(transactionId)
            ? world.addRefund({ transactionId, amountMinor, note })
            : null;
          if (!added) return refusedWith(422, 'REFUND_AMOUNT_EXCEEDED', 'More than is left of the capture.');
          books.refundIds.set(added.id, customId);
          return { status: 201, body: showRefund(books, added) };
        },
      },
      {
        action: 'read_refund',
        method: 'GET',
        path: /^\/v2\/payments\/refunds\/([^/]+)$/,
        answer({ caught: [id = ''] }) {
          const found = world.refunds.get(id);
          return found ? { status: 200, body: showRefund(books, found) } : NOT_FOUND;
        },
      },
      {
        action: 'list_disputes',
        method: 'GET',
        path: /^\/v1\/customer\/disputes$/,
        answer({ query }) {
          const of = query.get('disputed_transaction_id');
          const since = Date.parse(query.get('start_time') ?? '1970-01-01');
          const items = [...world.disputes.values()]
            .filter(({ transactionId }) => of === null || transactionId === of)
            .filter(({ openedAt }) => openedAt.getTime() >= since)
            .map(({ id, state }) => ({ dispute_id: id, status: DISPUTE_STATUSES[state] }));
          const page = Number(query.get('next_page_token') ?? 1);
          const { shown, pages } = pageOf(items, { page, perPage: world.settings.disputesPerPage });
          const href = `${world.url}/v1/customer/disputes?next_page_token=${page + 1}`;
          const links = page < pages ? [{ href, rel: 'next', method: 'GET' }] : [];
          return { status: 200, body: { items: shown, links } };
        },
      },
      {
        action: 'read_dispute',
        method: 'GET',
        path: /^\/v1\/customer\/disputes\/([^/]+)$/,
        answer({ caught: [id = ''] }) {
          const found = world.disputes.get(id);
          return found ? { status: 200, body: showDispute(books, found) } : NOT_FOUND;
        },
      },
    ],
    paidCallback: (_world, { reference }) =>
      callbackOf('CHECKOUT.ORDER.APPROVED', reference, {
        purchase_units: [{ reference_id: reference, custom_id: books.customIds.get(reference) }],
      }),
    refundCallback: (_world, entry) =>
      callbackOf('PAYMENT.CAPTURE.REFUNDED', entry.reference, showRefund(books, entry)),
    disputeCallback: (_world, entry) =>
      callbackOf(
        entry.state === 'won' || entry.state === 'lost'
          ? 'CUSTOMER.DISPUTE.RESOLVED'
          : 'CUSTOMER.DISPUTE.CREATED',
        entry.reference,
        showDispute(books, entry),
      ),
    returnUrl: ({ returnUrl, sessionId }) => `${returnUrl}?token=${sessionId}&PayerID=QYR5Z8XDVJNXQ`,
    ...rememberAnswers(
      'paypal-request-id',
      refusedWith(422, 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED', 'Used before.'),
    ),
  };
  return Object.assign(await runSimulator(contract), { withdrawTokens: () => tokens.clear() });
}

const findOrder = (world: World, id: string): SimulatedPayment | undefined =>
  [...world.payments.values()].find(({ sessionId }) => sessionId === id);

function start(world: World, books: Books, body: string): SimulatedAnswer {
  const { intent, purchase_units: units, payment_source: source } = JSON.parse(body);
  const [unit] = units ?? [];
  const { email_address: email, experience_context: context } = source?.paypal ?? {};
  if (intent !== 'CAPTURE' || !unit?.custom_id || !context?.return_url || !context.cancel_url)
    return refusedWith(400, 'INVALID_REQUEST', 'A required field is missing.');
  if (!/^\d+\.\d\d$/.test(unit.amount?.value ?? ''))
    return refusedWith(422, 'DECIMAL_PRECISION', 'The value of the field has the wrong number of decimals.');
  const sessionId = randomBytes(9).toString('hex').slice(0, 17).toUpperCase();
  books.customIds.set(unit.reference_id, unit.custom_id);
  const payment = world.addPayment({
    reference: unit.reference_id,
    amountMinor: toMinorUnits(unit.amount.value, DECIMALS) ?? 0,
    currency: unit.amount.currency_code,
    email,
    returnUrl: context.return_url,
    checkoutUrl: `https://www.paypal.example/checkoutnow?token=${sessionId}`,
    sessionId,
  });
  return { status: 201, body: showOrder(world, books, payment) };
}

/** An order is captured once, of an approval that is good. */
function capture(world: World, books: Books, id: string): SimulatedAnswer {
  const payment = findOrder(world, id);
  if (!payment) return NOT_FOUND;
  const newest = payment.transactions.at(-1);
  if (!newest) return refusedWith(422, 'ORDER_NOT_APPROVED', 'Payer has not yet approved the order.');
  if (capturedOf(world, books, payment))
    return refusedWith(422, 'ORDER_ALREADY_CAPTURED', 'Order already captured.');
  if (newest.status === 'failed')
    return refusedWith(422, 'INSTRUMENT_DECLINED', 'The instrument presented was declined.');
  books.captured.add(newest.id);
  return { status: 201, body: showOrder(world, books, payment) };
}

function capturedOf(
  world: World,
  { captured }: Books,
  { transactions }: SimulatedPayment,
): SimulatedTransaction | undefined {
  const newest = transactions.at(-1);
  if (world.settings.capturesAtOnce && newest && newest.status !== 'failed') captured.add(newest.id);
  return transactions.find(({ id }) => captured.has(id));
}

function showOrder(world: World, books: Books, payment: SimulatedPayment): object {
  const { sessionId, reference, amountMinor, currency, checkoutUrl, transactions } = payment;
  const captured = capturedOf(world, books, payment);
  const shown = captured ? showNewest({ ...payment, transactions: [captured] }) : null;
  const refunds = [...world.refunds.values()]
    .filter(({ transactionId }) => transactionId === captured?.id)
    .map((entry) => showRefund(books, entry));
  const unit = {
    reference_id: reference,
    custom_id: books.customIds.get(reference),
    amount: toMoney(amountMinor, currency),
  };
  if (!captured || !shown) {
    const isApproved = transactions.length > 0;
    return {
      id: sessionId,
      status: isApproved ? 'APPROVED' : 'PAYER_ACTION_REQUIRED',
      purchase_units: [unit],
      links: isApproved ? [] : [{ rel: 'payer-action', href: checkoutUrl, method: 'GET' }],
    };
  }
  const status =
    shown.status === 'pending' ? 'PENDING' : refunds.length > 0 ? 'PARTIALLY_REFUNDED' : 'COMPLETED';
  const payments = { captures: [showCapture(captured, status)], refunds };
  return { id: sessionId, status: 'COMPLETED', purchase_units: [{ ...unit, payments }], links: [] };
}

const showCapture = ({ id, amountMinor, currency, at }: SimulatedTransaction, status: string): object => ({
  id,
  status,
  amount: toMoney(amountMinor, currency),
  final_capture: true,
  create_time: at.toISOString(),
});

const showRefund = ({ refundIds }: Books, entry: SimulatedRefund): object => ({
  id: entry.id,
  status: REFUND_STATUSES[entry.state],
  amount: toMoney(entry.amountMinor, entry.currency),
  custom_id: refundIds.get(entry.id),
  note_to_payer: entry.note,
});

const showDispute = ({ customIds }: Books, entry: SimulatedDispute): object => ({
  dispute_id: entry.id,
  create_time: entry.openedAt.toISOString(),
  update_time: entry.openedAt.toISOString(),
  disputed_transactions: [
    { seller_transaction_id: entry.transactionId, custom: customIds.get(entry.reference) },
  ],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: DISPUTE_STATUSES[entry.state],
  dispute_amount: toMoney(entry.amountMinor, entry.currency),
  dispute_life_cycle_stage: entry.state === 'asked' ? 'INQUIRY' : 'CHARGEBACK',
  ...(DISPUTE_STATUSES[entry.state] === 'RESOLVED' && {
    dispute_outcome: {
      outcome_code: entry.state === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR',
    },
  }),
  seller_response_due_date: entry.dueAt.toISOString(),
});

/** Always text. */
const toMoney = (amountMinor: number, currency: string): object => ({
  currency_code: currency,
  value: toMajorUnits(amountMinor, DECIMALS),
});

function refusedWith(status: number, issue: string, message: string): SimulatedAnswer {
  const name = status === 422 ? 'UNPROCESSABLE_ENTITY' : 'INVALID_REQUEST';
  return { status, body: { name, message, details: [{ issue, description: message }] } };
}

const NOT_FOUND: SimulatedAnswer = {
  status: 404,
  body: { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' },
};
