import { textAt, type ExactJson } from '../exact-json.ts';
import { listAt } from '../find-earlier-refund.ts';
import type { GatewayAnswer } from '../gateway-http.ts';
import { GatewaySilent, type DisputedPayment, type FoundDispute } from '../gateway.ts';
import { readPages } from '../read-pages.ts';
import { isDispute, momentOrNull, readDispute } from '../read-dispute.ts';

const MAX_LISTED = '100';

// PaystackOSS/openapi of 2025-10-24 has these four words. Its samples show `archived` too, and say nothing of it.
const OPEN_STATUSES = new Set(['awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending']);

type Calls = {
  openCall: () => (method: 'GET' | 'POST', path: string) => Promise<GatewayAnswer>;
  acceptedOrThrow: (answer: GatewayAnswer) => ExactJson;
};

export async function findPaystackDisputes(
  calls: Calls,
  payment: DisputedPayment,
  fromSubunits: (amount: string | null, currency: string) => number | null,
): Promise<FoundDispute[]> {
  return (await list(calls, { transaction: payment.gatewayPaymentId }))
    .filter((entry) => isOfPayment(entry, payment))
    .map((entry) =>
      readDispute('Paystack', {
        id: textAt(entry, 'id'),
        currency: textAt(entry, 'currency') ?? textAt(entry, 'transaction', 'currency') ?? payment.currency,
        // Null where the whole transaction is disputed, and nothing goes back of one that was declined.
        amountMinorIn: (currency) =>
          fromSubunits(textAt(entry, 'refund_amount'), currency) ||
          fromSubunits(textAt(entry, 'transaction', 'amount'), currency),
        reason: textAt(entry, 'category'),
        state: readState(entry),
        dueAt: momentOrNull(textAt(entry, 'dueAt') ?? textAt(entry, 'due_at')),
        openedAt: new Date(textAt(entry, 'createdAt') ?? textAt(entry, 'created_at') ?? Number.NaN),
        endedAt: momentOrNull(textAt(entry, 'resolvedAt') ?? textAt(entry, 'resolved_at')),
      }),
    )
    .filter(isDispute);
}

export async function listPaystackDisputed(calls: Calls, since: Date): Promise<{ reference: string }[]> {
  return (await list(calls, { from: since.toISOString() }))
    .map((entry) => textAt(entry, 'transaction', 'reference'))
    .filter((reference) => reference !== null)
    .map((reference) => ({ reference }));
}

async function list(
  { openCall, acceptedOrThrow }: Calls,
  which: Record<string, string>,
): Promise<ExactJson[]> {
  const call = openCall();
  return readPages(async (page) => {
    const query = new URLSearchParams({ ...which, perPage: MAX_LISTED, page: String(page) }).toString();
    const answer = await call('GET', `/dispute?${query}`);
    acceptedOrThrow(answer);
    const entries = listAt(answer.body, 'data');
    if (!entries) throw new GatewaySilent('Paystack answered nonsense: no list of disputes');
    const pages = textAt(answer.body, 'meta', 'pageCount');
    return { entries, hasMore: pages === null ? entries.length > 0 : page < Number(pages) };
  });
}

/** Accepted by the merchant, or by nobody's answer in time, the money goes back. Declined, and so resolved, it stays. */
function readState(entry: ExactJson): FoundDispute['state'] | null {
  const status = textAt(entry, 'status') ?? '';
  if (OPEN_STATUSES.has(status)) return 'open';
  const resolution = textAt(entry, 'resolution') ?? '';
  if (status !== 'resolved') return null;
  if (resolution === 'declined') return 'won';
  return resolution.endsWith('accepted') ? 'lost' : null;
}

const isOfPayment = (entry: ExactJson, { gatewayPaymentId, reference }: DisputedPayment): boolean =>
  textAt(entry, 'transaction') === gatewayPaymentId ||
  textAt(entry, 'transaction', 'id') === gatewayPaymentId ||
  textAt(entry, 'transaction', 'reference') === reference;
