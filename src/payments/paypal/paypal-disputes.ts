import { referenceIn } from '../callback-mark.ts';
import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import type { DisputedPayment, FoundDispute } from '../gateway.ts';
import { isDispute, momentOrNull, readDispute } from '../read-dispute.ts';
import { readPages } from '../read-pages.ts';
import { fromPayPalMoney, nonsense, type PayPalCalls } from './paypal-calls.ts';

// The most that PayPal lists on a page.
const PAGE_SIZE = '50';

// github.com/paypal/paypal-rest-api-specifications, customer_disputes_v1 of 2024-02-03.
const OUTCOMES: Record<string, FoundDispute['state']> = {
  RESOLVED_BUYER_FAVOUR: 'lost',
  RESOLVED_SELLER_FAVOUR: 'won',
  // Paid by PayPal itself, which holds the seller free.
  RESOLVED_WITH_PAYOUT: 'won',
  CANCELED_BY_BUYER: 'won',
  ACCEPTED: 'lost',
  DENIED: 'won',
};

/** The list has no transactions and no outcome: both are in each dispute itself. */
export async function findPayPalDisputes(
  calls: PayPalCalls,
  { gatewayPaymentId }: DisputedPayment,
): Promise<FoundDispute[]> {
  const listed = await list(calls, { disputed_transaction_id: gatewayPaymentId });
  const read = await readEach(calls, listed);
  return read
    .filter((dispute) =>
      transactionsOf(dispute).some((one) => textAt(one, 'seller_transaction_id') === gatewayPaymentId),
    )
    .map(toFound)
    .filter(isDispute);
}

export async function listPayPalDisputed(calls: PayPalCalls, since: Date): Promise<{ reference: string }[]> {
  const listed = await list(calls, { start_time: since.toISOString() });
  const read = await readEach(calls, listed);
  return read
    .flatMap(transactionsOf)
    .map((one) => referenceIn(textAt(one, 'custom')))
    .filter((reference) => reference !== null)
    .map((reference) => ({ reference }));
}

async function list(
  { open, acceptedOrThrow }: PayPalCalls,
  which: Record<string, string>,
): Promise<ExactJson[]> {
  let token: string | null = null;
  return readPages(async () => {
    const query = new URLSearchParams({
      ...which,
      page_size: PAGE_SIZE,
      ...(token !== null && { next_page_token: token }),
    });
    const body = acceptedOrThrow(await open()('GET', `/v1/customer/disputes?${query.toString()}`));
    const items = fieldAt(body, 'items');
    if (!Array.isArray(items)) throw nonsense('no list of disputes');
    token = nextTokenIn(body);
    return { entries: items.map((item) => ({ id: textAt(item, 'dispute_id') })), hasMore: token !== null };
  });
}

function nextTokenIn(body: ExactJson): string | null {
  const links = fieldAt(body, 'links');
  const next = Array.isArray(links) ? links.find((link) => textAt(link, 'rel') === 'next') : undefined;
  const href = textAt(next, 'href');
  return href !== null && URL.canParse(href) ? new URL(href).searchParams.get('next_page_token') : null;
}

async function readEach({ open, acceptedOrThrow }: PayPalCalls, listed: ExactJson[]): Promise<ExactJson[]> {
  const read: ExactJson[] = [];
  for (const entry of listed) {
    const id = textAt(entry, 'id');
    if (id === null) throw nonsense('a dispute without id');
    // A time limit of its own: they may be many.
    read.push(acceptedOrThrow(await open()('GET', `/v1/customer/disputes/${encodeURIComponent(id)}`)));
  }
  return read;
}

function transactionsOf(dispute: ExactJson): ExactJson[] {
  const transactions = fieldAt(dispute, 'disputed_transactions');
  return Array.isArray(transactions) ? transactions : [];
}

function toFound(dispute: ExactJson): FoundDispute | null {
  const isResolved = textAt(dispute, 'status') === 'RESOLVED';
  const outcome = textAt(dispute, 'dispute_outcome', 'outcome_code') ?? '';
  return readDispute('PayPal', {
    id: textAt(dispute, 'dispute_id'),
    currency: textAt(dispute, 'dispute_amount', 'currency_code'),
    amountMinorIn: (currency) => fromPayPalMoney(fieldAt(dispute, 'dispute_amount'), currency),
    reason: textAt(dispute, 'reason'),
    state: isResolved ? (OUTCOMES[outcome] ?? null) : 'open',
    // A buyer who only asks has no claim yet, and may be paid back.
    isRefundable: textAt(dispute, 'dispute_life_cycle_stage') === 'INQUIRY',
    dueAt: momentOrNull(textAt(dispute, 'seller_response_due_date')),
    openedAt: new Date(textAt(dispute, 'create_time') ?? Number.NaN),
    endedAt: momentOrNull(textAt(dispute, 'update_time')),
  });
}
